import ByteReading
import Foundation
import MediaFacts
import MediaInspection
import Structure
import StructureRendering
import Testing

/// An atom of this type around `parts`.
func atom(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
  let body = parts.flatMap { $0 }
  return number(8 + body.count, 4) + Array(type.utf8) + body
}

/// A movie of one track that has this table of samples and no other box.
func track(_ table: [UInt8]) -> [UInt8] {
  atom("moov", atom("trak", atom("mdia", atom("minf", atom("stbl", table)))))
}

/// `value` in `count` bytes, the most significant first.
func number(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func number(_ value: UInt64) -> [UInt8] { number(Int(bitPattern: UInt(value)), 8) }

/// The document of a file of these bytes.
func document(_ bytes: [UInt8]) -> Document {
  do {
    return try MediaFile.open(ByteSource(copying: bytes))
  } catch {
    Issue.record(error)
    return Document(TreeBuilder(ByteSource(copying: bytes)).finish(), limits: Limits())
  }
}

/// What the renderer writes of `document`.
func json(
  _ document: Document, _ form: JSONRenderer.Form = .document,
  _ change: (inout RenderOptions) -> Void = { _ in }
) -> String {
  var options = RenderOptions()
  options.toolName = "atomdump"
  options.toolVersion = "1.0.0"
  change(&options)
  var output = ByteWriter()
  JSONRenderer(document, name: "tiny.mov", options: options).write(form, to: &output)
  return output.string
}

/// What a strict reader of JSON makes of `text`.
func parsed(_ text: String) throws -> [String: Any] {
  let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  return value as? [String: Any] ?? [:]
}

extension [String: Any] {
  /// The nodes of a document, outermost first.
  var nodes: [[String: Any]] { self["nodes"] as? [[String: Any]] ?? [] }

  /// The node at `path`.
  func node(_ path: String) -> [String: Any] {
    nodes.first { $0["path"] as? String == path } ?? [:]
  }

  /// The first field of this name.
  func field(_ name: String) -> [String: Any] {
    let fields = self["fields"] as? [[String: Any]] ?? []
    return fields.first { $0["name"] as? String == name } ?? [:]
  }

  func text(_ key: String) -> String? { self[key] as? String }
  func int(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
}
