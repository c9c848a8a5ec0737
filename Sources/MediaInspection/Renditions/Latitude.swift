import ByteReading

/// How far two renditions may lie apart where the call does not say it: not at all, but for sound.
package struct Latitude: Sendable {
  /// How long a frame of sound lasts, in ms, that they may lie less than apart, since sound cannot begin anew within one: that
  /// of the only one that is sound, or the longer of two. 0 where nothing says it, `nil` where neither is sound, or the frames
  /// of both are as long.
  let frame: Double?
  /// How far they may lie apart whatever frames there are, in ms: 0, but for sound beside pictures.
  package let apart: Double

  /// How far sound and pictures may lie apart, in ms, at boundaries, and where they end without being told of.
  ///
  /// Packagers cut pictures at keyframes, and sound where a frame of it has gone past a multiple of the length of a segment:
  /// where keyframes do not lie at such multiples, or sound begins before zero, segments are some frames apart (ffmpeg, HLS
  /// and DASH). Players keep samples of sound and of pictures apart, and go by their times.
  static let ofSoundAndPictures = 100.0

  init(of a: Rendition, _ b: Rendition) { self.init(a.part, b.part) }

  init(_ a: Part, _ b: Part) {
    apart = a.isPictures && b.frame != nil || b.isPictures && a.frame != nil ? Self.ofSoundAndPictures : 0
    if let first = a.frame, let second = b.frame {
      frame = first == second ? nil : max(first, second)
    } else {
      frame = a.frame ?? b.frame
    }
  }

  /// How long a last piece may be that one of two alone has, in ms: sound ends with a frame, which may begin a piece of its
  /// own behind the pictures.
  package var ofLastPiece: Double { max(apart, frame ?? 0) }

  /// Whether a distance is less than a frame of sound; `nil` where frames are no reason for one.
  package func isWithinFrame(_ distance: Alignment.Distance) -> Bool? {
    frame.map { distance.milliseconds.magnitude < $0 }
  }

  package func allows(_ distance: Alignment.Distance) -> Bool {
    isWithinFrame(distance) ?? false || distance.milliseconds.magnitude <= apart
  }

  /// What of a rendition says how far it may lie from another one.
  struct Part: Hashable {
    /// How long a frame of it lasts, in ms, 0 where nothing says it; `nil` where it is no sound.
    let frame: Double?
    let isPictures: Bool
  }
}

extension Rendition {
  /// The longest frame of sound that is believed, in ms: the first sample of a file may claim any length.
  private static let longestFrame = 500.0

  var part: Latitude.Part {
    guard let track, track.handler == "soun" else { return Latitude.Part(frame: nil, isPictures: track?.handler == "vide") }
    let frame = timescale > 0 ? min(Double(frame) * 1_000 / Double(timescale), Self.longestFrame) : 0
    return Latitude.Part(frame: frame, isPictures: false)
  }
}
