import ByteReading
import MediaFacts
import Structure

/// What sample descriptions must say for anybody to know how samples are coded.
enum DescriptionRules {
  static let rules: [Rule] = [
    Rule(
      "picture-size-zero", .warning, "{field} of '{code}' is 0", "14496-12 §12.1.3",
      why: "The size of the description is that of the decoded pictures; there are none of this size.",
      players: "Chromium refuses the file; others take the size from the samples.",
      mend: "Write the cropped size of the parameter set.", of: "stsd", test: pictureSize),
    Rule(
      "object-type-missing", .warning, "nothing says how samples of '{code}' are coded", "14496-1 §7.2.6.6, 14496-14 §6.7",
      why: "The descriptor names the coding in its decoder configuration, which is not there, or names none.",
      players: "Firefox leaves the track out; others guess AAC in stereo.",
      mend: "Restore 'esds' from another file of the same encoder and settings.", of: "esds", test: missingType),
    Rule(
      "object-type-unsuited", .warning,
      "objectTypeIndication is 0x{found:x} in a track whose handler is '{handler}'", "14496-1 §7.2.6.6, Table 5",
      why: "The descriptor names a coding of pictures for sound, or one of sound for pictures.",
      players: "They look for a decoder that cannot decode the samples, and leave the track out.",
      mend: "Write the number of the coding that is meant: 0x40 for AAC, 0x20 for MPEG-4 Visual.", of: "esds",
      test: unsuitedType),
    Rule(
      "aac-configuration-missing", .warning, "'{code}' without an AudioSpecificConfig", "14496-3 §1.6.2.1, 14496-14 §6.7",
      why: "The configuration has the kind of AAC, its rate and its channels, which a decoder needs first.",
      players: "Firefox leaves the track out; others take rate and channels of the sample entry.",
      mend: "Restore it from another file of the same encoder and settings.", of: "esds", test: audioConfiguration),
    Rule(
      "timecode-rate-invalid", .warning,
      "number_of_frames is {found}, the rate of the frames is {total} / {limit} a second", "QTFF, Timecode Sample Description",
      why: "A timecode counts the frames of a second, as many as time_scale divided by frame_duration; of 0 there is no rate.",
      players: "Editors show other timecodes than were recorded, or none.",
      mend: "Write the rate of the video into time_scale and frame_duration, and its next whole number into number_of_frames.",
      of: "tmcd tc64", test: timecodeRate),
  ]

  private static let pictureSize: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard examination.atoms?.track(at: index)?.handler == "vide" else { return }
    for entry in tree.children(of: index) where !tree[entry].isRaw {
      let size = examination.view(VisualEntry.self, of: entry)
      guard size.isOfItsTable else { continue }
      for field in [.width, .height] as [VisualEntry.Field] where size.number(field) == 0 {
        examination.report(entry, .code(tree[entry].type), field: VisualEntry[field])
        break
      }
    }
  }

  /// The descriptor in the node at `index`, which is open afterwards, and the handler of its track; `nil` where the track
  /// has neither pictures nor sound, and outside sample descriptions.
  private static func descriptor(
    _ examination: Examination, _ index: NodeIndex
  ) -> (fields: View<ElementaryStream>, handler: FourCC)? {
    guard let handler = examination.atoms?.track(at: index)?.handler, handler == "vide" || handler == "soun",
      examination.tree.ancestor("stsd", of: index) != nil
    else { return nil }
    let fields = examination.view(ElementaryStream.self, of: index)
    return fields.isOfItsTable ? (fields, handler) : nil
  }

  private static let missingType: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let fields = descriptor(examination, index)?.fields, fields.number(.objectTypeIndication) ?? 0 == 0 else { return }
    let tree = examination.tree
    // In QuickTime it stands in a 'wave' of the entry.
    var entry = index
    while let above = tree.parent(of: entry), tree[above].type != "stsd" { entry = above }
    examination.report(index, .code(tree[entry].type), field: ElementaryStream[.objectTypeIndication])
  }

  private static let unsuitedType: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let (fields, handler) = descriptor(examination, index), let type = fields.number(.objectTypeIndication)
    else { return }
    guard (handler == "soun" ? pictureTypes : soundTypes).contains(type) else { return }
    examination.report(
      index, .found(type), .handler(handler), field: ElementaryStream[.objectTypeIndication])
  }

  /// Object types of video and of images (the registry at mp4ra.org), in their order.
  private static let pictureTypes: [UInt64] = [
    0x20, 0x21, 0x22, 0x23, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x6A, 0x6C, 0x6D, 0x6E, 0xA3, 0xA4, 0xB0, 0xB1,
  ]

  /// Those of sound.
  private static let soundTypes: [UInt64] = [
    0x40, 0x66, 0x67, 0x68, 0x69, 0x6B, 0xA0, 0xA1, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB2,
    0xB3, 0xDD, 0xE1,
  ]

  private static let audioConfiguration: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let (fields, handler) = descriptor(examination, index), handler == "soun",
      fields.number(.objectTypeIndication) == 0x40, fields.number(.audioObjectType) == nil
    else { return }
    examination.report(index, .code(examination.tree[index].type))
  }

  private static let timecodeRate: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let fields = examination.view(TimecodeEntry.self, of: index)
    guard fields.isOfItsTable, let scale = fields.number(.time_scale), let duration = fields.number(.frame_duration),
      let frames = fields.number(.number_of_frames)
    else { return }
    let format = TimecodeFormat(scale: scale, duration: duration, frames: frames, flags: fields.number(.flags) ?? 0)
    let field: TimecodeEntry.Field
    if duration == 0 {
      field = .frame_duration
    } else if scale == 0 {
      field = .time_scale
    } else if frames == 0 && !format.isCounter || !format.agrees {
      field = .number_of_frames
    } else {
      return
    }
    examination.report(
      index, .found(frames), .total(scale), .limit(duration), field: TimecodeEntry[field])
  }
}
