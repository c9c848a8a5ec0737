// swift-format-ignore-file: DoNotUseSemicolons

internal import ByteReading

extension Recipe {
  /// Files whose names say what is broken.
  static let broken: [Recipe] = [
    // The file
    Recipe("broken/empty.mp4", "no bytes at all") {},
    Recipe("broken/one-byte.mp4", "one byte") { u8(0) },
    Recipe("broken/not-atoms.mp4", "text") {
      text("This is not a film, but it is long enough to look.\n")
    },
    Recipe("broken/zeros.mp4", "nothing but zeros") { zeros(100) },
    Recipe("broken/ones.mp4", "nothing but ones") { bytes(Array(repeating: 0xFF, count: 64)) },
    Recipe("broken/zeros-at-end.mp4", "zeros behind the last atom") {
      Parts.film(); zeros(21)
    },
    Recipe("broken/zeros-between.mp4", "zeros between atoms at the top") {
      Parts.fileType("isom", "isom"); zeros(8); Parts.movie {}
    },
    Recipe("broken/junk-at-end.mp4", "three bytes behind the last atom") {
      Parts.film(); hex("010203")
    },
    Recipe("broken/two-movies.mp4", "`moov` twice") {
      Parts.film(); Parts.movie {}
    },
    Recipe("broken/no-ftyp-in-front.mp4", "`ftyp` at the end") {
      Parts.movie {}
      Parts.fileType("isom", "isom")
    },

    // Sizes of atoms
    Recipe("broken/truncated-header.mp4", "five bytes of a header at the end") {
      Parts.film(); hex("00000010 66")
    },
    Recipe("broken/truncated-header-in-box.mp4", "six bytes of a header at the end of `moov`") {
      Parts.film(extra: hex("00000008 6672"))
    },
    Recipe("broken/truncated-largesize.mp4", "a 64-bit size of which four bytes are there") {
      Parts.fileType("isom", "isom"); u32(1); code("mdat"); u32(0)
    },
    Recipe("broken/mdat-truncated.mp4", "the file ends in `mdat`") {
      Parts.fileType("isom", "isom"); Parts.movie {}
      atom("mdat", rawSize: 1_000) { zeros(10) }
    },
    Recipe("broken/largesize-overflow.mp4", "a 64-bit size past 2⁶⁴") {
      Parts.fileType("isom", "isom"); largeAtom("mdat", rawSize: .max) { zeros(4) }
    },
    Recipe("broken/largesize-below-header.mp4", "a 64-bit size of 15") {
      Parts.fileType("isom", "isom"); largeAtom("free", rawSize: 15); Parts.movie {}
    },
    Recipe("broken/size-below-header.mp4", "an atom of size 7") {
      Parts.fileType("isom", "isom")
      Parts.movie {
        atom("udta", rawSize: 7) { zeros(8) }
        atom("free")
      }
    },
    Recipe("broken/size-zero-in-container.mp4", "an atom of size 0 in `moov`") {
      Parts.movie { atom("udta", rawSize: 0) { atom("name") { text("n") } } }
    },
    Recipe("broken/child-exceeds-parent.mp4", "`udta` goes on past the end of `moov`") {
      Parts.film(extra: atom("udta", rawSize: 4_096) { atom("name") { text("n") } })
    },
    Recipe("broken/child-exceeds-parent-leaf.mp4", "`stts` goes on past the end of `stbl`") {
      Parts.film(
        inTables: pieces {
          atom("stts", version: 0, rawSize: 999) { u32(1, 2, 200) }
          atom("stss", version: 0) { u32(1, 1) }
        })
    },
    Recipe(
      "findings/atoms-code-with-backslashes.mp4",
      "a brand that is a quote, a quotation mark, a backslash and a slash"
    ) {
      atom("ftyp") {
        hex("27225c2f"); zeros(4)
      }
    },
    Recipe(
      "findings/atoms-names-that-differ-in-case.mp4",
      "an `av1C` with `monochrome` in its sequence header and `mono_chrome` before it"
    ) {
      hex("00000010 66747970 69736f6d 00000200")
      atom("av1C") { hex("81407c11 0e58075a 1dc1017f ce70") }
    },
    Recipe(
      "findings/atoms-columns-of-one-array.mp4",
      "a `styl` whose colours are an array in a row"
    ) {
      hex("00000010 66747970 69736f6d 00000200")
      atom("styl") { hex("0001 0001 0002 0003 07 04 05060708") }
    },
    Recipe(
      "findings/atoms-table-beside-bytes-of-its-name.mp4",
      "a `data` with an affine transform and bytes behind it, both called `value`"
    ) {
      hex("00000010 66747970 69736f6d 00000200")
      atom("data") {
        hex("0000004f 00000000 3ff8000000000000 3ff8000000000000 a0a1a2a3")
      }
    },
    Recipe(
      "findings/atoms-uuid-without-its-type.mp4",
      "a `uuid` too short for its extended type between two that have one"
    ) {
      Parts.fileType("isom", "isom"); uuidAtom("00112233445566778899AABBCCDDEEFF") {}
      atom("uuid") { u32(1) }
      uuidAtom("FFEEDDCCBBAA99887766554433221100") {}
    },
    Recipe(
      "findings/atoms-entry-outside-its-table.mov",
      "a sample entry of QuickTime's version 1 in a sample table, not in sample descriptions"
    ) {
      Parts.fileType("qt  ", "qt  ")
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("mp4a") {
                  zeros(6); u16(1, 1, 0); u32(0); u16(2, 16, 0, 0); u32(44_100 << 16)
                  u32(1_024, 2, 4, 2)
                  atom("wave") {}
                }
              }
            }
          }
        }
      }
    },
    Recipe(
      "findings/id3-fragment-time-of-an-unknown-version.mp4",
      "two fragments, and the `tfdt` of the second is of version 43"
    ) {
      Parts.fileType("iso5", "iso5", "iso6", "mp41"); Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [1, 2, 3, 4])
      Parts.fragment(
        sequence: 2, time: 1_000, duration: 1_000, sample: [5, 6, 7, 8], timeVersion: 43)
    },
    Recipe(
      "findings/id3-edit-before-the-media.mp4",
      "an edit that starts at -327,678 of the media, and one at its start"
    ) {
      Parts.film(
        inTrack: pieces {
          atom("edts") {
            atom("elst", version: 0) {
              u32(2); u32(100); i32(-327_678); u16(1, 0); u32(300, 0); u16(1, 0)
            }
          }
        })
    },
    Recipe(
      "findings/atoms-lists-of-one-name.mp4", "an `lhvC` whose three palettes are lists called the same"
    ) {
      Parts.fileType("isom")
      hex("000000806c68764301f001fcd701a00001006d420453810000030007f0000003")
      hex("00000809c00081000003000b000003000003000c0d64934c9cb4c94c94c9c8c4")
      hex("48c448c448c448c47ab13492bd1dfffc00f000f78c242426c9f4c90000030044")
      hex("0000030045bf47557578f845d3269935592ac95f64a7f7fffff5fd936c6d6ef0")
    },
    Recipe(
      "findings/diff-gaps-of-bits.mp4", "parameter sets of which two leave bits of a byte unread"
    ) {
      Parts.fileType("isom")
      hex("000000426176634301420102ff2b0029012cfc0564932b269d92bff00120013e")
      hex("3090909d400075be77efa8c8537b253240010006014d9311540100064125a70d")
      hex("5e24003100000864696666000000106674797265656c7069736f6d0000020000")
      hex("00004b6176634301000102ffe100290100fc0564d591e993ff00100011e30909")
      hex("09b24000000500000300057b3d75be77efa8c8537b253240010006014d93110d")
      hex("ecfcfdfe010003a0a1a2")
    },
    Recipe("broken/uuid-without-room.mp4", "a `uuid` of twelve bytes") {
      Parts.fileType("isom", "isom"); atom("uuid") { u32(1) }
      atom("uuid")
    },
    Recipe("broken/nested-too-deep.mp4", "atoms 100 deep") { Parts.nest(100) },
    Recipe("broken/container-empty.mp4", "containers without anything") {
      atom("moov"); atom("moof"); atom("meta");
      atom("moov") {
        atom("trak"); atom("udta")
      }
    },
    Recipe("broken/moov-of-garbage.mp4", "`moov` whose content is no atoms") {
      atom("moov") { hex("ffffffff fefefefe 00000000 11111111 80000000") }
    },

    // Fields
    Recipe("broken/version-unknown.mp4", "`mvhd` and `tfdt` of version 9") {
      atom("moov") { atom("mvhd", version: 9) { zeros(96) } }
      atom("moof") { atom("traf") { atom("tfdt", version: 9) { u64(1) } } }
    },
    Recipe("broken/header-fields-missing.mp4", "`mvhd`, `tkhd`, `mdhd`, `hdlr` that end early") {
      atom("moov") {
        atom("mvhd", version: 0) { u32(1, 2) }
        atom("trak") {
          atom("tkhd", version: 1) {
            u64(1); u8(0)
          }
          atom("mdia") {
            atom("mdhd", version: 0) { u16(1) }
            atom("hdlr") { u8(0) }
            atom("minf")
          }
        }
      }
    },
    Recipe("broken/no-version.mp4", "full boxes of zero, one and three bytes") {
      atom("moov") {
        atom("mvhd"); atom("mvhd") { u8(0) }
        atom("mvhd") {
          u8(1); u16(0)
        }
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsd"); atom("stsz") { u8(0) }
              }
            }
          }
        }
      }
    },
    Recipe("broken/string-unterminated.mp4", "`hdlr` whose name has no terminator, `emsg` too") {
      Parts.fileType("isom", "isom")
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("hdlr", version: 0) {
              u32(0); code("vide"); zeros(12); text("Name")
            }
          }
        }
      }
      atom("emsg", version: 0) { text("urn:x") }
    },
    Recipe("broken/utf8-invalid.mp4", "names that are not UTF-8, with control characters") {
      Parts.fileType("isom", "isom")
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("hdlr", version: 0) {
              u32(0); code("vide"); zeros(12); hex("1b5b33316d ff c0 80 0a 0d e2 80 ae 7f 00")
            }
          }
        }
        atom("udta") {
          atom("@nam") {
            u16(6, 0x15C7); hex("1b 5d 30 3b 07 ff")
          }
        }
      }
    },
    Recipe("broken/pascal-string-too-long.mov", "counts of text longer than their field") {
      Parts.fileType("qt  ", "qt  ")
      Parts.movie {
        Parts.track {
          Parts.media {
            atom("rle ") {
              zeros(6); u16(1); zeros(16); u16(64, 48); fixed16(72, 72); u32(0); u16(1)
              u8(200); text("a name without a count, 31 by.")
              u8(0); u16(24); i16(-1)
            }
          } tables: {
            Parts.emptyTables
          }
        }
        atom("udta") {
          atom("@nam") {
            u16(500, 0); text("short")
          }
        }
      }
    },

    // Counts
    Recipe("broken/stsz-count-too-large.mp4", "`stsz` that promises 2³² − 1 sizes") {
      Parts.film(inTables: atom("stsz", version: 0) { u32(0, .max, 1, 2, 3) })
    },
    Recipe(
      "broken/table-counts-too-large.mp4", "every sample table promises more rows than there are"
    ) {
      Parts.film(
        inTables: pieces {
          for type in ["stts", "ctts", "stsc", "stco", "co64", "stss", "stsh", "padb", "subs"]
            as [FourCC]
          {
            atom(type, version: 0) { u32(0x8000_0001, 7) }
          }
          atom("stz2", version: 0) {
            u32(4, .max); u8(0x12)
          }
          atom("sgpd", version: 1) {
            code("roll"); u32(2, .max); i16(1)
          }
          atom("sbgp", version: 0) {
            code("roll"); u32(.max, 1, 1)
          }
          atom("csgp", version: 0, flags: 0xFF) { u32(.max, .max, .max, .max) }
        })
    },
    Recipe(
      "broken/stsd-count-too-large.mp4",
      "`stsd` that promises 1,000 entries, and one that promises none"
    ) {
      Parts.movie {
        Parts.track {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) {
                  u32(1_000); Parts.visualEntry("avc1")
                }
              }
            }
          }
        }
        Parts.track {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) {
                  u32(0); Parts.visualEntry("avc1")
                }
              }
            }
          }
        }
      }
    },
    Recipe("broken/sample-entry-too-short.mp4", "sample entries that end in their fields") {
      Parts.movie {
        for (handler, type) in [
          ("vide", "avc1"), ("soun", "mp4a"), ("text", "tx3g"), ("tmcd", "tmcd"),
        ] as [(FourCC, FourCC)] {
          Parts.track {
            Parts.media(handler: handler) {
              atom(type) { zeros(7) }
              atom(type)
            } tables: {
              Parts.emptyTables
            }
          }
        }
      }
    },
    Recipe("broken/trun-without-room.mp4", "`trun` that promises a million samples in no bytes") {
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0) { u32(1) }
          atom("trun", version: 0, flags: 0xF01) { u32(1_000_000, 100) }
          atom("trun", version: 0) { u32(.max) }
          atom("trun", version: 0, flags: 0x100) { u32(3, 1, 2) }
        }
      }
    },
    Recipe("broken/tfhd-too-short.mp4", "`tfhd` with flags for fields that are not there") {
      Parts.fragmentedMovie()
      atom("moof") {
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x3B) { u32(1, 0) }
          atom("tfdt", version: 1) { u32(0) }
        }
      }
    },
    Recipe(
      "broken/sidx-count-too-large.mp4", "`sidx`, `ssix`, `tfra` that promise more than there is"
    ) {
      atom("sidx", version: 0) {
        u32(1, 1_000, 0, 0); u16(0, 0xFFFF); u32(1, 2, 3)
      }
      atom("ssix", version: 0) { u32(.max, .max, 0) }
      atom("mfra") {
        atom("tfra", version: 0) {
          u32(1, 0x3F, .max, 0); zeros(9)
        }
        atom("mfro", version: 0) { u32(.max) }
      }
    },
    Recipe("broken/zero-width-rows.mp4", "counts of rows that have no bytes") {
      Parts.film(
        inTables: pieces {
          atom("sgpd", version: 1) {
            code("xxxx"); u32(0, .max); u32(0, 0, 0)
          }
          atom("sgpd", version: 2) {
            code("roll"); u32(0, 0, .max)
          }
          atom("saiz", version: 0) {
            u8(0); u32(.max)
          }
          atom("stz2", version: 0) { u32(0, .max) }
          atom("subs", version: 0) {
            u32(2, 1); u16(0); u32(1); u16(0xFFFF)
          }
        })
    },

    // Descriptors and configurations
    Recipe(
      "broken/descriptor-size-too-large.mp4",
      "`esds` whose descriptors promise more than the atom has"
    ) {
      Parts.movie {
        for content in [
          "03 ffffff7f 0001 00 04 80808020 40", "03 10 0001 00 04 7f", "03 80808080 80", "", "03",
        ] {
          Parts.track {
            Parts.media(handler: "soun") {
              Parts.audioEntry("mp4a") { atom("esds", version: 0) { hex(content) } }
            } tables: {
              Parts.emptyTables
            }
          }
        }
      }
    },
    Recipe(
      "broken/configuration-truncated.mp4",
      "`avcC`, `hvcC`, `av1C`, `vpcC`, `dOps`, `dac3`, `alac` cut short"
    ) {
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1") { atom("avcC") { hex("01 64000a ff e1 ffff 67") } }
            Parts.visualEntry("avc1") { atom("avcC") { hex("01 64000a ff ff 0000") } }
            Parts.visualEntry("hvc1") {
              atom("hvcC") {
                hex("01 01600000 009000000000 001e f000 fc fd f8 f8 0000 0f ff a0 ffff ffff")
              }
            }
            Parts.visualEntry("av01") { atom("av1C") { hex("81") } }
            Parts.visualEntry("vp09") { atom("vpcC", version: 1) { hex("000a82020202 ffff 00") } }
          } tables: {
            Parts.emptyTables
          }
        }
        Parts.track(id: 2) {
          Parts.media(handler: "soun") {
            Parts.audioEntry("Opus") { atom("dOps") { hex("00 ff 0138 0000bb80 0000 ff 01") } }
            Parts.audioEntry("ac-3") { atom("dac3") { hex("10") } }
            Parts.audioEntry("ec-3") { atom("dec3") { hex("ffff ff") } }
            Parts.audioEntry("alac") { atom("alac", version: 0) { u32(4_096) } }
            Parts.audioEntry("fLaC") { atom("dfLa", version: 0) { hex("80ffffff 1000") } }
          } tables: {
            Parts.emptyTables
          }
        }
      }
    },

    // Metadata
    Recipe("broken/udta-junk-after-end.mov", "bytes behind the zero that ends `udta`") {
      Parts.film(
        brand: "qt  ",
        extra: atom("udta") {
          atom("name") { text("n") }
          u32(0); hex("0102030405")
        })
    },
    Recipe("broken/international-text-cut.mov", "a second text whose count is too large") {
      Parts.film(
        brand: "qt  ",
        extra: atom("udta") {
          atom("@nam") {
            u16(2, 0); text("ab"); u16(9, 1); text("cd")
          }
          atom("@cmt") { u8(0) }
          atom("@ART")
        })
    },
    Recipe("broken/keys-entry-size.mov", "entries of `keys` with sizes 0, 4 and too large") {
      for size in [0, 4, 9_999] as [UInt32] {
        atom("meta") {
          Parts.handlerReference("mdta", name: "")
          atom("keys", version: 0) {
            u32(3); u32(size); code("mdta"); text("name"); u32(12); code("mdta"); text("more")
          }
          atom("ilst") {
            atom("\\x00\\x00\\x00\\x09") {
              atom("data") {
                u32(1, 0); text("v")
              }
            }
          }
        }
      }
    },
    Recipe("broken/items-without-room.m4a", "`data`, `mean`, `covr`, `----` that end early") {
      atom("moov") {
        atom("udta") {
          atom("meta", version: 0) {
            atom("ilst") {
              atom("@nam") { atom("data") { u32(1) } }
              atom("@nam")
              atom("trkn") {
                atom("data") {
                  u32(0, 0); u8(0)
                }
              }
              atom("covr") {
                atom("data") { u16(0) }
                atom("data", rawSize: 5_000) { u32(13, 0) }
              }
              atom("----") {
                atom("mean") { u8(0) }
                atom("name"); atom("data")
              }
            }
          }
        }
      }
    },
    Recipe("broken/meta-too-short.mp4", "`meta` of 0, 3, 4 and 11 bytes") {
      for count in [0, 3, 4, 11] { atom("meta") { zeros(count) } }
    },
    Recipe(
      "broken/iloc-truncated.heic", "`iloc`, `iinf`, `iref`, `ipma` that promise more than there is"
    ) {
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("iloc", version: 1) {
          u8(0x44, 0x40); u16(0xFFFF, 1, 0, 0); u32(0); u16(0xFFFF); u32(1, 2, 3)
        }
        atom("iloc", version: 0) {
          u8(0, 0); u16(0xFFFF, 1, 0, 0xFFFF)
        }
        atom("iloc", version: 0) {
          u8(0xFF, 0xFF); u16(1, 1, 0, 1); zeros(20)
        }
        atom("iinf", version: 0) {
          u16(0xFFFF); atom("infe", version: 2) { u16(1) }
          atom("infe", version: 7)
        }
        atom("iref", version: 0) { atom("dimg") { u16(1, 0xFFFF, 2) } }
        atom("iprp") {
          atom("ipco") {
            atom("ispe", version: 0) { u32(1) }
            atom("pixi", version: 0) { u8(200, 8) }
          }
          atom("ipma", version: 0) {
            u32(.max); u16(1); u8(255, 1, 2)
          }
        }
      }
    },

    // Compressed movies
    Recipe("broken/compressed-movie-cut.mov", "compressed data that ends early") {
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") {
            u32(500); Piece(Array(stored(Parts.movieHeader()).bytes.prefix(60)))
          }
        }
      }
    },
    Recipe("broken/compressed-movie-size.mov", "compressed data that gives less than it says") {
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") {
            u32(5_000); stored(atom("moov") { Parts.movieHeader() })
          }
        }
      }
    },
    Recipe("broken/compressed-movie-garbage.mov", "compressed data that is none") {
      atom("moov") {
        atom("cmov") {
          atom("cmvd") {
            u32(100); hex("00112233445566778899")
          }
          atom("cmvd") { u16(0) }
          atom("cmvd")
        }
      }
    },
    Recipe("broken/compressed-movie-in-itself.mov", "a compressed movie in a compressed movie") {
      compressed(atom("moov") { compressed(Parts.movie {}) })
    },
    // Tags
    Recipe(
      "broken/tag-frames.mp3",
      "frames with wrong sizes and identifiers, bytes that are none, contents in a circle"
    ) {
      TagBuilder(.v3).tag {
        hex("54503100 00000004 0000 00416E6E")
        TagBuilder(.v3).frame("TALB")
        TagBuilder(.v3).text("TIT2", "x", format: .init(isCompressed: true))
        TagBuilder(.v3).frame("TIT3", rawSize: 0xFFFF_FFFF) { hex("0041") }
      }
      TagBuilder(.v4).tag {
        TagBuilder(.v4).frame("PRIV", rawSize: 300) { zeros(300) }
        TagBuilder(.v4).frame("CTOC") {
          string("a"); u8(2, 1); string("b")
        }
        TagBuilder(.v4).frame("CTOC") {
          string("b"); u8(0, 1); string("a")
        }
        TagBuilder(.v4).frame("SEEK") { u32(1_000_000) }
        text("junk that is no frame")
      }
      mpegAudio(frames: 3)
    },
    Recipe("broken/tag-without-footer.mp3", "a tag of version 2.3 behind the sound") {
      mpegAudio(frames: 3)
      TagBuilder(.v3).tag { TagBuilder(.v3).text("TIT2", "Behind") }
    },
    Recipe(
      "broken/tag-readings.mp3",
      "four tags as writers wrote them: the flag of un-synchronisation alone, sizes that count its zeros, identifiers of version 2 and of none, a plain size"
    ) {
      TagBuilder(.v4).tag(flags: 0x80) {
        TagBuilder(.v4).text("TIT2", "One")
        TagBuilder(.v4).frame("PRIV") {
          string("picture"); hex("FFD8 FFE0 FF00 41")
        }
      }
      TagBuilder(.v3).tag(flags: 0x80) {
        TagBuilder(.v3).text("TIT2", "Two", encoding: .utf16)
        TagBuilder(.v3).frame("PRIV") {
          string("picture"); hex("FFD8 FF00E0 FF0000")
        }
        TagBuilder(.v3).text("TALB", "Behind")
      }
      TagBuilder(.v4).tag(padding: 8) {
        TagBuilder(.v4).frame("Date") {
          hex("00"); text("2010")
        }
        TagBuilder(.v4).frame("TST ") {
          hex("00"); text("Three")
        }
        text("junk")
        TagBuilder(.v4).text("TIT2", "Three")
      }
      text("ID3"); hex("0300 00 000000A6")
      TagBuilder(.v3).text("TIT2", "Four")
      TagBuilder(.v3).frame("PRIV") {
        string("padding"); zeros(133)
      }
      mpegAudio(frames: 3)
    },
  ]

  private static func compressed(_ piece: Piece) -> Piece {
    atom("moov") {
      atom("cmov") {
        atom("dcom") { code("zlib") }
        atom("cmvd") {
          u32(UInt32(piece.bytes.count)); stored(piece)
        }
      }
    }
  }
}
