import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure

/// Tests of what made files give away.
protocol PrivacySuite {}

extension PrivacySuite {
  func document(_ bytes: [UInt8]) throws -> Document { try MediaFile.open(ByteSource(copying: bytes)) }

  func privacy(_ bytes: [UInt8]) throws -> Privacy { MediaFile.privacy(of: try document(bytes)) }

  /// The findings of a file, each in a line: `text name "A Name"`.
  func lines(_ bytes: [UInt8]) throws -> [String] {
    try privacy(bytes).findings.map { "\($0.kind.rawValue) \($0.title) \"\($0.value ?? "")\"" }
  }

  /// What was not read of a file: `unknown-key Something`.
  func unread(_ bytes: [UInt8]) throws -> [String] {
    try privacy(bytes).unread.map { $0.name.isEmpty ? $0.reason.id.description : "\($0.reason.id) \($0.name)" }
  }

  /// The items of metadata of a file: `City=Brno`.
  func keys(_ bytes: [UInt8]) throws -> [String] {
    MediaFile.metadata(of: try document(bytes)).map { "\($0.keyString)=\($0.stringValue ?? "-")" }
  }
}
