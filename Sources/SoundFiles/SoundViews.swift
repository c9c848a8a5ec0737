package import ByteReading
package import Structure

/// What code consults of chunks and streams, by catalogue.
enum SoundViews {
  static let aiff: [any FieldView.Type] = [
    AIFFForm.self, AIFFCommon.self, AIFFSound.self, AIFFMarkers.self, AIFFComments.self,
  ]
  static let wav: [any FieldView.Type] = [
    WAVFormat.self, WAVFact.self, WAVCuePoints.self, WAVLabel.self, WAVLabelledPart.self, WAVSampler.self,
    BroadcastExtension.self, WAVInformation.self, WAVPeaks.self, WAVDisplay.self,
  ]
  static let dsf: [any FieldView.Type] = [DSFStart.self, DSFFormat.self]
  static let dsdiff: [any FieldView.Type] = [DSDIFFRate.self, DSDIFFChannels.self]
  static let audio: [any FieldView.Type] = [StreamInformation.self, TTAHeader.self]
}

/// Which kind of file it is (AIFF 1.3, Form).
package enum AIFFForm: FieldView {
  package static let table: StaticString = "FORM"
  package enum Field: String, CaseIterable, Sendable { case formType }
}

/// How the sound is stored (AIFF 1.3, Common Chunk).
package enum AIFFCommon: FieldView {
  package static let table: StaticString = "COMM"
  package enum Field: String, CaseIterable, Sendable {
    case numChannels, numSampleFrames, sampleSize, sampleRate, compressionType
  }
}

/// How many bytes the samples of AIFF-C take (AIFF-C draft of 1991, Compression types).
package enum AIFFPacking {
  /// As the header says.
  case plain
  /// One each, whatever the header says that they are decoded to.
  case eightBits
  /// 34 for 64 of a channel.
  case blocks

  /// - Parameter compression: `nil` for AIFF, which has none.
  /// - Returns: `nil` for one of which that is not known.
  package init?(_ compression: FourCC?) {
    switch compression {
    case nil, "NONE", "sowt", "twos", "in24", "in32", "fl32", "FL32", "fl64", "FL64": self = .plain
    case "ulaw", "ULAW", "alaw", "ALAW": self = .eightBits
    case "ima4": self = .blocks
    default: return nil
    }
  }
}

/// Where in its chunk the sound begins (AIFF 1.3, Sound Data Chunk).
enum AIFFSound: FieldView {
  static let table: StaticString = "SSND"
  enum Field: String, CaseIterable, Sendable { case offset }
}

extension Document {
  /// How many bytes of its payload stand before the samples of an `SSND`: its two numbers, and what the first of them
  /// says is to be passed over. It may be more than there are.
  package func bytesBeforeSamples(of chunk: NodeIndex) -> UInt64 {
    // The number has 32 bits.
    (view(AIFFSound.self, of: chunk).number(.offset) ?? 0) &+ 8
  }
}

/// Marks in the sound (AIFF 1.3, Marker Chunk).
package enum AIFFMarkers: FieldView {
  package static let table: StaticString = "MARK"
  package enum Field: String, CaseIterable, Sendable { case markers, position, markerName }
}

/// Remarks (AIFF 1.3, Comments Chunk).
enum AIFFComments: FieldView {
  static let table: StaticString = "COMT"
  enum Field: String, CaseIterable, Sendable { case comments }
}

/// How the sound is stored (RIFF, Format Chunk).
package enum WAVFormat: FieldView {
  package static let table: StaticString = "fmt\\x20"
  package enum Field: String, CaseIterable, Sendable {
    case wFormatTag, nChannels, nSamplesPerSec, nAvgBytesPerSec, nBlockAlign, wBitsPerSample, dwChannelMask,
      subFormat
  }
}

/// The loudest sample of each channel (libsndfile, Peak Chunk).
enum WAVPeaks: FieldView {
  static let table: StaticString = "PEAK"
  enum Field: String, CaseIterable, Sendable { case peaks }
}

/// What stands for the file (RIFF, Display Chunk).
enum WAVDisplay: FieldView {
  static let table: StaticString = "DISP"
  enum Field: String, CaseIterable, Sendable { case type, text }
}

/// A text of an `INFO` list (RIFF, INFO List Chunk).
package enum WAVInformation: FieldView {
  package static let table: StaticString = "*"
  package enum Field: String, CaseIterable, Sendable { case text }
}

/// When a recording was made and how loud it is, as broadcasters write it down (EBU Tech 3285 §2.3).
package enum BroadcastExtension: FieldView {
  package static let table: StaticString = "bext"
  package enum Field: String, CaseIterable, Sendable {
    case OriginationDate, OriginationTime, TimeReference, version = "Version", LoudnessValue, LoudnessRange, MaxTruePeakLevel,
      MaxMomentaryLoudness, MaxShortTermLoudness
  }
}

/// How long the sound is (RIFF, Fact Chunk).
enum WAVFact: FieldView {
  static let table: StaticString = "fact"
  enum Field: String, CaseIterable, Sendable { case dwSampleLength }
}

/// Marks in the sound (RIFF, Cue-Points Chunk).
package enum WAVCuePoints: FieldView {
  package static let table: StaticString = "cue\\x20"
  package enum Field: String, CaseIterable, Sendable {
    case points, dwName, dwPosition, dwChunkStart, dwBlockStart, dwSampleOffset
  }
}

/// What a cue point is called (RIFF, Label Chunk).
package enum WAVLabel: FieldView {
  package static let table: StaticString = "labl"
  package enum Field: String, CaseIterable, Sendable { case dwName, data }
}

/// How long the part is that begins at a cue point (RIFF, Text with Data Length Chunk).
package enum WAVLabelledPart: FieldView {
  package static let table: StaticString = "ltxt"
  package enum Field: String, CaseIterable, Sendable { case dwName, dwSampleLength }
}

/// Parts that are repeated.
enum WAVSampler: FieldView {
  static let table: StaticString = "smpl"
  enum Field: String, CaseIterable, Sendable { case loops }
}

/// Where the tag is (DSF 1.01, DSD Chunk).
enum DSFStart: FieldView {
  static let table: StaticString = "DSD\\x20"
  enum Field: String, CaseIterable, Sendable { case metadata_pointer }
}

/// How the sound is stored (DSF 1.01).
package enum DSFFormat: FieldView {
  package static let table: StaticString = "fmt\\x20"
  package enum Field: String, CaseIterable, Sendable {
    case channel_num, sampling_frequency, bits_per_sample, sample_count
  }
}

/// How many samples a second has (DSDIFF 1.5).
enum DSDIFFRate: FieldView {
  static let table: StaticString = "FS\\x20\\x20"
  enum Field: String, CaseIterable, Sendable { case sampleRate }
}

/// How many channels there are (DSDIFF 1.5).
enum DSDIFFChannels: FieldView {
  static let table: StaticString = "CHNL"
  enum Field: String, CaseIterable, Sendable { case numChannels }
}

/// What encoders say of a stream of MPEG audio.
package enum StreamInformation: FieldView {
  package static let table: StaticString = "mpga"
  package enum Field: String, CaseIterable, Sendable {
    case encoder, identifier, number_of_frames, number_of_bytes, encoder_delay, encoder_padding,
      music_length, music_crc, tag_crc, peak, name, sign, gain
  }
}

/// How the sound is stored (True Audio 1).
enum TTAHeader: FieldView {
  static let table: StaticString = "TTA1"
  enum Field: String, CaseIterable, Sendable {
    case num_channels, sample_rate, bits_per_sample, data_length, frame_sizes, value, frames
  }
}
