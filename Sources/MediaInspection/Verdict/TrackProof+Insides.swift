import Atoms
import ByteReading
import MediaFacts
import Structure

/// What the samples of a track are, and what may be in them that the comparison does not look at.
extension TrackProof {
  /// What the samples of a track are to those who play it.
  static func aspect(of track: SampleTrack) -> Verdict.Aspect {
    switch track.handler {
    case _ where track.isOfText: .text
    case "tmcd": .timecode
    case "hint": .file
    case "meta": .events
    default: .samples
    }
  }

  /// What other samples may hold of their own is not looked at: colours and captions in a bitstream of
  /// pictures, channels and loudness in one of sound.
  mutating func reportInsides(hasSets: Bool) {
    let state = findings.map(\.state)
    guard aspect == .samples, state.contains(.changed) || state.contains(.notChecked) else { return }
    switch b.handler {
    case _ where b.isOfPictures:
      add(.display, .notChecked, "inside samples")
      add(.text, .notChecked, "captions inside samples")
      let coding = b.description.shownEntry(in: b.home).map { b.home.tree[$0].type }
      if hasSets || coding.map({ Self.repeatingHeaders.contains($0) }) ?? false {
        add(.setup, .notChecked, "parameter sets inside samples")
      }
    case "soun": add(.sound, .notChecked, "inside samples")
    default: break
    }
  }

  /// Whether a sample has parameter sets; one that is not there, and of which nobody said it, may have any.
  static func mayHaveSets(_ place: SamplePlace, _ units: NALUnits) -> Bool {
    let file = place.document.tree.file
    return place.isAbsent ? file.isSetup(at: place.range) ?? true : units.hasParameterSets(place.range, of: file)
  }

  /// Whether samples behind so many, which one of both tracks has alone, may have parameter sets.
  ///
  /// - Complexity: O(*n*) in these samples, of which no more than a limit are looked at.
  func hasSets(behind count: Int) -> Bool {
    guard let units else { return false }
    for (track, units, documents) in [(a, units.before, files.before), (b, units.after, files.after)] {
      guard track.count - count <= Self.setsLimit else { return true }
      for sample in track.samples(from: count + 1) {
        guard let place = SamplePlace(sample, in: documents), !Self.mayHaveSets(place, units) else { return true }
      }
    }
    return false
  }

  /// Samples that are looked at for parameter sets: a few bytes of each.
  private static let setsLimit = 65_536

  /// Codings other than those of units whose samples say again what decoders are set up by.
  private static let repeatingHeaders: [FourCC] = ["av01", "mp4v", "mp2v", "m2v1"]
}
