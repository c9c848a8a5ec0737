import ByteReading
package import Structure

/// How many layers samples are coded in, as their sample entry says. Of several, each may be a view.
package enum CodedLayers: Sendable {
  case one, several

  /// Reads the sample entry at `entry`.
  ///
  /// One layer is proved where all parameter sets stand in the entry and each says it; a configuration of further
  /// layers, or a set that counts several, proves that there are more.
  ///
  /// - Complexity: O(*n*) in the bytes of the configuration.
  ///
  /// - Returns: `nil` where the entry does not say.
  package init?(of entry: NodeIndex, in tree: Tree, by reader: NodeReader) {
    if tree.child("lhvC", of: entry) != nil || tree.child("mvcC", of: entry) != nil {
      self = .several
      return
    }
    guard let node = tree.child("hvcC", of: entry) else { return nil }
    var most: UInt64?
    reader.view(HEVCConfiguration.self, of: node).withEach(.vps_max_layers_minus1) { field in
      most = max(most ?? 0, field.raw)
      return true
    }
    guard let most else { return nil }
    if most > 0 {
      self = .several
    } else if tree[entry].type == "hvc1" || tree[entry].type == "dvh1" {
      self = .one
    } else {
      return nil
    }
  }
}
