import Atoms
import ByteReading
import EmbeddedMetadata
import ID3
import MediaFacts
public import Structure

/// One run of rules over a file that was opened, with what is known of it besides its bytes.
final class MediaExamination: Examination {
  /// The name of the file, `nil` when it has none.
  private(set) var name: [UInt8]?
  /// The samples of the file; only a thorough examination should ask for them.
  private(set) lazy var movie = MovieSamples(document)

  convenience init(_ document: Document, name: [UInt8]?, isThorough: Bool) {
    self.init(document, isThorough: isThorough)
    self.name = name
  }

  /// A thorough one of a file whose samples are known.
  convenience init(_ document: Document, _ movie: MovieSamples) {
    self.init(document, isThorough: true)
    self.movie = movie
  }
}

extension Rule {
  /// All rules there are: those of formats first, then those that need more than one of them, or what
  /// is known of a file besides its bytes.
  public static let all: [Rule] =
    fields + atoms + embedded + PlacementRules.rules + tags + MediaRules.rules

  /// The rule of this identifier.
  ///
  /// - Parameter id: The identifier: `chunk-offset-outside-mdat`.
  /// - Returns: The rule; `nil` when none has the identifier.
  public static func named(_ id: String) -> Rule? {
    all.first { $0.kind.id.description == id }
  }

  /// The identifiers of all rules.
  package static let identifiers = Set(all.map { $0.kind.id.description })

  /// Whether a file that breaks it was not read as a whole, so that other rules may not have seen what
  /// they judge: bytes or fields that reading did not find, parts that are missing, and limits.
  package var hidesOthers: Bool {
    if case .reading = test, kind.severity == .error { return true }
    return Self.leavesOut(kind.id) || Self.thoseThatHide.contains { $0.isSame(as: kind.id) }
  }

  /// Rules whose breaking hides something, besides errors of reading.
  private static let thoseThatHide: [StaticString] = [
    "movie-missing", "atom-missing", "atom-size-zero", "sample-description-missing", "tables-compete",
    "depth-limit", "node-limit", "track-limit", "inflate-limit", "inflate-nested", "context-missing",
    "audio-sync-lost", "audio-frame-cut",
  ]

  /// Rules that are broken by what is of a form that is not read, or is more than is read of its kind.
  private static let thoseThatLeaveOut: [StaticString] = [
    "values-nested", "tiff-too-many", "xmp-too-many", "xmp-nested", "xmp-malformed", "xmp-entity", "version-unknown",
    "samsung-too-many", "insta360-too-many", "icc-too-many", "plist-too-many", "plist-nested", "plist-malformed", "plist-entity",
    "tag-version-unknown", "tag-compressed",
  ]

  /// Rules that are broken by tables without some of their rows, or by boxes without their tables.
  private static let thoseThatCutTables: [StaticString] = [
    "fields-truncated", "count-exceeds-box", "inflate-failed", "atom-missing",
  ]

  /// Whether a problem of this kind says that tables or rows of them are missing.
  fileprivate static func cutsTables(_ id: StaticString) -> Bool { thoseThatCutTables.contains { $0.isSame(as: id) } }

  /// Whether a problem of this kind says that something of a file is of a form that is not read.
  static func leavesOut(_ id: StaticString) -> Bool { thoseThatLeaveOut.contains { $0.isSame(as: id) } }
}

extension Document {
  /// Whether something may not have been read for what it is. What is wrong with samples, which thorough rules alone
  /// find, takes nothing away from the rest, and would be another answer for whoever had them run.
  package var isDamaged: Bool {
    problems.errors > 0
      && problems.kept.contains {
        $0.severity == .error && $0.follows == nil && !Rule.thoroughKinds.contains($0.kind)
      }
  }

  /// Whether it was read as tags and sound, and has neither, nor begins as a stream that has a name.
  ///
  /// - Complexity: O(1) where anything was read, else O(*n*) in the nodes.
  var isUnknownSound: Bool {
    guard format?.id == .taggedAudio, tree.indices.allSatisfy({ tree[$0].isRaw }),
      let first = tree.indices.first(where: { tree[$0].marks.contains(.raw) })
    else { return false }
    return Signature.name(ofStreamIn: tree.file.bytes, at: Int(clamping: tree[first].start)) == nil
  }

  /// Whether tables that may refer to media data were not all read: there are none, they lie behind a limit, or are
  /// damaged. What no table refers to is nobody's only where this does not hold.
  ///
  /// - Complexity: O(*n* *d*) in the problems that are kept and the depth of their nodes.
  package var hasUnreadTables: Bool {
    if tree.mediaWithoutMovie != nil || problems.counts.contains(where: { Diagnostic.Kind.isLimit($0.kind.id) }) { return true }
    return problems.kept.contains { problem in
      guard problem.severity == .error, problem.kind.isOfStructure || Rule.cutsTables(problem.kind.id),
        let node = tree.known(problem.node), tree[node].type != "udta", tree.ancestor("udta", of: node) == nil
      else { return false }
      return (["moov", "moof", "meta"] as [FourCC]).contains { tree[node].type == $0 || tree.ancestor($0, of: node) != nil }
    }
  }

  /// The rules by whose breaking it was not read as a whole, each once: what was not found may be there all the same.
  package var hidingRules: [String] {
    problems.counts.map(\.kind.id.description).filter { Rule.named($0)?.hidesOthers ?? false }
  }
}

extension Rule {
  fileprivate static let thoroughKinds = all.filter(\.isThorough).map(\.kind)
}

/// What must hold of files, whatever is in them.
enum MediaRules {
  static let rules: [Rule] = [
    Rule(
      "extension-mismatch", .warning,
      "the name does not suit what is inside: the brand is '{code}'",
      "RFC 4337, RFC 6381; usage",
      why: "Programs and servers choose by the end of the name before they look inside.",
      players: "They hand the file to the wrong program, or serve it as something else.",
      mend: "Rename the file to what it is.", test: nameEnds),
    Rule(
      "interleave-coarse", .note,
      "the tracks lie up to {found|milli} s apart in the file", expected: "at most 1 s",
      "usage",
      why: "Samples that are played together should lie together.",
      players: "Over a network they wait, or fetch twice; from slow disks they stutter.",
      mend: "Write the file again with shorter chunks.", isThorough: true, test: interleave),
    Rule(
      .avifDepthDiffers, "23008-12 §6.5.6, AV1 Image File Format §2.2.1",
      why: "Both say how many bits a channel of the coded picture has.",
      players: "Chromium refuses the image; others go by the coded picture.",
      mend: "Write the bits of the sequence header into both.", isThorough: true, readsMedia: true, by: .shared(coded)),
    Rule(
      .avifSizeWrong, "23008-12 §6.5.3, AV1 Image File Format §2.1",
      why: "The size of an item is that of its coded picture before anything is cut off or turned.",
      players: "Browsers show the picture at the size of the property, stretched.",
      mend: "Write the coded size.", isThorough: true, readsMedia: true, by: .shared(coded)),
    Rule(
      "segment-duration-differs", .warning,
      "reference {row} says {found|milli} s, its fragments last {expected|milli} s", "14496-12 §8.16.3",
      why: "The index says which bytes to fetch for a time; by it a moment is sought in the wrong fragment.",
      players: "Those that seek by the index come out too early or too late.",
      mend: "Write the index again after the fragments.", isThorough: true, of: "sidx", test: segmentDurations),
    Rule(
      "sample-start-code", .error,
      "sample {sample} begins with the start code of a byte stream, 00000001",
      expected: "the length of its first unit", "14496-15 §4.3.3, 14496-10 §B.1",
      why: "In this format each unit of video is preceded by its length.",
      players: "They take the code for a length of 1, and decode noise.",
      mend: "Write the samples again with lengths in place of start codes.", isThorough: true,
      readsMedia: true, test: startCodes),
    Rule(
      .chunkOffsetShifted, "14496-12 §8.7.5",
      why: "Each coding begins its samples in a way of its own; these bytes are others.",
      players: "They refuse the track, or make noise of it.",
      mend: "Correct the offsets; what was overwritten, or encrypted without a word, has to be copied again.",
      isThorough: true, readsMedia: true, by: .shared(samples)),
    Rule(
      .chunkOffsetWrong, "14496-12 §8.7.5, 14496-15 §4.3.3",
      why: "The first samples are units with their lengths before them, and this one is not.",
      players: "They play up to there.",
      mend: "Write the offset at which the chunk lies; what was overwritten has to be copied again.",
      isThorough: true, readsMedia: true, by: .shared(samples)),
    Rule(
      .unitStartCode, "14496-10 §7.4.1",
      why: "No unit holds these three bytes: what stands behind them is another unit to a decoder of byte streams.",
      players: "Some go on behind the code, others show no picture.",
      mend: "Write a length before each unit: ffmpeg -i IN -c copy -bsf:v h264_metadata OUT does.",
      isThorough: true, readsMedia: true, by: .shared(samples)),
    Rule(
      .unitEmpty, "14496-15 §5.3.3.1, 14496-10 §7.3.1",
      why: "A unit has a header of one byte at least, so that no length is 0.",
      players: "FFmpeg gives the sample up, and its picture is lost; Chromium refuses it in MSE.",
      mend: "Write the sample again without it, and its new size.", isThorough: true, readsMedia: true,
      by: .shared(samples)),
    Rule(
      .unitLengthSizeWrong, "14496-15 §5.3.3.1",
      why: "Samples are divided into units by lengths of this size.",
      players: "They find no unit, and refuse the track.",
      mend: "Write the size with which the lengths add up.", isThorough: true, readsMedia: true, by: .shared(samples)),
  ]

  /// What is wrong with a file by reading it, and by the rules that read media: sorted as all problems are.
  ///
  /// - Parameter movie: The samples of the file.
  static func holdMedia(of document: Document, _ movie: MovieSamples) -> Problems {
    let checked = Document(copying: document.unchecked)
    checked.runRules(MediaExamination(checked, movie), ofMedia)
    return checked.problems
  }

  private static let ofMedia = Rule.all.filter(\.readsMedia)

  /// What says where samples lie, and how they are coded; and the same of fragments.
  private static let placing: [FourCC] = ["stco", "co64", "stsz", "stz2", "stsc", "avcC", "hvcC"]
  private static let placingRuns: [FourCC] = ["moof", "traf", "tfhd", "trun"]

  /// Holds samples of each track against their coding, as whoever asks whether they play does.
  private static let samples = Rule.Pass("coded samples") { examination in
    guard let media = examination as? MediaExamination,
      let atoms = examination.document.context as? AtomContext, !atoms.tracks.isEmpty
    else { return }
    let document = examination.document
    // They may be encrypted, and then begin with anything.
    if atoms.objectDescriptors != nil { return }
    for track in media.movie.tracks where !track.isElsewhere {
      // What is wrong with where they lie, or how they are said to be coded, explains what its samples are.
      lazy var cause = document.problems.kept.firstIndex { problem in
        guard problem.severity > .note, let node = problem.node else { return false }
        let isInTrack = node >= track.node && node < document.tree[track.node].subtreeEnd
        let type = document.tree[node].type
        return isInTrack && placing.contains(type) || !track.fragments.isEmpty && placingRuns.contains(type)
      }
      if let sample = track.codedBeginning, !sample.fit.isAsSaid {
        // A byte stream has a rule of its own, and so has a size that there is not.
        if let units = track.units, let file = track.firstSample?.source,
          units.lengthSize == 3 || units.hasStartCode(sample.range, of: file)
        {
          continue
        }
        let number = UInt64(sample.number)
        let offset = UInt64(sample.range.lowerBound)
        let finding: Finding =
          sample.fit == .otherwise
          ? .unitLengthSizeWrong(sample: number, offset: offset) : .chunkOffsetShifted(sample: number, offset: offset)
        examination.report(finding, track.node, extent: sample.place, following: cause)
        continue
      }
      if let place = track.startCodeInUnit {
        examination.report(.unitStartCode(sample: UInt64(place.sample)), track.node, extent: place.extent)
      }
      if let place = track.findEmptyUnit() {
        examination.report(.unitEmpty(sample: UInt64(place.sample)), track.node, extent: place.extent)
      }
      if let sample = track.codedLater, !sample.fit.isAsSaid {
        examination.report(
          .chunkOffsetWrong(sample: UInt64(sample.number), offset: UInt64(sample.range.lowerBound)), track.node,
          extent: sample.place, following: cause)
      }
    }
  }

  /// Reports the properties of the primary image, coded as AV1, that its picture and its configuration contradict.
  private static let coded = Rule.Pass("coded picture") { examination in
    let tree = examination.tree
    guard examination.document.synopsis.brands.contains("avif"), tree.child("meta", of: nil) != nil,
      let image = ImageContents(examination.document), image.coding == "av01"
    else { return }
    if let node = image.disagreeing.depth { examination.report(Finding(.avifDepthDiffers), node) }
    if let node = image.disagreeing.size { examination.report(Finding(.avifSizeWrong), node) }
  }

  /// Compares the times of an index with those of the fragments that it refers to.
  private static let segmentDurations: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let media = examination as? MediaExamination, tree[index].depth == 0, tree.countAtTop("moof") > 0 else {
      return
    }
    let box = examination.reader.view(SegmentIndex.self, of: index)
    guard let id = box.number(.reference_ID), let scale = box.number(.timescale), scale > 0,
      let first = box.number(.first_offset), let track = media.movie.tracks.first(where: { $0.id == id }),
      track.timescale > 0, let sizes = box.column(.referenced_size, of: .references),
      let lengths = box.column(.subsegment_duration, of: .references), sizes.count == lengths.count
    else { return }
    // Where each fragment of the track begins, in the file and in time.
    let starts = track.fragmentStarts
    var position = tree[index].end.saturatingAdd(first)
    var place = starts.firstIndex { $0.offset >= position } ?? starts.count
    for row in 0..<min(sizes.count, examination.rowLimit) {
      let end = position.saturatingAdd(sizes[row])
      let from = place
      while place < starts.count, starts[place].offset < end { place += 1 }
      position = end
      guard from < place else { continue }
      let next = place < starts.count ? starts[place].time : track.end
      let ticks = UInt64(clamping: next.saturatingSubtract(starts[from].time))
      let (found, there) = (lengths[row].scaled(by: 1_000, over: scale), ticks.scaled(by: 1_000, over: track.timescale))
      // Pictures are not shown when they are decoded: writers cut a little earlier or later.
      let difference = max(found, there) - min(found, there)
      guard difference > 500, difference > there / 4 else { continue }
      examination.report(index, .found(found), .expected(there), .row(UInt64(row + 1)))
      return
    }
  }

  /// Looks at the first samples of each track of AVC and HEVC: who writes start codes does so always.
  private static let startCodes: @Sendable (Examination) -> Void = { examination in
    guard let media = examination as? MediaExamination,
      let atoms = examination.document.context as? AtomContext, !atoms.tracks.isEmpty
    else { return }
    let source = examination.tree.file
    for track in media.movie.tracks {
      guard let entry = track.description.sampleEntry,
        let units = NALUnits(entry: entry, in: track.home)
      else { continue }
      var samples = track.samples()
      for _ in 0..<4 {
        guard let sample = samples.next() else { break }
        guard let start = sample.offset, let end = sample.end, end <= UInt64(source.byteCount),
          start < end, units.hasStartCode(Int(start)..<Int(end), of: source)
        else { continue }
        examination.report(
          track.node, .sample(UInt64(sample.number)),
          extent: Extent(byteOffset: Int(start), byteCount: 4))
        break
      }
    }
  }

  /// The endings of names that suit each major brand, and those of other formats.
  private static func suits(_ ending: String, _ document: Document) -> Bool {
    // A set would be made of them for each file, to be asked once.
    let others = [
      "flac", "ogg", "mkv", "webm", "avi", "png", "gif", "txt", "pdf", "zip", "jpg", "jpeg", "tif", "tiff",
    ]
    if others.contains(ending) { return false }
    let known = MediaEnding(ending)
    if known?.isSound == true { return false }
    let (isImage, isMovie) = (known?.isImage ?? false, known?.isMovie ?? false)
    let isJPEG = ["jp2", "jxl"].contains(ending)
    switch AtomSynopsis.format(of: document).format {
    // A sequence of images is a movie as well.
    case .heif: return !isMovie || !document.synopsis.tracks.isEmpty
    case .quickTime: return !isImage && !isJPEG && (!isMovie || known?.kind == .quickTime)
    case .mp4, .mobile3GPP, .mobile3GPP2:
      if isJPEG || known?.kind == .quickTime { return false }
      return !isImage || document.tree.child("meta", of: nil) != nil
    case .jpeg2000: return !isImage && !isMovie
    default: return true
    }
  }

  private static let nameEnds: @Sendable (Examination) -> Void = { examination in
    guard let media = examination as? MediaExamination, let name = media.name,
      let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 6
    else { return }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    guard !ending.isEmpty, !ending.contains("/"),
      ending.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "z") }),
      !suits(ending, examination.document)
    else { return }
    // A file without a brand makes no claim that the name could contradict.
    guard let type = examination.tree.child("ftyp", of: nil),
      let brand = examination.document.synopsis.brand
    else { return }
    examination.report(type, .code(brand))
  }

  private static let interleave: @Sendable (Examination) -> Void = { examination in
    guard let media = examination as? MediaExamination,
      let node = examination.tree.child("moov", of: nil),
      Interleaving.isJudged(examination.document),
      let found = Interleaving.ofPlayed(in: media.movie), found.isCoarse
    else { return }
    examination.report(node, .found(UInt64((found.distance * 1_000).rounded())))
  }
}

extension Finding {
  static func chunkOffsetShifted(sample: UInt64, offset: UInt64) -> Self {
    Self(.chunkOffsetShifted, .sample(sample), .offset(offset))
  }
  static func chunkOffsetWrong(sample: UInt64, offset: UInt64) -> Self {
    Self(.chunkOffsetWrong, .sample(sample), .offset(offset))
  }
  static func unitStartCode(sample: UInt64) -> Self { Self(.unitStartCode, .sample(sample)) }
  static func unitEmpty(sample: UInt64) -> Self { Self(.unitEmpty, .sample(sample)) }
  static func unitLengthSizeWrong(sample: UInt64, offset: UInt64) -> Self {
    Self(.unitLengthSizeWrong, .sample(sample), .offset(offset))
  }
}

extension Diagnostic.Kind {
  static let chunkOffsetShifted = Self(
    "chunk-offset-shifted", .error, "sample {sample}, at 0x{offset:x}, does not begin as its coding does")
  static let chunkOffsetWrong = Self(
    "chunk-offset-wrong", .error, "sample {sample}, at 0x{offset:x}, is not made of units as those before it are")
  static let unitLengthSizeWrong = Self(
    "avcc-length-size", .error,
    "sample {sample}, at 0x{offset:x}, is made of units with lengths of another size than the configuration says")
  static let unitEmpty = Self(
    "unit-empty", .warning, "sample {sample} holds an empty unit: a length of 0")
  static let unitStartCode = Self(
    "unit-start-code", .note, "a unit of sample {sample} holds the start code of a byte stream, 000001")
  static let avifDepthDiffers = Self(
    "avif-depth-differs", .warning, "'pixi' has another number of bits than 'av1C'")
  static let avifSizeWrong = Self("avif-ispe-wrong", .warning, "'ispe' has another size than the coded picture")
}
