import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureRendering
import Testing

/// Real files from elsewhere, which are no part of the project.
private enum SampleFiles {
  static let folder = Corpus.sampleFolders.first

  /// The files that begin as atoms, whatever they are called.
  static let files = Corpus.sampleFiles.filter { (try? document($0)) != nil }

  static func document(_ name: String) throws -> Document {
    try MediaFile.open(ByteSource.open(path: Corpus.path(ofSample: name)))
  }
}

/// JSON of real files from elsewhere.
@Suite(.enabled(if: SampleFiles.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct SampleJSONTests {
  let schema: Validator

  init() throws {
    var output = ByteWriter()
    PublishedSchema.dump.put(to: &output)
    schema = Validator(try parsed(output.string))
  }

  @Test(arguments: SampleFiles.files)
  func documentsAreValid(name: String) throws {
    let document = try SampleFiles.document(name)
    for isNested in [false, true] {
      let text = json(document) {
        $0.isNested = isNested
        $0.hex = isNested ? .fields : nil
      }
      try check(text)
    }
  }

  @Test(arguments: SampleFiles.files)
  func linesAreValid(name: String) throws {
    let document = try SampleFiles.document(name)
    let lines = json(document, .nodes).split(separator: "\n")
    for line in lines { try check(String(line)) }
    #expect(lines.count > document.tree.count)
  }

  private func check(_ text: String) throws {
    let complaint = schema.complaint(about: try parsed(text))
    #expect(complaint == nil)
    #expect(firstDoubleKey(in: text) == nil)
  }

  @Test(arguments: [
    (#"{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}"#, nil), (#"{"a":1,"b":[1,{"c":2}],"a":3}"#, "a"),
    (#"{"x":"{\"a\":1,\"a\":2}"}"#, nil), (#"[{"a":"b","b":{"c":1,"c":1}}]"#, "c"),
  ])
  func doubleKeysAreFound(text: String, key: String?) {
    #expect(firstDoubleKey(in: text) == key)
  }

  /// The first key that an object in valid JSON has twice.
  private func firstDoubleKey(in text: String) -> String? {
    var objects: [Set<[UInt8]>?] = []
    var string: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in text.utf8 {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") {
          isInString = false
        } else {
          string.append(byte)
        }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        string.removeAll(keepingCapacity: true)
      case UInt8(ascii: "{"): objects.append([])
      case UInt8(ascii: "["): objects.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): objects.removeLast()
      case UInt8(ascii: ":"):
        let isNew = objects[objects.count - 1]?.insert(string).inserted ?? true
        if !isNew { return String(decoding: string, as: UTF8.self) }
      default: break
      }
    }
    return nil
  }
}
