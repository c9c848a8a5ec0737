import Atoms
import ByteReading
import Structure

/// The tables of an `stbl`, each as its columns: what a list of samples is made from
/// (14496-12 §8.6–8.7).
struct SampleTables: Sendable {
  /// The `stbl`.
  let node: NodeIndex
  /// The size that all samples have, 0 when ``sizes`` says it of each.
  private(set) var commonSize: UInt64 = 0
  private(set) var sizes: StoredColumn?
  /// The number of samples that `stsz` or `stz2` promises.
  private(set) var declaredCount: UInt64 = 0
  /// The number of samples there are: not more than rows, and where samples need no rows not more
  /// than the budget of the file allows.
  private(set) var count = 0

  private(set) var timeCounts: StoredColumn?
  private(set) var timeDeltas: StoredColumn?
  private(set) var offsetCounts: StoredColumn?
  private(set) var offsets: StoredColumn?
  private(set) var firstChunks: StoredColumn?
  private(set) var samplesPerChunk: StoredColumn?
  private(set) var chunkDescriptions: StoredColumn?
  private(set) var chunkOffsets: StoredColumn?
  private(set) var syncSamples: StoredColumn?
  private(set) var partialSyncSamples: StoredColumn?
  private(set) var dependencies: StoredColumn?
  /// Those bits of its rows that mean the same in both families of files: of QuickTime the first two do not.
  private(set) var dependencyBits: UInt8 = 0xFF
  /// Where the samples of each description lie.
  private(set) var places: [DataPlace] = []
  /// Samples of sound that share a packet, and the bytes of one; `nil` when each has its own.
  private(set) var packet: (samples: Int, bytes: UInt64)?
  /// Whether the bytes of a sample are not known: QuickTime says 1 for the size of each moment of sound, and its
  /// description does not have the real one.
  private(set) var isSizeOpen = false

  /// Reads the `stbl` at `table`, of a track with this handler.
  init(_ table: NodeIndex, handler: FourCC?, _ reader: NodeReader) {
    node = table
    let tree = reader.tree
    for child in tree.children(of: table) where !tree[child].isRaw {
      switch tree[child].type {
      case "stsz", "stz2":
        let table = reader.view(SampleSizes.self, of: child)
        commonSize = table.number(.sample_size) ?? 0
        declaredCount = table.number(.sample_count) ?? 0
        sizes = commonSize == 0 ? table.column(.entry_size, of: .entries) : nil
      case "stts":
        let table = reader.view(TimeToSample.self, of: child)
        timeCounts = table.column(.sample_count, of: .entries)
        timeDeltas = table.column(.sample_delta, of: .entries)
      case "ctts":
        let table = reader.view(CompositionOffsets.self, of: child)
        offsetCounts = table.column(.sample_count, of: .entries)
        offsets = table.column(.sample_offset, of: .entries)
      case "stsc":
        let table = reader.view(SampleToChunk.self, of: child)
        firstChunks = table.column(.first_chunk, of: .entries)
        samplesPerChunk = table.column(.samples_per_chunk, of: .entries)
        chunkDescriptions = table.column(.sample_description_index, of: .entries)
      case "stco", "co64":
        chunkOffsets = reader.view(ChunkOffsets.self, of: child)
          .column(.chunk_offset, of: .entries)
      case "stss":
        syncSamples = reader.view(SyncSamples.self, of: child).column(.sample_number, of: .entries)
      case "stps":
        partialSyncSamples = reader.view(SyncSamples.self, of: child)
          .column(.sample_number, of: .entries)
      case "sdtp":
        dependencies = reader.view(SampleDependencies.self, of: child).rows(of: .entries)
        if tree.isQuickTime { dependencyBits = 0x3F }
      default: break
      }
    }
    count = min(Int(clamping: declaredCount), commonSize == 0 ? sizes?.count ?? 0 : .max)
    places = DataPlace.places(of: table, reader)
    if handler == "soun", commonSize > 0 {
      let entry = tree.child("stsd", of: table).flatMap { tree.firstChild(of: $0) }
      let known = entry.flatMap { entry in
        tree[entry].isRaw
          ? nil
          : Self.packet(of: reader.view(AudioEntry.self, of: entry), tree[entry].type, commonSize: commonSize)
      }
      // Samples of the size that the table says share no packet.
      if let known, known != (1, commonSize) { packet = known }
      isSizeOpen = known == nil && commonSize == 1
    }
  }

  /// Leaves out samples that no rows vouch for and that the file could not hold.
  mutating func limit(by budget: inout SampleBudget) {
    if commonSize > 0 { count = budget.take(UInt64(count)) }
  }

  /// Whether it has samples that are not listed, because the file could not hold them.
  var isLimited: Bool { commonSize > 0 && UInt64(count) < declaredCount }

  /// Whether each sample has for certain the times and the marks of that of the same number of `other`.
  func hasTimes(of other: SampleTables) -> Bool {
    func isSame(_ x: StoredColumn?, _ y: StoredColumn?) -> Bool {
      guard let x, let y else { return x == nil && y == nil }
      return x.hasSameRows(as: y)
    }
    // Those that share a packet are made at once, as many as a chunk has.
    return count == other.count && packet == nil && other.packet == nil && dependencyBits == other.dependencyBits
      && isSame(timeCounts, other.timeCounts) && isSame(timeDeltas, other.timeDeltas)
      && isSame(offsetCounts, other.offsetCounts) && isSame(offsets, other.offsets)
      && isSame(syncSamples, other.syncSamples) && isSame(partialSyncSamples, other.partialSyncSamples)
      && isSame(dependencies, other.dependencies)
  }

  /// Where the samples of description `number`, from 1, lie.
  func place(of number: Int) -> DataPlace {
    if number >= 1, number <= places.count { return places[number - 1] }
    return places.first ?? .file
  }

  /// The number of bytes of `samples`, from 0; the largest number there is when they do not fit it.
  func byteCount(of samples: Range<Int>) -> UInt64 {
    if let packet {
      let packets = samples.count / packet.samples + (samples.count % packet.samples > 0 ? 1 : 0)
      return packet.bytes.saturatingMultiply(UInt64(packets))
    }
    if commonSize > 0 { return commonSize.saturatingMultiply(UInt64(samples.count)) }
    return sizes?.sum(of: samples) ?? 0
  }

  // MARK: QuickTime sound

  /// The samples and bytes of a packet of the sound that a sample entry of this type describes.
  ///
  /// QuickTime counts each moment of sound as a sample, and says 1 for its size whatever it is; the
  /// description has the real one (QTFF, Sound Sample Descriptions).
  private static func packet(
    of entry: View<AudioEntry>, _ type: FourCC, commonSize: UInt64
  ) -> (samples: Int, bytes: UInt64)? {
    let samples: UInt64
    let bytes: UInt64
    if let frames = entry.number(.constLPCMFramesPerAudioPacket) {
      samples = frames
      bytes = entry.number(.constBytesPerAudioPacket) ?? 0
    } else if let each = entry.number(.samples_per_packet) {
      // -2 says that sizes vary and are in the table.
      guard entry.signed(.compression_ID) != -2 else { return nil }
      samples = each
      bytes = entry.number(.bytes_per_frame) ?? 0
    } else {
      guard commonSize == 1, let channels = entry.number(.channelcount),
        let (each, perChannel) = known(type, bits: entry.number(.samplesize) ?? 16)
      else { return nil }
      samples = each
      bytes = perChannel.saturatingMultiply(channels)
    }
    guard samples > 0, bytes > 0, samples < 1 << 24 else { return nil }
    return (Int(samples), bytes)
  }

  /// The samples of a packet and its bytes for each channel, of what version 0 of the sample
  /// description cannot say.
  private static func known(_ type: FourCC, bits: UInt64) -> (samples: UInt64, bytes: UInt64)? {
    switch type {
    case "raw ", "NONE", "twos", "sowt", "lpcm": (1, max(1, bits / 8))
    case "in24": (1, 3)
    case "in32", "fl32": (1, 4)
    case "fl64": (1, 8)
    case "ulaw", "alaw": (1, 1)
    case "ima4": (64, 34)
    case "MAC3": (6, 2)
    case "MAC6": (6, 1)
    default: nil
    }
  }
}

/// Where the data of a sample entry lies (14496-12 §8.7.2).
enum DataPlace: Sendable, Equatable {
  /// In this file; offsets count from its start.
  case file
  /// In an `imda` of this file; offsets count from this byte, its first after the identifier.
  case identified(start: UInt64)
  /// In another file, or nowhere.
  case elsewhere

  /// Where the samples of each description of the `stbl` at `table` lie.
  static func places(of table: NodeIndex, _ reader: NodeReader) -> [DataPlace] {
    let tree = reader.tree
    let references = references(around: table, reader)
    // Without a sample entry the first reference is as good as any.
    guard let descriptions = tree.child("stsd", of: table), tree.firstChild(of: descriptions) != nil
    else { return Array(references.prefix(1)) }
    var places: [DataPlace] = []
    for entry in tree.children(of: descriptions).prefix(4_096) where !tree[entry].isRaw {
      reader.open(entry)
      let number = Int(clamping: reader.dataReferenceIndex ?? 1)
      // Files without references, or with a wrong number, hold their own media in practice.
      places.append(
        number >= 1 && number <= references.count ? references[number - 1] : .file)
    }
    return places
  }

  /// What the entries of `dref` beside the `stbl` at `table` say.
  private static func references(around table: NodeIndex, _ reader: NodeReader) -> [DataPlace] {
    let tree = reader.tree
    guard let information = tree.parent(of: table), let data = tree.child("dinf", of: information),
      let list = tree.child("dref", of: data)
    else { return [] }
    var places: [DataPlace] = []
    for child in tree.children(of: list).prefix(65_535) where !tree[child].isRaw {
      let entry = reader.view(DataEntry.self, of: child)
      if let wanted = entry.number(.imda_ref_identifier) {
        places.append(identified(wanted, reader))
      } else {
        places.append((entry.number(.flags) ?? 1) & 1 == 1 ? .file : .elsewhere)
      }
    }
    return places
  }

  /// The `imda` with this identifier.
  private static func identified(_ wanted: UInt64, _ reader: NodeReader) -> DataPlace {
    let tree = reader.tree
    guard tree.countAtTop("imda") > 0 else { return .elsewhere }
    for index in tree.children(of: nil) where tree[index].type == "imda" {
      let media = reader.view(IdentifiedMediaData.self, of: index)
      if media.number(.imda_identifier) == wanted, let data = media.content(.data) {
        return .identified(start: UInt64(data.byteOffset))
      }
    }
    return .elsewhere
  }

  /// The place in the file of what stands at `offset` here; `nil` when it is not in the file.
  func offset(_ offset: UInt64) -> UInt64? {
    switch self {
    case .file: offset
    case .identified(let start): start.saturatingAdd(offset)
    case .elsewhere: nil
    }
  }
}
