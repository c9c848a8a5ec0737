// swift-format-ignore-file: DoNotUseSemicolons

internal import ByteReading

/// How a file of the corpus is made that no encoder makes.
public struct Recipe: Sendable {
  /// The file, as a path from the corpus's folder.
  public let name: String
  /// What it is for, in Markdown.
  public let purpose: String
  private let content: @Sendable () -> Piece

  init(
    _ name: String, _ purpose: String, @AtomBuilder _ content: @escaping @Sendable () -> Piece
  ) {
    self.name = name
    self.purpose = purpose
    self.content = content
  }

  /// The bytes of the file.
  public var contents: [UInt8] { content().bytes }

  /// All of them: what is right but rare, then what is broken.
  public static var all: [Recipe] { rare + tags + credentials + cameras + broken + disagreements }

  private static let rare: [Recipe] = [
    Recipe("made/key-strings.mov", "types that need care in paths: `@PRM` beside `©PRM`, quotes") {
      Parts.film(
        brand: "qt  ",
        extra: atom("udta") {
          atom("\\x40PRM") { text("real at sign") }
          atom("@PRM") {
            u16(3, 0); text("lat")
          }
          atom("@nam") {
            u16(5, 0x15C7); text("Title")
          }
          atom("a b ") { u8(1) }
          atom("it's") { u8(2) }
          atom("a/b.") { u8(3) }
          atom("[1]=") { u8(4) }
          atom("\\\\\\x01\\xff\\x7f") { u8(5) }
          atom("TT2") { text("a key of three characters") }
          atom("raw ") { u8(6) }
        })
    },
    Recipe("made/uuid.mp4", "`uuid` atoms: known, unknown, alike, with a 64-bit size, empty") {
      Parts.film()
      uuidAtom("be7acfcb-97a9-42e8-9c71-999491e3afac") { text("<x:xmpmeta/>") }
      uuidAtom("00112233-4455-6677-8899-aabbccddeeff") { u32(1) }
      uuidAtom("00112233-4455-6677-8899-aabbccddeeff") { u32(2) }
      uuidAtom("00000000-0000-0000-0000-000000000000")
      largeAtom("uuid") {
        hex("ffcc8263f8554a938814587a02521fdd"); u32(3)
      }
    },
    Recipe("made/large-sizes.mp4", "64-bit sizes where 32 would do") {
      Parts.fileType("isom", "isom")
      largeAtom("free") { zeros(3) }
      largeAtom("moov") {
        Parts.movieHeader()
        largeAtom("udta") { largeAtom("name") { text("n") } }
      }
      largeAtom("mdat") { bytes([1, 2, 3, 4]) }
    },
    Recipe("made/mdat-to-end.mp4", "an `mdat` of size 0, which goes on to the end") {
      Parts.fileType("isom", "isom")
      Parts.movie {}
      atom("mdat", rawSize: 0) { hex("00000008 66726565 0000") }
    },
    Recipe(
      "made/udta-text.mov", "international text in two languages, and the zero that ends a list"
    ) {
      Parts.film(
        brand: "qt  ",
        extra: atom("udta") {
          atom("@nam") {
            u16(5, 0); text("Title")
            u16(5, 2); bytes([0x54, 0x69, 0x74, 0x65, 0x6C])
          }
          atom("@cpy") {
            u16(6, 0); bytes([0xA9, 0x20, 0x32, 0x30, 0x32, 0x34])
          }
          atom("@cmt") {
            u16(8, 0x15C7); utf16("Ünï")
          }
          atom("WLOC") { u16(10, 20) }
          atom("LOOP") { u32(1) }
          u32(0)
        })
    },
    Recipe(
      "made/udta-3gpp.3gp", "asset information of 3GPP: `titl`, `loci`, `yrrc`, `albm`, `kywd`"
    ) {
      Parts.film(
        brand: "3gp6",
        extra: atom("udta") {
          atom("titl", version: 0) {
            language("eng"); text("Title", terminated: true)
          }
          atom("titl", version: 0) {
            language("deu"); utf16("Titel"); u16(0)
          }
          atom("albm", version: 0) {
            language("eng"); text("Album", terminated: true); u8(7)
          }
          atom("yrrc", version: 0) { u16(2024) }
          atom("loci", version: 0) {
            language("eng"); text("Berlin", terminated: true); u8(0)
            fixed16(13.405, 52.52, 34)
            text("Earth", terminated: true); text("", terminated: true)
          }
          atom("kywd", version: 0) {
            language("eng"); u8(2); u8(4); text("one\0"); u8(4); text("two\0")
          }
          atom("cprt", version: 0) {
            language("und"); text("nobody", terminated: true)
          }
        })
    },
    Recipe("made/meta-plain.mov", "`meta` without version and flags, `mdta` keys") {
      Parts.film(
        brand: "qt  ",
        extra: atom("meta") {
          Parts.handlerReference("mdta", name: "")
          atom("keys", version: 0) {
            u32(2)
            atom("mdta") { text("com.apple.quicktime.make") }
            atom("mdta") { text("com.example.number") }
          }
          atom("ilst") {
            atom("\\x00\\x00\\x00\\x01") {
              atom("data") {
                u32(1, 0); text("Maker")
              }
            }
            atom("\\x00\\x00\\x00\\x02") {
              atom("data") {
                u32(21, 0); u8(42)
              }
            }
          }
        })
    },
    Recipe(
      "made/item-keys.mp4", "`keys` with several values, locales, `itif`, `name` and an index twice"
    ) {
      Parts.film(
        extra: atom("meta", version: 0) {
          Parts.handlerReference("mdta", name: "")
          atom("keys", version: 0) {
            u32(3)
            atom("mdta") { text("title") }
            atom("udta") { text("©aut") }
            atom("mdta") { text("position") }
          }
          atom("ctry", version: 0) {
            u32(1); u16(2); text("DEAT")
          }
          atom("lang", version: 0) {
            u32(1); u16(1); language("deu")
          }
          atom("ilst") {
            atom("\\x00\\x00\\x00\\x01") {
              atom("data") {
                u32(1); u16(0); language("eng"); text("Title")
              }
              atom("data") {
                u32(1); u16(1, 1); text("Titel")
              }
            }
            atom("\\x00\\x00\\x00\\x02") {
              atom("itif", version: 0) { u32(7) }
              atom("name", version: 0) { text("author") }
              atom("data") {
                u32(2, 0); bytes([0, 0x41])
              }
            }
            atom("\\x00\\x00\\x00\\x03") {
              atom("data") {
                u32(70, 0); u32(0x3F80_0000, 0x4000_0000)
              }
            }
            atom("\\x00\\x00\\x00\\x01") {
              atom("data") {
                u32(1, 0); text("again")
              }
            }
          }
        })
    },
    Recipe("made/freeform.m4a", "iTunes items: `----`, numbers of all widths, several covers") {
      Parts.film(
        brand: "M4A ",
        extra: atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) {
              u32(0); code("mdir", "appl"); zeros(9)
            }
            atom("ilst") {
              atom("@nam") {
                atom("data") {
                  u32(1, 0); text("Title")
                }
              }
              atom("trkn") {
                atom("data") {
                  u32(0, 0); u16(0, 3, 12, 0)
                }
              }
              atom("disk") {
                atom("data") {
                  u32(0, 0); u16(0, 1, 2)
                }
              }
              atom("tmpo") {
                atom("data") {
                  u32(21, 0); u16(120)
                }
              }
              atom("cpil") {
                atom("data") {
                  u32(21, 0); u8(1)
                }
              }
              atom("gnre") {
                atom("data") {
                  u32(0, 0); u16(18)
                }
              }
              atom("stik") {
                atom("data") {
                  u32(21, 0); u8(2)
                }
              }
              atom("plID") {
                atom("data") {
                  u32(21, 0); u64(1_234_567_890_123)
                }
              }
              atom("covr") {
                atom("data") {
                  u32(13, 0); hex("ffd8ffd9")
                }
                atom("data") {
                  u32(14, 0); hex("89504e470d0a1a0a")
                }
              }
              atom("----") {
                atom("mean", version: 0) { text("com.apple.iTunes") }
                atom("name", version: 0) { text("iTunSMPB") }
                atom("data") {
                  u32(1, 0); text(" 00000000 00000840 000001CA 00000000003F31F6")
                }
              }
              atom("----") {
                atom("mean", version: 0) { text("org.example") }
                atom("name", version: 0) { text("several") }
                atom("data") {
                  u32(1, 0); text("one")
                }
                atom("data") {
                  u32(1, 0); text("two")
                }
              }
            }
            atom("free") { zeros(8) }
          }
          atom("chpl", version: 1) {
            u8(0); u32(2); u64(0); pascal("Start"); u64(2_000_000); pascal("")
          }
        })
    },
    Recipe("made/compressed-movie.mov", "a movie compressed in `cmov`, in a stored block") {
      let movie = Parts.movie {
        Parts.track {
          Parts.media(
            entry: { Parts.visualEntry("avc1") }, tables: { Parts.sampleTables([2, 3], at: 8) })
        }
      }
      atom("mdat") { bytes([1, 2, 3, 4, 5]) }
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") {
            u32(UInt32(movie.bytes.count)); stored(movie)
          }
        }
      }
    },
    Recipe("made/handler-last.mov", "`hdlr` behind `minf`: the sample entry's kind is known late") {
      Parts.fileType("qt  ", "qt  ")
      Parts.movie {
        Parts.track(width: 0, height: 0) {
          atom("mdia") {
            Parts.mediaHeader(timescale: 8_000, duration: 0)
            Parts.mediaInformation(
              handler: "soun", entry: Parts.audioEntry("raw "), tables: Parts.emptyTables)
            Parts.handlerReference("soun")
          }
        }
        Parts.track(id: 2) {
          atom("mdia") {
            Parts.mediaInformation(
              handler: "vide", entry: Parts.visualEntry("raw "), tables: Parts.emptyTables)
            Parts.handlerReference("vide")
            Parts.mediaHeader()
          }
        }
      }
    },
    Recipe("made/co64-stz2.mp4", "`co64`; sizes of 4, 8 and 16 bits, an odd number of the first") {
      Parts.fileType("isom", "isom")
      Parts.movie(duration: 600) {
        for (width, row) in [(4, hex("124 0")), (8, u8(1, 2, 4)), (16, u16(1, 2, 4))] {
          Parts.track(id: UInt32(width), duration: 600) {
            Parts.media(duration: 600) {
              Parts.visualEntry("avc1")
            } tables: {
              atom("stts", version: 0) { u32(1, 3, 200) }
              atom("stsc", version: 0) { u32(1, 1, 3, 1) }
              atom("stz2", version: 0) {
                u24(0); u8(UInt8(width)); u32(3); row
              }
              atom("co64", version: 0) {
                u32(1); u64(44)
              }
            }
          }
        }
      }
      atom("mdat") { zeros(7) }
    },
    Recipe(
      "made/sample-tables.mp4",
      "`stss stsh sdtp stdp padb subs cslg stps saiz saio`, edit lists of both versions"
    ) {
      Parts.film(
        inTrack: pieces {
          atom("edts") {
            atom("elst", version: 1) {
              u32(2); u64(100); u64(.max); u16(1, 0); u64(300, 20); u16(1, 0)
            }
          }
          atom("tref") {
            atom("hint") { u32(1) }
            atom("cdsc") { u32(1, 2, 3) }
          }
          atom("trgr") { atom("msrc", version: 0) { u32(7) } }
          atom("load") { u32(0, 400, 1, 0x104) }
        },
        inTables: pieces {
          atom("ctts", version: 1) {
            u32(2); u32(1); i32(-40); u32(1); i32(40)
          }
          atom("cslg", version: 0) { i32(40, -40, 40, 0, 400) }
          atom("stss", version: 0) { u32(1, 1) }
          atom("stps", version: 0) { u32(1, 2) }
          atom("stsh", version: 0) { u32(1, 2, 1) }
          atom("sdtp", version: 0) {
            bits((2, 2), (2, 2), (2, 1), (2, 0), (2, 0), (2, 1), (2, 2), (2, 0))
          }
          atom("stdp", version: 0) { u16(1, 2) }
          atom("padb", version: 0) {
            u32(2); u8(0x35)
          }
          atom("subs", version: 0) {
            u32(1, 1); u16(2); u16(3); u8(1, 0); u32(0); u16(2); u8(2, 1); u32(9)
          }
          atom("saiz", version: 0, flags: 1) {
            code("abcd"); u32(0); u8(0); u32(2); u8(8, 16)
          }
          atom("saio", version: 1, flags: 1) {
            code("abcd"); u32(0, 1); u64(1_000)
          }
        })
    },
    Recipe(
      "made/sample-groups.mp4", "`sbgp`, `sgpd`, `csgp` of all versions, several grouping types"
    ) {
      Parts.film(
        inTables: pieces {
          atom("sgpd", version: 1) {
            code("roll"); u32(2, 1); i16(-1)
          }
          atom("sbgp", version: 0) {
            code("roll"); u32(1, 2, 1)
          }
          atom("sgpd", version: 0) {
            code("rap "); u32(1); u8(0x81)
          }
          atom("sbgp", version: 1) {
            code("rap "); u32(5, 2, 1, 0, 1, 1)
          }
          atom("sgpd", version: 1) {
            code("seig"); u32(0, 2); u32(20); u8(0, 0, 1, 8); zeros(16); u32(29); u8(0, 0x19, 1, 0);
            zeros(16); u8(8); u64(1)
          }
          atom("sgpd", version: 2) {
            code("tele"); u32(1, 1, 1); u8(0x80)
          }
          atom("sgpd", version: 1) {
            code("xxxx"); u32(3, 2); hex("010203 040506")
          }
          atom("csgp", version: 0, flags: 0x41) {
            code("roll"); u32(7, 1); bits((4, 1), (4, 2), (4, 1), (4, 0))
          }
        })
    },
    Recipe(
      "made/tfhd-flags.mp4", "fragments with every flag of `tfhd` and `trun`, alone and together"
    ) {
      Parts.fileType("iso6", "iso6", "mp41")
      Parts.fragmentedMovie()
      for (index, flag) in [0, 1, 2, 8, 0x10, 0x20, 0x3B, 0x01_0000, 0x02_0000, 0x02_003A]
        .enumerated()
      {
        let flags = UInt32(flag)
        let place: UInt32 = [0, 1, 4, 5, 0x100, 0x200, 0x400, 0x800, 0xF01, 0xB05][index]
        atom("moof") {
          atom("mfhd", version: 0) { u32(UInt32(index + 1)) }
          atom("traf") {
            atom("tfhd", version: 0, flags: flags) {
              u32(1)
              if flags & 1 != 0 { u64(0) }
              if flags & 2 != 0 { u32(1) }
              if flags & 8 != 0 { u32(200) }
              if flags & 0x10 != 0 { u32(4) }
              if flags & 0x20 != 0 { u32(0x0101_0000) }
            }
            atom("tfdt", version: UInt8(index % 2)) {
              if index % 2 == 0 { u32(UInt32(index) * 400) } else { u64(UInt64(index) * 400) }
            }
            atom("trun", version: UInt8(index / 8), flags: place) {
              u32(2)
              if place & 1 != 0 { i32(200) }
              if place & 4 != 0 { u32(0x0200_0000) }
              for row in 0..<2 {
                if place & 0x100 != 0 { u32(200) }
                if place & 0x200 != 0 { u32(4) }
                if place & 0x400 != 0 { u32(row == 0 ? 0x0200_0000 : 0x0101_0000) }
                if place & 0x800 != 0 { i32(row == 0 ? -40 : 40) }
              }
            }
          }
        }
        atom("mdat") { zeros(8) }
      }
      atom("mfra") {
        atom("tfra", version: 1) {
          u32(1); bits((26, 0), (2, 0), (2, 1), (2, 2)); u32(1); u64(0, 700); u8(1); u16(1); u24(1)
        }
        atom("mfro", version: 0) { u32(67) }
      }
    },
    Recipe("made/segments.m4s", "`styp sidx ssix emsg prft` of both versions, then fragments") {
      atom("styp") {
        code("msdh"); u32(0); code("msdh", "msix")
      }
      atom("sidx", version: 0) {
        u32(1, 1_000, 0, 0); u16(0, 2); u32(124, 1_000, 0x9000_0000); u32(0x8000_0040, 1_000, 0)
      }
      atom("sidx", version: 1) {
        u32(1, 1_000); u64(0, 0); u16(0, 1); u32(124, 1_000, 0x9000_0000)
      }
      atom("ssix", version: 0) {
        u32(1, 2); u8(0); u24(60); u8(1); u24(64)
      }
      atom("emsg", version: 0) {
        text("urn:a\0"); text("1\0"); u32(1_000, 0, 100, 1); text("message")
      }
      atom("emsg", version: 1) {
        u32(1_000); u64(5); u32(100, 2); text("urn:b\0\0")
      }
      atom("prft", version: 0) {
        u32(1); u64(0xE9_9000_0000_0000); u32(0)
      }
      atom("prft", version: 1, flags: 24) {
        u32(1); u64(0xE9_9000_0000_0000, 0)
      }
      Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [1, 2, 3, 4])
      Parts.fragment(sequence: 2, time: 1_000, duration: 1_000, sample: [5, 6])
    },
    Recipe("made/items-v0.heic", "image items: `iloc` 0, `iinf` with `infe` 2, `iref` 0, `ipma` 0")
    { items(version: 0) },
    Recipe(
      "made/items-v1.heic", "image items: `iloc` 1 with an `idat`, `infe` 3, `iref` 1, `ipma` 1"
    ) { items(version: 1) },
    Recipe(
      "made/items-v2.heic", "image items: `iloc` 2 with 64-bit numbers, `ipma` with large indexes"
    ) { items(version: 2) },
    Recipe("made/amr.3gp", "`samr` with `damr`") {
      Parts.fileType("3gp4", "3gp4")
      Parts.movie {
        Parts.track(width: 0, height: 0) {
          Parts.media(handler: "soun", timescale: 8_000, duration: 160) {
            Parts.audioEntry("samr") {
              atom("damr") {
                code("FFMP"); u8(0); u16(0x81FF); u8(0, 1)
              }
            }
          } tables: {
            Parts.sampleTables([13], delta: 160)
          }
        }
      }
    },
    Recipe(
      "made/text-entries.mp4",
      "`wvtt`, `stpp`, `sbtt`, `c608`, `mett`, `tx3g` with fonts, a timed metadata track"
    ) {
      Parts.fileType("isom", "isom")
      Parts.movie {
        textTrack(
          1, "text",
          atom("wvtt") {
            zeros(6); u16(1); atom("vttC") { text("WEBVTT") }
            atom("vlab") { text("label") }
          })
        textTrack(
          2, "subt",
          atom("stpp") {
            zeros(6); u16(1); text("http://www.w3.org/ns/ttml\0\0\0")
          })
        textTrack(
          3, "subt",
          atom("sbtt") {
            zeros(6); u16(1); text("\0text/plain\0")
          })
        textTrack(
          4, "clcp",
          atom("c608") {
            zeros(6); u16(1)
          })
        textTrack(
          5, "meta",
          atom("mett") {
            zeros(6); u16(1); text("\0application/x\0")
          })
        textTrack(
          6, "sbtl",
          atom("tx3g") {
            zeros(6); u16(1)
            u32(0); u8(1, 255); u32(0xFF); u16(0, 0, 48, 64); u16(0, 0, 1); u8(0, 12);
            u32(0xFFFF_FFFF)
            atom("ftab") {
              u16(1, 1); pascal("Serif")
            }
          })
      }
    },
    Recipe(
      "made/chapter-track.mp4",
      "chapters in a track that another refers to, UTF-8 and UTF-16, and in `chpl`; tags that disagree"
    ) {
      let start = Parts.fileType("isom", "isom")
      let offset = UInt32(start.bytes.count + 8)
      start
      // Two samples of video, then two of text: 7 and 16 bytes.
      atom("mdat") {
        hex("00000001 65 000000 41")
        u16(5); text("First")
        u16(14); utf16("Schlu\u{DF}")
      }
      Parts.movie {
        Parts.track {
          atom("tref") { atom("chap") { u32(2) } }
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables([5, 4], at: offset)
          }
        }
        Parts.track(id: 2, width: 0, height: 0) {
          Parts.media(handler: "sbtl") {
            atom("tx3g") {
              zeros(6); u16(1)
              u32(0); u8(1, 255); u32(0xFF); u16(0, 0, 48, 64); u16(0, 0, 1); u8(0, 12)
              u32(0xFFFF_FFFF)
              atom("ftab") {
                u16(1, 1); pascal("Serif")
              }
            }
          } tables: {
            Parts.sampleTables([7, 16], at: offset + 9)
          }
        }
        atom("udta") {
          atom("chpl", version: 1) {
            u32(0); u8(2)
            u64(0); pascal("First")
            u64(2_000_000); pascal("Second")
          }
          atom("@nam") {
            u16(5, 0); text("Title")
          }
          atom("meta", version: 0) {
            Parts.handlerReference("mdir")
            atom("ilst") {
              atom("@nam") {
                atom("data") {
                  u32(1, 0); text("Another title")
                }
              }
            }
          }
        }
      }
    },
    Recipe(
      "made/video-extensions.mp4",
      "what stands in video sample entries: colours, Dolby Vision, spherical, stereo"
    ) {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1") {
              Parts.avcConfiguration
              atom("pasp") { u32(16, 11) }
              atom("clap") { u32(60, 1, 44, 1, 0, 1, 0, 1) }
              atom("colr") {
                code("nclx"); u16(9, 16, 9); u8(0x80)
              }
              atom("mdcv") {
                u16(8_500, 39_850, 6_550, 2_300, 35_400, 14_600, 15_635, 16_450);
                u32(10_000_000, 50)
              }
              atom("clli") { u16(1_000, 400) }
              atom("btrt") { u32(1_000, 80_000, 40_000) }
              atom("fiel") { u8(2, 14) }
              atom("gama") { fixed16(2.2) }
              atom("dvvC") {
                u8(1, 0); bits((7, 8), (6, 1), (1, 1), (1, 0), (1, 1), (4, 1), (28, 0)); zeros(16)
              }
              atom("st3d", version: 0) { u8(1) }
              atom("sv3d") {
                atom("svhd", version: 0) { text("tool\0") }
                atom("proj") {
                  atom("prhd", version: 0) { i32(0, 0, 0) }
                  atom("equi", version: 0) { u32(0, 0, 0, 0) }
                }
              }
            }
          } tables: {
            Parts.emptyTables
          }
        }
      }
    },
    Recipe(
      "made/quicktime-atoms.mov",
      "atoms of old QuickTime files: `wide`, `skip`, `pnot`, clips, mattes, apertures, `ctab`"
    ) {
      atom("wide")
      atom("mdat") { bytes([1, 2, 3, 4]) }
      atom("skip") { u16(0) }
      atom("pnot") {
        u32(Parts.time); u16(0); code("PICT"); u16(1)
      }
      atom("PICT") { hex("0000 0000 0000 0001 0001 0011 02ff") }
      Parts.movie {
        atom("clip") { atom("crgn") { u16(10, 0, 0, 48, 64) } }
        atom("ctab") {
          u32(0); u16(0x8000, 1); u16(0, 0, 0, 0); u16(0, 0xFFFF, 0xFFFF, 0xFFFF)
        }
        Parts.track {
          atom("tapt") {
            atom("clef", version: 0) { fixed16(64, 48) }
            atom("prof", version: 0) { fixed16(64, 48) }
            atom("enof", version: 0) { fixed16(64, 48) }
          }
          atom("matt") {
            atom("kmat", version: 0) {
              Parts.visualEntry("raw "); hex("00ff")
            }
          }
          atom("imap") {
            atom("\\x00\\x00in") {
              u32(1); u16(0, 1); u32(0)
              atom("\\x00\\x00ty") {
                u32(1); u16(0, 0); u32(0, 1)
              }
            }
          }
          Parts.media {
            Parts.visualEntry("rle ")
          } tables: {
            Parts.emptyTables
          }
        }
      }
    },
    Recipe("made/reference-movie.mov", "`rmra` with movies for several speeds") {
      atom("moov") {
        atom("rmra") {
          atom("rmda") {
            atom("rdrf", version: 0) {
              code("url "); u32(6); text("a.mov\0")
            }
            atom("rmdr", version: 0) { u32(2800) }
            atom("rmqu") { u32(1) }
          }
          atom("rmda") {
            atom("rdrf", version: 0) {
              code("alis"); u32(2); u16(0)
            }
            atom("rmcs", version: 0) { u16(300) }
            atom("rmvc", version: 0) {
              code("qtim"); u32(0x0600_8000, 0xFFFF_FFFF); u16(1)
            }
          }
        }
      }
    },
    Recipe("made/version-1.mp4", "headers of version 1: 64-bit times") {
      Parts.fileType("isom", "isom")
      atom("moov") {
        atom("mvhd", version: 1) {
          u64(UInt64(Parts.time), UInt64(Parts.time)); u32(1_000); u64(400); fixed16(1); fixed8(1);
          zeros(10); Parts.matrix; zeros(24); u32(2)
        }
        atom("trak") {
          atom("tkhd", version: 1, flags: 7) {
            u64(1, 2); u32(1, 0); u64(400); zeros(8); u16(0, 0, 0, 0); Parts.matrix; fixed16(64, 48)
          }
          atom("mdia") {
            atom("mdhd", version: 1) {
              u64(1, 2); u32(1_000); u64(400); language("deu"); u16(0)
            }
            Parts.handlerReference("vide", name: "Ünï")
            Parts.mediaInformation(
              handler: "vide", entry: Parts.visualEntry("avc1"), tables: Parts.emptyTables)
          }
        }
        atom("mvex") { atom("mehd", version: 1) { u64(400) } }
      }
    },
  ]

  /// Zlib data of one stored block.
  public static func stored(_ piece: Piece) -> Piece {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in piece.bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let count = UInt16(piece.bytes.count)
    return pieces {
      hex("7801 01")
      u16(count.byteSwapped, (~count).byteSwapped)
      piece
      u32(b << 16 | a)
    }
  }

  /// A track of text or metadata without samples.
  private static func textTrack(_ id: UInt32, _ handler: FourCC, _ entry: Piece) -> Piece {
    Parts.track(id: id, width: 0, height: 0) {
      Parts.media(handler: handler) {
        entry
      } tables: {
        Parts.emptyTables
      }
    }
  }

  /// A file of two images, a thumbnail and Exif, described by `iloc` of this version.
  static func items(version: UInt8) -> Piece {
    func id(_ number: UInt32) -> Piece { version == 0 ? u16(UInt16(number)) : u32(number) }
    func longID(_ number: UInt32) -> Piece { version == 2 ? u32(number) : u16(UInt16(number)) }
    func info(_ number: UInt32, _ type: FourCC, _ name: String) -> Piece {
      atom("infe", version: version == 0 ? 2 : 3) {
        id(number); u16(0); code(type); text(name, terminated: true)
        if type == "mime" { text("application/rdf+xml\0") }
      }
    }
    func location(_ number: UInt32, inData: Bool, _ offset: UInt64, _ count: UInt64) -> Piece {
      pieces {
        longID(number)
        if version > 0 { u16(inData ? 1 : 0) }
        u16(0)
        if version == 2 { u64(0) }
        u16(1)
        if version == 2 { u64(offset, count) } else { u32(UInt32(offset), UInt32(count)) }
      }
    }
    return pieces {
      Parts.fileType("heic", "mif1", "heic")
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: version == 0 ? 0 : 1) { id(1) }
        atom("dinf") {
          atom("dref", version: 0) {
            u32(1); atom("url ", version: 0, flags: 1)
          }
        }
        atom("iloc", version: version) {
          if version == 2 { u8(0x88, 0x80); u32(4) } else { u8(0x44, 0); u16(4) }
          location(1, inData: false, 1_000, 2)
          location(2, inData: false, 1_002, 1)
          location(3, inData: version > 0, 0, 4)
          location(4, inData: version > 0, 4, 2)
        }
        atom("iinf", version: version == 0 ? 0 : 1) {
          if version == 0 { u16(4) } else { u32(4) }
          info(1, "hvc1", "picture")
          info(2, "hvc1", "thumbnail")
          info(3, "Exif", "")
          info(4, "mime", "XMP")
        }
        atom("iref", version: version == 0 ? 0 : 1) {
          atom("thmb") {
            id(2); u16(1); id(1)
          }
          atom("cdsc") {
            id(3); u16(2); id(1); id(2)
          }
        }
        atom("iprp") {
          atom("ipco") {
            atom("ispe", version: 0) { u32(64, 48) }
            atom("ispe", version: 0) { u32(16, 12) }
            atom("pixi", version: 0) { u8(3, 8, 8, 8) }
            atom("irot") { u8(1) }
            atom("imir") { u8(1) }
            atom("auxC", version: 0) { text("urn:mpeg:hevc:2015:auxid:1\0") }
            atom("colr") {
              code("nclx"); u16(1, 13, 6); u8(0x80)
            }
          }
          atom("ipma", version: version == 0 ? 0 : 1, flags: version == 2 ? 1 : 0) {
            u32(2)
            id(1); u8(3)
            if version == 2 { u16(0x8001, 3, 0x8004) } else { u8(0x81, 3, 0x84) }
            id(2); u8(1)
            if version == 2 { u16(0x8002) } else { u8(0x82) }
          }
        }
        if version > 0 { atom("idat") { hex("00000000 3c2f") } }
        atom("grpl") { atom("altr", version: 0) { u32(9, 2, 1, 2) } }
      }
      atom("mdat") { hex("000102") }
    }
  }
}
