import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

/// What mutagen makes of every ID3v2 tag: the frames, their order, their sizes, their values.
///
/// Runs when `python3` can import mutagen.
@Suite(
  .enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"),
  .enabled(if: Mutagen.isInstalled, "python3 cannot import mutagen"))
struct MutagenTests {
  @Test func framesAndValuesAgree() throws {
    var tags: [(name: String, place: String, document: Document, node: NodeIndex)] = []
    let files =
      Samples.entries.map { ($0.path, Samples.place(of: $0.path)) }
      + Corpus.files().filter { $0.hasPrefix("encoded/") }.map { ($0, Corpus.path(of: $0)) }
    for (name, place) in files {
      guard let source = try? ByteSource.open(path: place),
        let document = try? MediaFile.open(source)
      else { continue }
      for index in document.tree.indices
      where document.tree[index].type.isTag && document.tree[index].source == 0 {
        tags.append((name, place, document, index))
      }
    }
    let told = try Mutagen.read(
      tags.map { tag in
        let node = tag.document.tree[tag.node]
        return (tag.place, node.start, node.size)
      })
    try #require(told.count == tags.count)
    var comparison = MutagenComparison()
    for (tag, frames) in zip(tags, told) {
      comparison.compare(tag.name, tag.document, tag.node, frames)
    }
    print("mutagen: \(tags.count) tags, \(comparison.frames) frames, \(comparison.values) values")
    let found = comparison.complaints.joined(separator: "\n")
    #expect(comparison.complaints.isEmpty, "\(found)")
    #expect(comparison.unneeded.isEmpty, "\(comparison.unneeded)")
    #expect(tags.count >= 50 && comparison.frames >= 500 && comparison.values >= 1_000)
  }

  /// Every file that begins with a tag has one with us.
  @Test func tagsAtTheBeginningAreFound() throws {
    for entry in Samples.entries {
      let source = try ByteSource.open(path: Samples.place(of: entry.path))
      guard source.bytes.bigEndian(at: 0, count: 3) == 0x49_4433 else { continue }
      let document = try Samples.document(entry.path)
      #expect(document.tree.count > 0 && document.tree[NodeIndex(0)].type.isTag, "\(entry.path)")
    }
  }
}

extension FourCC {
  /// Whether it is that of an ID3v2 tag: its version in the last byte.
  fileprivate var isTag: Bool { (0x4944_3302...0x4944_3304).contains(rawValue) }
}

/// mutagen, asked for each frame it reads as it reads it: afterwards it keeps neither sizes nor frames
/// of one key.
enum Mutagen {
  /// One frame.
  struct Frame: Decodable {
    let id: String
    /// The size in its header; absent for frames that mutagen does not know.
    let size: UInt64?
    /// The frames around it.
    let depth: Int
    /// Why it could not be read.
    let error: String?
    let fields: [String: [String]]?
  }

  static let isInstalled: Bool = (try? run("import mutagen", input: Data())) != nil

  /// The frames of each tag.
  static func read(_ tags: [(path: String, start: UInt64, size: UInt64)]) throws -> [[Frame]] {
    let input = tags.map { "\($0.start) \($0.size) \($0.path)\n" }.joined()
    return try JSONDecoder().decode([[Frame]].self, from: run(script, input: Data(input.utf8)))
  }

  private struct Failure: Error {}

  static func run(_ script: String, input: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "atomtools-mutagen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let asked = folder.appendingPathComponent("in")
    try input.write(to: asked)
    let child = try Child.run(
      "/usr/bin/env", ["python3", "-c", script], input: asked.path, limit: 600)
    guard child.code == 0 else { throw Failure() }
    return Data(child.output)
  }

  private static let script = """
    import io, json, sys
    from mutagen.id3 import ID3
    import mutagen.id3._tags as tags
    from mutagen.id3._frames import Frame
    from mutagen.id3._specs import ID3TimeStamp

    log = []
    depth = 0
    read = Frame._fromData.__func__
    known = tags.is_valid_frame_id

    def told(value):
        if isinstance(value, bytes): return [value.hex()]
        if isinstance(value, str): return [value]
        if isinstance(value, bool): return [str(int(value))]
        if isinstance(value, int): return [str(int(value))]
        if isinstance(value, float): return [repr(value)]
        if isinstance(value, ID3TimeStamp): return [value.text]
        if isinstance(value, (list, tuple)): return [one for part in value for one in told(part)]
        return []

    def logged(cls, header, flags, data):
        global depth
        entry = {"id": cls.__name__, "size": len(data), "depth": depth}
        log.append(entry)
        depth += 1
        try:
            frame = read(cls, header, flags, data)
            specs = list(frame._framespec) + list(getattr(frame, "_optionalspec", []))
            entry["fields"] = {
                spec.name: told(getattr(frame, spec.name))
                for spec in specs if hasattr(frame, spec.name)}
            return frame
        except Exception as error:
            entry["error"] = type(error).__name__
            raise
        finally:
            depth -= 1

    def unknown(name):
        valid = known(name)
        if valid: log.append({"id": name, "depth": depth})
        return valid

    Frame._fromData = classmethod(logged)
    tags.is_valid_frame_id = unknown
    result = []
    for line in sys.stdin.read().splitlines():
        start, size, path = line.split(" ", 2)
        with open(path, "rb") as file:
            file.seek(int(start))
            data = file.read(int(size))
        # A tag that is cut off, mutagen does not read at all.
        claimed = sum((byte & 0x7f) << 7 * (3 - at) for at, byte in enumerate(data[6:10]))
        data += bytes(max(0, min(1 << 24, claimed + 10 - len(data))))
        log = []
        try:
            ID3(io.BytesIO(data), translate=False, load_v1=False)
        except Exception as error:
            log.append({"id": "", "depth": 0, "error": repr(error)})
        result.append(log)
    print(json.dumps(result))
    """
}

/// Our frames held against mutagen's.
struct MutagenComparison {
  private(set) var frames = 0
  private(set) var values = 0
  private(set) var complaints: [String] = []
  private var needed: Set<String> = []

  /// The exceptions that nothing needed.
  var unneeded: [String] {
    let files = Set(Samples.entries.map(\.path))
    return Self.known.map(\.place).filter { place in
      !needed.contains(place) && files.contains(String(place.prefix { $0 != " " }))
    }
  }

  /// Where we differ, and who is right.
  private static let known: [(place: String, reason: String)] = [
    (
      "broken/beets--unparseable.dsf ID3v2/TDRC",
      "mutagen drops a time that it cannot parse; we show what is written"
    ),
    ("broken/mutagen--bad-POPM-frame.mp3 ID3v2/WXXX", Self.empty),
    ("broken/taglib--compressed_id3_frame_invalid.mp3 ID3v2/TRCK", Self.empty),
    ("broken/taglib--compressed_id3_frame_invalid.mp3 ID3v2/COMM", Self.empty),
    ("broken/taglib--compressed_id3_frame_invalid.mp3 ID3v2/TYER", Self.empty),
    (
      "broken/taglib--compressed_id3_frame_invalid.mp3 ID3v2/APIC",
      "the frame promises 155 bytes and inflates to 86,427; we end at what it promises, and say so"
    ),
    (
      "broken/taglib--excessive_alloc.mp3 ID3v2",
      "mutagen ends at the first bytes that are no frame; behind them are two more"
    ),
    (
      "id3/Audio-Scan--v2.4-itunes81.mp3 ID3v2",
      "mutagen drops `TST `, `TSA ` and `TSP `, which iTunes 8 wrote"
    ),
    (
      "id3/music-metadata--bug-id3v2-unknownframe.mp3 ID3v2",
      "mutagen drops `Date`, which is no identifier"
    ),
    (
      "id3/Audio-Scan--v2.3-unsync-apic-bad-offset.mp3 ID3v2/APIC",
      "mutagen leaves the zeros of un-synchronisation in the picture, which then does not decode"
    ),
    ("id3/SwiftTaggerID3--mp3-unknownframes.mp3 ID3v2/OWNE", Self.empty),
    ("id3/mediafile--cbr.mp3 ID3v2/TXXX", Self.empty),
    ("id3/taglib--005411.id3 ID3v2/COMM", Self.empty),
    ("id3/tinytag--UTF16.mp3 ID3v2/TCMP", Self.empty),
    (
      "broken/tinytag--id3_broken_frame_size.mp3 ID3v2/TIT2",
      "the size 0x411 goes 11 bytes past the tag; mutagen takes what there is, we read it as "
        + "version 4 writes sizes, behind which zeros follow to the end; the text is the same"
    ),
    ("id3/music-metadata--pr-544-id3v24.mp3 ID3v2/WFED", Self.feed),
    ("id3/SwiftTagger--sampleMp3.mp3 ID3v2/WFED", Self.feed),
    ("id3/SwiftTaggerID3--mp3-v23-with-meta.mp3 ID3v2/WFED", Self.feed),
    (
      "id3/Audio-Scan--v2.3-group-id.mp3 ID3v2/TIT2",
      "mutagen is wrong: it takes the group identifier for the encoding (ID3v2.3.0 §3.3.1)"
    ),
  ]
  private static let empty =
    "mutagen drops the frame: a text at its end has no bytes, so it is empty"
  private static let feed =
    "mutagen is wrong: it takes the encoding, which iTunes writes before the address, for text"

  private mutating func complain(_ place: String, _ what: String) {
    if let exception = Self.known.first(where: { place.hasPrefix($0.place) }) {
      needed.insert(exception.place)
    } else {
      complaints.append("\(place): \(what)")
    }
  }

  mutating func compare(
    _ path: String, _ document: Document, _ tag: NodeIndex, _ told: [Mutagen.Frame]
  ) {
    let tree = document.tree
    let list = FieldList(document)
    // mutagen passes over frames without a size, and ends at what is no frame; frames that others are compressed into it
    // does not open.
    let ours = tree.descendants(of: tag).filter { index in
      let node = tree[index]
      guard !node.isRaw, !node.marks.contains(.named), tree.ancestor("CDM", of: index) == nil else { return false }
      return list.values[index.number].first { $0.name == "size" }?.bits != 0
    }
    let place = "\(path) \(document.path(of: tag))"
    if ours.count != told.count {
      complain(
        place,
        "we have \(ours.map { tree[$0].type.key }), mutagen \(told.map(\.id))")
      return
    }
    for (index, frame) in zip(ours, told) {
      frames += 1
      let node = tree[index]
      let here = "\(path) \(document.path(of: index))"
      // Frames of ID3v2.2 in later tags are called by their names there.
      let names = [node.type.key, tree.program(of: node)?.syntax.successor.description ?? ""]
      if !names.contains(frame.id) { complain(here, "mutagen has \(frame.id)") }
      if Int(node.depth) - Int(tree[tag].depth) - 1 != frame.depth {
        complain(here, "mutagen has it in \(frame.depth) others")
      }
      if let size = frame.size {
        let claimed = list.values[index.number].first { $0.name == "size" }?.bits
        if claimed != size { complain(here, "size is \(claimed ?? 0), mutagen has \(size)") }
      }
      // What is encrypted nobody reads.
      if let error = frame.error, error != "ID3EncryptionUnsupportedError" {
        complain(here, "mutagen cannot read it: \(error)")
      }
      let fields = Array(list.values[index.number].drop { Self.header.contains($0.name) })
      compare(
        frame, fields, document.fieldBytes(of: index), isCut: node.marks.contains(.clamped), here)
    }
  }

  /// The fields of frame headers.
  private static let header: Set<String> = [
    "id", "size", "flags", "decompressed_size", "encryption_method", "group_identifier",
    "data_length",
  ]

  private mutating func compare(
    _ frame: Mutagen.Frame, _ ours: [FieldValue], _ bytes: ByteSource, isCut: Bool, _ place: String
  ) {
    for (name, told) in (frame.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
      let names = Self.names["\(frame.id).\(name)"] ?? Self.names[name] ?? [name]
      guard !names.isEmpty else { continue }
      var found = ours.filter { names.contains($0.name) }.map(Self.text)
      if ["PRIV", "MCDI"].contains(frame.id), name == "data" {
        // Here they are divided into fields.
        let start =
          ours.first { $0.name == "owner" }?.extent.byteEnd ?? ours.first?.extent.byteOffset
        let end = ours.last?.extent.byteEnd
        guard let start, let end, start <= end else { continue }
        found = [
          (start..<end).map { bytes.bytes.byte(at: $0) ?? 0 }.map { Agreement.hex([$0]) }.joined()
        ]
      }
      values += 1
      if isCut, name == "data", told.count == 1, found.count == 1, told[0].hasPrefix(found[0]) {
        continue
      }
      if !agree(found, told, name) {
        complain("\(place).\(name)", "we have \(found.prefix(8)), mutagen \(told.prefix(8))")
      }
    }
  }

  private func agree(_ ours: [String], _ theirs: [String], _ name: String) -> Bool {
    func trimmed(_ values: [String]) -> [String] {
      var values = values
      while values.last == "" { values.removeLast() }
      return values
    }
    // Zeros that fill a language are none of its letters.
    let isLanguage = name == "lang"
    let theirs =
      isLanguage ? theirs.map { $0.replacingOccurrences(of: "\0", with: "") } : theirs
    let ours = isLanguage ? ours.map { $0.replacingOccurrences(of: "\0", with: "") } : ours
    let (a, b) = (trimmed(ours), trimmed(theirs))
    if a == b { return true }
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { ours, theirs in
      if ours == theirs { return true }
      // Moments without the T, and without what is more precise than seconds.
      let moment = ours.replacingOccurrences(of: "T", with: " ")
      if theirs.count >= 4, moment.hasPrefix(theirs), name == "text" { return true }
      // Decibels and peaks.
      guard let number = Double(theirs), let raw = Double(ours) else { return false }
      // The signs stand in a field of their own.
      if name == "adjustments" { return abs(number) == raw }
      return name == "gain" && abs(number - raw / 512) < 0.001
    }
  }

  /// What we call what mutagen calls this; nothing for what it makes of several fields.
  private static let names: [String: [String]] = [
    "text": ["text", "value"], "desc": ["description", "identification", "content"],
    "lang": ["language"], "mime": ["mime_type", "image_format"],
    "type": ["picture_type", "content_type"],
    "data": [
      "data", "identifier", "object", "cd_toc", "encryption_data", "group_dependent_data",
      "additional_data",
    ],
    "count": ["counter"], "people": ["involvement", "instrument", "name"],
    "channel": ["type_of_channel"], "gain": ["volume_adjustment"], "peak": [],
    "sub_frames": [], "child_element_ids": ["child_element_id"], "format": ["time_format"],
    "price": ["price_paid", "price"], "date": ["date_of_purchase"],
    "SYLT.text": ["text", "time"],
    "adjustments": [
      "relative_volume_change_right", "relative_volume_change_left", "peak_volume_right",
      "peak_volume_left",
    ],
    "left": ["reverb_left"], "right": ["reverb_right"], "bounce_left": ["reverb_bounces_left"],
    "bounce_right": ["reverb_bounces_right"], "feedback_ltl": ["reverb_feedback_left_to_left"],
    "feedback_ltr": ["reverb_feedback_left_to_right"],
    "feedback_rtr": ["reverb_feedback_right_to_right"],
    "feedback_rtl": ["reverb_feedback_right_to_left"], "premix_ltr": ["premix_left_to_right"],
    "premix_rtl": ["premix_right_to_left"],
    "MLLT.frames": ["frames_between_reference"], "MLLT.bytes": ["bytes_between_reference"],
    "MLLT.milliseconds": ["milliseconds_between_reference"],
    "MLLT.bits_for_bytes": ["bits_for_bytes_deviation"],
    "MLLT.bits_for_milliseconds": ["bits_for_milliseconds_deviation"], "MLLT.data": [],
  ]

  private static func text(_ value: FieldValue) -> String {
    switch value.value {
    case .number(let raw, let isSigned):
      isSigned ? "\(Int64(bitPattern: raw))" : "\(raw)"
    case .real(let number): "\(number)"
    case .fixed(let number, _): "\(number)"
    case .code(let bytes): String(decoding: bytes, as: UTF8.self)
    case .text(let text): text
    case .bytes(let bytes): Agreement.hex(bytes)
    }
  }
}
