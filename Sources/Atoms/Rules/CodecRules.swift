import ByteReading
import MediaFacts
import Structure

/// What sample descriptions must say, and agree on with the parameter sets in them.
enum CodecRules {
  static let rules: [Rule] = [
    Rule(
      "decoder-configuration-missing", .error, "'{type}' without '{wanted}'",
      "the specification of the codec",
      why: "The configuration holds what a decoder needs before the first sample.",
      players: "They cannot decode the track.",
      mend: "Restore it from another file of the same encoder and settings.",
      of: "avc1 avc3 hvc1 hev1 vvc1 av01 vp08 vp09 mp4a Opus fLaC ac-3 ec-3", test: configuration),
    Rule(
      "parameter-sets-missing", .error, "'{code}' has {found} of {expected} kinds of parameter sets",
      "14496-15 §5.3.3, §8.3.3",
      why: "This sample entry promises that parameter sets stand here and not in the samples.",
      players: "They cannot decode unless the samples have them after all.",
      mend: "Write the sets here, or use 'avc3' or 'hev1', which allow them in the samples.",
      of: "avcC hvcC", test: parameterSets),
    Rule(
      "parameter-set-type", .error,
      "the first sequence parameter set is a unit of type {found}", expected: "type 7",
      "14496-15 §5.3.3.1, 14496-10 Table 7-1",
      why: "The first byte of each unit says what it is; the list is of sequence parameter sets.",
      players: "They take it for what it says, and decode nothing.",
      mend: "Write 0x67 there, or restore the set from another file of the same encoder and settings.",
      of: "avcC",
      test: { examination, index in
        let sets = examination.view(AVCConfiguration.self, of: index)
        guard let count = sets.number(.numOfSequenceParameterSets), count > 0,
          let type = sets.number(.nal_unit_type), type != 7
        else { return }
        examination.report(index, .found(type), field: AVCConfiguration[.nal_unit_type])
      }),
    Rule(
      "profile-differs", .warning,
      "says profile {found}, its first sequence parameter set {expected}", "14496-15 §5.3.3, §8.3.3",
      why:
        "The configuration repeats the profile of the parameter sets, so that nobody has to decode them.",
      players:
        "Decoders go by the parameter set, and most play it; a codec string names the other profile, and a page that asks by it may be told no ('avcc-profile-level-lie' of --plays).",
      mend:
        "Copy the profile of the sequence parameter set: of H.264 its bytes 1 to 3, of HEVC 11 bytes from 3 on, not counting each 03 behind 00 00.",
      of: "avcC hvcC", test: profile),
    Rule(
      "picture-size-differs", .warning,
      "{field} is {found} in the sample description, {expected} in the parameter set",
      "14496-15 §5.3.3.1",
      why: "The size of the description is that of the decoded pictures.",
      players: "They scale the pictures, or allot buffers that are too small.",
      mend: "Write the cropped size of the parameter set.", of: "avcC hvcC", test: pictureSize),
    Rule(
      "length-size-invalid", .error, "lengths of three bytes", "14496-15 §5.3.3",
      why: "Units of video are preceded by their length in one, two or four bytes.",
      players: "Most decoders do not know three.",
      mend: "Set lengthSizeMinusOne to 3, as nearly all files have, and write the samples so.",
      of: "avcC hvcC",
      test: { examination, index in
        if examination.view(AVCConfiguration.self, of: index).number(.lengthSizeMinusOne) == 2 {
          examination.report(index, field: AVCConfiguration[.lengthSizeMinusOne])
        } else if examination.view(HEVCConfiguration.self, of: index).number(.lengthSizeMinusOne)
          == 2
        {
          examination.report(index, field: HEVCConfiguration[.lengthSizeMinusOne])
        }
      }),
    Rule(
      "pixel-aspect-zero", .warning, "a side of a pixel is 0", "14496-12 §12.1.4",
      why: "The two numbers are a ratio; with 0 there is none.",
      players: "They take square pixels.",
      mend: "Write 1 and 1, or remove 'pasp'.", of: "pasp",
      test: { examination, index in
        let ratio = examination.view(PixelAspectRatio.self, of: index)
        for field in [.hSpacing, .vSpacing] as [PixelAspectRatio.Field]
        where ratio.number(field) == 0 {
          examination.report(index, field: PixelAspectRatio[field])
          return
        }
      }),
    Rule(
      "pixel-aspect-extreme", .warning, "a pixel is {found} wide and {limit} high", "14496-12 §12.1.4",
      why: "The two numbers are a ratio, which for pixels of video is hardly beyond 3 to 1.",
      players: "They stretch the picture to a line, or take square pixels.",
      mend: "Write the ratio of the video, or remove 'pasp'.", of: "pasp",
      test: { examination, index in
        let ratio = examination.view(PixelAspectRatio.self, of: index)
        // Numbers of 32 bits.
        guard let across = ratio.number(.hSpacing), let down = ratio.number(.vSpacing), across > 0, down > 0,
          max(across, down) / min(across, down) >= 100
        else { return }
        examination.report(index, .found(across), .limit(down), field: PixelAspectRatio[.hSpacing])
      }),
    Rule(
      "level-unknown", .warning, "AVCLevelIndication is {found}, the highest level is {limit}", "14496-10 Table A-1",
      why: "The level says how much a decoder has to do, ten times its number: 62 is level 6.2.",
      players: "They look for a decoder that nobody has, or ignore it.",
      mend: "Write the highest level of the parameter sets.", of: "avcC",
      test: { examination, index in
        guard let level = examination.view(AVCConfiguration.self, of: index).number(.AVCLevelIndication), level > 62
        else { return }
        examination.report(index, .found(level), .limit(62), field: AVCConfiguration[.AVCLevelIndication])
      }),
    Rule(
      "clean-aperture-invalid", .error, "{field} is {found}", "14496-12 §12.1.4",
      why: "The clean aperture is a part of the picture, given as fractions.",
      players: "They ignore it, or cut all of the picture away.",
      mend: "Write a size within the picture, with denominators above 0.", of: "clap",
      test: aperture),
    Rule(
      .apertureOutside, "14496-12 §12.1.4, 23008-12 §6.5.9",
      why: "The clean aperture is the part of the picture that is shown; this one is not within it.",
      players: "Chromium refuses the track in a stream; others ignore the box, or cut the picture wrongly.",
      mend: "Write a size and an offset that lie within the picture, or remove 'clap'.",
      by: .nodes("clap", apertureSize)),
    Rule(
      "sound-timescale-differs", .warning,
      "samples last {found} ticks of {limit} a second, the decoder configuration says {expected} Hz",
      "14496-12 §8.4.2, 14496-3 §4.5.1.1",
      why: "A sample of AAC holds 1,024 of sound, of which the decoder makes so many a second.",
      players: "Those that play by the table play too fast or too slowly; others lose the picture.",
      mend: "Write the rate of the decoder configuration as the timescale of 'mdhd'.", of: "mdhd",
      test: soundTimescale),
    Rule(
      .soundFrameLong, "14496-12 §8.6.1.2, §8.8.8, 14496-3 §4.5.1.1",
      why: "A sample of AAC is a frame of 1,024 or so; what it lasts more is a gap, or a number that was computed wrongly.",
      players: "They show a length of hours, and wait in silence.",
      mend: "Write how long the frame lasts.", by: .nodes("stts", soundFrames)),
    Rule(
      "sampling-rate-differs", .warning,
      "the sample description says {found} Hz, the decoder configuration {expected} Hz",
      "14496-14 §5.6, 14496-12 §12.2.3",
      why: "The rate of the description is that of the sound; players time by it.",
      players: "Some play too fast or too slowly.",
      mend: "Write the rate of the decoder configuration.", of: "mp4a fLaC", test: samplingRate),
    Rule(
      "stream-info-invalid", .error, "{field} is {found}, which no stream has",
      "FLAC in ISOBMFF §3.3.2, RFC 9639 §8.2",
      why: "STREAMINFO comes first and says what decoders allot before the first frame.",
      players: "They refuse the track.",
      mend: "Copy STREAMINFO from the stream that was put into this file.", of: "dfLa",
      test: streamInfo),
    Rule(
      "opus-channels-invalid", .error,
      "OutputChannelCount is {found}; family {expected} has {limit} at most, and 1 at least",
      "RFC 7845 §5.1.1",
      why: "Which channels there can be is said by the family of their mapping.",
      players: "They refuse the track.",
      mend: "Write the channels of the stream.", of: "dOps",
      test: { examination, index in
        let opus = examination.view(OpusConfiguration.self, of: index)
        guard let channels = opus.number(.OutputChannelCount),
          let family = opus.number(.ChannelMappingFamily)
        else { return }
        let most: UInt64 = family == 0 ? 2 : family == 1 ? 8 : 255
        guard channels == 0 || channels > most else { return }
        examination.report(
          index, .found(channels), .expected(family), .limit(most),
          field: OpusConfiguration[.OutputChannelCount])
      }),
    Rule(
      "bit-rate-order", .warning, "average {found} bit/s, maximum {limit} bit/s",
      "14496-12 §8.5.2",
      why: "An average is not above the maximum.",
      players: "They reserve too little.",
      mend: "Correct the two numbers, or remove 'btrt'.", of: "btrt",
      test: { examination, index in
        let rates = examination.view(BitRate.self, of: index)
        guard let most = rates.number(.maxBitrate), most > 0,
          let average = rates.number(.avgBitrate), average > most
        else { return }
        examination.report(index, .found(average), .limit(most), field: BitRate[.avgBitrate])
      }),
    Rule(
      "colour-missing", .note, "nothing says which colours are meant", "14496-12 §12.1.5",
      why: "Where neither 'colr' nor the stream says the colours, they are guessed from the size of the picture.",
      players: "They show slightly different colours, one from another.",
      mend: "Write 'colr' nclx with the primaries, transfer and matrix of the video.",
      isThorough: true, of: "avc1 avc3 hvc1 hev1 av01 vp09",
      test: { examination, index in
        let tree = examination.tree
        guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
          ColourReading(entry: index, type: tree[index].type, in: examination.document).answer == .none
        else { return }
        examination.report(index)
      }),
  ]

  private static let configuration: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index), tree[parent].type == "stsd" else { return }
    let types: [FourCC]
    switch tree[index].type {
    case "avc1", "avc3": types = ["avcC"]
    case "hvc1", "hev1": types = ["hvcC"]
    case "vvc1": types = ["vvcC"]
    case "av01": types = ["av1C"]
    case "vp08", "vp09": types = ["vpcC"]
    case "mp4a": types = ["esds"]
    case "Opus": types = ["dOps"]
    case "fLaC": types = ["dfLa"]
    case "ac-3": types = ["dac3"]
    case "ec-3": types = ["dec3"]
    default: return
    }
    for inner in tree.descendants(of: index)
    where types.contains(tree[inner].type) { return }
    // Sound in QuickTime files describes itself; only `mp4a` needs a descriptor there as well.
    if examination.atoms?.value(of: .brandIsQuickTime, at: index) == 1,
      tree[index].type.isListed(in: "ac-3 ec-3 vp08 vp09")
    {
      return
    }
    examination.report(index, .wanted(types[0]))
  }

  private static let parameterSets: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index),
      tree[entry].type == "avc1" || tree[entry].type == "hvc1"
    else { return }
    let kinds: [Bool]
    if tree[entry].type == "hvc1" {
      let sets = examination.view(HEVCConfiguration.self, of: index)
      kinds = [
        sets.number(.vps_video_parameter_set_id) != nil,
        sets.number(.pic_width_in_luma_samples) != nil,
        sets.number(.pps_pic_parameter_set_id) != nil,
      ]
    } else {
      let sets = examination.view(AVCConfiguration.self, of: index)
      kinds = [
        sets.number(.numOfSequenceParameterSets) != 0, sets.number(.numOfPictureParameterSets) != 0,
      ]
    }
    let found = kinds.count { $0 }
    guard found < kinds.count else { return }
    examination.report(
      index, .code(tree[index].type), .found(UInt64(found)), .expected(UInt64(kinds.count)))
  }

  private static let profile: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let avc = examination.view(AVCConfiguration.self, of: index)
    if let said = avc.number(.AVCProfileIndication) {
      guard let profile = avc.number(.profile_idc), said != profile else { return }
      examination.report(
        index, .found(said), .expected(profile), field: AVCConfiguration[.AVCProfileIndication])
      return
    }
    let hevc = examination.view(HEVCConfiguration.self, of: index)
    guard let said = hevc.number(.general_profile_idc), said < 32,
      let width = hevc.content(.pic_width_in_luma_samples)?.start
    else { return }
    // The profile of a sequence stands in front of its size, and behind those of the configuration and of video
    // parameter sets, which may have several.
    func last(_ field: HEVCConfiguration.Field) -> UInt64? {
      var last: UInt64?
      hevc.withEach(field) { field in
        if field.extent.start < width { last = field.raw }
        return field.extent.start < width
      }
      return last
    }
    // Whoever decodes the one may be able to decode the other: a still picture is a sequence of one.
    guard let profile = last(.general_profile_idc), said != profile,
      let flags = last(.general_profile_compatibility_flags), flags >> (31 - said) & 1 == 0
    else { return }
    examination.report(
      index, .found(said), .expected(profile), field: HEVCConfiguration[.general_profile_idc])
  }

  private static let pictureSize: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index), let place = tree.parent(of: entry),
      tree[place].type == "stsd"
    else { return }
    examination.reader.open(index)
    guard let size = PictureSize(examination.reader) else { return }
    let fields = examination.view(VisualEntry.self, of: entry)
    for (field, promised) in [(.width, size.width), (.height, size.height)]
      as [(VisualEntry.Field, UInt64)]
    {
      guard let present = fields.number(field), present > 0, present != promised else { continue }
      examination.report(entry, .found(present), .expected(promised), field: VisualEntry[field])
    }
  }

  private static let aperture: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let fields = examination.view(CleanAperture.self, of: index)
    for field in [
      .cleanApertureWidthD, .cleanApertureHeightD, .horizOffD, .vertOffD,
      .cleanApertureWidthN, .cleanApertureHeightN,
    ] as [CleanAperture.Field] where fields.number(field) == 0 {
      examination.report(index, .found(0), field: CleanAperture[field])
      return
    }
  }

  /// Compares the aperture with the picture of the sample entry around it.
  private static let apertureSize: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index), let list = tree.parent(of: entry), tree[list].type == "stsd" else {
      return
    }
    let picture = examination.view(VisualEntry.self, of: entry)
    report(aperture: index, outside: (picture.number(.width), picture.number(.height)), examination)
  }

  /// Reports the aperture in the node at `index` where it is not within a picture of this size, across and then down.
  ///
  /// - Returns: Whether it is not.
  @discardableResult
  static func report(
    aperture index: NodeIndex, outside size: (width: UInt64?, height: UInt64?), _ examination: Examination,
    because others: [NodeIndex] = []
  ) -> Bool {
    let fields = examination.view(CleanAperture.self, of: index)
    for isWide in [true, false] {
      let length: CleanAperture.Field = isWide ? .cleanApertureWidthN : .cleanApertureHeightN
      guard let whole = isWide ? size.width : size.height, whole > 0, let above = fields.number(length),
        let below = fields.number(isWide ? .cleanApertureWidthD : .cleanApertureHeightD), below > 0,
        let shift = fields.signed(isWide ? .horizOffN : .vertOffN),
        let shiftBelow = fields.number(isWide ? .horizOffD : .vertOffD), shiftBelow > 0
      else { continue }
      let part = Double(above) / Double(below)
      let start = (Double(whole) - part) / 2 + Double(shift) / Double(shiftBelow)
      // Fractions of a pixel are rounded by all who cut.
      guard part > Double(whole) + 0.5 || start < -0.5 || start + part > Double(whole) + 0.5 else { continue }
      examination.report(
        .apertureOutside(
          found: UInt64(min(max(0, part.rounded()), 1e15)), code: isWide ? "wide" : "high", limit: whole),
        index, field: CleanAperture[length], because: others)
      return true
    }
    return false
  }

  /// The configuration of AAC in the first sample entry of a track, and the rate of its core; `nil` of other sound.
  private static func advancedAudio(
    of track: AtomContext.Track, _ examination: Examination
  ) -> (descriptor: NodeIndex, rate: Double)? {
    let tree = examination.tree
    guard let entry = track.sampleEntry, tree[entry].type == "mp4a" || tree[entry].type == "enca",
      let descriptor = tree.descendants(of: entry).prefix(64).first(where: { tree[$0].type == "esds" })
    else { return nil }
    let fields = examination.reader.reading(descriptor).view(ElementaryStream.self)
    guard let audio = AudioObject(fields), [1, 2, 3, 4, 5, 29].contains(audio.type),
      let rate = AudioObject.coreRate(fields), rate > 0
    else { return nil }
    return (descriptor, rate)
  }

  /// The ticks of an hour in a track of AAC, which no frame lasts, nor gaps that writers of streams give to the sample
  /// before them; `nil` of other tracks.
  static func hourOfFrames(of track: AtomContext.Track, _ examination: Examination) -> UInt64? {
    guard track.handler == "soun", track.timescale > 0, advancedAudio(of: track, examination) != nil else { return nil }
    let (ticks, overflow) = track.timescale.multipliedReportingOverflow(by: 3_600)
    return overflow ? nil : ticks
  }

  /// Finds the first sample of AAC that lasts more than an hour.
  private static let soundFrames: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let track = examination.atoms?.track(at: index), let hour = hourOfFrames(of: track, examination) else { return }
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: TimeToSample.self, at: index) { table in
        guard let counts = table.rows(of: .sample_count, in: TimeToSample.self),
          let deltas = table.rows(of: .sample_delta, in: TimeToSample.self)
        else { return nil }
        // Those that are negative numbers are reported as such.
        for row in 0..<table.count where deltas[row] > hour && deltas[row] < 0xFFFF_0000 && counts[row] > 0 {
          return (table.extent(ofRow: row), deltas[row])
        }
        return nil
      } ?? nil
    guard let (extent, ticks) = found else { return }
    examination.report(.soundFrameLong(ticks: ticks, hour: hour), index, extent: extent)
  }

  /// Compares how long most samples of AAC last with the rate that the decoder has.
  private static let soundTimescale: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let track = examination.atoms?.track(at: index), track.handler == "soun", track.timescale > 0,
      let media = tree.parent(of: index), let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table)
    else { return }
    let runs = examination.view(TimeToSample.self, of: times)
    guard let counts = runs.column(.sample_count, of: .entries),
      let deltas = runs.column(.sample_delta, of: .entries), counts.count <= 16, deltas.count == counts.count
    else { return }
    var most: (count: UInt64, delta: UInt64) = (0, 0)
    for row in 0..<counts.count where counts[row] > most.count { most = (counts[row], deltas[row]) }
    // The first and the last sample may be of any length.
    guard most.count > 2, most.delta > 0, most.delta < 1 << 32,
      let (descriptor, rate) = advancedAudio(of: track, examination)
    else { return }
    let delta = Double(most.delta)
    // Frames of 1,024, or of 960; with bands replicated some write half or twice as many.
    let isUsual = [1_024, 960, 2_048, 1_920, 512, 480].contains { frame in
      let expected = frame * Double(track.timescale) / rate
      return abs(delta - expected) <= max(1, expected / 200)
    }
    guard !isUsual else { return }
    examination.reader.open(index)
    examination.report(
      index, .found(most.delta), .limit(track.timescale), .expected(UInt64(rate)), field: MediaHeader[.timescale],
      because: [descriptor])
  }

  /// Names the first field of STREAMINFO that no stream can have.
  private static let streamInfo: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let info = examination.view(FLACConfiguration.self, of: index)
    func report(_ field: FLACConfiguration.Field, _ value: UInt64) {
      examination.report(index, .found(value), field: FLACConfiguration[field])
    }
    if let type = info.number(.BlockType), type != 0 { return report(.BlockType, type) }
    guard let least = info.number(.minimum_block_size), let most = info.number(.maximum_block_size),
      let smallest = info.number(.minimum_frame_size), let largest = info.number(.maximum_frame_size),
      let rate = info.number(.sample_rate), let bits = info.number(.bits_per_sample_minus1)
    else { return }
    if least < 16 || least > most { return report(.minimum_block_size, least) }
    // 0 stands for what the encoder did not know.
    if largest != 0, smallest > largest { return report(.minimum_frame_size, smallest) }
    if rate == 0 { return report(.sample_rate, rate) }
    if bits < 3 { return report(.bits_per_sample_minus1, bits) }
  }

  private static let samplingRate: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    let entry = examination.view(AudioEntry.self, of: index)
    guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
      entry.number(.version) == 0,
      let said = entry.real(.samplerate)?.rounded(.down), said > 0
    else { return }
    if tree[index].type == "fLaC" {
      guard let configuration = tree.child("dfLa", of: index),
        let rate = examination.view(FLACConfiguration.self, of: configuration).number(.sample_rate),
        rate > 0,
        // A rate that the description has no room for is a multiple of what stands there.
        rate < 65_536 ? Double(rate) != said : !rate.isMultiple(of: UInt64(said))
      else { return }
      examination.reader.open(index)
      examination.report(
        index, .found(UInt64(said)), .expected(rate), field: AudioEntry[.samplerate])
      return
    }
    guard
      let descriptor = tree.descendants(of: index).first(where: { tree[$0].type == "esds" })
    else { return }
    let reader = examination.reader.reading(descriptor).view(ElementaryStream.self)
    guard let audio = AudioObject(reader), let rate = audio.sampleRate else { return }
    // Spectral band replication doubles the rate, and either is written.
    let plain = AudioObject.coreRate(reader) ?? rate
    guard said != rate, said != plain, rate < 65_536 else { return }
    examination.reader.open(index)
    examination.report(
      index, .found(UInt64(said)), .expected(UInt64(rate)), field: AudioEntry[.samplerate])
  }
}

extension Diagnostic.Kind {
  static let apertureOutside = Self(
    "clean-aperture-outside", .error, "the clean aperture is {found} pixels {code}, the picture has {limit}",
    expected: "a part of the picture")
  static let soundFrameLong = Self(
    "sound-frame-long", .warning, "a frame of AAC lasts {found|milli} s", expected: "a fraction of a second")
}

extension Finding {
  static func apertureOutside(found: UInt64, code: FourCC, limit: UInt64) -> Self {
    Self(.apertureOutside, .found(found), .code(code), .limit(limit))
  }

  /// - Parameters:
  ///   - ticks: How long a frame lasts.
  ///   - hour: The ticks of an hour, more than 0.
  static func soundFrameLong(ticks: UInt64, hour: UInt64) -> Self {
    let milliseconds = Double(ticks) * 3_600_000 / Double(max(hour, 1))
    return Self(.soundFrameLong, .found(UInt64(min(milliseconds.rounded(), 1e15))))
  }
}
