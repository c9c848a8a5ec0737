import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

/// The parameter sets of files held field by field against the `trace_headers` filter of ffmpeg: those of
/// samples, those of the corpus, and those that the encoders of the ffmpeg that is installed write.
@Suite(.enabled(if: Peer.path(of: "ffmpeg") != nil, "ffmpeg is not installed"))
struct TraceHeadersTests {
  @Test func parameterSetsAgree() throws {
    let ffmpeg = try #require(Peer.path(of: "ffmpeg"))
    var agreement = UnitAgreement()
    let files =
      Samples.atoms.map { Samples.place(of: $0.path) }
      + Corpus.files().filter { $0.hasPrefix("encoded/") }.map { Corpus.path(of: $0) }
    for path in files { try agreement.compare(path, ffmpeg) }
    let encoded = try encodedFiles(ffmpeg) { try agreement.compare($0, ffmpeg) }
    print(
      "trace_headers: \(agreement.files) files, \(encoded) of them encoded here, \(agreement.units) units, "
        + "\(agreement.fields) fields agree, \(agreement.complaints.count) units do not")
    #expect(agreement.complaints.isEmpty, "\(agreement.complaints.joined(separator: "\n"))")
    #expect(agreement.fields >= 500)
  }

  /// What is encoded, by encoder: other tools of a codec each.
  private static let recipes: [(encoder: String, arguments: [String])] = [
    (encoder: "libx264", arguments: []),
    (
      encoder: "libx264",
      arguments: [
        "-pix_fmt", "yuv444p10le", "-x264-params",
        "cqm=jvt:interlaced=1:nal-hrd=cbr:vbv-maxrate=500:vbv-bufsize=500:bitrate=500:colorprim=bt709:sar=4/3",
      ]
    ),
    (encoder: "libx264", arguments: ["-profile:v", "baseline", "-pix_fmt", "yuv420p"]),
    (encoder: "libx265", arguments: ["-x265-params", "log-level=none"]),
    (
      encoder: "libx265",
      arguments: [
        "-x265-params",
        "log-level=none:vbv-bufsize=1000:vbv-maxrate=1000:hrd=1:temporal-layers=3:scaling-list=default",
      ]
    ),
    (
      encoder: "libx265",
      arguments: [
        "-pix_fmt", "yuv422p10le", "-x265-params",
        "log-level=none:interlace=tff:weightb=1:amp=1:rect=1:signhide=0:cbqpoffs=3:crqpoffs=-3:deblock=2,1",
      ]
    ),
    (encoder: "libkvazaar", arguments: ["-kvazaar-params", "tiles-width-split=u2,slices=tiles,lossless=1,gop=8"]),
    (encoder: "libvvenc", arguments: ["-pix_fmt", "yuv420p10le", "-preset", "faster"]),
    (encoder: "libvvenc", arguments: ["-pix_fmt", "yuv420p10le", "-preset", "slow", "-color_primaries", "bt2020"]),
  ]

  /// Passes the place of each file that can be encoded, and returns how many there were.
  private func encodedFiles(_ ffmpeg: String, _ body: (String) throws -> Void) throws -> Int {
    let known = try Peer.output(ffmpeg, ["-hide_banner", "-encoders"]) ?? ""
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "atomtools-trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var count = 0
    for (number, recipe) in Self.recipes.enumerated() where known.contains(" \(recipe.encoder) ") {
      let place = folder.appendingPathComponent("\(recipe.encoder)-\(number).mp4").path
      _ = try Peer.output(
        ffmpeg,
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=416x240:r=25", "-frames:v", "3", "-c:v", recipe.encoder]
          + recipe.arguments + [place])
      guard FileManager.default.fileExists(atPath: place) else { continue }
      try body(place)
      count += 1
    }
    return count
  }
}

/// Units of ours held against those of the filter.
private struct UnitAgreement {
  private(set) var files = 0
  private(set) var units = 0
  private(set) var fields = 0
  private(set) var complaints: [String] = []

  typealias Unit = (title: String, fields: [(name: String, value: Int64)])

  mutating func compare(_ path: String, _ ffmpeg: String) throws {
    guard let document = try? MediaFile.open(ByteSource.open(path: path)) else { return }
    let nodes = try ["hvcC", "avcC", "vvcC"].flatMap {
      try document.nodes("moov/trak/mdia/minf/stbl/stsd/*/\($0)")
    }
    guard let node = nodes.first else { return }
    var sink = UnitSink()
    var walker = Walker()
    document.walk(node, &walker, into: &sink)
    let ours = sink.units.filter { unit in !unit.fields.contains { $0.name == "payload_type" } }
    let theirs = try self.theirs(path, ffmpeg)
    // It reads no protected or damaged configuration, and old versions of it no VVC.
    guard !ours.isEmpty, !theirs.isEmpty else { return }
    files += 1
    if ours.count != theirs.count {
      complaints.append("\(path): \(ours.count) units, the other has \(theirs.count)")
      return
    }
    for (mine, other) in zip(ours, theirs) { compare(mine, other, path) }
  }

  /// Fields that both name have to be the same, in the same order; flags that are one field with us, and
  /// fields of fill, have no name in common.
  private mutating func compare(_ ours: Unit, _ theirs: Unit, _ path: String) {
    units += 1
    // Extensions of layers are bits to it.
    let end = theirs.fields.firstIndex { $0.name == "extension_data" || $0.name.hasSuffix("_extension_data_flag") }
    let known = theirs.fields.prefix(end ?? theirs.fields.count)
    let common = Set(ours.fields.map(\.name)).intersection(known.map(\.name))
    let other = known.filter { common.contains($0.name) }
    var mine = ours.fields.filter { common.contains($0.name) }
    if end != nil { mine = Array(mine.prefix(other.count)) }
    let place = zip(mine, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(mine.count, other.count)
    if place == mine.count, place == other.count, mine.count > 3 {
      fields += mine.count
    } else {
      complaints.append(
        "\(path), \(theirs.title): \(mine.dropFirst(place).prefix(2)), the other \(other.dropFirst(place).prefix(2))")
    }
    if ours.fields.contains(where: { $0.name == "extra_bytes" }) {
      complaints.append("\(path), \(theirs.title): bytes are left over")
    }
  }

  /// The parameter sets of the configuration as the filter prints them: position, name, bits, value.
  private func theirs(_ path: String, _ ffmpeg: String) throws -> [Unit] {
    let child = try Child.run(
      ffmpeg,
      [
        "-hide_banner", "-i", path, "-map", "0:v:0", "-c", "copy", "-bsf:v", "trace_headers", "-frames:v", "1",
        "-f", "null", "-",
      ], limit: 60)
    var units: [Unit] = []
    var isInside = false
    for line in child.errorText.split(separator: "\n") where line.hasPrefix("[trace_headers") {
      guard let end = line.firstIndex(of: "]") else { continue }
      let words = line[end...].dropFirst().split(separator: " ")
      guard let first = words.first else { continue }
      if first == "Extradata" {
        isInside = true
      } else if first.hasPrefix("Packet") {
        break
      } else if isInside, Int(first) == nil {
        units.append((words.joined(separator: " "), []))
      } else if isInside, words.count >= 4, let value = Int64(words[words.count - 1]), !units.isEmpty {
        units[units.count - 1].fields.append((String(words[1].prefix { $0 != "[" }), value))
      }
    }
    return units.filter { $0.title.hasSuffix("Parameter Set") || $0.title.hasSuffix("Parameter Set Extension") }
  }
}

/// The fields of each unit of a configuration.
private struct UnitSink: FieldSink {
  var units: [UnitAgreement.Unit] = []
  private var depth = 0
  private var unitDepth: Int?

  private static let names = [
    "nalUnit", "nal_unit", "sequenceParameterSetNALUnit", "pictureParameterSetNALUnit", "sequenceParameterSetExtNALUnit",
  ]

  mutating func field(_ field: borrowing FieldReading) {
    guard unitDepth != nil else { return }
    units[units.count - 1].fields.append((field.name.description, Int64(bitPattern: field.raw)))
  }
  mutating func table(_ table: borrowing TableReading) {}
  mutating func begin(_ group: borrowing GroupReading) {
    depth += 1
    if unitDepth == nil, group.kind == .group, Self.names.contains(group.name.description) {
      unitDepth = depth
      units.append(("", []))
    }
  }
  mutating func end(_ group: borrowing GroupReading) {
    if unitDepth == depth { unitDepth = nil }
    depth -= 1
  }
}
