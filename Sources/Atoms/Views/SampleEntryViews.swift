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
    case data_reference_index, width, height, horizresolution, compressorname, depth
  }
}

/// How the samples of an audio track are coded (14496-12 §12.2.3; QTFF, Sound Sample Descriptions).
package enum AudioEntry: FieldView {
  package static let table: StaticString = ""
  package static var families: [any SyntaxFamily.Type] { [AudioSampleEntries.self] }
  package enum Field: String, CaseIterable, Sendable {
    case data_reference_index, version, channelcount, samplesize, compression_ID, samplerate,
      samples_per_packet, bytes_per_frame, audioSampleRate, numAudioChannels, constBitsPerChannel,
      formatSpecificFlags, constBytesPerAudioPacket, constLPCMFramesPerAudioPacket
  }
  /// Dolby TrueHD has the fields of version 0 alone.
  package static let partial: [Field] = [
    .samples_per_packet, .bytes_per_frame, .audioSampleRate, .numAudioChannels,
    .constBitsPerChannel, .formatSpecificFlags, .constBytesPerAudioPacket,
    .constLPCMFramesPerAudioPacket,
  ]
}

/// How wide pixels are for their height (14496-12 §12.1.4).
package enum PixelAspectRatio: FieldView {
  package static let table: StaticString = "pasp"
  package enum Field: String, CaseIterable, Sendable { case hSpacing, vSpacing }
}
