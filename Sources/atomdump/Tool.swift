import ByteReading
import MediaInspection
import Structure
import StructureRendering

@main
struct Tool {
  static func main() {
    guard let source = try? ByteSource.open(path: CommandLine.arguments[1]) else { return }
    let document = MediaFile.open(source)
    var output = ByteWriter(descriptor: 1)
    var tracker = PathTracker(document)
    for index in document.tree.indices {
      tracker.move(to: index)
      tracker.put(to: &output)
      let node = document.tree[index]
      output.put(" ")
      output.put(decimal: node.start)
      output.put(" ")
      output.put(decimal: node.size)
      output.put("\n")
    }
    for problem in document.problems.kept {
      output.put(problem.kind.id)
      output.put("\n")
    }
    output.flush()
  }
}
