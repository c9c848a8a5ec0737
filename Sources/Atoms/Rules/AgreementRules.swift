import ByteReading
import MediaFacts
import Structure

/// What two places of a file say of the same thing.
enum AgreementRules {
  static let rules: [Rule] = [
    Rule(
      "colour-differs", .warning,
      "{field} is {found}, the first sequence parameter set has {expected}",
      "14496-12 §12.1.5, 14496-10 §E.2.1, 23008-2 §E.3.1",
      why: "'colr' and the video itself say which colours are meant; here they disagree.",
      players: "Some believe the one, some the other: the same film has two looks.",
      mend: "Write into 'colr' what the parameter set says, or remove 'colr'.", of: "colr",
      test: colour),
    Rule(
      "level-differs", .warning,
      "{field} is {found}, a sequence parameter set needs {expected}",
      expected: "{expected} or more", "14496-15 §5.3.3.1, §8.3.3.1",
      why: "The level of the configuration is for all parameter sets in it.",
      players: "They choose a decoder by it, and may choose one that is too small.",
      mend: "Write the highest level of the parameter sets.", of: "avcC hvcC", test: level),
    Rule(
      "stereo-one-layer", .warning,
      "views of both eyes are said, one layer is coded, and no 'pkin' says how they share a picture",
      "Apple Stereo Video, 14496-15 §9.4.3",
      why: "A second view is a layer of its own, which 'lhvC' describes, or a part of each picture, which 'pkin' does.",
      players: "They show one view to both eyes, or both views beside each other.",
      mend: "Clear the flag of the eye that is not coded, or write 'lhvC' or 'pack' as the encoder has them.",
      of: "stri", test: views),
    Rule(
      "channel-count-differs", .warning,
      "channelcount is {found}, the decoder configuration has {expected} channels",
      "14496-12 §12.2.3, 14496-3 §1.6.3.4",
      why: "The number of the entry is what programs show before they decode anything.",
      players: "They show a wrong number; some set up the wrong number of loudspeakers.",
      mend: "Write the channels of the decoder configuration.", of: "mp4a Opus fLaC",
      test: channels),
    Rule(
      "object-type-differs", .warning,
      "objectTypeIndication is 0x{found:x}, the configuration is of audio object type {expected}",
      "14496-1 §7.2.6.6, 14496-3 §1.5.1",
      why: "The descriptor names the coding, and so does the configuration inside it.",
      players: "They choose a decoder by one and fail on the other.",
      mend: "Write 0x40 (MPEG-4 audio), or the number of the coding that is meant.", of: "esds",
      test: objectType),
    Rule(
      "language-zero", .note, "the language is 0, which is no three letters",
      expected: "'und' (0x55C4) when it is not known", "14496-12 §8.4.2",
      why: "Only QuickTime has numbers of languages, and 0 is English there.",
      players: "They show no language, or English.",
      mend: "Write 'und' (0x55C4), or the language.", of: "mdhd",
      test: { examination, index in
        // Timecode and hints have no words.
        guard examination.view(MediaHeader.self, of: index).number(.language) == 0,
          examination.atoms?.value(of: .brandIsQuickTime, at: index) != 1,
          !(examination.atoms?.track(at: index)?.handler?.isListed(in: "tmcd hint") ?? false)
        else { return }
        examination.report(index, field: MediaHeader[.language])
      }),
    Rule(
      "segment-index-timescale", .note,
      "timescale is {found}, that of track {track} is {expected}", "14496-12 §8.16.3",
      why: "Times of the index and of the track are compared; with one timescale no rounding is.",
      players: "They play it; some are off by a tick when they seek.",
      mend: "Write the index in the timescale of the track.", of: "sidx", test: indexTimescale),
    Rule(
      "time-after-modification", .warning,
      "{field} is {found|time}, the movie was modified last at {limit|time}",
      "14496-12 §8.2.2, §8.3.2, §8.4.2",
      why: "Nothing in a movie is younger, by years, than its last modification.",
      players: "They show a wrong date, or sort by it.",
      mend: "Correct the time, or write 0 for 'not known'.", of: "mvhd tkhd mdhd", test: times),
  ]

  // MARK: Video

  /// The configuration with parameter sets in the sample entry at `entry`.
  private static func configuration(_ tree: Tree, _ entry: NodeIndex) -> NodeIndex? {
    tree.child("avcC", of: entry) ?? tree.child("hvcC", of: entry)
  }

  private static let views: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let eyes = tree.parent(of: index), let usage = tree.parent(of: eyes), tree[usage].type == "vexu",
      let entry = tree.parent(of: usage)
    else { return }
    let view = examination.view(StereoView.self, of: index)
    guard view.number(.has_left_eye_view) == 1, view.number(.has_right_eye_view) == 1,
      tree.child("pack", of: usage) == nil, CodedLayers(of: entry, in: tree, by: examination.reader) == .one
    else { return }
    examination.report(index)
  }

  /// The transfer characteristics are left out: a stream for all displays names those of the usual
  /// ones and leaves the real ones to 'colr' (HLG, ITU-T H.265 §E.3.1).
  private static let colour: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index), let place = tree.parent(of: entry),
      tree[place].type == "stsd", let configuration = configuration(tree, entry)
    else { return }
    let set = examination.reader.reading(configuration)
    let said = examination.view(ColourInformation.self, of: index)
    let avc = set.view(AVCConfiguration.self)
    let hevc = set.view(HEVCConfiguration.self)
    guard
      avc.number(.video_signal_type_present_flag) == 1
        || hevc.number(.video_signal_type_present_flag) == 1,
      let type = said.code(.colour_type), type == "nclx" || type == "nclc"
    else { return }
    func compare(
      _ field: ColourInformation.Field, _ promised: UInt64?, unspecified: UInt64?,
      alike: [UInt64] = []
    ) {
      guard let promised, let present = said.number(field), present != promised,
        unspecified == nil || present != unspecified && promised != unspecified,
        !(alike.contains(present) && alike.contains(promised))
      else { return }
      examination.report(
        index, .found(present), .expected(promised), field: ColourInformation[field])
    }
    if avc.number(.colour_description_present_flag) == 1
      || hevc.number(.colour_description_present_flag) == 1
    {
      compare(
        .colour_primaries, avc.number(.colour_primaries) ?? hevc.number(.colour_primaries),
        unspecified: 2)
      compare(
        .matrix_coefficients, avc.number(.matrix_coefficients) ?? hevc.number(.matrix_coeffs),
        // Two names of one matrix (ITU-T H.273, table 4).
        unspecified: 2, alike: [5, 6])
    }
    compare(
      .full_range_flag,
      avc.number(.video_full_range_flag) ?? hevc.number(.video_full_range_flag), unspecified: nil)
  }

  private static let level: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    var highest: UInt64 = 0
    let avc = examination.view(AVCConfiguration.self, of: index)
    if let said = avc.number(.AVCLevelIndication) {
      avc.withEach(.level_idc) { field in
        highest = max(highest, field.raw)
        return true
      }
      // Level 1b is 9 or 11, depending on the profile.
      if said == 9 || highest <= said || highest == 9 { return }
      examination.report(
        index, .found(said), .expected(highest), field: AVCConfiguration[.AVCLevelIndication])
      return
    }
    let hevc = examination.view(HEVCConfiguration.self, of: index)
    guard let said = hevc.number(.general_level_idc) else { return }
    var isFirst = true
    hevc.withEach(.general_level_idc) { field in
      // The first is the configuration's own; those of several layers together are for who decodes these.
      if !isFirst, !isOfLayers(field) { highest = max(highest, field.raw) }
      isFirst = false
      return true
    }
    guard highest > said else { return }
    examination.report(
      index, .found(said), .expected(highest), field: HEVCConfiguration[.general_level_idc])
  }

  /// Whether a field stands in the extension of a video parameter set.
  private static func isOfLayers(_ field: borrowing FieldReading) -> Bool {
    var row = field.row
    while row >= 0 {
      if field.program.row(row, is: HEVCConfiguration[.vps_extension]) { return true }
      row = field.program.enclosing[row]
    }
    return false
  }

  // MARK: Sound

  private static let channels: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
      let said = examination.view(AudioEntry.self, of: index).number(.channelcount)
    else { return }
    let promised: UInt64?
    switch tree[index].type {
    case "mp4a":
      // 2 is what the specification of the entry has for all (14496-14 §6.7.2).
      guard said != 2, let descriptor = Codec.descendant("esds", of: examination.reader) else {
        return
      }
      let audio = AudioObject(descriptor.view(ElementaryStream.self))
      promised = audio?.channels
      // One channel of which two are made is either.
      if audio?.hasParametricStereo == true, said == 1 { return }
    case "Opus":
      promised = Codec.descendant("dOps", of: examination.reader)?.view(OpusConfiguration.self)
        .number(.OutputChannelCount)
    case "fLaC":
      promised = Codec.descendant("dfLa", of: examination.reader)?.view(FLACConfiguration.self)
        .number(.channels_minus1)
        .map { $0 + 1 }
    default: promised = nil
    }
    guard let promised, promised > 0, promised != said else { return }
    examination.report(
      index, .found(said), .expected(promised), field: AudioEntry[.channelcount])
  }

  private static let objectType: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let fields = examination.view(ElementaryStream.self, of: index)
    guard let object = fields.number(.objectTypeIndication),
      let audio = AudioObject(fields)
    else { return }
    let isOfKind: Bool
    switch object {
    // MPEG-2 AAC: Main, Low Complexity, Scalable Sampling Rate; with high frequencies apart.
    case 0x66: isOfKind = audio.type == 1 || audio.type == 5
    case 0x67: isOfKind = audio.type == 2 || audio.type == 5 || audio.type == 29
    case 0x68: isOfKind = audio.type == 3 || audio.type == 5
    // MPEG-2 and MPEG-1 audio, layers 1 to 3: they need no configuration, and some writers give one.
    case 0x69, 0x6B: isOfKind = (32...34).contains(audio.type)
    default: return
    }
    if isOfKind { return }
    examination.report(
      index, .expected(audio.type), .found(object), field: ElementaryStream[.audioObjectType])
  }

  // MARK: Times

  private static let indexTimescale: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let fields = examination.view(SegmentIndex.self, of: index)
    guard let id = fields.number(.reference_ID),
      let timescale = fields.number(.timescale), timescale > 0,
      let track = examination.atoms?.track(id: id), track.timescale > 0,
      track.timescale != timescale
    else { return }
    examination.report(
      index, .found(timescale), .expected(track.timescale), .track(id),
      field: SegmentIndex[.timescale])
  }

  private static let times: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let movie = tree.child("moov", of: nil), let header = tree.child("mvhd", of: movie),
      let last = examination.view(MovieHeader.self, of: header).number(.modification_time),
      last >= firstMovie,
      last < .max - twoYears
    else { return }
    for (field, time) in examination.times(of: index) where time > last + twoYears {
      examination.report(index, .found(time), .limit(last), field: field)
    }
  }

  /// In seconds.
  private static let twoYears: UInt64 = 2 * 366 * 86_400

  /// 1990-01-01: what was modified before says nothing, as 0 does; such is the first second of Unix.
  private static let firstMovie: UInt64 = 2_082_844_800 + 631_152_000
}
