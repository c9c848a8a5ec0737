import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

/// What exiftool reads of colour profiles in every sample, and in those that are installed with other programs, held
/// against our fields: header, texts and numbers.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct PeerProfileTests {
  @Test(.enabled(if: Peers.path(of: "exiftool") != nil, "exiftool is not installed"))
  func exiftoolReadsTheSameProfiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("atomtools-icc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let others = try installed()
    let profiles = try samples() + others
    var paths = ""
    for (number, profile) in profiles.enumerated() {
      let path = folder.appendingPathComponent("\(number).icc")
      try Data(profile.bytes).write(to: path)
      paths += path.path + "\n"
    }
    let data = try Peers.run(
      Peers.path(of: "exiftool") ?? "", ["-j", "-n", "-ICC_Profile:all", "-@", "-"], input: paths)
    let told = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    #expect(told.count == profiles.count)
    var count = 0
    var complaints: [String] = []
    for (profile, theirs) in zip(profiles, told) {
      for (name, value) in theirs.sorted(by: { $0.key < $1.key }) {
        guard let key = Self.keys[name], !"\(value)".hasPrefix("(Binary data") else { continue }
        count += 1
        let ours = profile.values[key] ?? "nothing"
        if !Self.agree(ours, "\(value)") { complaints.append("\(profile.name) \(name): \(ours), exiftool \(value)") }
      }
    }
    print("exiftool: \(profiles.count) profiles with \(count) values")
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    #expect(profiles.count >= 6 && count >= (others.isEmpty ? 100 : 150))
  }

  private struct Profile {
    let name: String
    let bytes: [UInt8]
    /// By the names of fields of the header, and the signatures of tags.
    let values: [String: String]

    init(_ name: String, _ document: Document, _ node: NodeIndex) {
      self.name = name
      let place = document.tree[node].payload
      let source = document.source(of: document.tree[node]).bytes
      bytes = (place.byteOffset..<place.byteEnd).map { source.byte(at: $0) ?? 0 }
      var walker = Walker()
      var sink = Values(base: place.byteOffset)
      document.walk(node, &walker, into: &sink)
      values = sink.all
    }
  }

  private func samples() throws -> [Profile] {
    Samples.entries.filter { !$0.isBroken }.flatMap { entry -> [Profile] in
      guard let document = try? Samples.document(entry.path) else { return [] }
      return document.tree.indices.filter { document.tree[$0].type == "ICC " }.map { Profile(entry.path, document, $0) }
    }
  }

  /// Those of Ghostscript: of printers, of grey, of older versions, with look-up tables.
  private func installed() throws -> [Profile] {
    let folder = "/usr/share/color/icc/ghostscript"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.filter { $0.hasSuffix(".icc") }.sorted().flatMap { name -> [Profile] in
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
      let file = atoms {
        Parts.fileType("heic")
        atom("colr") {
          code("prof")
          Piece(bytes)
        }
      }
      let document = try MediaFile.open(ByteSource(copying: file))
      return document.tree.indices.filter { document.tree[$0].type == "ICC " }.map { Profile(name, document, $0) }
    }
  }

  /// The values of a profile: of the header by the names of its fields, of tags by their signatures.
  private struct Values: FieldSink {
    let base: Int
    var all: [String: String] = [:]
    private var tags: [(code: String, offset: UInt64)] = []
    private var isInHeader = true
    /// The tags of the value that is read.
    private var codes: [String] = []
    private static let passed: Set<String> = [
      "type_reserved", "record_count", "record_size", "language", "country", "length", "offset", "ascii_count",
      "unicode_language", "unicode_count", "unicode_description", "scriptcode", "mac_count", "mac_description", "padding",
      "unused", "extra_bytes",
    ]

    init(base: Int) { self.base = base }

    private mutating func add(_ text: String, to key: String) {
      all[key] = all[key].map { $0 + " " + text } ?? text
    }

    mutating func field(_ field: borrowing FieldReading) {
      let name = field.name.description
      if name == "count", isInHeader { isInHeader = false }
      if name == "type" {
        let offset = UInt64(field.extent.byteOffset - base)
        codes = tags.filter { $0.offset == offset }.map(\.code)
        return
      }
      let text = Self.text(field)
      if isInHeader { return add(text, to: name) }
      if name == "sig" { return tags.append((text, 0)) }
      if name == "offset", codes.isEmpty { return tags[tags.count - 1].offset = field.raw }
      guard !Self.passed.contains(name) else { return }
      // Of a text in several languages the first.
      for code in codes where name != "text" || all[code] == nil { add(text, to: code) }
    }

    mutating func table(_ table: borrowing TableReading) {
      guard table.count <= 16 else { return }
      for row in 0..<table.count {
        for column in table.columns.indices {
          let field = table.field(row: row, column: column)
          for code in codes { add(Self.text(field), to: code) }
        }
      }
    }

    private static func text(_ field: borrowing FieldReading) -> String {
      switch field.definition.kind {
      case .fixed(_, _, signed: true): return "\(Double(Int32(truncatingIfNeeded: field.raw)) / 65_536)"
      case .fixed(16, _, _): return "\(Double(field.raw) / 65_536)"
      case .uint: return "\(field.raw)"
      case .bytes:
        let bytes = field.contentBytes
        return bytes.byteOffsets.map { "\(bytes.byte(at: $0) ?? 0)" }.joined(separator: " ")
      default:
        var written = ByteWriter()
        written.put(text: field.contentBytes, encoding: field.encoding, style: .verbatim)
        return written.string.filter { $0 != "\0" }
      }
    }
  }

  private static let keys = [
    "ProfileCMMType": "cmmId", "ProfileClass": "deviceClass", "ColorSpaceData": "colorSpace",
    "ProfileConnectionSpace": "pcs", "ProfileFileSignature": "magic", "PrimaryPlatform": "platform",
    "CMMFlags": "flags", "DeviceManufacturer": "manufacturer", "DeviceModel": "model",
    "RenderingIntent": "renderingIntent", "ProfileCreator": "creator", "ProfileID": "profileID",
    "ProfileDescription": "desc", "ProfileCopyright": "cprt", "MediaWhitePoint": "wtpt", "MediaBlackPoint": "bkpt",
    "RedMatrixColumn": "rXYZ", "GreenMatrixColumn": "gXYZ", "BlueMatrixColumn": "bXYZ", "ChromaticAdaptation": "chad",
    "DeviceMfgDesc": "dmnd", "DeviceModelDesc": "dmdd", "Technology": "tech", "Luminance": "lumi",
    "ViewingCondDesc": "vued", "CharTarget": "targ",
  ]

  /// Numbers as far as it writes them, texts without what fills them.
  private static func agree(_ ours: String, _ theirs: String) -> Bool {
    let (a, b) = (ours.split(separator: " "), theirs.split(separator: " "))
    if a == b { return true }
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { one, other in
      guard let x = Double(one), let y = Double(other) else { return one == other }
      return abs(x - y) <= max(abs(y) * 1e-4, 1e-5)
    }
  }
}
