// Trees and fields of programs that run here were held against ours by hand as well (2026-11-22), over
// the corpus and all samples. Types, sizes and order of 13,043 boxes of MP4Box 26.08 (290 files) and of
// 13,855 of Bento4's mp4dump 1.6.0 (326 files) are ours, and 30,000 values that go by one name, but for:
//
// - MP4Box is wrong: in an 'iref' of version 1 it reads IDs of 16 bits (14496-12 §8.11.12), samples with
//   constant vectors and no bytes of their own do not count in 'senc' (23001-7 §7.2), QuickTime's 'name'
//   loses four letters, 'layer' has no sign. It names 'stri' after the 'eyes' around it, has no element
//   for 'av1C' and 'vpcC', and prints the boxes of 'tx3g' twice.
// - mp4dump is wrong: 'layer' has no sign, peak_data_rate of 'dmlp' has 16 bits in place of 15. It ends
//   with entry_count of 'stsd', behind which one writer has free space.
// - An 'iinf' of version 2, which is not defined, both read as version 1; we say so and read no items.

extension Difference {
  /// All of them; an entry that nothing needs fails the test.
  static let known: [Difference] = [
    // fq

    Difference(.fq, "APIC", inside: "data", "fq reads the picture; here it is bytes"),
    Difference(
      .fq, "ID32", inside: "ID3v2data", "fq reads the ID3 tag; here it is a format of its own"),
    Difference(
      .fq, "colr", inside: "ICC_profile", "fq reads ICC profiles; they are not made of atoms"),
    Difference(
      .fq, "colr", "parameter_type",
      "fq is wrong: JPEG 2000 has a method, a precedence and an approximation (15444-1 I.5.3.3)"
    ),
    Difference(
      .fq, "esds", inside: "data",
      "fq reads the Vorbis packets of a private object type (0xDD); nothing registered defines them"
    ),
    Difference(
      .fq, "jp2c", inside: "codestream", "fq reads the markers of JPEG 2000; they are media"),
    Difference(
      .fq, "pssh", "system_id", "fq prints its name for the system and no digits"),
    Difference(
      .fq, "uuid", "uuid", "fq prints its name for the type and no digits"),
    Difference(
      .fq, "clap", "horiz_off_n",
      "declared unsigned (14496-12 §12.1.4), but it may be negative; here -1/2 centres 451 columns"),
    Difference(.fq, "clap", "vert_off_n", "as horiz_off_n"),
    Difference(
      .fq, "ihdr", "bpc", "fq adds the one that the stored number of bits lacks (15444-1 I.5.3.1)"),
    Difference(
      .fq, "lpcm", "always_minus_2",
      "fq is wrong: the number is signed (QTFF, Sound Sample Description version 2: must be -2)"),
    Difference(
      .fq, "schm", "uri",
      "fq is wrong: scheme_version has 32 bits, and no flag says that there is a URI (14496-12 §8.12.6)"
    ),
    Difference(
      .fq, "sgpd", "roll_distance", "fq is wrong: the number is signed (14496-12 §10.1.1.2)"),

    // gpac

    Difference(
      .gpac, "iloc", "construction_method", "gpac prints 0 for version 0, which has no such field"),
    Difference(
      .gpac, "iloc", "index_size", "gpac prints 0 for version 0, where these bits are reserved"),
    Difference(.gpac, "iloc", "extent_index", "gpac prints 0 where index_size is 0"),
    Difference(
      .gpac, "infe", "content_type", "gpac prints (null) for items whose type is not 'mime'"),
    Difference(.gpac, "infe", "content_encoding", "as content_type"),
    Difference(.gpac, "iods", "binaryID", "gpac prints the ID a second time"),
    Difference(
      .gpac, "mdhd", "LanguageCode",
      "gpac prints und for the number 0; it is no packed code, and English in QuickTime (QTFF, "
        + "Language Code Values)"),
    Difference(.gpac, "esds", "type", "gpac's own word for how it prints the bytes"),
    Difference(
      .gpac, "esds", "nodeIDbits", "gpac reads the BIFS scene description; here it is bytes"),
    Difference(.gpac, "esds", "pixelMetric", "as nodeIDbits"),
    Difference(.gpac, "esds", "pixelWidth", "as nodeIDbits"),
    Difference(.gpac, "esds", "pixelHeight", "as nodeIDbits"),

    // mp4ff

    Difference(.mp4ff, "pssh", "data", "mp4ff prints the bytes; here they are fields"),
  ]
}
