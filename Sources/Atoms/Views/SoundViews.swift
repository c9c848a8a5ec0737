import Structure

/// What decoders need of MPEG-4 streams, and what IAMF wraps (14496-14 §6.7.2, AOM IAMF §6.2.1).
package enum ElementaryStream: FieldView {
  package static let table: StaticString = "esds iacb"
  package static let partial: [Field] = [
    .primary_profile, .additional_profile, .codec_id, .audio_element_type, .loudspeaker_layout,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case objectTypeIndication, avgBitrate, audioObjectType, audioObjectTypeExt,
      samplingFrequencyIndex, samplingFrequency, channelConfiguration,
      extensionSamplingFrequencyIndex, extensionSamplingFrequency, sbrPresentFlag, psPresentFlag,
      start_code, profile_and_level_indication, primary_profile,
      additional_profile, codec_id, num_front_channel_elements, num_lfe_channel_elements,
      front_element_is_cpe, side_element_is_cpe, back_element_is_cpe, audio_element_type, loudspeaker_layout,
      video_signal_type, video_range, colour_description, colour_primaries, transfer_characteristics,
      matrix_coefficients, interlaced
  }
}

/// How Opus is coded (Opus in ISOBMFF §4.3.2).
package enum OpusConfiguration: FieldView {
  package static let table: StaticString = "dOps"
  package enum Field: String, CaseIterable, Sendable {
    case OutputChannelCount, PreSkip, InputSampleRate, OutputGain, ChannelMappingFamily
  }
}

/// How loud sound was measured to be (14496-12 §12.2.7).
package enum MeasuredLoudness: FieldView {
  package static let table: StaticString = "tlou alou"
  package enum Field: String, CaseIterable, Sendable {
    case bs_true_peak_level, measurements, method_definition, method_value
  }

  /// What is measured by a method whose values are quarters of an LKFS; `nil` of those in other units (23003-4
  /// Table A.48).
  package static func loudness(by method: UInt64) -> String? {
    (1...5).contains(method) ? AudioExtensions.methods[method]?.description : nil
  }
}

/// How Apple Lossless is coded.
package enum ALACConfiguration: FieldView {
  package static let table: StaticString = "alac"
  package static let parents: StaticString = "alac wave enca"
  package enum Field: String, CaseIterable, Sendable { case bitDepth, numChannels, sampleRate }
}

/// How FLAC is coded (FLAC in ISOBMFF §3.3.2).
package enum FLACConfiguration: FieldView {
  package static let table: StaticString = "dfLa"
  package enum Field: String, CaseIterable, Sendable {
    case sample_rate, channels_minus1, bits_per_sample_minus1, BlockType, minimum_block_size,
      maximum_block_size, minimum_frame_size, maximum_frame_size
  }
}

/// How AC-3 and E-AC-3 are coded (ETSI TS 102 366 §F.4, §F.6).
package enum DolbyConfiguration: FieldView {
  package static let table: StaticString = "dac3 dec3"
  package static let partial: [Field] = [
    .bit_rate_code, .data_rate, .chan_loc, .flag_ec3_extension_type_a,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case fscod, acmod, lfeon, bit_rate_code, data_rate, chan_loc, flag_ec3_extension_type_a
  }
}

/// Which channels Dolby TrueHD has (Dolby MLP).
package enum TrueHDConfiguration: FieldView {
  package static let table: StaticString = "dmlp"
  package enum Field: String, CaseIterable, Sendable {
    case sixChannelAssignment = "6ch_presentation_channel_assignment"
    case eightChannelAssignment = "8ch_presentation_channel_assignment"
  }
}

/// How AC-4 is coded (ETSI TS 103 190-2 §E.5).
package enum AC4Configuration: FieldView {
  package static let table: StaticString = "dac4"
  package enum Field: String, CaseIterable, Sendable {
    case bitstream_version, fs_index, n_presentations, bit_rate, presentation_version, mdcompat, dsi_presentation_ch_mode
  }
}

/// How DTS is coded (ETSI TS 102 114 §E.2.2.3.1).
package enum DTSConfiguration: FieldView {
  package static let table: StaticString = "ddts"
  package enum Field: String, CaseIterable, Sendable {
    case DTSSamplingFrequency, maxBitrate, avgBitrate, pcmSampleDepth
  }
}

/// How MPEG-H audio is coded (23008-3 §20.4).
package enum MPEGHConfiguration: FieldView {
  package static let table: StaticString = "mhaC"
  package enum Field: String, CaseIterable, Sendable {
    case mpegh3daProfileLevelIndication, referenceChannelLayout
  }
}

/// Profiles that MPEG-H audio keeps to as well (23008-3 §20.7).
package enum MPEGHProfiles: FieldView {
  package static let table: StaticString = "mhaP"
  package enum Field: String, CaseIterable, Sendable { case CompatibleSetIndications }
}

/// How PCM is stored (23003-5 §5.3).
package enum PCMConfiguration: FieldView {
  package static let table: StaticString = "pcmC"
  package enum Field: String, CaseIterable, Sendable { case format_flags, PCM_sample_size }
}

/// Which speakers the channels are for (QTFF, Audio Channel Layout Atom).
package enum AudioChannelLayout: FieldView {
  package static let table: StaticString = "chan"
  package enum Field: String, CaseIterable, Sendable {
    case mChannelLayoutTag, mChannelBitmap, mChannelDescriptions, mChannelLabel
  }
}

/// Which speakers the channels are for (14496-12 §12.2.4).
package enum ChannelLayout: FieldView {
  package static let table: StaticString = "chnl"
  package enum Field: String, CaseIterable, Sendable { case definedLayout }
}
