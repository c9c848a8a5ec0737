import Atoms
import ByteReading
import ID3
public import Structure

/// One run of rules over a file that was opened, with what is known of it besides its bytes.
final class MediaExamination: Examination {
  /// The name of the file, nothing when it has none.
  let name: [UInt8]?

  init(_ document: Document, name: [UInt8]?, isThorough: Bool) {
    self.name = name
    super.init(document, isThorough: isThorough)
  }
}

extension Rule {
  /// All rules there are: those of formats first, then those that need more than one of them, or what
  /// is known of a file besides its bytes.
  public static let all: [Rule] = fields + atoms + tags + MediaRules.rules

  /// The rule of this identifier.
  public static func named(_ id: String) -> Rule? {
    all.first { $0.kind.id.description == id }
  }
}

/// What must hold of files, whatever is in them.
enum MediaRules {
  static let rules: [Rule] = [
    Rule(
      "extension-mismatch", .warning,
      "the name does not suit what is inside: the brand is '{other|code}'",
      "RFC 4337, RFC 6381; usage",
      why: "Programs and servers choose by the end of the name before they look inside.",
      players: "They hand the file to the wrong program, or serve it as something else.",
      mend: "Rename the file to what it is.", test: nameEnds),
    Rule(
      "interleave-coarse", .note,
      "the tracks lie up to {present|milli} s apart in the file", expected: "at most 1 s",
      "usage",
      why: "Samples that are played together should lie together.",
      players: "Over a network they wait, or fetch twice; from slow disks they stutter.",
      mend: "Write the file again with shorter chunks.", isThorough: true, test: interleave),
  ]

  /// The endings of names that suit each major brand, and those of other formats.
  private static func suits(_ ending: String, _ document: Document) -> Bool {
    let others: Set<String> = [
      "mp3", "wav", "aif", "aiff", "flac", "ogg", "mkv", "webm", "avi", "png", "gif", "txt", "pdf",
      "zip", "jpg", "jpeg", "tif", "tiff",
    ]
    if others.contains(ending) { return false }
    let isImage = ["heic", "heif", "avif", "heics", "heifs", "avifs", "hif"].contains(ending)
    switch document.synopsis.format {
    case "heif":
      let isMovie = ["mov", "qt", "mp4", "m4v", "m4a", "m4b", "3gp", "3g2"].contains(ending)
      // A sequence of images is a movie as well.
      return !isMovie || !document.synopsis.tracks.isEmpty
    case "quicktime":
      return !isImage && !["mp4", "m4a", "m4v", "m4b", "3gp", "3g2", "jp2", "jxl"].contains(ending)
    case "mp4", "3gp", "3g2":
      if ["mov", "qt", "jp2", "jxl"].contains(ending) { return false }
      return !isImage || document.tree.child("meta", of: nil) != nil
    case "jp2": return !isImage && !["mov", "mp4", "m4a", "m4v"].contains(ending)
    default: return true
    }
  }

  private static let nameEnds: @Sendable (Examination) -> Void = { examination in
    guard let media = examination as? MediaExamination, let name = media.name,
      let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 6
    else { return }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    guard !ending.isEmpty, !ending.contains("/"),
      ending.utf8.allSatisfy({ (0x30...0x7A).contains($0) }),
      !suits(ending, examination.document)
    else { return }
    // Without a brand there is nothing that the name could contradict.
    guard let type = examination.tree.child("ftyp", of: nil),
      let brand = examination.document.synopsis.brand
    else { return }
    examination.report(type, other: UInt64(brand.rawValue))
  }

  /// Where the chunks of a track lie, with the time at which each begins.
  private struct Chunks {
    var places: [(offset: UInt64, seconds: Double)] = []
  }

  private static let interleave: @Sendable (Examination) -> Void = { examination in
    let tracks = examination.document.synopsis.tracks.filter {
      $0.handler == "vide" || $0.handler == "soun"
    }
    guard tracks.count > 1, examination.tree.child("moof", of: nil) == nil else { return }
    // All chunks in the order of the file, each with the time at which its track has got there.
    var places: [(offset: UInt64, seconds: Double, track: Int)] = []
    for (number, track) in tracks.enumerated() {
      guard let list = chunkTimes(examination, track.node) else { return }
      for place in list { places.append((place.offset, place.seconds, number)) }
    }
    guard places.count > tracks.count else { return }
    places.sort { $0.offset < $1.offset }
    var reached = [Double](repeating: 0, count: tracks.count)
    var isAtEnd = [Int](repeating: 0, count: tracks.count)
    for place in places { isAtEnd[place.track] += 1 }
    var widest = 0.0
    for place in places {
      reached[place.track] = place.seconds
      isAtEnd[place.track] -= 1
      // A track that is over waits for nobody.
      let open = reached.indices.filter { isAtEnd[$0] > 0 || $0 == place.track }
        .map { reached[$0] }
      if open.count > 1, let least = open.min() { widest = max(widest, place.seconds - least) }
    }
    guard widest > 1, widest < 1e12, let movie = examination.tree.child("moov", of: nil) else {
      return
    }
    examination.report(movie, present: UInt64((widest * 1_000).rounded()))
  }

  /// Where each chunk of the track at `track` begins and when, from the tables of its samples.
  private static func chunkTimes(
    _ examination: Examination, _ track: Int
  ) -> [(offset: UInt64, seconds: Double)]? {
    let tree = examination.tree
    guard let media = tree.child("mdia", of: track), let header = tree.child("mdhd", of: media),
      let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information),
      let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table),
      let runs = tree.child("stsc", of: table), let times = tree.child("stts", of: table)
    else { return nil }
    let reader = examination.reader
    reader.open(header)
    guard let timescale = reader.number("timescale"), timescale > 0 else { return nil }
    func rows(_ index: Int, _ columns: Int) -> [[UInt64]] {
      reader.open(index)
      return reader.withTable("entries") { table in
        guard table.columns.count == columns, table.count <= 1 << 20 else { return [] }
        return (0..<columns).map { column in
          (0..<table.count).map { table.raw(row: $0, column: column) }
        }
      } ?? []
    }
    let offsets = rows(chunks, 1).first ?? []
    let perChunk = rows(runs, 3)
    let durations = rows(times, 2)
    guard !offsets.isEmpty, perChunk.count == 3, !perChunk[0].isEmpty, durations.count == 2,
      !durations[0].isEmpty
    else { return nil }
    var found: [(offset: UInt64, seconds: Double)] = []
    var run = 0
    var row = 0
    var left = durations[0][0]
    var ticks = 0.0
    for (index, offset) in offsets.enumerated() {
      found.append((offset, ticks / Double(timescale)))
      while run + 1 < perChunk[0].count, perChunk[0][run + 1] <= UInt64(index + 1) { run += 1 }
      var samples = perChunk[1][run]
      while samples > 0, row < durations[0].count {
        let taken = min(samples, left)
        ticks += Double(taken) * Double(durations[1][row])
        samples -= taken
        left -= taken
        if left == 0 {
          row += 1
          if row < durations[0].count { left = durations[0][row] }
        }
      }
    }
    return found
  }
}
