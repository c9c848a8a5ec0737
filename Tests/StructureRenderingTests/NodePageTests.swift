import Structure
import StructureRendering
import Testing

/// Single nodes: their fields, with or without their bytes.
@Suite struct NodePageTests {
  /// The pages of the nodes that a path leads to.
  private func page(
    _ bytes: [UInt8], _ path: String, _ change: (inout RenderOptions) -> Void = { _ in }
  ) -> String {
    MadeFile.text(bytes, change) { document, options, output in
      var renderer = NodeRenderer(document, options, output: output)
      do {
        for node in try Path(path).nodes(in: document) { renderer.render(node, field: nil) }
      } catch {
        Issue.record(error)
      }
      return renderer.finish()
    }
  }

  @Test func aTableIsCutInTheMiddle() {
    #expect(
      page(MadeFile.movie, "//stsz") == #"""
        moov/trak/mdia/minf/stbl/stsz  Sample sizes — 68 bytes at 0x182 (386)

          sample_size    0 (varies)
          sample_count   12
          entries        min 1   max 12   mean 6.5   sum 78

                index    offset   value
                    1  00000196       1
                    2  0000019a       2
                    3  0000019e       3
                    …  6 more (-n all)
                   10  000001ba      10
                   11  000001be      11
                   12  000001c2      12

        """#)
  }

  @Test func aTableIsWholeWithoutALimit() {
    #expect(
      page(MadeFile.movie, "//stsz") {
        $0.limit = nil
      } == #"""
        moov/trak/mdia/minf/stbl/stsz  Sample sizes — 68 bytes at 0x182 (386)

          sample_size    0 (varies)
          sample_count   12
          entries        min 1   max 12   mean 6.5   sum 78

                index    offset   value
                    1  00000196       1
                    2  0000019a       2
                    3  0000019e       3
                    4  000001a2       4
                    5  000001a6       5
                    6  000001aa       6
                    7  000001ae       7
                    8  000001b2       8
                    9  000001b6       9
                   10  000001ba      10
                   11  000001be      11
                   12  000001c2      12

        """#)
  }

  @Test func numbersAreConverted() {
    #expect(
      page(MadeFile.many, "moov/mvhd") == #"""
        moov/mvhd  Movie header — 108 bytes at 0xac (172)

          creation_time       0 (not set)
          modification_time   0 (not set)
          timescale           600
          duration            600 (1.000 s)
          rate                1.0
          volume              1.0
          matrix              identity
          preview_time        0
          preview_duration    0
          poster_time         0
          selection_time      0
          selection_duration  0
          current_time        0
          next_track_ID       3

        """#)
  }

  @Test func numbersAreShownAsTheyAreStored() {
    #expect(
      page(MadeFile.many, "moov/mvhd") {
        $0.fields = .raw
      } == #"""
        moov/mvhd  Movie header — 108 bytes at 0xac (172)

          size                108
          type                'mvhd'
          version             0
          flags               0
          creation_time       0
          modification_time   0
          timescale           600
          duration            600
          rate                65536
          volume              256
          reserved            0
          matrix              65536, 0, 0, 0, 65536, 0, 0, 0, 1073741824
          preview_time        0
          preview_duration    0
          poster_time         0
          selection_time      0
          selection_duration  0
          current_time        0
          next_track_ID       3

        """#)
  }

  @Test func textAndBytesAreShown() {
    #expect(
      page(MadeFile.many, "emsg") == #"""
        emsg  Event message — 64 bytes at 0x48 (72)

          scheme_id_uri            "urn:mpeg:dash:event:2012"
          value                    "1"
          timescale                1,000
          presentation_time_delta  500 (0.500 s)
          event_duration           2,000 (2.000 s)
          id                       42
          message_data             00ff3c3e2674657874

        """#)
  }

  @Test func childrenAreALineEach() {
    #expect(
      page(MadeFile.many, "//avc1") == #"""
        moov/trak/mdia/minf/stbl/stsd/avc1  H.264 video — 146 bytes at 0x1c5 (453)

          data_reference_index  1
          version               0
          revision_level        0
          vendor                '\x00\x00\x00\x00'
          temporal_quality      0
          spatial_quality       0
          width                 320
          height                240
          horizresolution       72.0 dpi
          vertresolution        72.0 dpi
          data_size             0
          frame_count           1
          compressorname        "Codec"
          depth                 24
          color_table_ID        -1

          0000021b !        25  avcC  AVC configuration         Constrained Baseline, level 3.0 · avc1.42E01E
          00000234          19  colr  Colour information        BT.2020 / PQ / BT.2020, full range
          00000247          16  pasp  Pixel aspect ratio        4:3

        """#)
  }

  @Test func listsAreIndented() {
    #expect(
      page(MadeFile.many, "//avcC") == #"""
        moov/trak/mdia/minf/stbl/stsd/avc1/avcC  AVC configuration — 25 bytes at 0x21b (539)

          configurationVersion             1
          AVCProfileIndication             66 (Baseline)
          profile_compatibility            0xe0
          AVCLevelIndication               30 (3.0)
          lengthSizeMinusOne               3 (4)
          numOfSequenceParameterSets       1
          sequenceParameterSets 1 entry
            [1]
              sequenceParameterSetLength   4
              sequenceParameterSetNALUnit
                nal_ref_idc                3
                nal_unit_type              7 (sequence parameter set)
                profile_idc                66 (Baseline)
                constraint_set0_flag       1
                constraint_set1_flag       1
                constraint_set2_flag       1
                constraint_set3_flag       0
                constraint_set4_flag       0
                constraint_set5_flag       0
                level_idc                  30 (3.0)
          numOfPictureParameterSets        1
          pictureParameterSets 1 entry
            [1]
              pictureParameterSetLength    2
              pictureParameterSetNALUnit
                nal_ref_idc                3
                nal_unit_type              8 (picture parameter set)
                pic_parameter_set_id       0
                seq_parameter_set_id       0
                entropy_coding_mode_flag   0 (CAVLC)
                bottom_field_pic_order_in_frame_present_flag 0
                num_slice_groups_minus1    0 (1)
                num_ref_idx_l0_default_active_minus1 0 (1)
                num_ref_idx_l1_default_active_minus1 0 (1)
                weighted_pred_flag         0

        """#)
  }

  @Test func rowsOfBitsAreOneLine() {
    #expect(
      page(MadeFile.many, "sidx") == #"""
        sidx  Segment index — 56 bytes at 0x10 (16)

          reference_ID                7
          timescale                   1,000
          earliest_presentation_time  2,000 (2.000 s)
          first_offset                0x0
          reference_count             2
          references                  2 rows

                index    offset  reference_type  referenced_size  subsegment_duration  starts_with_SAP  SAP_type  SAP_delta_time
                    1  00000030  1 (segment index)               16        500 (0.500 s)                1         1     5 (0.005 s)
                    2  0000003c       0 (media)               20        250 (0.250 s)                0         0               0

        """#)
  }

  @Test func fieldsStandOnTheirBytes() {
    #expect(
      page(MadeFile.many, "//colr") {
        $0.hex = .fields
      } == #"""
        moov/trak/mdia/minf/stbl/stsd/avc1/colr  Colour information — 19 bytes at 0x234 (564)

          00000234  00 00 00 13              ....      size               19
          00000238  63 6f 6c 72              colr      type               'colr'
          0000023c  6e 63 6c 78              nclx      colour_type        'nclx' (on-screen colours)
          00000240  00 09                    ..        colour_primaries   9 (BT.2020)
          00000242  00 10                    ..        transfer_characteristics 16 (PQ)
          00000244  00 09                    ..        matrix_coefficients 9 (BT.2020)
          00000246  80                       .1....... full_range_flag    1
                                             .0000000  reserved           0

        """#)
  }

  @Test func longFieldsContinue() {
    #expect(
      page(MadeFile.many, "//avc1") {
        $0.hex = .fields
      } == #"""
        moov/trak/mdia/minf/stbl/stsd/avc1  H.264 video — 146 bytes at 0x1c5 (453)

          000001c5  00 00 00 92              ....      size               146
          000001c9  61 76 63 31              avc1      type               'avc1'
          000001cd  00 00 00 00 00 00        ......    reserved           0
          000001d3  00 01                    ..        data_reference_index 1
          000001d5  00 00                    ..        version            0
          000001d7  00 00                    ..        revision_level     0
          000001d9  00 00 00 00              ....      vendor             '\x00\x00\x00\x00'
          000001dd  00 00 00 00              ....      temporal_quality   0
          000001e1  00 00 00 00              ....      spatial_quality    0
          000001e5  01 40                    .@        width              320
          000001e7  00 f0                    ..        height             240
          000001e9  00 48 00 00              .H..      horizresolution    72.0 dpi
          000001ed  00 48 00 00              .H..      vertresolution     72.0 dpi
          000001f1  00 00 00 00              ....      data_size          0
          000001f5  00 01                    ..        frame_count        1
          000001f7  05 43 6f 64 65 63 00 00  .Codec..  compressorname     "Codec"
          000001ff  00 00 00 00 00 00 00 00  ........
          00000207  00 00 00 00 00 00 00 00  ........
          0000020f  00 00 00 00 00 00 00 00  ........
          00000217  00 18                    ..        depth              24
          00000219  ff ff                    ..        color_table_ID     -1
          0000021b !        25  avcC  AVC configuration         Constrained Baseline, level 3.0 · avc1.42E01E
          00000234          19  colr  Colour information        BT.2020 / PQ / BT.2020, full range
          00000247          16  pasp  Pixel aspect ratio        4:3

        """#)
  }

  @Test func bitsOfAByteStandApart() {
    #expect(
      page(MadeFile.many, "//avcC") {
        $0.hex = .fields
      } == #"""
        moov/trak/mdia/minf/stbl/stsd/avc1/avcC  AVC configuration — 25 bytes at 0x21b (539)

          0000021b  00 00 00 19              ....      size               25
          0000021f  61 76 63 43              avcC      type               'avcC'
          00000223  01                       .         configurationVersion 1
          00000224  42                       B         AVCProfileIndication 66 (Baseline)
          00000225  e0                       .         profile_compatibility 0xe0
          00000226  1e                       .         AVCLevelIndication 30 (3.0)
          00000227  ff                       .111111.. reserved           63
                                             ......11  lengthSizeMinusOne 3 (4)
          00000228  e1                       .111..... reserved           7
                                             ...00001  numOfSequenceParameterSets 1
                                                       sequenceParameterSets 1 entry
                                                         [1]
          00000229  00 04                    ..            sequenceParameterSetLength 4
                                                           sequenceParameterSetNALUnit
          0000022b  67                       g0.......       reserved           0
                                             .11.....        nal_ref_idc        3
                                             ...00111        nal_unit_type      7 (sequence parameter set)
          0000022c  42                       B               profile_idc        66 (Baseline)
          0000022d  e0                       .1.......       constraint_set0_flag 1
                                             .1......        constraint_set1_flag 1
                                             ..1.....        constraint_set2_flag 1
                                             ...0....        constraint_set3_flag 0
                                             ....0...        constraint_set4_flag 0
                                             .....0..        constraint_set5_flag 0
                                             ......00        reserved           0
          0000022e  1e                       .               level_idc          30 (3.0)
          0000022f  01                       .         numOfPictureParameterSets 1
                                                       pictureParameterSets 1 entry
                                                         [1]
          00000230  00 02                    ..            pictureParameterSetLength 2
                                                           pictureParameterSetNALUnit
          00000232  68                       h0.......       reserved           0
                                             .11.....        nal_ref_idc        3
                                             ...01000        nal_unit_type      8 (picture parameter set)
          00000233  ce                       .1.......       pic_parameter_set_id 0
                                             .1......        seq_parameter_set_id 0
                                             ..0.....        entropy_coding_mode_flag 0 (CAVLC)
                                             ...0....        bottom_field_pic_order_in_frame_present_flag 0
                                             ....1...        num_slice_groups_minus1 0 (1)
                                             .....1..        num_ref_idx_l0_default_active_minus1 0 (1)
                                             ......1.        num_ref_idx_l1_default_active_minus1 0 (1)
                                             .......0        weighted_pred_flag 0

        """#)
  }

  @Test func rowsStandOnTheirBytes() {
    #expect(
      page(MadeFile.movie, "//stsz") {
        $0.hex = .fields
      } == #"""
        moov/trak/mdia/minf/stbl/stsz  Sample sizes — 68 bytes at 0x182 (386)

          00000182  00 00 00 44              ...D      size               68
          00000186  73 74 73 7a              stsz      type               'stsz'
          0000018a  00                       .         version            0
          0000018b  00 00 00                 ...       flags              0x000000
          0000018e  00 00 00 00              ....      sample_size        0 (varies)
          00000192  00 00 00 0c              ....      sample_count       12
                                                       entries 12 rows
          00000196  00 00 00 01              ....        [1] 1
          0000019a  00 00 00 02              ....        [2] 2
          0000019e  00 00 00 03              ....        [3] 3
                    … 24 more bytes to 0x1ba (-n all)
          000001ba  00 00 00 0a              ....        [10] 10
          000001be  00 00 00 0b              ....        [11] 11
          000001c2  00 00 00 0c              ....        [12] 12

        """#)
  }

  @Test func aDumpIsTintedByField() {
    #expect(
      page(MadeFile.movie, "//stts") {
        $0.hex = .dump
        $0.hasColor = true
      } == #"""
        ␛[1mmoov/trak/mdia/minf/stbl/stts␛[0m  Time to sample — 32 bytes at 0x162 (354)

        ␛[2m00000160␛[0m        00 00 00 20 ␛[32m73␛[0m ␛[32m74␛[0m  ␛[32m74␛[0m ␛[32m73␛[0m 00 ␛[32m00␛[0m ␛[32m00␛[0m ␛[32m00␛[0m 00 00  |  ... stts......|    ␛[36msize, type, version, flags, entry_count␛[0m
        ␛[2m00000170␛[0m  00 02 ␛[32m00␛[0m ␛[32m00␛[0m ␛[32m00␛[0m ␛[32m03␛[0m ␛[32m00␛[0m ␛[32m00␛[0m  ␛[32m00␛[0m ␛[32m64␛[0m ␛[32m00␛[0m ␛[32m00␛[0m ␛[32m00␛[0m ␛[32m03␛[0m ␛[32m00␛[0m ␛[32m00␛[0m  |.........d......|    ␛[36mentries␛[0m
        ␛[2m00000180␛[0m  ␛[32m00␛[0m ␛[32m32␛[0m                                             |.2|

        """#)
  }

  @Test func aDumpHasRowsOfSixteen() {
    #expect(
      page(MadeFile.movie, "//hdlr") {
        $0.hex = .dump
      } == #"""
        moov/trak/mdia/hdlr  Handler — 42 bytes at 0x128 (296)

        00000120                           00 00 00 2a 68 64 6c 72  |        ...*hdlr|    size, type
        00000130  00 00 00 00 00 00 00 00  74 65 78 74 00 00 00 00  |........text....|    version, flags, pre_defined, handler_type, reserved
        00000140  00 00 00 00 00 00 00 00  61 20 68 61 6e 64 6c 65  |........a handle|    name
        00000150  72 00                                             |r.|

        """#)
  }

  @Test func aDumpForXxdHasNothingElse() {
    #expect(
      page(MadeFile.movie, "//stts") {
        $0.hex = .xxd
      } == #"""
        00000162: 0000 0020 7374 7473 0000 0000 0000 0002  ... stts........
        00000172: 0000 0003 0000 0064 0000 0003 0000 0032  .......d.......2

        """#)
  }

  @Test func whatNobodyDescribesIsBytes() {
    #expect(
      page(MadeFile.many, "zzzz") {
        $0.hex = .fields
      } == #"""
        zzzz  Unknown — 48 bytes at 0x276 (630)

          00000276  00 00 00 30              ...0      size               48
          0000027a  7a 7a 7a 7a              zzzz      type               'zzzz'
          0000027e  00 01 02 03 04 05 06 07  ........  data               40 bytes
          00000286  08 09 0a 0b 0c 0d 0e 0f  ........
                    … 24 more bytes to 0x2a6 (--bytes all)

        """#)
  }

  @Test func longLinesFold() {
    #expect(
      page(MadeFile.many, "sidx") {
        $0.width = 60
      } == #"""
        sidx  Segment index — 56 bytes at 0x10 (16)

          reference_ID                7
          timescale                   1,000
          earliest_presentation_time  2,000 (2.000 s)
          first_offset                0x0
          reference_count             2
          references                  2 rows

                index    offset  reference_type  referenced_size
                    subsegment_duration  starts_with_SAP  SAP_type
                    SAP_delta_time
                    1  00000030  1 (segment index)               16
                          500 (0.500 s)                1         1
                       5 (0.005 s)
                    2  0000003c       0 (media)               20
                          250 (0.250 s)                0         0
                                 0

        """#)
  }

  @Test func colouredFields() {
    #expect(
      page(MadeFile.many, "//elst") {
        $0.hasColor = true
      } == #"""
        ␛[1mmoov/trak/edts/elst␛[0m  Edit list — 40 bytes at 0x128 (296)

          ␛[36mentry_count␛[0m    2
          ␛[36mentries␛[0m        2 rows

                ␛[2mindex␛[0m␛[2m    offset␛[0m  ␛[2medit_duration␛[0m  ␛[2mmedia_time␛[0m  ␛[2mmedia_rate_integer␛[0m  ␛[2mmedia_rate_fraction␛[0m
                    1  ␛[2m00000138␛[0m  600 (1.000 s)   -1 (none)                   1                    0
                    2  ␛[2m00000144␛[0m  300 (0.500 s)  100 (0.001 s)                   0              -32,768

        """#)
  }

  @Test func colouredBytes() {
    #expect(
      page(MadeFile.many, "//elst") {
        $0.hex = .fields
        $0.hasColor = true
      } == #"""
        ␛[1mmoov/trak/edts/elst␛[0m  Edit list — 40 bytes at 0x128 (296)

          ␛[2m00000128␛[0m  00 00 00 28              ␛[32m...(␛[0m      ␛[36msize␛[0m               40
          ␛[2m0000012c␛[0m  65 6c 73 74              ␛[32melst␛[0m      ␛[36mtype␛[0m               'elst'
          ␛[2m00000130␛[0m  00                       ␛[32m.␛[0m         ␛[36mversion␛[0m            0
          ␛[2m00000131␛[0m  00 00 00                 ␛[32m...␛[0m       ␛[36mflags␛[0m              0x000000
          ␛[2m00000134␛[0m  00 00 00 02              ␛[32m....␛[0m      ␛[36mentry_count␛[0m        2
                                                       ␛[36mentries␛[0m ␛[2m2 rows␛[0m
          ␛[2m00000138␛[0m  00 00 02 58 ff ff ff ff  ␛[32m...X....␛[0m    ␛[36m[1]␛[0m ␛[36medit_duration␛[0m 600 (1.000 s)  ␛[36mmedia_time␛[0m -1 (none)  ␛[36mmedia_rate_integer␛[0m 1  ␛[36mmedia_rate_fraction␛[0m 0
          ␛[2m00000140␛[0m  00 01 00 00              ␛[32m....␛[0m
          ␛[2m00000144␛[0m  00 00 01 2c 00 00 00 64  ␛[32m...,...d␛[0m    ␛[36m[2]␛[0m ␛[36medit_duration␛[0m 300 (0.500 s)  ␛[36mmedia_time␛[0m 100 (0.001 s)  ␛[36mmedia_rate_integer␛[0m 0  ␛[36mmedia_rate_fraction␛[0m -32,768
          ␛[2m0000014c␛[0m  00 00 80 00              ␛[32m....␛[0m

        """#)
  }

  @Test func inADumpNodesFollowOneAnother() {
    let text = MadeFile.text(MadeFile.tiny, { $0.hex = .fields }) { document, options, output in
      var renderer = NodeRenderer(document, options, output: output)
      for index in document.tree.indices { renderer.renderInDump(index) }
      return renderer.finish()
    }
    #expect(
      text == #"""
        00000000        20  ftyp  File type
          00000000  00 00 00 14              ....      size               20
          00000004  66 74 79 70              ftyp      type               'ftyp'
          00000008  71 74 20 20              qt        major_brand        'qt  ' (QuickTime)
          0000000c  00 00 02 00              ....      minor_version      0x00000200
          00000010  71 74 20 20              qt        compatible_brands  'qt  ' (QuickTime)
        00000014        19  moov  Movie
          00000014  00 00 00 13              ....      size               19
          00000018  6d 6f 6f 76              moov      type               'moov'
        0000001c        11  free  Free space
          0000001c  00 00 00 0b              ....      size               11
          00000020  66 72 65 65              free      type               'free'
          00000024  01 02 03                 ...       data               010203

        """#)
  }
}
