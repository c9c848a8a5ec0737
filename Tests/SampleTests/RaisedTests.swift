import ByteReading
import MediaInspection
import Structure
import Testing

/// What a thorough examination says of real files. Each error is one: the file was looked up, and the
/// word behind it says what is there.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct RaisedTests {
  @Test func everyErrorIsARealOne() throws {
    var raised: [String] = []
    for entry in Samples.entries {
      guard ["heif/", "isobmff/", "quicktime/"].contains(where: entry.path.hasPrefix),
        let document = try? Samples.document(entry.path)
      else { continue }
      MediaFile.check(document, isThorough: true)
      var counts: [String: Int] = [:]
      for problem in document.problems.kept where problem.severity == .error && problem.follows < 0
      {
        counts[problem.kind.id.description, default: 0] += 1
      }
      if counts.isEmpty { continue }
      let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
      raised.append("\(entry.path): \(list.joined(separator: ", "))")
    }
    let expected = Self.expected.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map(
      String.init)
    #expect(raised.sorted() == expected, "\(raised.sorted().joined(separator: "\n"))")
  }

  /// A line for each file that has errors, and below it what is wrong with it.
  private static let expected = """
    heif/ComplianceWarden--heif.mp4: fields-truncated × 1
      'pixi' is empty: it does not even have a version
    heif/avif-sample-images--star-12bpc-with-alpha.avifs: item-reference-unknown × 1
      the alpha plane is auxiliary to item 0, which cannot be
    heif/avif-sample-images--star-8bpc-with-alpha.avifs: item-reference-unknown × 1
      the alpha plane is auxiliary to item 0, which cannot be
    heif/exiftool--QuickTime.heic: item-reference-unknown × 2
      items were cut out, references to them were left
    heif/heif_conformance--multilayer004.heic: profile-differs × 1
      'avcC' says Baseline (66), its only parameter set High (100)
    heif/mp4parse-rust--wide_box_size_0.avif: atom-exceeds-parent × 3, count-exceeds-box × 1, file-truncated × 1
      found by a fuzzer: sizes are noise
    isobmff/Audio-Scan--hint-track.m4a: file-truncated × 1
      cut off after 'moov' to be small
    isobmff/SwiftTagger--sampleMp4.m4a: sample-count-differs × 1
      the chapter track was written with five durations for six samples
    isobmff/androidx-media--h265_with_metadata_track.mp4: data-reference-invalid × 1
      'mett' lacks the eight bytes that every sample entry begins with
    isobmff/androidx-media--sample_fragmented_uuid.mp4: run-outside-media × 1
      'uuid' atoms were put in front of 'moof', and base_data_offset was not moved
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
    quicktime/getID3-testfiles--streaming_fast_start_compressed_header_.mov: atom-exceeds-parent × 1
      twelve bytes of other data behind the terminator of 'wave'
    quicktime/go-mp4--sample_qt.mp4: atom-duplicated × 1, chunk-beyond-end × 2, chunk-crosses-end × 1
      'ftyp' twice, and the media was cut out
    quicktime/nom-exif--compatible-brands.mov: atom-header-truncated × 1
      the first 32 bytes of a file
    quicktime/tika--testMP4_QuickTimeMetadata.mov: chunk-samples-differ × 4, data-reference-invalid × 4, track-id-zero × 4
      tracks of metadata whose headers and tables were zeroed
    """
}
