import ByteReading
package import Structure

/// How a track of timecode counts (QTFF, Timecode Sample Description).
package struct TimecodeFormat: Sendable {
  package let scale: UInt64
  package let duration: UInt64
  /// The frames of a second; of a counter, those of each step.
  let frames: UInt64
  let flags: UInt64

  /// Reads it; `nil` of an entry that is cut off, or whose frames last no time.
  package init?(_ entry: NodeIndex, _ reader: NodeReader) {
    let fields = reader.view(TimecodeEntry.self, of: entry)
    guard let scale = fields.number(.time_scale), let duration = fields.number(.frame_duration),
      let frames = fields.number(.number_of_frames), duration > 0
    else { return nil }
    self.init(scale: scale, duration: duration, frames: frames, flags: fields.number(.flags) ?? 0)
  }

  init(scale: UInt64, duration: UInt64, frames: UInt64, flags: UInt64) {
    (self.scale, self.duration, self.frames, self.flags) = (scale, duration, frames, flags)
  }

  /// Frames per second.
  package var rate: Double { Double(scale) / Double(duration) }
  package var isDropFrame: Bool { flags & 1 != 0 }
  /// Whether it begins anew after 24 hours.
  var wraps: Bool { flags & 2 != 0 }
  /// Whether its samples are numbers of a counter, not of frames of a day.
  var isCounter: Bool { flags & 8 != 0 }

  /// Whether as many frames are counted in a second as the rate has, rounded either way, or half as many, as pairs are
  /// counted at 50 frames and more; also where nothing says how many.
  var agrees: Bool {
    if isCounter || frames == 0 { return true }
    // Fields of 32 bits and of 8.
    func isNear(_ counted: UInt64, within duration: UInt64) -> Bool {
      (counted > scale ? counted - scale : scale - counted) < duration
    }
    return isNear(frames * duration, within: duration) || isNear(2 * frames * duration, within: 2 * duration)
  }

  /// Whether numbers are dropped at another rate than 30 and 60 frames of 1001 parts, as near as a writer of 29.97 comes
  /// to these: 2,997 of 100 are a frame less in nine hours.
  package var dropsOddly: Bool {
    guard isDropFrame else { return false }
    // Fields of 32 bits and of 8.
    let (said, meant) = (scale * 1_001, duration * (frames * 1_000))
    return frames == 0 || frames % 30 != 0 || (said > meant ? said - meant : meant - said) > meant / 10_000
  }

  /// What the four bytes of a sample say: where times may be negative, a number in two's complement.
  func first(of number: UInt64) -> Int64 {
    flags & 4 != 0 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(clamping: number)
  }

  /// The frames that have a number of their own between two midnights; `nil` for more than can be counted.
  var framesOfDay: UInt64? {
    let tenMinutes = frames.multipliedReportingOverflow(by: 600)
    let (day, overflow) = (tenMinutes.partialValue &- (isDropFrame ? dropped * 9 : 0))
      .multipliedReportingOverflow(by: 144)
    return tenMinutes.overflow || overflow ? nil : day
  }

  /// The numbers that are left out each minute but each tenth: two at 30 frames a second (SMPTE 12M).
  private var dropped: UInt64 { frames / 15 }

  /// `01:00:00:00`, with `;` before the frames when numbers are dropped (SMPTE 12M).
  func text(_ number: UInt64) -> String {
    guard frames > 0 else { return "\(number)" }
    var number = number
    if isDropFrame {
      let minute = frames * 60 - dropped
      let tenMinutes = minute * 10 + dropped
      let (tens, rest) = number.quotientAndRemainder(dividingBy: tenMinutes)
      number += tens * dropped * 9
      if rest >= frames * 60 { number += dropped * (1 + (rest - frames * 60) / minute) }
    }
    let seconds = number / frames
    func two(_ value: UInt64) -> String { CodecString.decimal(value) }
    return two(seconds / 3_600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60)
      + (isDropFrame ? ";" : ":") + two(number % frames)
  }
}

/// Timecodes that follow a first one, frame by frame (QTFF, Timecode Sample Description).
package struct TimecodeCounter: Sendable {
  let first: Int64
  let format: TimecodeFormat

  /// Frames per second.
  package var rate: Double { format.rate }

  /// The frames that have begun after so many seconds: a moment at the border of two is in the second.
  package func frames(in seconds: Double) -> UInt64 {
    let frames = (seconds * rate + 1e-6).rounded(.down)
    return frames.isFinite ? UInt64(max(0, min(frames, 1e15))) : 0
  }

  /// The timecode so many frames after the first: `01:00:02:12`, `-00:00:02:00`, `counter 1,234`.
  package func timecode(after count: UInt64) -> String {
    let steps = format.isCounter ? count / max(1, format.frames) : count
    let (sum, overflow) = first.addingReportingOverflow(Int64(clamping: steps))
    var number = overflow ? .max : sum
    var text = ByteWriter()
    if format.isCounter {
      text.put("counter ")
      text.put(grouped: number)
      return text.string
    }
    if format.wraps, let day = format.framesOfDay, day > 0 { number %= Int64(clamping: day) }
    return (number < 0 ? "-" : "") + format.text(number.magnitude)
  }
}
