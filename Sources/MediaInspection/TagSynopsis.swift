import ByteReading
import ID3
import Structure

/// What is said of a file of tags and sound as a whole.
struct TagSynopsis {
  private(set) var synopsis = Synopsis()

  init(_ document: Document) {
    synopsis.format = "mp3"
    synopsis.formatName = "MP3"
    let tree = document.tree
    for index in tree.children(of: nil).prefix(16) where tree[index].marks.contains(.named) {
      guard let program = tree.program(of: tree[index]),
        program.syntax.name.description == "ID3v2"
      else { continue }
      var text = ByteWriter()
      text.put("ID3v2.")
      text.put(decimal: UInt64(tree[index].type.byte(3)))
      text.put(".0 (")
      text.put(grouped: tree[index].size)
      text.put(tree[index].start == 0 ? " bytes at the start)" : " bytes)")
      synopsis.remarks.append(text.string)
    }
  }
}
