package import Structure

/// How the samples of a video track are coded (14496-12 §12.1.3).
package enum VisualEntry: FieldView {
  package static let table: StaticString = ""
  package static var families: [any SyntaxFamily.Type] {
    [
      VisualSampleEntries.self, NALSampleEntries.self, VideoSampleEntries.self,
      CameraSampleEntries.self,
    ]
  }
  package enum Field: String, CaseIterable, Sendable {
    case data_reference_index, revision_level, vendor, temporal_quality, spatial_quality, width, height,
      horizresolution, compressorname, depth
  }
}

/// How the samples of an audio track are coded (14496-12 §12.2.3; QTFF, Sound Sample Descriptions).
package enum AudioEntry: FieldView {
  package static let table: StaticString = ""
  package static var families: [any SyntaxFamily.Type] { [AudioSampleEntries.self] }
  package enum Field: String, CaseIterable, Sendable {
    case data_reference_index, version, revision_level, vendor, channelcount, samplesize, compression_ID,
      packet_size, samplerate, samples_per_packet, bytes_per_packet, bytes_per_frame, bytes_per_sample,
      audioSampleRate, numAudioChannels, constBitsPerChannel,
      formatSpecificFlags, constBytesPerAudioPacket, constLPCMFramesPerAudioPacket
  }
  /// Dolby TrueHD has the fields of version 0 alone.
  package static let partial: [Field] = [
    .samples_per_packet, .bytes_per_packet, .bytes_per_frame, .bytes_per_sample, .audioSampleRate, .numAudioChannels,
    .constBitsPerChannel, .formatSpecificFlags, .constBytesPerAudioPacket,
    .constLPCMFramesPerAudioPacket,
  ]
}

/// How wide pixels are for their height (14496-12 §12.1.4).
package enum PixelAspectRatio: FieldView {
  package static let table: StaticString = "pasp"
  package enum Field: String, CaseIterable, Sendable { case hSpacing, vSpacing }
}

/// How time codes count (QTFF, Timecode Sample Description).
package enum TimecodeEntry: FieldView {
  package static let table: StaticString = "tmcd tc64"
  package static let parents: StaticString = "stsd"
  package enum Field: String, CaseIterable, Sendable {
    case data_reference_index, flags, time_scale, frame_duration, number_of_frames
  }
}

/// Which XML subtitles are (14496-12 §12.6.3).
package enum XMLSubtitleEntry: FieldView {
  package static let table: StaticString = "stpp"
  package static let parents: StaticString = "stsd"
  package enum Field: String, CaseIterable, Sendable {
    case data_reference_index, namespace, schema_location
  }
}

/// What the messages of a track begin with (ITU-T T.35).
package enum MessageEntry: FieldView {
  package static let table: StaticString = "it35"
  package static let parents: StaticString = "stsd"
  package enum Field: String, CaseIterable, Sendable { case prefix }
}

/// Where the data of other tracks lies (14496-12 §8.5.2).
package enum OtherEntry: FieldView {
  package static let table: StaticString = ""
  package static var families: [any SyntaxFamily.Type] {
    [TextSampleEntries.self, PlainSampleEntries.self, HintSampleEntries.self]
  }
  package static let parents: StaticString = "stsd"
  package enum Field: String, CaseIterable, Sendable { case data_reference_index }
}

/// Which colours are meant (14496-12 §12.1.5).
package enum ColourInformation: FieldView {
  package static let table: StaticString = "colr"
  /// What JPEG 2000 files have of this type is another box (15444-1 §I.5.3.3).
  package static let partial: [Field] = [
    .colour_type, .colour_primaries, .transfer_characteristics, .matrix_coefficients,
    .full_range_flag, .ICC_profile,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case colour_type, colour_primaries, transfer_characteristics, matrix_coefficients,
      full_range_flag, ICC_profile
  }
}

/// Which part of a picture is meant to be seen (14496-12 §12.1.4).
package enum CleanAperture: FieldView {
  package static let table: StaticString = "clap"
  package enum Field: String, CaseIterable, Sendable {
    case cleanApertureWidthN, cleanApertureWidthD, cleanApertureHeightN, cleanApertureHeightD,
      horizOffN, horizOffD, vertOffN, vertOffD
  }
}

/// Which DNxHR it is (Avid).
package enum AvidCompression: FieldView {
  package static let table: StaticString = "ADHR"
  package enum Field: String, CaseIterable, Sendable { case compression_ID }
}

/// How many bits a second has (14496-12 §8.5.2).
package enum BitRate: FieldView {
  package static let table: StaticString = "btrt"
  package enum Field: String, CaseIterable, Sendable { case maxBitrate, avgBitrate }
}

/// The display that a film was graded on (14496-12 §12.1.7; VP Codec ISOBMFF).
package enum MasteringDisplayBox: FieldView {
  package static let table: StaticString = "mdcv SmDm"
  package static let partial: [Field] = [
    .display_primaries, .white_point_x, .white_point_y, .max_display_mastering_luminance,
    .min_display_mastering_luminance, .primaryRChromaticity_x, .primaryRChromaticity_y,
    .primaryGChromaticity_x, .primaryGChromaticity_y, .primaryBChromaticity_x,
    .primaryBChromaticity_y, .whitePointChromaticity_x, .whitePointChromaticity_y,
    .luminanceMax, .luminanceMin,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case display_primaries, white_point_x, white_point_y, max_display_mastering_luminance,
      min_display_mastering_luminance, primaryRChromaticity_x, primaryRChromaticity_y,
      primaryGChromaticity_x, primaryGChromaticity_y, primaryBChromaticity_x,
      primaryBChromaticity_y, whitePointChromaticity_x, whitePointChromaticity_y, luminanceMax,
      luminanceMin
  }
}

/// How bright pictures are (14496-12 §12.1.6, VP Codec ISOBMFF).
package enum ContentLightBox: FieldView {
  package static let table: StaticString = "clli CoLL"
  package static let partial: [Field] = [
    .max_content_light_level, .max_pic_average_light_level, .maxCLL, .maxFALL,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case max_content_light_level, max_pic_average_light_level, maxCLL, maxFALL
  }
}

/// The MIME type of samples (14496-12 §12.3.3).
package enum MIMEType: FieldView {
  package static let table: StaticString = "mime"
  package enum Field: String, CaseIterable, Sendable { case content_type }
}

/// What a number of timed metadata stands for (14496-12 §12.9.4).
package enum KeyDeclaration: FieldView {
  package static let table: StaticString = "keyd"
  package enum Field: String, CaseIterable, Sendable { case key_value }
}

/// What kind of values that has (14496-12 §12.9.4).
package enum KeyDataType: FieldView {
  package static let table: StaticString = "dtyp"
  package enum Field: String, CaseIterable, Sendable { case datatype }
}

extension NodeReader {
  /// Where the data of the open sample entry lies: the number of an entry of `dref`.
  var dataReference: (number: UInt64, field: ViewedField)? {
    func find<Fields: FieldView>(
      _ type: Fields.Type, _ field: Fields.Field
    ) -> (number: UInt64, field: ViewedField)? {
      view(type).number(field).map { ($0, type[field]) }
    }
    return find(VisualEntry.self, .data_reference_index)
      ?? find(AudioEntry.self, .data_reference_index)
      ?? find(TimecodeEntry.self, .data_reference_index)
      ?? find(XMLSubtitleEntry.self, .data_reference_index)
      ?? find(OtherEntry.self, .data_reference_index)
  }

  /// The number of the entry of `dref` where the data of the open sample entry lies.
  package var dataReferenceIndex: UInt64? { dataReference?.number }
}

/// Text in the form of 3GPP (3GPP TS 26.245 §5.16).
package enum TimedTextEntry: FieldView {
  package static let table: StaticString = "tx3g"
  package static let parents: StaticString = "stsd"
  package enum Field: String, CaseIterable, Sendable { case displayFlags }
}

/// The gamma that pictures were made for (QTFF, Video Sample Description Extensions).
package enum GammaLevel: FieldView {
  package static let table: StaticString = "gama"
  package enum Field: String, CaseIterable, Sendable { case level }
}
