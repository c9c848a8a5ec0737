import ByteReading
import Structure

extension Summaries {
  // MARK: Announcing fragments

  static func movieExtends(_ node: NodeReader, _ output: inout ByteWriter) {
    var ids: [UInt64] = []
    for child in node.tree.children(of: node.index) where node.tree[child].type == "trex" {
      if let id = node.view(TrackExtends.self, of: child).number(.track_ID) { ids.append(id) }
      if ids.count > 32 { break }
    }
    guard !ids.isEmpty else { return }
    output.put("defaults for ")
    output.put(list: ids, "track", "tracks")
  }

  static func movieExtendsHeader(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(MovieExtendsHeader.self)
    guard let duration = fields.number(.fragment_duration) else { return }
    output.put(seconds: duration, per: node.movieTimescale)
    output.put(" in fragments")
  }

  static func trackExtends(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackExtends.self)
    guard let id = fields.number(.track_ID) else { return }
    output.put("track ")
    output.put(decimal: id)
    if let duration = fields.number(.default_sample_duration), duration > 0 {
      output.put(", samples of ")
      output.put(grouped: duration)
      output.put(duration == 1 ? " tick" : " ticks")
    }
    if let size = fields.number(.default_sample_size), size > 0 {
      output.put(", ")
      output.put(size, "byte", "bytes")
    }
  }

  // MARK: Fragments

  /// `number 2: 12 samples of track 1, 22 of track 2`.
  static func fragment(_ node: NodeReader, _ output: inout ByteWriter) {
    let tree = node.tree
    if let header = tree.child("mfhd", of: node.index),
      let number = node.document.view(MovieFragmentHeader.self, of: header).number(.sequence_number)
    {
      output.put("number ")
      output.put(grouped: number)
    }
    var tracks = 0
    for child in tree.children(of: node.index) where tree[child].type == "traf" {
      guard let facts = node.facts(ofTrackFragment: child) else { continue }
      tracks += 1
      if tracks > 6 {
        output.put(", …")
        return
      }
      output.put(tracks == 1 ? ": " : ", ")
      if tracks == 1 {
        output.put(facts.samples, "sample", "samples")
      } else {
        output.put(grouped: facts.samples)
      }
      output.put(" of track ")
      output.put(decimal: facts.id)
    }
  }

  static func trackFragment(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let facts = node.facts(ofTrackFragment: node.index) else { return }
    output.put("track ")
    output.put(decimal: facts.id)
    let part = node.fragmentPart
    if let handler = part?.track?.handler,
      let name = Media.handlers[UInt64(handler.rawValue)]
    {
      output.put(" ")
      output.put(name)
    }
    output.put(", ")
    output.put(facts.samples, "sample", "samples")
    if let time = facts.decodeTime {
      output.put(" from ")
      output.put(seconds: time, per: node.timescale(in: part))
    }
  }

  static func trackFragmentHeader(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackFragmentHeader.self)
    guard let id = fields.number(.track_ID) else { return }
    output.put("track ")
    output.put(decimal: id)
    if let base = fields.number(.base_data_offset) {
      output.put(", offsets from ")
      output.put(offset: base)
    }
    if let duration = fields.number(.default_sample_duration) {
      output.put(", samples of ")
      output.put(grouped: duration)
      output.put(duration == 1 ? " tick" : " ticks")
    }
    if let size = fields.number(.default_sample_size) {
      output.put(", ")
      output.put(size, "byte", "bytes")
    }
    if (fields.number(.flags) ?? 0) & 0x1_0000 != 0 { output.put(", empty") }
  }

  static func decodeTime(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(DecodeTime.self)
    guard let time = fields.number(.baseMediaDecodeTime) else { return }
    let timescale = node.timescale(in: node.fragmentPart)
    output.put(seconds: time, per: timescale)
    guard timescale != 0, time != 0 else { return }
    output.put(" (")
    output.put(grouped: time)
    output.put(")")
  }

  static func trackRun(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackRun.self)
    guard let count = fields.number(.sample_count) else { return }
    output.put(count, "sample", "samples")
    let part = node.fragmentPart
    let defaults = part.flatMap {
      FragmentDefaults(fields, at: node.index, in: $0, node.document)
    }
    let flags = fields.number(.flags) ?? 0
    let table = fields.table(.samples)
    // What the rows do not say is the same for all of them.
    func all(
      _ name: TrackRun.Field, _ value: FragmentDefaults.Value?, _ flag: UInt64
    ) -> UInt64? {
      if flags & flag != 0 {
        guard let column = fields.column(name, of: table), column.count > 0, column.count <= rows
        else { return nil }
        return column.sum(of: 0..<column.count)
      }
      guard let value, count > 0 else { return nil }
      let (product, overflow) = value.number.multipliedReportingOverflow(by: count)
      return overflow ? nil : product
    }
    if let sum = all(.sample_duration, defaults?.duration, 0x100) {
      output.put(", ")
      output.put(seconds: sum, per: node.timescale(in: part))
    }
    if let sum = all(.sample_size, defaults?.size, 0x200) {
      output.put(", ")
      output.put(sum, "byte", "bytes")
    }
    if let start = defaults?.dataStart {
      output.put(" at ")
      output.put(offset: start)
    }
  }

  // MARK: Indexes and events

  static func segmentIndex(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SegmentIndex.self)
    guard let timescale = fields.number(.timescale) else { return }
    fields.withTable(.references) { table in
      output.put(table.count, "reference", "references")
      guard table.count <= rows,
        let column = table.column(.subsegment_duration, in: SegmentIndex.self)
      else { return }
      var sum: UInt64 = 0
      for row in 0..<table.count { sum += table.raw(row: row, column: column) }
      output.put(", ")
      output.put(seconds: sum, per: timescale)
    }
    if let first = fields.number(.earliest_presentation_time) {
      output.put(" from ")
      output.put(seconds: first, per: timescale)
    }
  }

  static func fragmentRandomAccess(_ node: NodeReader, _ output: inout ByteWriter) {
    let tree = node.tree
    let start = output.total
    var tables = 0
    for child in tree.children(of: node.index) where tree[child].type == "tfra" { tables += 1 }
    if tables > 0 {
      output.put(grouped: tables)
      output.put(" tfra")
    }
    if tree.child("mfro", of: node.index) != nil {
      output.separate(since: start)
      output.put("mfro")
    }
  }

  static func trackRandomAccess(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(RandomAccess.self)
    guard let id = fields.number(.track_ID), let count = fields.number(.number_of_entry)
    else { return }
    output.put("track ")
    output.put(decimal: id)
    output.put(", ")
    output.put(count, "entry", "entries")
  }

  static func event(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(EventMessage.self)
    guard fields.put(.scheme_id_uri, to: &output) else { return }
    if fields.hasText(.value) {
      output.put(" ")
      fields.put(.value, to: &output)
    }
    if let id = fields.number(.id) {
      output.put(", id ")
      output.put(decimal: id)
    }
    let timescale = fields.number(.timescale) ?? 0
    if let time = fields.number(.presentation_time) {
      output.put(", at ")
      output.put(seconds: time, per: timescale)
    } else if let delta = fields.number(.presentation_time_delta) {
      output.put(", after ")
      output.put(seconds: delta, per: timescale)
    }
    if let duration = fields.number(.event_duration), duration != 0, duration != 0xFFFF_FFFF {
      output.put(" for ")
      output.put(seconds: duration, per: timescale)
    }
  }

  static func producerTime(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ProducerTime.self)
    guard let id = fields.number(.reference_track_ID) else { return }
    output.put("track ")
    output.put(decimal: id)
    output.put(", ")
    fields.put(.ntp_timestamp, to: &output)
    if let time = fields.number(.media_time) {
      output.put(" at ")
      output.put(seconds: time, per: node.atoms?.track(id: id)?.timescale ?? 0)
    }
  }
}

/// What samples of fragments have where their run does not say it: by a `tfhd`, or a `trex` (14496-12
/// §8.8.3, §8.8.7).
struct SampleValues {
  private(set) var duration: UInt64?
  private(set) var size: UInt64?
  private(set) var flags: UInt64?

  init() {}

  init(_ extends: View<TrackExtends>) {
    duration = extends.number(.default_sample_duration)
    size = extends.number(.default_sample_size)
    flags = extends.number(.default_sample_flags)
  }

  init(_ header: View<TrackFragmentHeader>) {
    duration = header.number(inPlace: .default_sample_duration)
    size = header.number(inPlace: .default_sample_size)
    flags = header.number(inPlace: .default_sample_flags)
  }
}

/// What the header of a `traf` says, read once for all of its nodes: an outline asks for it at each of
/// them, and is given the same object.
final class FragmentPart: Sendable {
  /// The `traf`, and one past its last node.
  let node: NodeIndex
  private let end: NodeIndex
  /// Whether another `traf` lies in it, whose nodes are of that one.
  private let hasPart: Bool
  /// The number of its track; `nil` without a header.
  let id: UInt64?
  /// The track of the movie that it goes on with.
  let track: AtomContext.Track?
  /// What the header says of all its samples; `nil` where it has none.
  let own: SampleValues?
  /// What data offsets of its runs count from, when that is said: from where the header says, from the
  /// start of the fragment, else from the track before.
  let base: UInt64?

  /// Reads the header of the `traf` at `index`.
  init(_ index: NodeIndex, in document: Document, _ atoms: AtomContext?) {
    let tree = document.tree
    node = index
    end = tree[index].subtreeEnd
    hasPart = tree.subtree(of: index).contains { $0 != index && tree[$0].type == "traf" }
    guard let place = tree.child("tfhd", of: index) else {
      (id, track, own, base) = (nil, nil, nil, nil)
      return
    }
    let header = document.view(TrackFragmentHeader.self, of: place)
    id = header.number(inPlace: .track_ID)
    track = id.flatMap { atoms?.track(id: $0) }
    own = SampleValues(header)
    var base = header.number(inPlace: .base_data_offset)
    if base == nil, let fragment = tree.parent(of: index),
      (header.number(inPlace: .flags) ?? 0) & 0x2_0000 != 0
        || tree.child("traf", of: fragment) == index
    {
      base = tree[fragment].start
    }
    self.base = base
  }

  /// Whether the node at `index` is for certain the `traf`, or in it and in no other.
  func holds(_ index: NodeIndex) -> Bool { index == node || node < index && index < end && !hasPart }
}

/// What holds for the samples of a `trun` where its rows do not say otherwise (14496-12 §8.8.7,
/// §8.8.8).
struct FragmentDefaults {
  /// A value and the box it is from.
  struct Value {
    let number: UInt64
    let box: FourCC
  }

  let duration: Value?
  let size: Value?
  private let flags: Value?
  /// The flags of the first sample, which the run gives it apart.
  private let runFlags: UInt64
  /// Where the first sample begins in the file, when the run says it.
  let dataStart: UInt64?

  /// What `part` says of `run`, the `trun` at `index`; `nil` where it has no header.
  init?(_ run: View<TrackRun>, at index: NodeIndex, in part: FragmentPart, _ document: Document) {
    let tree = document.tree
    guard let own = part.own, tree.parent(of: index) == part.node else { return nil }
    func value(_ own: UInt64?, _ usual: UInt64?) -> Value? {
      own.map { Value(number: $0, box: "tfhd") } ?? usual.map { Value(number: $0, box: "trex") }
    }
    let usual = part.track?.usual
    duration = value(own.duration, usual?.duration)
    size = value(own.size, usual?.size)
    flags = value(own.flags, usual?.flags)
    runFlags = run.number(.flags) ?? 0
    var dataStart: UInt64?
    if let offset = run.signed(.data_offset), tree[index].source == 0,
      let base = part.base.flatMap({ Int64(exactly: $0) })
    {
      let (sum, overflow) = base.addingReportingOverflow(offset)
      if !overflow, sum >= 0 { dataStart = UInt64(sum) }
    }
    self.dataStart = dataStart
  }

  /// Writes what holds for columns that the run does not have.
  func put(to output: inout ByteWriter) {
    let start = output.total
    func put(_ value: Value?, _ name: StaticString, _ flag: UInt64) {
      guard runFlags & flag == 0, let value else { return }
      output.separate(since: start)
      output.put(name)
      output.put(" ")
      output.put(grouped: value.number)
      output.put(" of ")
      output.put(key: value.box)
    }
    put(duration, "duration", 0x100)
    put(size, "size", 0x200)
    guard runFlags & 0x400 == 0, let flags else { return }
    output.separate(since: start)
    output.put("flags 0x")
    output.put(hex: flags.number, digits: 8)
    output.put(flags.number & 0x1_0000 == 0 ? ", sync, of " : ", not sync, of ")
    output.put(key: flags.box)
    if runFlags & 0x4 != 0 { output.put(" but for the first") }
  }
}

/// What one track has in one fragment, read where it lies: an outline asks it of each of many.
struct FragmentFacts {
  let id: UInt64
  private(set) var samples: UInt64 = 0
  private(set) var decodeTime: UInt64?

  /// Reads the runs of a part; `nil` where that is of no track.
  init?(_ part: FragmentPart, in document: Document) {
    guard let id = part.id else { return nil }
    self.id = id
    let tree = document.tree
    for child in tree.children(of: part.node) {
      let node = tree[child]
      if node.isRaw { continue }
      switch node.type {
      case "trun":
        let (sum, overflow) = samples.addingReportingOverflow(
          document.view(TrackRun.self, of: child).number(.sample_count) ?? 0)
        samples = overflow ? .max : sum
      case "tfdt":
        decodeTime = document.view(DecodeTime.self, of: child).number(.baseMediaDecodeTime)
      default: break
      }
    }
  }
}

extension NodeReader {
  /// What the track of the `traf` at `index` has in its fragment; another node may be open.
  fileprivate func facts(ofTrackFragment index: NodeIndex) -> FragmentFacts? {
    if let atoms { return atoms.facts(ofTrackFragment: index) }
    return FragmentFacts(FragmentPart(index, in: document, nil), in: document)
  }

  /// What the header of the `traf` around the open node says; `nil` outside of fragments.
  fileprivate var fragmentPart: FragmentPart? {
    if let atoms { return atoms.part(around: index) }
    return tree.ancestor("traf", of: index).map { FragmentPart($0, in: document, nil) }
  }

  /// Ticks per second of the media of a part, 0 when nothing says it.
  fileprivate func timescale(in part: FragmentPart?) -> UInt64 {
    part.map { $0.track?.timescale ?? 0 } ?? mediaTimescale
  }
}

/// Fragments as a table: a column for each track, with the samples it has in each fragment.
enum FragmentTable {
  static func columns(of document: Document) -> [String] {
    tracks(of: document).map { track in
      guard let handler = track.handler,
        let name = Media.handlers[UInt64(handler.rawValue)]
      else { return "track \(track.id)" }
      return "track \(track.id) \(name)"
    }
  }

  static func cell(of node: NodeReader, _ column: Int, to output: inout ByteWriter) {
    let tracks = tracks(of: node.document)
    guard column < tracks.count, let atoms = node.atoms else { return }
    let track = tracks[column]
    guard let part = atoms.parts(ofFragment: node.index).ofTrack(track.id) else {
      output.put("—")
      return
    }
    output.put(grouped: part.samples)
    if let time = part.decodeTime {
      output.put(" @ ")
      output.put(seconds: time, per: track.timescale)
    }
  }

  /// The tracks of the movie, or those of the first fragment of a file without one.
  private static func tracks(of document: Document) -> [AtomContext.Track] {
    guard let atoms = document.context as? AtomContext else { return [] }
    return atoms.tracks.isEmpty ? atoms.tracksOfFirstFragment : atoms.tracks
  }
}

/// What tracks have in one fragment.
struct FragmentParts {
  struct Part {
    let id: UInt64
    /// Its place among the `traf` of the fragment.
    let place: Int
    var samples: UInt64
    var decodeTime: UInt64?
  }

  /// In the order of IDs, each once.
  private var parts: [Part] = []

  /// Reads the `moof` at `index`.
  ///
  /// - Complexity: O(*n* log *n*) in its parts.
  init(of index: NodeIndex, in document: Document) {
    let tree = document.tree
    var found: [Part] = []
    for child in tree.children(of: index) where tree[child].type == "traf" {
      let part = FragmentPart(child, in: document, nil)
      guard let facts = FragmentFacts(part, in: document) else { continue }
      found.append(Part(id: facts.id, place: found.count, samples: facts.samples, decodeTime: facts.decodeTime))
    }
    document.work.charge(found.count)
    found.sort { ($0.id, $0.place) < ($1.id, $1.place) }
    for part in found {
      guard let last = parts.last, last.id == part.id else {
        parts.append(part)
        continue
      }
      let (sum, overflow) = last.samples.addingReportingOverflow(part.samples)
      parts[parts.count - 1].samples = overflow ? .max : sum
      parts[parts.count - 1].decodeTime = last.decodeTime ?? part.decodeTime
    }
  }

  /// What the track with this ID has; `nil` when it has nothing.
  func ofTrack(_ id: UInt64) -> Part? {
    let point = (0..<parts.count).partitionPoint { parts[$0].id < id }
    return point < parts.count && parts[point].id == id ? parts[point] : nil
  }
}
