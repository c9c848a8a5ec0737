import ByteReading
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What a thorough examination says of real files. Each error and each warning is one: the file was
/// looked up, and the words below it say what is there.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct RaisedTests {
  @Test func everyErrorIsARealOne() {
    #expect(raised(.error) == lines(Self.errors))
  }

  @Test func everyWarningIsARealOne() {
    #expect(raised(.warning) == lines(Self.warnings))
  }

  /// A line for each file that has problems of this severity, besides those that follow from others.
  private func raised(_ severity: Diagnostic.Severity) -> [String] {
    var raised: [String] = []
    for entry in Samples.entries {
      guard !entry.isBroken, !entry.path.hasPrefix("expected/"),
        let document = try? Samples.document(entry.path)
      else { continue }
      MediaFile.check(
        document, name: Array(entry.originalName.utf8), isThorough: true, countingFrames: true)
      var counts: [String: Int] = [:]
      for problem in document.problems.kept
      where problem.severity == severity && problem.follows == nil {
        counts[problem.kind.id.description, default: 0] += 1
      }
      if counts.isEmpty { continue }
      let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
      raised.append("\(entry.path): \(list.joined(separator: ", "))")
    }
    return raised.sorted()
  }

  /// The lines of a list about files that are there, without what is said of them.
  private func lines(_ list: String) -> [String] {
    let files = Set(Samples.entries.map(\.path))
    return list.split(separator: "\n").map(String.init).filter { line in
      !line.hasPrefix("  ") && files.contains(String(line.prefix { $0 != ":" }))
    }
  }

  /// A line for each file that has errors, and below it what is wrong with it.
  private static let errors = """
    audio-other/exiftool--RIFF.wav: chunk-exceeds-parent × 1
      the form was cut off, and its size is eight bytes too small
    audio-other/tinytag--detect_wav.x: chunk-exceeds-parent × 1
      the first 120 bytes of a file
    heif/ComplianceWarden--heif.mp4: fields-truncated × 1
      'pixi' is empty: it does not even have a version
    heif/avif-sample-images--star-12bpc-with-alpha.avifs: item-reference-unknown × 1
      the alpha plane is auxiliary to item 0, which cannot be
    heif/avif-sample-images--star-8bpc-with-alpha.avifs: item-reference-unknown × 1
      the alpha plane is auxiliary to item 0, which cannot be
    heif/mp4parse-rust--wide_box_size_0.avif: atom-exceeds-parent × 3, atom-size-invalid × 1, file-truncated × 1
      found by a fuzzer: sizes are noise, a large size is 0
    id3/mutagen--issue_21.id3: extended-header-invalid × 1
      the flag of an extended header is set, and there is none
    id3/taglib--w000.mp3: tag-truncated × 1
      cut off to be small
    id3/tinytag--UTF16.mp3: frame-exceeds-tag × 1, tag-truncated × 1
      cut off to be small
    isobmff/Audio-Scan--hint-track.m4a: file-truncated × 1
      cut off after 'moov' to be small
    isobmff/SwiftTagger--sampleMp4.m4a: sample-count-differs × 1
      the chapter track was written with five durations for six samples
    isobmff/androidx-media--sample_fragmented_uuid.mp4: run-outside-media × 1
      'uuid' atoms were put in front of 'moof', and base_data_offset was not moved
    isobmff/c2pa-rs--dashinit.mp4: random-access-target × 1
      an initialization segment whose 'tfra' points at fragments that were cut off
    isobmff/dash.js--mss_moof.mp4: run-outside-media × 1
      a 'moof' without the 'mdat' it came with
    isobmff/exiftool--CanonRaw.cr3: atom-exceeds-parent × 1, chunk-crosses-end × 2, fields-truncated × 1
      thumbnail, preview and media were cut out
    isobmff/exiftool--QuickTime.m4a: chunk-samples-differ × 1
      the table of chunk offsets was emptied
    isobmff/file-type--fixture-babys-songbook.m4b.m4a: chunk-beyond-end × 2
      the media was cut out
    isobmff/file-type--fixture.3g2: fields-truncated × 1
      an 'ftyp' of a brand alone, without a version
    isobmff/file-type--fixture.f4a: fields-truncated × 1
      an 'ftyp' of a brand alone, without a version
    isobmff/file-type--fixture.f4b: fields-truncated × 1
      an 'ftyp' of a brand alone, without a version
    isobmff/file-type--fixture.f4p: fields-truncated × 1
      an 'ftyp' of a brand alone, without a version
    isobmff/file-type--fixture.f4v: fields-truncated × 1
      an 'ftyp' of a brand alone, without a version
    isobmff/file-type--fixture.jpx: file-truncated × 1
      cut off to be small
    isobmff/file-type--fixture.m4b: fields-truncated × 1
      an 'ftyp' of a brand alone, without a version
    isobmff/file-type--fixture.mj2: file-truncated × 1
      cut off to be small
    isobmff/fq--fragmented.mp4: run-outside-media × 3
      base_data_offset was not moved when the file was shortened
    isobmff/mp4-atom--h264_encrypted_segment.mp4: auxiliary-offset-outside × 1, segment-index-target × 1
      cut off within 'moof'; 'sidx' is for the whole segment
    isobmff/mp4ff--init_prog.mp4: chunk-beyond-end × 1
      a movie without its media
    isobmff/music-metadata--Mr._Pickles_S02E07_My_Dear_Boy.mp4: chunk-beyond-end × 4, chunk-crosses-end × 1, chunk-outside-media × 2
      the media was cut out: offsets point into 'moov' and past the end
    isobmff/nom-exif--sony-a7-xavc.MP4: chunk-beyond-end × 3
      the media was cut out
    quicktime/exiftool--QuickTime.mov: chunk-samples-differ × 2
      the tables of chunk offsets were emptied
    quicktime/file-type--fixture-moov.mov: file-truncated × 1
      cut off to be small
    quicktime/go-mp4--sample_qt.mp4: atom-duplicated × 1, chunk-beyond-end × 2, chunk-crosses-end × 1
      'ftyp' twice, and the media was cut out
    quicktime/nom-exif--compatible-brands.mov: atom-header-truncated × 1
      the first 32 bytes of a file
    quicktime/tika--testMP4_QuickTimeMetadata.mov: chunk-samples-differ × 4, data-reference-invalid × 4, track-id-zero × 4
      tracks of metadata whose headers and tables were zeroed
    """

  /// A line for each file that has warnings, and below it what is wrong with it.
  private static let warnings = """
    audio-other/androidx-media--sample_with_id3.adts: tag-in-audio × 1
      a second tag stands behind the first frame
    audio-other/exiftool--AIFF.aif: sound-missing × 1
      what exiftool tests tags with, without sound
    audio-other/exiftool--RIFF.wav: bytes-behind-chunks × 1
      the form was cut off, and its size is eight bytes too small
    audio-other/fq--bext.wav: sound-missing × 1
      one chunk that is tested, without sound
    audio-other/fq--fmt_cb_size_unknown.wav: sound-missing × 1
      the same
    heif/ComplianceWarden--heif.mp4: extension-mismatch × 1, value-unexpected × 1
      the name of a movie for an image, and an 'avcC' of zeros
    heif/avif-sample-images--plum-blossom-large.profile0.8bpc.yuv420.alpha-full.avif: property-associations-repeated × 1
      an 'ipma' for each item: Firefox refuses it
    heif/fq--heic.mp4: extension-mismatch × 1
      the name of a movie for an image
    heif/heif_conformance--multilayer004.heic: level-differs × 1, profile-differs × 1
      level 3.0 in avcC, 4.0 in its parameter set, whose profile is another as well
      next_track_ID is that of the only track
    heif/mp4parse-rust--wide_box_size_0.avif: brand-unmet × 1, extension-mismatch × 1, value-unexpected × 1
      found by a fuzzer: fields are noise
    heif/nom-exif--compatible-brands.heic: extension-mismatch × 1
      a made-up brand, 'hhhh'
    heif/test-assets--samsung-one-ui-6.heic: media-duration-differs × 1
      the sound of the film in it: 131 frames of 1,024 samples are said to last 147,809
    id3/Audio-Scan--v2.3-ext-header.mp3: audio-frame-cut × 1
      cut off to be small
    id3/Audio-Scan--v2.3-unsync-apic-bad-offset.mp3: audio-length-differs × 1, frame-size-unsynchronised × 1
      the sizes count the zeros that were put into the picture; the sound was cut out
    id3/Audio-Scan--v2.4-itunes81.mp3: audio-frames-differ × 1, frame-identifier-old × 1
      iTunes wrote 'TST ', 'TSA ' and 'TSP '; one frame less than Xing promises
    id3/Audio-Scan--v2.4-utf8-null-comment.mp3: unsynchronisation-absent × 1
      the flag of the tag over frames that have none, and a JPEG with FF D8 FF E0
    id3/SwiftTagger--sampleMp3.mp3: chapter-ends-early × 1
      the last chapter ends at 0: FFmpeg says so, and shows the four others
    id3/SwiftTaggerID3--mp3-v22-with-meta.mp3: audio-length-differs × 1
      TLEN of a longer recording
    id3/SwiftTaggerID3--mp3-v23-with-meta.mp3: audio-length-differs × 1
      TLEN of a longer recording
    id3/androidx-media--bear-id3-numeric-genre.mp3: audio-sync-lost × 1
      a zero behind the last frame
    id3/atldotnet--ID3v2.4-WXX-UnicodeMarkerWithoutDescription.mp3: audio-frame-cut × 1
      cut off to be small
    id3/exiftool--MP3.mp3: audio-frame-cut × 1
      one header of a frame, and nothing behind it
    id3/fq--unknown.mp3: audio-crc-differs × 1, audio-delayed × 1, audio-frames-differ × 1, audio-sync-lost × 2
      the frame that tells of a stream, twice, and letters before, between and behind
    id3/hachoir--steganography.mp3: audio-delayed × 1, audio-frames-differ × 1, audio-size-differs × 1
      text hidden in front of the audio, and most of the audio cut off
    id3/minimp3--MEANDR90.mp3: audio-sync-lost × 1
      a byte too much between two frames
    id3/music-metadata--bug-id3v2-unknownframe.mp3: audio-frame-cut × 1, audio-length-differs × 1, frame-identifier-invalid × 1
      a frame called 'Date', and 54 bytes of 114 s of sound
    id3/music-metadata--id3-multi-02.mp3: audio-frames-differ × 1, audio-size-differs × 2
      cut off to be small
    id3/music-metadata--issue-641.mp3: audio-gapless-differs × 1
      cut off to be small: one frame of 102 s of sound
    id3/mutagen--audacious-trailing-id32-id31.mp3: audio-length-differs × 1
      a rounded TLEN
    id3/mutagen--issue_21.id3: audio-frame-cut × 1
      cut off to be small
    id3/taglib--005411.id3: frame-size-not-syncsafe × 1
      an APIC whose size is no syncsafe number
    id3/tika--testMP3_id3_false_aac.mp3: audio-frame-cut × 1, audio-frames-differ × 1, audio-length-differs × 1, audio-size-differs × 2
      cut off to be small, with the claims of the whole
    id3/tinytag--id3_xxx_lang.mp3: audio-delayed × 1, audio-frame-cut × 1, padding-not-zero × 1
      a tag that is two bytes too long, cut off to be small
    isobmff/Audio-Scan--hint-track.m4a: track-duration-differs × 1
      an edit that is longer than its track
    isobmff/SwiftTagger--sampleMp4.m4a: matrix-singular × 1
      the chapter track has a matrix of zeros
    isobmff/c2pa-rs--legacy.mp4: movie-duration-differs × 1
      mvhd is longer than every track
    isobmff/c2pa-rs--video1.mp4: movie-duration-differs × 1
      mvhd is longer than every track
    isobmff/exiftool--QuickTime.m4a: chunk-run-beyond × 1, sampling-rate-differs × 1
      the table of chunk offsets was emptied; the entry says 44,100 Hz, its esds 32,000 Hz
    isobmff/fate-suite--extradata-reload-multi-stsd.mp4: picture-size-differs × 1
      the entry says 256 rows, its parameter set 128
    isobmff/file-type--fixture-babys-songbook.m4b.m4a: metadata-type-unsuited × 1
      a genre of a type that is not text
    isobmff/fq--elng.mp4: atom-misplaced × 1
      one box alone, cut out of a movie
    isobmff/fq--file.mp4: media-duration-differs × 1
      mdhd says 882 ticks, stts sums to 1,906
      next_track_ID is that of the last track
    isobmff/fq--mvhd-tkhd-mdhd-mehd-v1: atom-misplaced × 4
      four boxes cut out of a movie
    isobmff/fq--tfxd_tfrf.mp4: atom-misplaced × 2
      two boxes cut out of a fragment
    isobmff/gpmf-parser--max-heromode.mp4: colour-differs × 1, media-duration-differs × 1, movie-duration-differs × 1
      GoPro: mvhd is shorter than the longest track, a track without durations, and the range of colours
      is limited in 'colr' and full in the parameter set
    isobmff/mp4parser--example.f4v: text-unterminated × 2
      names of handlers end without a zero
    isobmff/music-metadata--Mr._Pickles_S02E07_My_Dear_Boy.mp4: composition-offset-negative × 1
      negative offsets in a 'ctts' of version 0, as Apple writes them
    quicktime/exiftool--QuickTime.mov: chunk-run-beyond × 2
      the tables of chunk offsets were emptied
    quicktime/fq--in24.mp4: extension-mismatch × 1
      the name of an MP4 file for a QuickTime movie
    quicktime/fq--lpcm.mp4: extension-mismatch × 1
      the name of an MP4 file for a QuickTime movie
    quicktime/go-mp4--sample_qt.mp4: extension-mismatch × 1
      the name of an MP4 file for a QuickTime movie
    quicktime/nom-exif--compatible-brands.mov: extension-mismatch × 1
      a made-up brand, 'qq  '
    quicktime/tika--testMP4_QuickTimeMetadata.mov: matrix-singular × 4, media-duration-differs × 1, track-duration-differs × 4, tracks-disabled × 1
      headers of tracks were zeroed
    """
}
