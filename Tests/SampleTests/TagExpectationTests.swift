import ByteReading
import Foundation
import Structure
import Testing

/// What ExifTool and Media3 say of the frames of tags, in their own transcripts: which there are, in
/// what order, and their texts.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct TagExpectationTests {
  /// The frames directly in the tags of a file, in order.
  private func frames(_ document: Document) -> [NodeIndex] {
    document.tree.indices.filter { index in
      guard let parent = document.tree.parent(of: index) else { return false }
      return !document.tree[index].isRaw && !document.tree[index].marks.contains(.named)
        && (0x4944_3302...0x4944_3304).contains(document.tree[parent].type.rawValue)
    }
  }

  /// The texts of a frame, as its fields of this name hold them.
  private func texts(
    _ names: [String], _ list: borrowing FieldList, _ index: NodeIndex
  ) -> [String] {
    list.values[index.number].compactMap { field in
      guard names.contains(field.name), case .text(let text) = field.value else { return nil }
      return text
    }
  }

  /// `[ID3, ID3v2_2, Audio] TRK - Track: 1/5`; the fields of a picture are `PIC-1` to `PIC-3`.
  @Test func exiftoolHasTheSameFrames() throws {
    var files = 0
    var compared = 0
    for entry in Samples.entries {
      for name in entry.expectations(in: "exiftool", ending: ".out") {
        let lines = try Samples.expectation(name).split(separator: "\n").filter {
          $0.hasPrefix("[ID3, ID3v2")
        }
        guard !lines.isEmpty else { continue }
        files += 1
        let document = try Samples.document(entry.path)
        let list = FieldList(document)
        var ids: [String] = []
        var values: [String: [String]] = [:]
        for line in lines {
          let parts = line[line.index(after: try #require(line.firstIndex(of: "]")))...]
            .split(separator: " - ", maxSplits: 1)
          let id = parts[0].trimmingCharacters(in: .whitespaces).prefix { $0 != "-" }
          if ids.last != String(id) { ids.append(String(id)) }
          let value = parts[1].split(separator: ": ", maxSplits: 1).last ?? ""
          values[String(id), default: []].append(String(value))
        }
        let ours = frames(document)
        #expect(ours.map { document.tree[$0].type.key } == ids, "\(entry.path)")
        for index in ours {
          let id = document.tree[index].type.key
          // What is no text ExifTool puts into words of its own, and genres it names.
          guard id.hasPrefix("T") || id.hasPrefix("COM") || id.hasPrefix("ULT"),
            id != "TCO", id != "TCP", let told = values[id]
          else { continue }
          compared += 1
          let own = texts(["text"], list, index)
          #expect(own == told, "\(entry.path) \(id)")
        }
      }
    }
    #expect(files >= 3 && compared >= 20, "\(files) files, \(compared) values")
  }

  /// `metadata = entries=[TIT2: description=null: values=[Test title], …, CHAP, …]`
  @Test func media3HasTheSameFrames() throws {
    var compared = 0
    for entry in Samples.entries {
      for name in entry.expectations(in: "androidx-media", ending: ".0.dump")
      where name.contains("/mp3--") {
        let text = try Samples.expectation(name)
        guard let start = text.range(of: "metadata = entries=[") else { continue }
        let line = text[start.upperBound...].prefix { $0 != "\n" }
        let told = line.matches(of: /(?:^|, )([A-Z][A-Z0-9]{3})(?=[:,\]])(?:: ([^,]*))?/)
        let document = try Samples.document(entry.path)
        let list = FieldList(document)
        // It sorts frames without a text of their own behind the others, chapters as they come.
        let ours = frames(document)
        #expect(
          ours.map { document.tree[$0].type.key }.sorted() == told.map { String($0.1) }.sorted(),
          "\(entry.path)")
        for match in told {
          guard let said = match.2, let range = said.range(of: "values=[") else { continue }
          let value = said[range.upperBound...].prefix { $0 != "]" }
          let index = try #require(ours.first { document.tree[$0].type.key == match.1 })
          // A reference to a genre is written in brackets.
          let values = texts(["text", "value"], list, index)
          let own = match.1 == "TCON" ? values.map { $0.filter { $0 != "(" && $0 != ")" } } : values
          compared += 1
          #expect(own == [String(value)], "\(entry.path) \(match.1)")
        }
      }
    }
    #expect(compared >= 5)
  }
}
