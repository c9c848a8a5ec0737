import Structure
import StructureRendering
import Testing

/// The tree of a file, a line a node.
@Suite struct OutlineTests {
  private func outline(
    _ bytes: [UInt8], name: String, _ change: (inout RenderOptions) -> Void = { _ in }
  ) -> String {
    MadeFile.text(bytes, change) { document, options, output in
      var renderer = OutlineRenderer(document, options, output: output)
      _ = renderer.render(name: name)
      return renderer.finish()
    }
  }

  @Test func aTreeHasALineForEachNode() {
    #expect(
      outline(MadeFile.movie, name: "movie") == #"""
        movie — QuickTime movie, 527 bytes — damaged: 3 errors

          offset      size  atom                                  summary
        00000000        20  ftyp  File type                       'qt  ' version 0x200, compatible 'qt  '
        00000014        20  mdat  Media data                      12 bytes of media
        00000028       487  moov  Movie                           1 track, after the media
        00000030       108  ├─ mvhd  Movie header                 1.000 s (600 / 600), next track ID 3
        0000009c       346  ├─ trak  Track                        track 1 text, 1.000 s
        000000a4 !      92  │  ├─ tkhd  Track header              ID 1, enabled, matrix all zeros
        00000100       246  │  └─ mdia  Media
        00000108 !      32  │     ├─ mdhd  Media header           1.000 s (600 / 600), language unspecified
        00000128        42  │     ├─ hdlr  Handler                'text' "a handler"
        00000152       164  │     └─ minf  Media information
        0000015a !     156  │        └─ stbl  Sample table
        00000162 !      32  │           ├─ stts  Time to sample   2 runs: 3 × 100, 3 × 50
        00000182        68  │           ├─ stsz  Sample sizes     12 samples, 1–12 bytes, 78 in all
        000001c6        28  │           ├─ stsc  Sample to chunk  1 run: 12 samples in each chunk
        000001e2 !      20  │           └─ stco  Chunk offsets    1 chunk at 0x20
        000001f6        25  └─ udta  User data
        000001fe        17     └─ @nam  Title                     "Title"

        """#)
  }

  @Test func whatIsNarrowLeavesTitlesOutAndCutsSummaries() {
    #expect(
      outline(MadeFile.movie, name: "movie") {
        $0.width = 60
      } == #"""
        movie — QuickTime movie, 527 bytes — damaged: 3 errors

          offset    size  atom            summary
        00000000      20  ftyp            'qt  ' version 0x200, com…
        00000014      20  mdat            12 bytes of media
        00000028     487  moov            1 track, after the media
        00000030     108  ├─ mvhd         1.000 s (600 / 600), next…
        0000009c     346  ├─ trak         track 1 text, 1.000 s
        000000a4 !    92  │  ├─ tkhd      ID 1, enabled, matrix all…
        00000100     246  │  └─ mdia
        00000108 !    32  │     ├─ mdhd   1.000 s (600 / 600), lang…
        00000128      42  │     ├─ hdlr   'text' "a handler"
        00000152     164  │     └─ minf
        0000015a !   156  │        └─ stbl
        00000162 !    32  │           ├─ stts 2 runs: 3 × 100, 3 × …
        00000182      68  │           ├─ stsz 12 samples, 1–12 byte…
        000001c6      28  │           ├─ stsc 1 run: 12 samples in …
        000001e2 !    20  │           └─ stco 1 chunk at 0x20
        000001f6      25  └─ udta
        000001fe      17     └─ @nam      "Title"

        """#)
  }

  @Test func guidesMayBeASCII() {
    #expect(
      outline(MadeFile.movie, name: "movie") {
        $0.isASCII = true
      } == #"""
        movie - QuickTime movie, 527 bytes - damaged: 3 errors

          offset      size  atom                                  summary
        00000000        20  ftyp  File type                       'qt  ' version 0x200, compatible 'qt  '
        00000014        20  mdat  Media data                      12 bytes of media
        00000028       487  moov  Movie                           1 track, after the media
        00000030       108  |- mvhd  Movie header                 1.000 s (600 / 600), next track ID 3
        0000009c       346  |- trak  Track                        track 1 text, 1.000 s
        000000a4 !      92  |  |- tkhd  Track header              ID 1, enabled, matrix all zeros
        00000100       246  |  `- mdia  Media
        00000108 !      32  |     |- mdhd  Media header           1.000 s (600 / 600), language unspecified
        00000128        42  |     |- hdlr  Handler                'text' "a handler"
        00000152       164  |     `- minf  Media information
        0000015a !     156  |        `- stbl  Sample table
        00000162 !      32  |           |- stts  Time to sample   2 runs: 3 x 100, 3 x 50
        00000182        68  |           |- stsz  Sample sizes     12 samples, 1-12 bytes, 78 in all
        000001c6        28  |           |- stsc  Sample to chunk  1 run: 12 samples in each chunk
        000001e2 !      20  |           `- stco  Chunk offsets    1 chunk at 0x20
        000001f6        25  `- udta  User data
        000001fe        17     `- @nam  Title                     "Title"

        """#)
  }

  @Test func levelsBelowADepthAreNotShown() {
    #expect(
      outline(MadeFile.movie, name: "movie") {
        $0.depth = 2
      } == #"""
        movie — QuickTime movie, 527 bytes — damaged: 3 errors

          offset      size  atom                   summary
        00000000        20  ftyp  File type        'qt  ' version 0x200, compatible 'qt  '
        00000014        20  mdat  Media data       12 bytes of media
        00000028       487  moov  Movie            1 track, after the media
        00000030       108  ├─ mvhd  Movie header  1.000 s (600 / 600), next track ID 3
        0000009c       346  ├─ trak  Track         track 1 text, 1.000 s
        000001f6        25  └─ udta  User data

        """#)
  }

  @Test func fieldsStandBelowTheirNode() {
    #expect(
      outline(MadeFile.many, name: "many") {
        $0.fields = .all
      } == #"""
        many — MP4 (isom), 678 bytes — damaged: 7 errors

          offset      size  atom                                           summary
        00000000        16  ftyp  File type                                'isom' version 0x1
        00000008         4      major_brand        'isom' (ISO base media)
        0000000c         4      minor_version      0x00000001
        00000010 !      56  sidx  Segment index                            2 references, 0.750 s from 2.000 s
        00000018         1      version            0
        00000019         3      flags              0x000000
        0000001c         4      reference_ID       7
        00000020         4      timescale          1,000
        00000024         4      earliest_presentation_time 2,000 (2.000 s)
        00000028         4      first_offset       0x0
        0000002c         2      reserved           0
        0000002e         2      reference_count    2
        00000030        24      references         2 rows
        00000030        12        [1]  reference_type 1 (segment index)  referenced_size 16  subsegment_duration 500 (0.500 s)  starts_with_SAP 1  SAP_type 1  SAP_delta_time 5 (0.005 s)
        0000003c        12        [2]  reference_type 0 (media)  referenced_size 20  subsegment_duration 250 (0.250 s)  starts_with_SAP 0  SAP_type 0  SAP_delta_time 0
        00000048        64  emsg  Event message                            "urn:mpeg:dash:event:2012" "1", id 42, after 0.500 s for 2.000 s
        00000050         1      version            0
        00000051         3      flags              0x000000
        00000054        25      scheme_id_uri      "urn:mpeg:dash:event:2012"
        0000006d         2      value              "1"
        0000006f         4      timescale          1,000
        00000073         4      presentation_time_delta 500 (0.500 s)
        00000077         4      event_duration     2,000 (2.000 s)
        0000007b         4      id                 42
        0000007f         9      message_data       00ff3c3e2674657874
        00000088        28  prft  Producer reference time                  track 1, 2019-12-29T06:19:00Z at 90,000 ticks
        00000090         1      version            0
        00000091         3      flags              0x000018 (arbitrary_association, realtime_offset)
        00000094         4      reference_track_ID 1
        00000098         8      ntp_timestamp      16,263,276,520,762,507,264 (2019-12-29T06:19:00Z)
        000000a0         4      media_time         90,000
        000000a4       435  moov  Movie                                    1 track
        000000ac       108  ├─ mvhd  Movie header                          1.000 s (600 / 600), next track ID 3
        000000b4         1  │      version            0
        000000b5         3  │      flags              0x000000
        000000b8         4  │      creation_time      0 (not set)
        000000bc         4  │      modification_time  0 (not set)
        000000c0         4  │      timescale          600
        000000c4         4  │      duration           600 (1.000 s)
        000000c8         4  │      rate               1.0
        000000cc         2  │      volume             1.0
        000000ce        10  │      reserved           0
        000000d8        36  │      matrix             identity
        000000fc         4  │      preview_time       0
        00000100         4  │      preview_duration   0
        00000104         4  │      poster_time        0
        00000108         4  │      selection_time     0
        0000010c         4  │      selection_duration 0
        00000110         4  │      current_time       0
        00000114         4  │      next_track_ID      3
        00000118 !     319  └─ trak  Track                                 track 0 video, H.264 320×240 BT.2020 PQ
        00000120        48     ├─ edts  Edits
        00000128        40     │  └─ elst  Edit list                       2 edits: 1.000 s empty, then plays 0.500 s from 0.001 s (100) at rate 0.5
        00000130         1     │         version            0
        00000131         3     │         flags              0x000000
        00000134         4     │         entry_count        2
        00000138        24     │         entries            2 rows
        00000138        12     │           [1]  edit_duration 600 (1.000 s)  media_time -1 (none)  media_rate_integer 1  media_rate_fraction 0
        00000144        12     │           [2]  edit_duration 300 (0.500 s)  media_time 100 (0.001 s)  media_rate_integer 0  media_rate_fraction -32,768
        00000150       263     └─ mdia  Media
        00000158        44        ├─ mdhd  Media header                    2.000 s (180,000 / 90,000), language eng
        00000160         1        │      version            1
        00000161         3        │      flags              0x000000
        00000164         8        │      creation_time      3,573,547,008 (2017-03-28T11:56:48Z)
        0000016c         8        │      modification_time  0 (not set)
        00000174         4        │      timescale          90,000
        00000178         8        │      duration           180,000 (2.000 s)
        00000180         2        │      language           0x15c7 (eng)
        00000182         2        │      pre_defined        0
        00000184        33        ├─ hdlr  Handler                         'vide'
        0000018c         1        │      version            0
        0000018d         3        │      flags              0x000000
        00000190         4        │      pre_defined        '\x00\x00\x00\x00'
        00000194         4        │      handler_type       'vide' (video)
        00000198        12        │      reserved           0
        000001a4         1        │      name               ""
        000001a5       178        └─ minf  Media information
        000001ad !     170           └─ stbl  Sample table
        000001b5       162              └─ stsd  Sample descriptions
        000001bd         1                 │   version            0
        000001be         3                 │   flags              0x000000
        000001c1         4                 │   entry_count        1
        000001c5       146                 └─ avc1  H.264 video            320×240, depth 24, "Codec"
        000001cd         6                    │   reserved           0
        000001d3         2                    │   data_reference_index 1
        000001d5         2                    │   version            0
        000001d7         2                    │   revision_level     0
        000001d9         4                    │   vendor             '\x00\x00\x00\x00'
        000001dd         4                    │   temporal_quality   0
        000001e1         4                    │   spatial_quality    0
        000001e5         2                    │   width              320
        000001e7         2                    │   height             240
        000001e9         4                    │   horizresolution    72.0 dpi
        000001ed         4                    │   vertresolution     72.0 dpi
        000001f1         4                    │   data_size          0
        000001f5         2                    │   frame_count        1
        000001f7        32                    │   compressorname     "Codec"
        00000217         2                    │   depth              24
        00000219         2                    │   color_table_ID     -1
        0000021b !      25                    ├─ avcC  AVC configuration   Constrained Baseline, level 3.0 · avc1.42E01E
        00000223         1                    │      configurationVersion 1
        00000224         1                    │      AVCProfileIndication 66 (Baseline)
        00000225         1                    │      profile_compatibility 0xe0
        00000226         1                    │      AVCLevelIndication 30 (3.0)
        00000227         1                    │      reserved           63
        00000227         1                    │      lengthSizeMinusOne 3 (4)
        00000228         1                    │      reserved           7
        00000228         1                    │      numOfSequenceParameterSets 1
        00000229                              │      sequenceParameterSets 1 entry
        00000229                              │        [1]
        00000229         2                    │          sequenceParameterSetLength 4
        0000022b         4                    │          sequenceParameterSetNALUnit
        0000022b         1                    │            reserved     0
        0000022b         1                    │            nal_ref_idc  3
        0000022b         1                    │            nal_unit_type 7 (sequence parameter set)
        0000022c         1                    │            profile_idc  66 (Baseline)
        0000022d         1                    │            constraint_set0_flag 1
        0000022d         1                    │            constraint_set1_flag 1
        0000022d         1                    │            constraint_set2_flag 1
        0000022d         1                    │            constraint_set3_flag 0
        0000022d         1                    │            constraint_set4_flag 0
        0000022d         1                    │            constraint_set5_flag 0
        0000022d         1                    │            reserved     0
        0000022e         1                    │            level_idc    30 (3.0)
        0000022f         1                    │      numOfPictureParameterSets 1
        00000230                              │      pictureParameterSets 1 entry
        00000230                              │        [1]
        00000230         2                    │          pictureParameterSetLength 2
        00000232         2                    │          pictureParameterSetNALUnit
        00000232         1                    │            reserved     0
        00000232         1                    │            nal_ref_idc  3
        00000232         1                    │            nal_unit_type 8 (picture parameter set)
        00000233         1                    │            pic_parameter_set_id 0
        00000233         1                    │            seq_parameter_set_id 0
        00000233         1                    │            entropy_coding_mode_flag 0 (CAVLC)
        00000233         1                    │            bottom_field_pic_order_in_frame_present_flag 0
        00000233         1                    │            num_slice_groups_minus1 0 (1)
        00000233         1                    │            num_ref_idx_l0_default_active_minus1 0 (1)
        00000233         1                    │            num_ref_idx_l1_default_active_minus1 0 (1)
        00000233         1                    │            weighted_pred_flag 0
        00000234        19                    ├─ colr  Colour information  BT.2020 / PQ / BT.2020, full range
        0000023c         4                    │      colour_type        'nclx' (on-screen colours)
        00000240         2                    │      colour_primaries   9 (BT.2020)
        00000242         2                    │      transfer_characteristics 16 (PQ)
        00000244         2                    │      matrix_coefficients 9 (BT.2020)
        00000246         1                    │      full_range_flag    1
        00000246         1                    │      reserved           0
        00000247        16                    └─ pasp  Pixel aspect ratio  4:3
        0000024f         4                           hSpacing           4
        00000253         4                           vSpacing           3
        00000257        31  uuid                                           00010203-0405-0607-0809-0a0b0c0d0e0f, 7 bytes
        0000026f         7      data               756e6b6e6f776e
        00000276        48  zzzz                                           40 bytes
        0000027e        40      data               40 bytes

        """#)
  }

  @Test func fieldsAreShownAsTheyAreStored() {
    #expect(
      outline(MadeFile.movie, name: "movie") {
        $0.fields = .raw
        $0.limit = 2
      } == #"""
        movie — QuickTime movie, 527 bytes — damaged: 3 errors

          offset      size  atom                                  summary
        00000000        20  ftyp  File type                       'qt  ' version 0x200, compatible 'qt  '
        00000008         4      major_brand        'qt  '
        0000000c         4      minor_version      512
        00000010         4      compatible_brands  'qt  '
        00000014        20  mdat  Media data                      12 bytes of media
        0000001c        12      data               000102030405060708090a0b
        00000028       487  moov  Movie                           1 track, after the media
        00000030       108  ├─ mvhd  Movie header                 1.000 s (600 / 600), next track ID 3
        00000038         1  │      version            0
        00000039         3  │      flags              0
        0000003c         4  │      creation_time      0
        00000040         4  │      modification_time  0
        00000044         4  │      timescale          600
        00000048         4  │      duration           600
        0000004c         4  │      rate               65536
        00000050         2  │      volume             256
        00000052        10  │      reserved           0
        0000005c        36  │      matrix             65536, 0, 0, 0, 65536, 0, 0, 0, 1073741824
        00000080         4  │      preview_time       0
        00000084         4  │      preview_duration   0
        00000088         4  │      poster_time        0
        0000008c         4  │      selection_time     0
        00000090         4  │      selection_duration 0
        00000094         4  │      current_time       0
        00000098         4  │      next_track_ID      3
        0000009c       346  ├─ trak  Track                        track 1 text, 1.000 s
        000000a4 !      92  │  ├─ tkhd  Track header              ID 1, enabled, matrix all zeros
        000000ac         1  │  │      version            0
        000000ad         3  │  │      flags              1
        000000b0         4  │  │      creation_time      0
        000000b4         4  │  │      modification_time  0
        000000b8         4  │  │      track_ID           1
        000000bc         4  │  │      reserved           0
        000000c0         4  │  │      duration           600
        000000c4         8  │  │      reserved           0
        000000cc         2  │  │      layer              0
        000000ce         2  │  │      alternate_group    0
        000000d0         2  │  │      volume             0
        000000d2         2  │  │      reserved           0
        000000d4        36  │  │      matrix             0, 0, 0, 0, 0, 0, 0, 0, 0
        000000f8         4  │  │      width              20971520
        000000fc         4  │  │      height             15728640
        00000100       246  │  └─ mdia  Media
        00000108 !      32  │     ├─ mdhd  Media header           1.000 s (600 / 600), language unspecified
        00000110         1  │     │      version            0
        00000111         3  │     │      flags              0
        00000114         4  │     │      creation_time      0
        00000118         4  │     │      modification_time  0
        0000011c         4  │     │      timescale          600
        00000120         4  │     │      duration           600
        00000124         2  │     │      language           21,956
        00000126         2  │     │      pre_defined        0
        00000128        42  │     ├─ hdlr  Handler                'text' "a handler"
        00000130         1  │     │      version            0
        00000131         3  │     │      flags              0
        00000134         4  │     │      pre_defined        '\x00\x00\x00\x00'
        00000138         4  │     │      handler_type       'text'
        0000013c        12  │     │      reserved           0
        00000148        10  │     │      name               "a handler"
        00000152       164  │     └─ minf  Media information
        0000015a !     156  │        └─ stbl  Sample table
        00000162 !      32  │           ├─ stts  Time to sample   2 runs: 3 × 100, 3 × 50
        0000016a         1  │           │      version            0
        0000016b         3  │           │      flags              0
        0000016e         4  │           │      entry_count        2
        00000172        16  │           │      entries            2 rows
        00000172         8  │           │        [1]  sample_count 3  sample_delta 100
        0000017a         8  │           │        [2]  sample_count 3  sample_delta 50
        00000182        68  │           ├─ stsz  Sample sizes     12 samples, 1–12 bytes, 78 in all
        0000018a         1  │           │      version            0
        0000018b         3  │           │      flags              0
        0000018e         4  │           │      sample_size        0
        00000192         4  │           │      sample_count       12
        00000196        48  │           │      entries            min 1   max 12   mean 6.5   sum 78
        00000196         4  │           │        [1]  1
                            │           │        …  10 more (-n all)
        000001c2         4  │           │        [12]  12
        000001c6        28  │           ├─ stsc  Sample to chunk  1 run: 12 samples in each chunk
        000001ce         1  │           │      version            0
        000001cf         3  │           │      flags              0
        000001d2         4  │           │      entry_count        1
        000001d6        12  │           │      entries            1 row
        000001d6        12  │           │        [1]  first_chunk 1  samples_per_chunk 12  sample_description_index 1
        000001e2 !      20  │           └─ stco  Chunk offsets    1 chunk at 0x20
        000001ea         1  │                  version            0
        000001eb         3  │                  flags              0
        000001ee         4  │                  entry_count        1
        000001f2         4  │                  entries            1 row
        000001f2         4  │                    [1]  32
        000001f6        25  └─ udta  User data
        000001fe        17     └─ @nam  Title                     "Title"
        00000206         9            texts 1 entry
        00000206                        [1]
        00000206         2                text_length    5
        00000208         2                language       5,575
        0000020a         5                text           "Title"

        """#)
  }

  @Test func theFirstBytesStandBelowTheirNode() {
    #expect(
      outline(MadeFile.many, name: "many") {
        $0.preview = 16
      } == #"""
        many — MP4 (isom), 678 bytes — damaged: 7 errors

          offset      size  atom                                           summary
        00000000        16  ftyp  File type                                'isom' version 0x1
                            69 73 6f 6d 00 00 00 01  isom....
        00000010 !      56  sidx  Segment index                            2 references, 0.750 s from 2.000 s
                            00 00 00 00 00 00 00 07 00 00 03 e8 00 00 07 d0  ................
        00000048        64  emsg  Event message                            "urn:mpeg:dash:event:2012" "1", id 42, after 0.500 s for 2.000 s
                            00 00 00 00 75 72 6e 3a 6d 70 65 67 3a 64 61 73  ....urn:mpeg:das
        00000088        28  prft  Producer reference time                  track 1, 2019-12-29T06:19:00Z at 90,000 ticks
                            00 00 00 18 00 00 00 01 e1 b2 c3 d4 40 00 00 00  ............@...
        000000a4       435  moov  Movie                                    1 track
        000000ac       108  ├─ mvhd  Movie header                          1.000 s (600 / 600), next track ID 3
                            00 00 00 00 00 00 00 00 00 00 00 00 00 00 02 58  ...............X
        00000118 !     319  └─ trak  Track                                 track 0 video, H.264 320×240 BT.2020 PQ
        00000120        48     ├─ edts  Edits
        00000128        40     │  └─ elst  Edit list                       2 edits: 1.000 s empty, then plays 0.500 s from 0.001 s (100) at rate 0.5
                            00 00 00 00 00 00 00 02 00 00 02 58 ff ff ff ff  ...........X....
        00000150       263     └─ mdia  Media
        00000158        44        ├─ mdhd  Media header                    2.000 s (180,000 / 90,000), language eng
                            01 00 00 00 00 00 00 00 d5 00 00 00 00 00 00 00  ................
        00000184        33        ├─ hdlr  Handler                         'vide'
                            00 00 00 00 00 00 00 00 76 69 64 65 00 00 00 00  ........vide....
        000001a5       178        └─ minf  Media information
        000001ad !     170           └─ stbl  Sample table
        000001b5       162              └─ stsd  Sample descriptions
        000001c5       146                 └─ avc1  H.264 video            320×240, depth 24, "Codec"
        0000021b !      25                    ├─ avcC  AVC configuration   Constrained Baseline, level 3.0 · avc1.42E01E
                            01 42 e0 1e ff e1 00 04 67 42 e0 1e 01 00 02 68  .B......gB.....h
        00000234        19                    ├─ colr  Colour information  BT.2020 / PQ / BT.2020, full range
                            6e 63 6c 78 00 09 00 10 00 09 80  nclx.......
        00000247        16                    └─ pasp  Pixel aspect ratio  4:3
                            00 00 00 04 00 00 00 03  ........
        00000257        31  uuid                                           00010203-0405-0607-0809-0a0b0c0d0e0f, 7 bytes
                            75 6e 6b 6e 6f 77 6e  unknown
        00000276        48  zzzz                                           40 bytes
                            00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ................

        """#)
  }

  @Test func whatIsDamagedIsMarked() {
    #expect(
      outline(MadeFile.broken, name: "broken") == #"""
        broken — QuickTime movie, 55 bytes — damaged: 2 errors

          offset      size  atom                 summary
        00000000        20  ftyp  File type      'qt  ' version 0x200, compatible 'qt  '
        00000014 !      30  moov  Movie          0 tracks
        0000001c        11  ├─ free  Free space
        00000027 !      99  └─ udta  User data
        0000002f !       3     └─ raw
        00000032         5  padding

        """#)
  }

  @Test func fragmentsThatFollowOneAnotherAreATable() {
    #expect(
      outline(MadeFile.fragments, name: "fragments") == #"""
        fragments — MP4 (iso6), 412 bytes

          offset      size  atom             summary
        00000000        16  ftyp  File type  'iso6'
        00000010            moof + mdat × 11
                  #  offset       moof     mdat
                  1  00000010       24       12
                  2  00000034       24       12
                  3  00000058       24       12
                  4  0000007c       24       12
                  5  000000a0       24       12
                  …  1 more (-n all)
                  7  000000e8       24       12
                  8  0000010c       24       12
                  9  00000130       24       12
                 10  00000154       24       12
                 11  00000178       24       12

        """#)
  }

  @Test func aTableOfFragmentsIsWholeWithoutALimit() {
    #expect(
      outline(MadeFile.fragments, name: "fragments") {
        $0.limit = nil
      } == #"""
        fragments — MP4 (iso6), 412 bytes

          offset      size  atom             summary
        00000000        16  ftyp  File type  'iso6'
        00000010            moof + mdat × 11
                  #  offset       moof     mdat
                  1  00000010       24       12
                  2  00000034       24       12
                  3  00000058       24       12
                  4  0000007c       24       12
                  5  000000a0       24       12
                  6  000000c4       24       12
                  7  000000e8       24       12
                  8  0000010c       24       12
                  9  00000130       24       12
                 10  00000154       24       12
                 11  00000178       24       12

        """#)
  }

  @Test func coloursAreForScreens() {
    #expect(
      outline(MadeFile.broken, name: "broken") {
        $0.hasColor = true
      } == #"""
        ␛[1mbroken␛[0m — QuickTime movie, 55 bytes — ␛[1;31mdamaged: 2 errors␛[0m

          ␛[2moffset␛[0m      ␛[2msize␛[0m  ␛[2matom␛[0m                 ␛[2msummary␛[0m
        ␛[2m00000000␛[0m        20  ␛[1mftyp␛[0m  File type      'qt  ' version 0x200, compatible 'qt  '
        ␛[2m00000014␛[0m ␛[1;31m!␛[0m      30  ␛[1mmoov␛[0m  Movie          0 tracks
        ␛[2m0000001c␛[0m        11  ␛[2m├─ ␛[0m␛[1mfree␛[0m  Free space
        ␛[2m00000027␛[0m ␛[1;31m!␛[0m      99  ␛[2m└─ ␛[0m␛[1mudta␛[0m  User data
        ␛[2m0000002f␛[0m ␛[1;31m!␛[0m       3  ␛[2m   └─ ␛[0m␛[1mraw␛[0m
        ␛[2m00000032␛[0m         5  ␛[1mpadding␛[0m

        """#)
  }

  /// On a screen of so many lines, six of which are for what is around, levels are folded from the
  /// innermost.
  @Test(arguments: [(14, 6), (15, 9), (18, 12), (30, 17)])
  func whatDoesNotFitIsFolded(height: Int, shown: Int) {
    var outcome = OutlineRenderer.Outcome()
    let text = MadeFile.text(MadeFile.movie, { $0.height = height }) { document, options, output in
      var renderer = OutlineRenderer(document, options, output: output)
      outcome = renderer.render(name: "movie")
      return renderer.finish()
    }
    #expect(outcome.total == 17)
    #expect(outcome.shown == shown, "\(text)")
    #expect((outcome.folded > 0) == (shown < outcome.total))
  }
}
