/// A node of a file that is open for reading, as tables know it: they hold functions of one, and cannot read
/// it themselves.
///
/// There is one kind, ``NodeReader``. Tables stand below what reads them, so they have this name for it.
open class OpenNode {
  /// For readers of nodes.
  package init() {}
}
