import ByteReading
import MediaInspection
import Structure
import StructureRendering

@main
struct Tool {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.last == "schema" {
      var output = ByteWriter(descriptor: 1)
      JSONSchema.put(to: &output)
      output.flush()
      return
    }
    guard let path = arguments.last, let source = try? ByteSource.open(path: path) else { return }
    let document = MediaFile.open(source)
    var output = ByteWriter(descriptor: 1)
    var options = RenderOptions()
    options.toolName = "atomdump"
    options.toolVersion = "0"
    options.isPretty = arguments.contains("pretty")
    options.isNested = arguments.contains("tree")
    if arguments.contains("x") { options.hex = .fields }
    if arguments.contains("all") { options.limit = nil }
    if arguments.contains("f") { options.fields = .all }
    let renderer = JSONRenderer(document, name: path, options: options)
    if arguments.contains("none") {
    } else if arguments.contains("line") {
      renderer.write(.line, to: &output)
    } else if arguments.contains("nodes") {
      renderer.write(.nodes, to: &output)
    } else if arguments.contains("plain") {
      PlainRenderer(document, options: options).write(to: &output) { _, _ in }
    } else {
      renderer.write(to: &output)
    }
    output.flush()
  }
}
