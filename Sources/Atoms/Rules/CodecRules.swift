import ByteReading
import Structure

/// What sample descriptions must say, and agree on with the parameter sets in them.
enum CodecRules {
  static let rules: [Rule] = [
    Rule(
      "decoder-configuration-missing", .error, "'{type}' without '{other|code}'",
      "the specification of the codec",
      why: "The configuration holds what a decoder needs before the first sample.",
      players: "They cannot decode the track.",
      mend: "Restore it from another file of the same encoder and settings.",
      of: "avc1 avc3 hvc1 hev1 vvc1 av01 vp08 vp09 mp4a Opus fLaC ac-3 ec-3", test: configuration),
    Rule(
      "parameter-sets-missing", .error, "'{other|code}' has no parameter sets",
      "14496-15 §5.3.3, §8.3.3",
      why: "This sample entry promises that parameter sets stand here and not in the samples.",
      players: "They cannot decode unless the samples have them after all.",
      mend: "Write the sets here, or use 'avc3' or 'hev1', which allow them in the samples.",
      of: "avcC hvcC", test: parameterSets),
    Rule(
      "profile-differs", .error,
      "says profile {present}, its first sequence parameter set {promised}", "14496-15 §5.3.3",
      why:
        "The configuration repeats the profile of the parameter sets, so that nobody has to decode them.",
      players: "They choose a decoder by one and fail on the other.",
      mend: "Copy bytes 1 to 3 of the sequence parameter set.", of: "avcC", test: profile),
    Rule(
      "picture-size-differs", .warning,
      "{field} is {present} in the sample description, {promised} in the parameter set",
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
        if examination.number("lengthSizeMinusOne", of: index) == 2 {
          examination.report(index, field: "lengthSizeMinusOne")
        }
      }),
    Rule(
      "pixel-aspect-zero", .warning, "a side of a pixel is 0", "14496-12 §12.1.4",
      why: "The two numbers are a ratio; with 0 there is none.",
      players: "They take square pixels.",
      mend: "Write 1 and 1, or remove 'pasp'.", of: "pasp",
      test: { examination, index in
        examination.reader.open(index)
        for name in ["hSpacing", "vSpacing"] as [StaticString]
        where examination.reader.number(name) == 0 {
          examination.report(index, field: name)
          return
        }
      }),
    Rule(
      "clean-aperture-invalid", .error, "{field} is {present}", "14496-12 §12.1.4",
      why: "The clean aperture is a part of the picture, given as fractions.",
      players: "They ignore it, or cut all of the picture away.",
      mend: "Write a size within the picture, with denominators above 0.", of: "clap",
      test: aperture),
    Rule(
      "sampling-rate-differs", .warning,
      "the sample description says {present} Hz, the decoder configuration {promised} Hz",
      "14496-14 §5.6, 14496-12 §12.2.3",
      why: "The rate of the description is that of the sound; players time by it.",
      players: "Some play too fast or too slowly.",
      mend: "Write the rate of the decoder configuration.", of: "mp4a", test: samplingRate),
    Rule(
      "bit-rate-order", .warning, "average {present} bit/s, maximum {promised} bit/s",
      "14496-12 §8.5.2",
      why: "An average is not above the maximum.",
      players: "They reserve too little.",
      mend: "Correct the two numbers, or remove 'btrt'.", of: "btrt",
      test: { examination, index in
        examination.reader.open(index)
        guard let most = examination.reader.number("maxBitrate"), most > 0,
          let average = examination.reader.number("avgBitrate"), average > most
        else { return }
        examination.report(index, field: "avgBitrate", promised: most, present: average)
      }),
    Rule(
      "colour-missing", .note, "nothing says which colours are meant", "14496-12 §12.1.5",
      why: "Without 'colr' the colours are guessed from the size of the picture.",
      players: "They show slightly different colours, one from another.",
      mend: "Write 'colr' nclx with the primaries, transfer and matrix of the video.",
      isThorough: true, of: "avc1 avc3 hvc1 hev1 av01 vp09",
      test: { examination, index in
        let tree = examination.tree
        guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
          tree.child("colr", of: index) == nil
        else { return }
        examination.report(index)
      }),
  ]

  private static let configuration: @Sendable (Examination, Int) -> Void = { examination, index in
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
    for inner in index + 1..<max(index + 1, Int(tree[index].subtreeEnd))
    where types.contains(tree[inner].type) { return }
    // Sound in QuickTime files describes itself; only `mp4a` needs a descriptor there as well.
    if examination.atoms?.value(of: .brandIsQuickTime, at: index) == 1,
      tree[index].type.isListed(in: "ac-3 ec-3 vp08 vp09")
    {
      return
    }
    examination.report(index, other: UInt64(types[0].rawValue))
  }

  private static let parameterSets: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index),
      tree[entry].type == "avc1" || tree[entry].type == "hvc1"
    else { return }
    examination.reader.open(index)
    let count =
      examination.reader.number("numOfSequenceParameterSets")
      ?? examination.reader.number("numOfArrays")
    guard count == 0 else { return }
    examination.report(index, other: UInt64(tree[index].type.rawValue))
  }

  private static let profile: @Sendable (Examination, Int) -> Void = { examination, index in
    examination.reader.open(index)
    guard let said = examination.reader.number("AVCProfileIndication"),
      let profile = examination.reader.number("profile_idc"), said != profile
    else { return }
    examination.report(
      index, field: "AVCProfileIndication", promised: profile, present: said)
  }

  private static let pictureSize: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let entry = tree.parent(of: index), let place = tree.parent(of: entry),
      tree[place].type == "stsd"
    else { return }
    examination.reader.open(index)
    guard let size = PictureSize(examination.reader) else { return }
    examination.reader.open(entry)
    for (name, promised) in [("width", size.width), ("height", size.height)]
      as [(StaticString, UInt64)]
    {
      guard let present = examination.reader.number(name), present > 0, present != promised else {
        continue
      }
      examination.report(entry, field: name, promised: promised, present: present)
    }
  }

  private static let aperture: @Sendable (Examination, Int) -> Void = { examination, index in
    examination.reader.open(index)
    for name in [
      "cleanApertureWidthD", "cleanApertureHeightD", "horizOffD", "vertOffD",
      "cleanApertureWidthN", "cleanApertureHeightN",
    ] as [StaticString] where examination.reader.number(name) == 0 {
      examination.report(index, field: name)
      return
    }
  }

  private static let samplingRate: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
      examination.number("version", of: index) == 0,
      let said = examination.reader.real("samplerate")?.rounded(.down), said > 0
    else { return }
    guard
      let descriptor = (index + 1..<max(index + 1, Int(tree[index].subtreeEnd))).first(where: {
        tree[$0].type == "esds"
      })
    else { return }
    let reader = examination.reader.reading(descriptor)
    guard let audio = AudioObject(reader), let rate = audio.sampleRate else { return }
    // Spectral band replication doubles the rate, and either is written.
    let plain = AudioObject.coreRate(reader) ?? rate
    guard said != rate, said != plain, rate < 65_536 else { return }
    examination.reader.open(index)
    examination.report(
      index, field: "samplerate", promised: UInt64(rate), present: UInt64(said))
  }
}

/// The size of pictures after cropping, from the first sequence parameter set of a configuration.
struct PictureSize {
  let width: UInt64
  let height: UInt64

  /// Reads the `avcC` or `hvcC` that `node` has open; nothing when it has no set, or one that says
  /// nonsense.
  init?(_ node: NodeReader) {
    // `hvcC` has a field of this name before its parameter sets.
    let before = node.number("general_profile_idc") == nil ? 0 : 1
    let chroma = node.number("chroma_format_idc", after: before) ?? 1
    // Cropping counts in units of chroma samples (14496-10 §7.4.2.1.1, 23008-2 §7.4.3.2.1).
    let across: UInt64 = chroma == 1 || chroma == 2 ? 2 : 1
    let down: UInt64 = chroma == 1 ? 2 : 1
    if let blocks = node.number("pic_width_in_mbs_minus1"),
      let units = node.number("pic_height_in_map_units_minus1"),
      let frames = node.number("frame_mbs_only_flag"), blocks < 65_536, units < 65_536
    {
      let fields: UInt64 = frames == 1 ? 1 : 2
      func crop(_ name: StaticString) -> UInt64 { min(node.number(name) ?? 0, 1 << 20) }
      let columns = (crop("frame_crop_left_offset") + crop("frame_crop_right_offset")) * across
      let rows =
        (crop("frame_crop_top_offset") + crop("frame_crop_bottom_offset")) * down * fields
      let width = (blocks + 1) * 16
      let height = (units + 1) * 16 * fields
      guard columns < width, rows < height else { return nil }
      self.width = width - columns
      self.height = height - rows
      return
    }
    guard let width = node.number("pic_width_in_luma_samples"),
      let height = node.number("pic_height_in_luma_samples"), width < 1 << 20, height < 1 << 20
    else { return nil }
    func crop(_ name: StaticString) -> UInt64 { min(node.number(name) ?? 0, 1 << 20) }
    let columns = (crop("conf_win_left_offset") + crop("conf_win_right_offset")) * across
    let rows = (crop("conf_win_top_offset") + crop("conf_win_bottom_offset")) * down
    guard columns < width, rows < height else { return nil }
    self.width = width - columns
    self.height = height - rows
  }
}
