import Corpus
import MediaInspection
import Testing

/// The files of the mock-ups, with all that functions say of their atoms.
@Suite struct MockupSummaryTests {
  @Test func anOrdinaryMovie() throws {
    #expect(
      try summaries(opened(corpus: "mockups/movie.mov")) == #"""
        ftyp: 'qt  ' version 0x200, compatible 'qt  '
        mdat: 25,271 bytes of media
        moov: 3 tracks, after the media
        moov/mvhd: 2.000 s (2,000 / 1,000), next track ID 4
        moov/trak[1]: track 1 video, H.264 High 4:4:4 160×120, 24 fps, 2.000 s
        moov/trak[1]/tkhd: ID 1, enabled, in movie
        moov/trak[1]/edts/elst: plays 2.000 s from 0.083 s (1,024)
        moov/trak[1]/tref/tmcd: → track 3 (timecode)
        moov/trak[1]/mdia/mdhd: 2.000 s (24,576 / 12,288), language unspecified
        moov/trak[1]/mdia/hdlr: 'mhlr' 'vide' "VideoHandler"
        moov/trak[1]/mdia/minf/hdlr: 'dhlr' 'url ' "DataHandler"
        moov/trak[1]/mdia/minf/dinf/dref: 1 entry
        moov/trak[1]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[1]/mdia/minf/stbl/stsd/avc1: 160×120, depth 24, "Lavc59.37.100 libx264"
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/avcC: High 4:4:4 Predictive, level 1.1 · avc1.F4000B
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/pasp: 1:1
        moov/trak[1]/mdia/minf/stbl/stts: 1 run: 48 × 512
        moov/trak[1]/mdia/minf/stbl/stss: 1 sync sample of 48 (the first)
        moov/trak[1]/mdia/minf/stbl/ctts: 13 runs
        moov/trak[1]/mdia/minf/stbl/stsc: 2 runs
        moov/trak[1]/mdia/minf/stbl/stsz: 48 samples, 13–2,496 bytes, 8,821 in all
        moov/trak[1]/mdia/minf/stbl/stco: 47 chunks, 0x28–0x5eda
        moov/trak[2]: track 2 audio, AAC-LC 44,100 Hz mono, 2.000 s
        moov/trak[2]/tkhd: ID 2, enabled, in movie
        moov/trak[2]/edts/elst: plays 2.000 s from 0.023 s (1,024)
        moov/trak[2]/mdia/mdhd: 2.023 s (89,224 / 44,100), language English
        moov/trak[2]/mdia/hdlr: 'mhlr' 'soun' "SoundHandler"
        moov/trak[2]/mdia/minf/hdlr: 'dhlr' 'url ' "DataHandler"
        moov/trak[2]/mdia/minf/dinf/dref: 1 entry
        moov/trak[2]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a: AAC-LC 44,100 Hz mono
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a/wave/esds: AAC-LC 44,100 Hz mono, 65 kbit/s · mp4a.40.2
        moov/trak[2]/mdia/minf/stbl/stts: 2 runs: 87 × 1,024, 1 × 136
        moov/trak[2]/mdia/minf/stbl/stsc: 21 runs
        moov/trak[2]/mdia/minf/stbl/stsz: 88 samples, 5–280 bytes, 16,446 in all
        moov/trak[2]/mdia/minf/stbl/stco: 47 chunks, 0xab1–0x5f21
        moov/trak[2]/mdia/minf/stbl/sgpd: 'roll', 1 description
        moov/trak[2]/mdia/minf/stbl/sbgp: 'roll', 1 run
        moov/trak[3]: track 3 timecode, 24 fps, 01:00:00:00
        moov/trak[3]/tkhd: ID 3, disabled, in movie
        moov/trak[3]/edts/elst: plays 2.000 s from 0.000 s
        moov/trak[3]/mdia/mdhd: 2.000 s (24,576 / 12,288), language English
        moov/trak[3]/mdia/hdlr: 'mhlr' 'tmcd' "TimeCodeHandler"
        moov/trak[3]/mdia/minf/gmhd/gmin: graphics mode dither copy
        moov/trak[3]/mdia/minf/hdlr: 'dhlr' 'url ' "DataHandler"
        moov/trak[3]/mdia/minf/dinf/dref: 1 entry
        moov/trak[3]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[3]/mdia/minf/stbl/stsd/tmcd: 24 fps
        moov/trak[3]/mdia/minf/stbl/stts: 1 run: 1 × 24,576
        moov/trak[3]/mdia/minf/stbl/stsc: 1 run: 1 sample in each chunk
        moov/trak[3]/mdia/minf/stbl/stsz: 1 sample of 4 bytes
        moov/trak[3]/mdia/minf/stbl/stco: 1 chunk at 0x24
        moov/udta/@nam: "Sample Reel"
        moov/udta/@swr: "Lavf59.27.100"
        moov/udta/@des: "made for tests"
        moov/udta/@cmt: "made for tests"

        """#)
  }

  @Test func aDamagedFile() throws {
    let document = try opened(corpus: "mockups/corrupt.mp4")
    MediaFile.check(document)
    #expect(
      summaries(document) == #"""
        ftyp: 'isom' version 0x200, compatible 'isom' 'iso2' 'avc1' 'mp41'
        moov: 3 tracks, before the media
        moov/mvhd: 2.000 s (2,000 / 1,000), next track ID 4
        moov/trak[1]: track 1 video, H.264 High 4:4:4 160×120, 24 fps, 2.000 s
        moov/trak[1]/tkhd: ID 1, enabled, in movie
        moov/trak[1]/edts/elst: plays 2.000 s from 0.083 s (1,024)
        moov/trak[1]/tref/tmcd: → track 3 (timecode)
        moov/trak[1]/mdia/mdhd: 2.000 s (24,576 / 12,288), language unspecified
        moov/trak[1]/mdia/hdlr: 'vide' "VideoHandler"
        moov/trak[1]/mdia/minf/dinf/dref: 1 entry
        moov/trak[1]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[1]/mdia/minf/stbl/stsd/avc1: 160×120, depth 24, "Lavc59.37.100 libx264"
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/avcC: High 4:4:4 Predictive, level 1.1 · avc1.F4000B
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/pasp: 1:1
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/btrt: 35 kbit/s on average, 35 kbit/s at most
        moov/trak[1]/mdia/minf/stbl/stts: 1 run: 48 × 512
        moov/trak[1]/mdia/minf/stbl/stss: 1 sync sample of 48 (the first)
        moov/trak[1]/mdia/minf/stbl/ctts: 13 runs
        moov/trak[1]/mdia/minf/stbl/stsc: 2 runs
        moov/trak[1]/mdia/minf/stbl/stsz: 48 samples (212 bytes used)
        moov/trak[1]/mdia/minf/stbl/stco: 47 chunks, 17 beyond the end of the file
        moov/trak[2]: track 2 audio, AAC-LC 44,100 Hz mono, 2.000 s
        moov/trak[2]/tkhd: ID 2, enabled, in movie
        moov/trak[2]/edts/elst: plays 2.000 s from 0.023 s (1,024)
        moov/trak[2]/mdia/mdhd: 2.023 s (89,224 / 44,100), language eng
        moov/trak[2]/mdia/hdlr: 'soun' "SoundHandler"
        moov/trak[2]/mdia/minf/dinf/dref: 1 entry
        moov/trak[2]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a: AAC-LC 44,100 Hz mono
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a/esds: AAC-LC 44,100 Hz mono, 65 kbit/s · mp4a.40.2
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a/btrt: 65 kbit/s on average, 65 kbit/s at most
        moov/trak[2]/mdia/minf/stbl/stts: 2 runs: 87 × 1,024, 1 × 136
        moov/trak[2]/mdia/minf/stbl/stsc: 21 runs
        moov/trak[2]/mdia/minf/stbl/stsz: 88 samples, 5–280 bytes, 16,446 in all
        moov/trak[2]/mdia/minf/stbl/stco: 47 chunks, 17 beyond the end of the file
        moov/trak[2]/mdia/minf/stbl/sgpd: 'roll', 1 description
        moov/trak[2]/mdia/minf/stbl/sbgp: 'roll', 1 run
        moov/trak[3]: track 3 timecode, 24 fps, 01:00:00:00
        moov/trak[3]/tkhd: ID 3, disabled, in movie
        moov/trak[3]/edts/elst: plays 2.000 s from 0.000 s
        moov/trak[3]/mdia/mdhd: 2.000 s (24,576 / 12,288), language English
        moov/trak[3]/mdia/hdlr: 'tmcd' "VideoHandler"
        moov/trak[3]/mdia/minf/dinf/dref: 1 entry
        moov/trak[3]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[3]/mdia/minf/stbl/stsd/tmcd: 24 fps
        moov/trak[3]/mdia/minf/stbl/stts: 1 run: 1 × 24,576
        moov/trak[3]/mdia/minf/stbl/stsc: 1 run: 1 sample in each chunk
        moov/trak[3]/mdia/minf/stbl/stsz: 1 sample of 4 bytes
        moov/trak[3]/mdia/minf/stbl/stco: 1 chunk at 0xca3
        moov/udta/meta: iTunes metadata
        moov/udta/meta/hdlr: 'mdir'
        moov/udta/meta/ilst/@nam: "Sample Reel"
        moov/udta/meta/ilst/@nam/data: "Sample Reel"
        moov/udta/meta/ilst/@too: "Lavf59.27.100"
        moov/udta/meta/ilst/@too/data: "Lavf59.27.100"
        moov/udta/meta/ilst/@cmt: "made for tests"
        moov/udta/meta/ilst/@cmt/data: "made for tests"
        mdat: 16,765 of 25,271 bytes present

        """#)
  }

  @Test func fragments() throws {
    #expect(
      try summaries(opened(corpus: "mockups/frag.mp4")) == #"""
        ftyp: 'iso5' version 0x200, compatible 'iso5' 'iso6' 'mp41'
        moov: no samples here; 5 fragments follow
        moov/mvhd: 0.000 s (0 / 1,000), next track ID 2
        moov/trak[1]: track 1 video, H.264 High 4:4:4 160×120, 24 fps
        moov/trak[1]/tkhd: ID 1, enabled, in movie
        moov/trak[1]/tref/tmcd: → track 3 (timecode)
        moov/trak[1]/mdia/mdhd: 0.000 s (0 / 12,288), language unspecified
        moov/trak[1]/mdia/hdlr: 'vide' "VideoHandler"
        moov/trak[1]/mdia/minf/dinf/dref: 1 entry
        moov/trak[1]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[1]/mdia/minf/stbl/stsd/avc1: 160×120, depth 24, "Lavc59.37.100 libx264"
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/avcC: High 4:4:4 Predictive, level 1.1 · avc1.F4000B
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/pasp: 1:1
        moov/trak[1]/mdia/minf/stbl/stsd/avc1/btrt: 35 kbit/s on average, 35 kbit/s at most
        moov/trak[1]/mdia/minf/stbl/stts: 0 runs
        moov/trak[1]/mdia/minf/stbl/stsc: 0 runs
        moov/trak[1]/mdia/minf/stbl/stsz: 0 samples
        moov/trak[1]/mdia/minf/stbl/stco: 0 chunks
        moov/trak[2]: track 2 audio, AAC-LC 44,100 Hz mono
        moov/trak[2]/tkhd: ID 2, enabled, in movie
        moov/trak[2]/mdia/mdhd: 0.000 s (0 / 44,100), language eng
        moov/trak[2]/mdia/hdlr: 'soun' "SoundHandler"
        moov/trak[2]/mdia/minf/dinf/dref: 1 entry
        moov/trak[2]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a: AAC-LC 44,100 Hz mono
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a/esds: AAC-LC 44,100 Hz mono, 65 kbit/s · mp4a.40.2
        moov/trak[2]/mdia/minf/stbl/stsd/mp4a/btrt: 65 kbit/s on average, 65 kbit/s at most
        moov/trak[2]/mdia/minf/stbl/stts: 0 runs
        moov/trak[2]/mdia/minf/stbl/stsc: 0 runs
        moov/trak[2]/mdia/minf/stbl/stsz: 0 samples
        moov/trak[2]/mdia/minf/stbl/stco: 0 chunks
        moov/trak[3]: track 3 timecode, 24 fps, 01:00:00:00
        moov/trak[3]/tkhd: ID 3, disabled, in movie
        moov/trak[3]/mdia/mdhd: 0.000 s (0 / 12,288), language English
        moov/trak[3]/mdia/hdlr: 'tmcd' "VideoHandler"
        moov/trak[3]/mdia/minf/dinf/dref: 1 entry
        moov/trak[3]/mdia/minf/dinf/dref/'url ': same file
        moov/trak[3]/mdia/minf/stbl/stsd/tmcd: 24 fps
        moov/trak[3]/mdia/minf/stbl/stts: 0 runs
        moov/trak[3]/mdia/minf/stbl/stsc: 0 runs
        moov/trak[3]/mdia/minf/stbl/stsz: 0 samples
        moov/trak[3]/mdia/minf/stbl/stco: 0 chunks
        moov/mvex: defaults for tracks 1, 2, 3
        moov/mvex/trex[1]: track 1
        moov/mvex/trex[2]: track 2
        moov/mvex/trex[3]: track 3
        moov/udta/meta: iTunes metadata
        moov/udta/meta/hdlr: 'mdir'
        moov/udta/meta/ilst/@nam: "Sample Reel"
        moov/udta/meta/ilst/@nam/data: "Sample Reel"
        moov/udta/meta/ilst/@too: "Lavf59.27.100"
        moov/udta/meta/ilst/@too/data: "Lavf59.27.100"
        moov/udta/meta/ilst/@cmt: "made for tests"
        moov/udta/meta/ilst/@cmt/data: "made for tests"
        moof[1]: number 1: 12 samples of track 1, 19 of track 2, 1 of track 3
        moof[1]/traf[1]: track 1 video, 12 samples from 0.000 s
        moof[1]/traf[1]/tfhd: track 1, samples of 512 ticks, 2,496 bytes
        moof[1]/traf[1]/tfdt: 0.000 s
        moof[1]/traf[1]/trun: 12 samples, 0.500 s, 4,194 bytes at 0x8ed
        moof[1]/traf[2]: track 2 audio, 19 samples from 0.000 s
        moof[1]/traf[2]/tfhd: track 2, samples of 3,675 ticks, 280 bytes
        moof[1]/traf[2]/tfdt: 0.000 s
        moof[1]/traf[2]/trun: 19 samples, 0.501 s, 3,733 bytes at 0x194f
        moof[1]/traf[3]: track 3 timecode, 1 sample from 0.000 s
        moof[1]/traf[3]/tfhd: track 3, samples of 0 ticks, 4 bytes
        moof[1]/traf[3]/tfdt: 0.000 s
        moof[1]/traf[3]/trun: 1 sample, 0.000 s, 4 bytes at 0x27e4
        mdat[1]: 7,931 bytes of media
        moof[2]: number 2: 12 samples of track 1, 22 of track 2
        moof[2]/traf[1]: track 1 video, 12 samples from 0.500 s
        moof[2]/traf[1]/tfhd: track 1, samples of 512 ticks, 21 bytes
        moof[2]/traf[1]/tfdt: 0.500 s (6,144)
        moof[2]/traf[1]/trun: 12 samples, 0.500 s, 1,473 bytes at 0x2958
        moof[2]/traf[2]: track 2 audio, 22 samples from 0.501 s
        moof[2]/traf[2]/tfhd: track 2, samples of 1,024 ticks, 193 bytes
        moof[2]/traf[2]/tfdt: 0.501 s (22,107)
        moof[2]/traf[2]/trun: 22 samples, 0.511 s, 4,074 bytes at 0x2f19
        mdat[2]: 5,547 bytes of media
        moof[3]: number 3: 12 samples of track 1, 22 of track 2
        moof[3]/traf[1]: track 1 video, 12 samples from 1.000 s
        moof[3]/traf[1]/tfhd: track 1, samples of 512 ticks, 351 bytes
        moof[3]/traf[1]/tfdt: 1.000 s (12,288)
        moof[3]/traf[1]/trun: 12 samples, 0.500 s, 1,665 bytes at 0x4073
        moof[3]/traf[2]: track 2 audio, 22 samples from 1.012 s
        moof[3]/traf[2]/tfhd: track 2, samples of 1,024 ticks, 204 bytes
        moof[3]/traf[2]/tfdt: 1.012 s (44,635)
        moof[3]/traf[2]/trun: 22 samples, 0.511 s, 4,111 bytes at 0x46f4
        mdat[3]: 5,776 bytes of media
        moof[4]: number 4: 12 samples of track 1, 22 of track 2
        moof[4]/traf[1]: track 1 video, 12 samples from 1.500 s
        moof[4]/traf[1]/tfhd: track 1, samples of 512 ticks, 146 bytes
        moof[4]/traf[1]/tfdt: 1.500 s (18,432)
        moof[4]/traf[1]/trun: 12 samples, 0.500 s, 1,489 bytes at 0x5873
        moof[4]/traf[2]: track 2 audio, 22 samples from 1.523 s
        moof[4]/traf[2]/tfhd: track 2, samples of 1,024 ticks, 174 bytes
        moof[4]/traf[2]/tfdt: 1.523 s (67,163)
        moof[4]/traf[2]/trun: 22 samples, 0.511 s, 4,134 bytes at 0x5e44
        mdat[4]: 5,623 bytes of media
        moof[5]: number 5: 3 samples of track 2
        moof[5]/traf: track 2 audio, 3 samples from 2.034 s
        moof[5]/traf/tfhd: track 2, samples of 1,024 ticks, 179 bytes
        moof[5]/traf/tfdt: 2.034 s (89,691)
        moof[5]/traf/trun: 3 samples, 0.050 s, 394 bytes at 0x6eee
        mdat[5]: 394 bytes of media
        mfra: 3 tfra, mfro
        mfra/tfra[1]: track 1, 4 entries
        mfra/tfra[2]: track 2, 5 entries
        mfra/tfra[3]: track 3, 1 entry

        """#)
  }
}
