import ByteReading
public import Structure

extension Document {
  /// The first node whose canonical path does not find it, and it alone; nothing when each does.
  ///
  /// - Complexity: O(*n*²) in the number of nodes.
  public var firstLostPath: String? {
    let tree = self.tree
    var tracker = PathTracker(self)
    for index in tree.indices {
      tracker.move(to: index)
      var output = ByteWriter()
      tracker.put(to: &output)
      let text = output.string
      if text != path(of: index) {
        return "\(text) is called \(path(of: index)) when asked alone"
      }
      do throws(PathError) {
        let found = try Path(text).nodes(in: self)
        if found != [index] { return "\(text): node \(index), found \(found)" }
      } catch {
        return "\(text): \(error)"
      }
    }
    return nil
  }
}
