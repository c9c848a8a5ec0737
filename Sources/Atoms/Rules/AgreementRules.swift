import ByteReading
import Structure

/// What two places of a file say of the same thing.
enum AgreementRules {
  static let rules: [Rule] = [
    Rule(
      "colour-differs", .warning,
      "{field} is {present}, the first sequence parameter set has {promised}",
      "14496-12 §12.1.5, 14496-10 §E.2.1, 23008-2 §E.3.1",
      why: "'colr' and the video itself say which colours are meant; here they disagree.",
      players: "Some believe the one, some the other: the same film has two looks.",
      mend: "Write into 'colr' what the parameter set says, or remove 'colr'.", of: "colr",
      test: colour),
    Rule(
      "level-differs", .warning,
      "{field} is {present}, a sequence parameter set needs {promised}",
      expected: "{promised} or more", "14496-15 §5.3.3.1, §8.3.3.1",
      why: "The level of the configuration is for all parameter sets in it.",
      players: "They choose a decoder by it, and may choose one that is too small.",
      mend: "Write the highest level of the parameter sets.", of: "avcC hvcC", test: level),
    Rule(
      "channel-count-differs", .warning,
      "channelcount is {present}, the decoder configuration has {promised} channels",
      "14496-12 §12.2.3, 14496-3 §1.6.3.4",
      why: "The number of the entry is what programs show before they decode anything.",
      players: "They show a wrong number; some set up the wrong number of loudspeakers.",
      mend: "Write the channels of the decoder configuration.", of: "mp4a Opus fLaC",
      test: channels),
    Rule(
      "object-type-differs", .warning,
      "objectTypeIndication is 0x{promised:x}, the configuration is of audio object type {present}",
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
        guard examination.number("language", of: index) == 0,
          examination.atoms?.value(of: .brandIsQuickTime, at: index) != 1
        else { return }
        examination.report(index, field: "language")
      }),
    Rule(
      "segment-index-timescale", .note,
      "timescale is {present}, that of track {other} is {promised}", "14496-12 §8.16.3",
      why: "Times of the index and of the track are compared; with one timescale no rounding is.",
      players: "They play it; some are off by a tick when they seek.",
      mend: "Write the index in the timescale of the track.", of: "sidx", test: indexTimescale),
    Rule(
      "time-after-modification", .warning,
      "{field} is {present|time}, the movie was modified last at {promised|time}",
      "14496-12 §8.2.2, §8.3.2, §8.4.2",
      why: "Nothing in a movie is younger, by years, than its last modification.",
      players: "They show a wrong date, or sort by it.",
      mend: "Correct the time, or write 0 for 'not known'.", of: "mvhd tkhd mdhd", test: times),
  ]

  // MARK: Video

  /// The configuration with parameter sets in the sample entry at `entry`.
  private static func configuration(_ tree: Tree, _ entry: Int) -> Int? {
    tree.child("avcC", of: entry) ?? tree.child("hvcC", of: entry)
  }

  /// The transfer characteristics are left out: a stream for all displays names those of the usual
  /// ones and leaves the real ones to 'colr' (HLG, ITU-T H.265 §E.3.1).
  private static let colour: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index), let place = tree.parent(of: entry),
      tree[place].type == "stsd", let configuration = configuration(tree, entry)
    else { return }
    let set = examination.reader.reading(configuration)
    examination.reader.open(index)
    guard set.number("video_signal_type_present_flag") == 1,
      let type = examination.reader.code("colour_type"), type == "nclx" || type == "nclc"
    else { return }
    func compare(_ name: StaticString, _ promised: UInt64?, unspecified: UInt64?) {
      guard let promised, let present = examination.reader.number(name), present != promised,
        unspecified == nil || present != unspecified && promised != unspecified
      else { return }
      examination.report(index, field: name, promised: promised, present: present)
    }
    if set.number("colour_description_present_flag") == 1 {
      compare("colour_primaries", set.number("colour_primaries"), unspecified: 2)
      compare(
        "matrix_coefficients", set.number("matrix_coefficients") ?? set.number("matrix_coeffs"),
        unspecified: 2)
    }
    compare("full_range_flag", set.number("video_full_range_flag"), unspecified: nil)
  }

  private static let level: @Sendable (Examination, Int) -> Void = { examination, index in
    examination.reader.open(index)
    let reader = examination.reader
    let isAVC = examination.tree[index].type == "avcC"
    let name: StaticString = isAVC ? "AVCLevelIndication" : "general_level_idc"
    guard let said = reader.number(name) else { return }
    var highest: UInt64 = 0
    if isAVC {
      reader.withEach("level_idc") { field in
        highest = max(highest, field.raw)
        return true
      }
      // Level 1b is 9 or 11, depending on the profile.
      if said == 9 || highest == 9 { return }
    } else {
      var isFirst = true
      reader.withEach(name) { field in
        // The first is the configuration's own.
        if !isFirst { highest = max(highest, field.raw) }
        isFirst = false
        return true
      }
    }
    guard highest > said else { return }
    examination.report(index, field: name, promised: highest, present: said)
  }

  // MARK: Sound

  private static let channels: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
      let said = examination.number("channelcount", of: index)
    else { return }
    let promised: UInt64?
    switch tree[index].type {
    case "mp4a":
      // 2 is what the specification of the entry has for all (14496-14 §6.7.2).
      guard said != 2, let descriptor = Codec.descendant("esds", of: examination.reader) else {
        return
      }
      let audio = AudioObject(descriptor)
      promised = audio?.channels
      // One channel of which two are made is either.
      if audio?.hasParametricStereo == true, said == 1 { return }
    case "Opus":
      promised = Codec.descendant("dOps", of: examination.reader)?.number("OutputChannelCount")
    case "fLaC":
      promised = Codec.descendant("dfLa", of: examination.reader)?.number("channels_minus1")
        .map { $0 + 1 }
    default: promised = nil
    }
    guard let promised, promised > 0, promised != said else { return }
    examination.report(index, field: "channelcount", promised: promised, present: said)
  }

  private static let objectType: @Sendable (Examination, Int) -> Void = { examination, index in
    examination.reader.open(index)
    guard let object = examination.reader.number("objectTypeIndication"),
      let audio = AudioObject(examination.reader)
    else { return }
    let isOfKind: Bool
    switch object {
    // MPEG-2 AAC: Main, Low Complexity, Scalable Sampling Rate; with high frequencies apart.
    case 0x66: isOfKind = audio.type == 1 || audio.type == 5
    case 0x67: isOfKind = audio.type == 2 || audio.type == 5 || audio.type == 29
    case 0x68: isOfKind = audio.type == 3 || audio.type == 5
    default: return
    }
    if isOfKind { return }
    examination.report(
      index, field: "audioObjectType", promised: object, present: audio.type)
  }

  // MARK: Times

  private static let indexTimescale: @Sendable (Examination, Int) -> Void = {
    examination, index in
    guard let id = examination.number("reference_ID", of: index),
      let timescale = examination.reader.number("timescale"), timescale > 0,
      let track = examination.atoms?.track(id: id), track.timescale > 0,
      track.timescale != timescale
    else { return }
    examination.report(
      index, field: "timescale", promised: track.timescale, present: timescale, other: id)
  }

  private static let times: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let movie = tree.child("moov", of: nil), let header = tree.child("mvhd", of: movie),
      let last = examination.number("modification_time", of: header), last > 0,
      last < .max - twoYears
    else { return }
    examination.reader.open(index)
    for name in ["creation_time", "modification_time"] as [StaticString] {
      guard let time = examination.reader.number(name), time > last + twoYears else { continue }
      examination.report(index, field: name, promised: last, present: time)
    }
  }

  /// In seconds.
  private static let twoYears: UInt64 = 2 * 366 * 86_400
}
