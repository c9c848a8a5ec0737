import ByteReading
import SoundFiles
public import Structure

extension MediaFile {
  /// Goes through the frames of the sound of a file without tracks, as samples that are shown one after
  /// another: times count samples of the sound.
  ///
  /// - Parameters:
  ///   - document: An opened file.
  ///   - body: Is called with each frame and the samples of sound per second.
  /// - Complexity: O(*n*) in the bytes of the sound; a frame takes no memory.
  public static func forEachSoundFrame(
    of document: Document, _ body: (_ frame: Sample, _ rate: UInt64) -> Void
  ) {
    var number = 0
    var time: Int64 = 0
    document.forEachSoundFrame { frame in
      number += 1
      let length = UInt64(clamping: frame.sampleCount)
      let sample = Sample(
        number: number, offset: UInt64(clamping: frame.offset),
        size: UInt64(clamping: frame.byteCount), decodeTime: time, compositionOffset: 0,
        duration: length, isSync: true, dependencies: Sample.Dependencies(rawValue: 0),
        description: 0, chunk: 0)
      body(sample, UInt64(clamping: frame.samplingFrequency))
      time = time.saturatingAdd(length)
      return true
    }
  }

  /// The bytes of sound of a file without tracks.
  ///
  /// - Parameter document: The opened file.
  /// - Returns: How many bytes; 0 for a file of boxes.
  public static func soundByteCount(of document: Document) -> UInt64 { document.audioByteCount }

  /// What of the sound of a file without tracks is decoded and not played, as its first frame says; `nil`
  /// when it says none, and of several streams.
  ///
  /// - Parameter document: The opened file.
  /// - Returns: What is passed over at the beginning and at the end, in samples.
  public static func soundMargins(of document: Document) -> SoundMargins? {
    var found: AudioStream?
    for index in document.tree.children(of: nil) {
      guard let stream = AudioStream(document, at: index) else { continue }
      if found != nil { return nil }
      found = stream
    }
    guard let stream = found, let information = stream.information else { return nil }
    return SoundMargins(
      writer: information.name.description, notes: UInt64(clamping: stream.samplesPerFrame),
      delay: information.delay, padding: stream.isWhole ? information.padding : 0)
  }
}

/// What an encoder puts before and after the sound, in samples.
public struct SoundMargins: Sendable, Equatable {
  /// What the frame with its notes is called: `Xing`, `Info` or `VBRI`.
  public let writer: String
  /// The samples of that frame, which is the first and has no sound.
  public let notes: UInt64
  /// What comes before the sound behind that frame.
  public let delay: UInt64
  /// What comes after it; 0 where the frames are not those that the encoder padded.
  public let padding: UInt64
}
