import Atoms
import ByteReading
import MediaInspection
public import Structure

/// What the libraries make of a file, held against the second reader: values, not only form.
public enum Differential {
  /// What was compared, so that a test can see that it was something.
  public struct Tally: Sendable, Equatable {
    public var boxes = 0
    public var fields = 0
    public var samples = 0
    public var edits = 0
    public var extents = 0
    public var vectors = 0
    public var frames = 0

    public init() {}
  }

  /// The first thing that the two readers say differently of `bytes`; `nil` when there is none.
  ///
  /// - Parameter document: What the libraries made of the same bytes.
  public static func firstDifference(_ bytes: [UInt8], _ document: Document) -> String? {
    var tally = Tally()
    return firstDifference(bytes, document, &tally)
  }

  /// The same, with the number of things that were compared added to `tally`.
  public static func firstDifference(
    _ bytes: [UInt8], _ document: Document, _ tally: inout Tally
  ) -> String? {
    // What lies behind a limit is raw bytes for the libraries.
    guard document.tree.count < document.limits.nodes else { return nil }
    let reader = NaiveReader(bytes: bytes)
    var places: [UInt64: [FourCC: UInt64]] = [:]
    var nodes: [UInt64: NodeIndex] = [:]
    for index in document.tree.indices {
      let node = document.tree[index]
      guard node.source == 0, !node.isRaw else { continue }
      places[node.start, default: [:]][node.type] = node.size
      nodes[node.start] = index
    }
    for frame in reader.frames() {
      tally.frames += 1
      guard let type = FourCC(key: frame.id),
        places[UInt64(frame.start)]?[type] == UInt64(frame.size)
      else { return "no frame '\(frame.id)' of \(frame.size) bytes at \(frame.start)" }
    }
    guard let atoms = document.context as? AtomContext else { return nil }
    for box in reader.tree() {
      tally.boxes += 1
      let type = FourCC(UInt32(truncatingIfNeeded: reader.number(box.start + 4, 4) ?? 0))
      guard let size = places[UInt64(box.start)]?[type] else {
        return "no box '\(box.type)' at \(box.start)"
      }
      if size != UInt64(box.end - box.start) {
        return "'\(box.type)' at \(box.start) has \(box.end - box.start) bytes, not \(size)"
      }
    }
    let movie = MovieSamples(document)
    for track in reader.tracks() {
      guard let found = only(track.id, in: movie) else { continue }
      if let text = difference(found, track.samples, hasTimes: track.hasTimes) { return text }
      tally.samples += track.samples.count
      if let text = difference(found.editList, track.edits) { return found.name + ": " + text }
      tally.edits += track.edits.count
    }
    for (id, samples) in reader.fragments() ?? [:] {
      guard let found = only(id, in: movie) else { continue }
      if let text = difference(found, samples, hasTimes: true) { return text }
      tally.samples += samples.count
    }
    for box in reader.tree() {
      if let index = nodes[UInt64(box.start)],
        document.tree[index].size == UInt64(box.end - box.start),
        let text = firstOtherField(box, index, reader, document, &tally)
      {
        return text
      }
    }
    let encryption = reader.encryption()
    if !encryption.isEmpty {
      for index in document.tree.indices where document.tree[index].type == "senc" {
        let node = document.tree[index]
        guard node.source == 0, let rows = encryption[Int(clamping: node.start)] else { continue }
        var walker = Walker()
        var found = EncryptionRows()
        document.walk(index, &walker, into: &found)
        // The sizes of vectors are known from elsewhere, and may be others than those that fit.
        guard found.end == Int(clamping: node.end) else { continue }
        if found.rows != rows { return "'senc' at \(node.start) has \(rows), not \(found.rows)" }
        tally.vectors += rows.count
      }
    }
    let items = reader.items()
    guard !items.isEmpty, let meta = document.tree.child("meta", of: nil),
      let directory = atoms.items(around: meta)
    else { return nil }
    for (id, extents) in items {
      guard let location = directory.location(of: UInt64(id)), location.reference == 0,
        location.method == 0
      else { continue }
      let found = location.extents.map { [location.base &+ $0.offset, $0.length] }
      tally.extents += extents.count
      if found != extents.map({ $0.map { UInt64(bitPattern: Int64($0)) } }) {
        return "item \(id) lies at \(extents), not at \(found)"
      }
    }
    return nil
  }

  /// The track with this ID, when it is the only one.
  private static func only(_ id: Int, in movie: MovieSamples) -> SampleTrack? {
    let found = movie.tracks.filter { $0.id == UInt64(id) }
    return found.count == 1 ? found[0] : nil
  }

  private static func difference(
    _ track: SampleTrack, _ samples: [NaiveReader.Sample], hasTimes: Bool
  ) -> String? {
    // Where samples have no rows, a file may promise more of them than it could hold.
    guard track.count == samples.count || track.count > 0 || samples.isEmpty else { return nil }
    var number = 0
    for sample in track.samples() {
      guard number < samples.count else { return "\(track.name) has \(samples.count) samples" }
      let other = samples[number]
      number += 1
      var found: [(String, Int, Int)] = [("size", other.size, Int(clamping: sample.size))]
      if let offset = sample.offset {
        found.append(("offset", other.offset, Int(clamping: offset)))
      }
      if hasTimes {
        found.append(("duration", other.duration, Int(clamping: sample.duration)))
        found.append(("composition offset", other.shift, Int(sample.compositionOffset)))
        found.append(("decode time", other.time, Int(sample.decodeTime)))
      }
      found.append(("sync", other.isSync ? 1 : 0, sample.isSync ? 1 : 0))
      for (name, was, now) in found where was != now {
        return "\(track.name), sample \(number): \(name) \(was), not \(now)"
      }
    }
    return nil
  }

  private static func difference(_ list: EditList, _ edits: [[Int]]) -> String? {
    guard list.isExplicit, !edits.isEmpty else { return nil }
    for (edit, other) in zip(list.edits, edits) {
      // The last edit may go on to the end of the media, which is said as 0.
      if let duration = edit.duration, duration != UInt64(clamping: other[0]) {
        return "edit \(edit.number) lasts \(other[0]), not \(duration)"
      }
      let time = edit.mediaTime.map { Int($0) } ?? -1
      if time != other[1] { return "edit \(edit.number) shows \(other[1]), not \(time)" }
      if edit.mediaTime != nil, edit.rate != Int64(Int32(truncatingIfNeeded: other[2])) {
        return "edit \(edit.number) has rate \(other[2]), not \(edit.rate)"
      }
    }
    return nil
  }

  /// What the walker reads in a `senc`.
  private struct EncryptionRows: FieldSink {
    var rows: [[Int]] = []
    /// Where the last field ends, in bytes.
    var end = 0

    mutating func field(_ field: borrowing FieldReading) {
      // What is left over is not read: vectors of another size would reach into it.
      if field.name.description == "extra_bytes" { return }
      end = field.extent.end / 8
      guard field.name.description == "InitializationVector", field.extent.count > 0 else { return }
      rows.append([field.extent.start / 8, field.extent.count / 8])
    }

    mutating func table(_ table: borrowing TableReading) {
      end = table.extent.end / 8
      for row in 0..<table.count {
        rows.append((0..<2).map { Int(table.field(row: row, column: $0).raw) })
      }
    }
  }
}
