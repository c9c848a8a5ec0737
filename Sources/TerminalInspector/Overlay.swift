package import MediaReports

/// Text over the panes, to be read and left.
package struct Overlay: Equatable, Sendable {
  /// What it shows, so that it can be made again for another width.
  package enum Content: Equatable, Sendable {
    case help, about
    case picture(PictureKind)
    /// A problem by its place among those that are kept.
    case problem(Int)

    /// Whether writing it takes going through the whole file.
    var readsAll: Bool {
      switch self {
      case .about, .picture: true
      case .help, .problem: false
      }
    }
  }

  var content: Content
  var lines: [String]
  var top = 0
}
