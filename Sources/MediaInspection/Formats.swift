import Atoms
import ByteReading
import EmbeddedMetadata
import ID3
public import MediaFacts
import SoundFiles
import Structure

extension Format.ID {
  /// QuickTime, MP4 and other files of atoms (14496-12).
  public static let isoBaseMedia = Format.ID(rawValue: "iso-base-media")
  /// Tags, and streams of audio between them.
  public static let taggedAudio = Format.ID(rawValue: "tagged-audio")
  /// AIFF, WAV, DSF and DSDIFF.
  public static let soundChunks = Format.ID(rawValue: "sound-chunks")
}

extension Format {
  /// All formats that ``MediaFile`` opens. Of several that recognise a file the first one opens it.
  public static let all: [Format] = [.soundChunks, .taggedAudio, .isoBaseMedia]

  /// AIFF, WAV, DSF and DSDIFF, and the tags in them.
  public static let soundChunks: Format = Format(
    id: .soundChunks, name: "AIFF, WAV, DSF or DSDIFF", node: "chunk",
    recognise: { bytes, likelihood in
      likelihood == .begins && ChunkScanner.isChunks(bytes)
    },
    scan: { file, limits, tables in
      Document.chunks(of: file, limits: limits, tables: tables)
        ?? Document.tags(of: file, limits: limits, tables: tables)
    },
    synopsis: { TagSynopsis($0).synopsis }, rules: Rule.tags, derivations: TagDerivations.all,
    check: checkSound)

  /// Tags, and streams of audio between them.
  public static let taggedAudio: Format = Format(
    id: .taggedAudio, name: "tags and audio", node: "frame",
    recognise: { bytes, likelihood in
      switch likelihood {
      case .begins:
        return TagScanner.isTag(bytes) || AudioScanner.isAudio(bytes)
      // Some recordings begin in the middle of a frame; others are of formats that are not known,
      // and end with a tag that is.
      case .perhaps:
        return Signature.description(of: bytes).isEmpty
          && AudioScanner.isAudio(bytes, within: 1 << 16)
          || TagScanner.hasTagAtEnd(bytes)
      }
    },
    scan: { file, limits, tables in Document.tags(of: file, limits: limits, tables: tables) },
    synopsis: { TagSynopsis($0).synopsis }, rules: Rule.tags, derivations: TagDerivations.all,
    check: checkSound)

  /// QuickTime, MP4 and other files of atoms.
  public static let isoBaseMedia: Format = Format(
    id: .isoBaseMedia, name: "ISO base media file", node: "atom",
    recognise: { bytes, likelihood in likelihood == .begins && Signature.isAtoms(bytes) },
    scan: { file, limits, tables in
      Document.atoms(of: file, limits: limits, tables: tables, embedded: EmbeddedFormats.scan)
    },
    synopsis: { AtomSynopsis($0).synopsis },
    rules: atomRules,
    derivations: Derivations.all
  ) { document, examination, _ in
    guard examination.runsRules else { return document.settleProblems() }
    document.countLargeTables(isThorough: examination.isThorough)
    document.runChecks(
      MediaExamination(
        document, name: examination.name, isThorough: examination.isThorough),
      atomRules)
  }

  private static var atomRules: [Rule] {
    Rule.fields + Rule.atoms + Rule.embedded + PlacementRules.rules + MediaRules.rules
  }

  /// What tags must keep to is found while they are read.
  private static let checkSound:
    @Sendable (Document, Examination, (_ done: Int, _ total: Int) -> Void) -> Void = {
      document, examination, progress in
      guard examination.runsRules else {
        // How long it is follows from its frames, whether rules run or not.
        if MediaFile.countsFrames(of: document, isAsked: examination.countsFrames),
          document.countAudioFrames(), let format = document.format
        {
          document.describe(as: format)
        }
        return document.settleProblems()
      }
      document.checkTags(passingOver: .audio)
      document.checkChunkClaims()
      if MediaFile.countsFrames(of: document, isAsked: examination.countsFrames) {
        document.countAudio(
          isThorough: examination.countsFrames, tags: TagScanner.tags(in:at:), progress: progress)
        if let format = document.format { document.describe(as: format) }
      } else {
        document.checkAudioClaims()
      }
    }
}
