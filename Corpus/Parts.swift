// swift-format-ignore-file: DoNotUseSemicolons

public import ByteReading

/// Pieces that nearly every file needs, with fields that are right unless a test changes them.
public enum Parts {
  /// `ftyp` with minor version 0x200.
  public static func fileType(_ major: FourCC, _ compatible: FourCC...) -> Piece {
    atom("ftyp") {
      code(major)
      u32(0x200)
      for brand in compatible { code(brand) }
    }
  }

  /// The matrix that changes nothing.
  public static let matrix = pieces {
    fixed16(1); u32(0); u32(0)
    u32(0); fixed16(1); u32(0)
    u32(0); u32(0); u32(0x4000_0000)
  }

  /// 2024-03-10 12:00:00 UTC in seconds since 1904.
  public static let time: UInt32 = 3_792_916_800

  /// `moov` with an `mvhd` and `content`. `duration` is in ticks, `timescale` a second.
  public static func movie(
    timescale: UInt32 = 1_000, duration: UInt32 = 400, @AtomBuilder _ content: () -> Piece
  ) -> Piece {
    let content = content()
    return atom("moov") {
      movieHeader(timescale: timescale, duration: duration)
      content
    }
  }

  public static func movieHeader(timescale: UInt32 = 1_000, duration: UInt32 = 400) -> Piece {
    atom("mvhd", version: 0) {
      u32(time); u32(time); u32(timescale); u32(duration)
      fixed16(1); fixed8(1); zeros(10)
      matrix
      zeros(24)
      u32(2)
    }
  }

  /// `trak` with a `tkhd` and `content`.
  public static func track(
    id: UInt32 = 1, duration: UInt32 = 400, width: Double = 64, height: Double = 48,
    @AtomBuilder _ content: () -> Piece
  ) -> Piece {
    let content = content()
    return atom("trak") {
      atom("tkhd", version: 0, flags: 3) {
        u32(time); u32(time); u32(id); u32(0); u32(duration); zeros(8)
        u16(0); u16(0); fixed8(width == 0 ? 1 : 0); u16(0)
        matrix
        fixed16(width); fixed16(height)
      }
      content
    }
  }

  /// `mdia` with one sample entry and the `tables` of its samples.
  public static func media(
    handler: FourCC = "vide", timescale: UInt32 = 1_000, duration: UInt32 = 400,
    @AtomBuilder entry: () -> Piece, @AtomBuilder tables: () -> Piece
  ) -> Piece {
    let entry = entry()
    let tables = tables()
    return atom("mdia") {
      mediaHeader(timescale: timescale, duration: duration)
      handlerReference(handler)
      mediaInformation(handler: handler, entry: entry, tables: tables)
    }
  }

  public static func mediaHeader(timescale: UInt32 = 1_000, duration: UInt32 = 400) -> Piece {
    atom("mdhd", version: 0) {
      u32(time); u32(time); u32(timescale); u32(duration); language("und"); u16(0)
    }
  }

  /// `hdlr`, with its name as 14496-12 wants it.
  public static func handlerReference(_ handler: FourCC, name: String = "Handler") -> Piece {
    atom("hdlr", version: 0) {
      u32(0); code(handler); zeros(12); text(name, terminated: true)
    }
  }

  /// `minf` with the header that suits `handler`.
  public static func mediaInformation(handler: FourCC, entry: Piece, tables: Piece) -> Piece {
    atom("minf") {
      if handler == "vide" {
        atom("vmhd", version: 0, flags: 1) { zeros(8) }
      } else if handler == "soun" {
        atom("smhd", version: 0) { zeros(4) }
      } else {
        atom("nmhd", version: 0)
      }
      atom("dinf") {
        atom("dref", version: 0) {
          u32(1); atom("url ", version: 0, flags: 1)
        }
      }
      atom("stbl") {
        atom("stsd", version: 0) {
          u32(1); entry
        }
        tables
      }
    }
  }

  /// Tables for `sizes.count` samples of `delta` ticks in one chunk at `offset`.
  public static func sampleTables(_ sizes: [UInt32], delta: UInt32 = 200, at offset: UInt32 = 0)
    -> Piece
  {
    pieces {
      atom("stts", version: 0) {
        u32(1); u32(UInt32(sizes.count)); u32(delta)
      }
      atom("stsc", version: 0) {
        u32(1); u32(1); u32(UInt32(sizes.count)); u32(1)
      }
      atom("stsz", version: 0) {
        u32(0)
        u32(UInt32(sizes.count))
        for size in sizes { u32(size) }
      }
      atom("stco", version: 0) {
        u32(1); u32(offset)
      }
    }
  }

  /// Tables of a track that has no samples.
  public static let emptyTables = pieces {
    atom("stts", version: 0) { u32(0) }
    atom("stsc", version: 0) { u32(0) }
    atom("stsz", version: 0) {
      u32(0); u32(0)
    }
    atom("stco", version: 0) { u32(0) }
  }

  /// A sample entry of 64 by 48 pixels and the atoms in it; an `avc1` without any gets an `avcC`.
  public static func visualEntry(
    _ type: FourCC, @AtomBuilder _ content: () -> Piece = { Piece() }
  ) -> Piece {
    let content = content()
    return atom(type) {
      zeros(6); u16(1)
      zeros(16)
      u16(64); u16(48); fixed16(72); fixed16(72); u32(0); u16(1)
      pascal("", filling: 32)
      u16(24); i16(-1)
      content
      if type == "avc1", content.bytes.isEmpty { avcConfiguration }
    }
  }

  /// `avcC` of Baseline 1.0 for 64 by 48 pixels.
  public static let avcConfiguration = atom("avcC") {
    hex("01 42c0 0a ff e1")
    u16(7)
    hex("6742c00ada11e4")
    u8(1)
    u16(4)
    hex("68ce3c80")
  }

  /// A sound sample entry of version 0: 16 bits, 8,000 Hz unless told otherwise.
  public static func audioEntry(
    _ type: FourCC, channels: UInt16 = 1, rate: Double = 8_000,
    @AtomBuilder _ content: () -> Piece = { Piece() }
  ) -> Piece {
    let content = content()
    return atom(type) {
      zeros(6); u16(1)
      zeros(8)
      u16(channels); u16(16); u16(0); u16(0)
      u32(UInt32(rate) << 16)
      content
    }
  }

  /// `sinf` of a sample entry that is protected, with the boxes of its scheme.
  public static func protection(
    of original: FourCC = "avc1", by scheme: FourCC, version: UInt32 = 0x1_0000, @AtomBuilder _ information: () -> Piece
  ) -> Piece {
    let information = information()
    return atom("sinf") {
      atom("frma") { code(original) }
      atom("schm", version: 0) { code(scheme); u32(version) }
      atom("schi") { information }
    }
  }

  /// `tenc` by which each sample has a vector of eight bytes.
  public static let trackEncryption = atom("tenc", version: 0) {
    u8(0, 0, 1, 8); hex("00112233445566778899aabbccddeeff")
  }

  /// A sample entry of AVC that `cenc` protects, with what ``trackEncryption`` says.
  public static let protectedEntry = visualEntry("encv") {
    avcConfiguration
    protection(by: "cenc") { trackEncryption }
  }

  /// A film of two samples in one chunk: `ftyp`, `moov`, `mdat`. `extra` stands at the end of `moov`,
  /// `inTrack` at the end of `trak`, `inTables` at the end of `stbl`.
  public static func film(
    brand: FourCC = "isom", extra: Piece = Piece(), inTrack: Piece = Piece(),
    inTables: Piece = Piece()
  ) -> Piece {
    let start = fileType(brand, brand)
    func movie(at offset: Int) -> Piece {
      Parts.movie {
        track {
          media {
            visualEntry("avc1")
          } tables: {
            sampleTables([5, 4], at: UInt32(offset))
            inTables
          }
          inTrack
        }
        extra
      }
    }
    let offset = start.bytes.count + movie(at: 0).bytes.count + 8
    return pieces {
      start
      movie(at: offset)
      atom("mdat") { hex("00000001 65 000000 41") }
    }
  }

  /// `moov` of a fragmented file with one track.
  public static func fragmentedMovie() -> Piece {
    movie(duration: 0) {
      track(duration: 0) {
        media(duration: 0) {
          visualEntry("avc1")
        } tables: {
          emptyTables
        }
      }
      atom("mvex") {
        atom("trex", version: 0) {
          u32(1); u32(1); u32(1_000); u32(0); u32(0)
        }
      }
    }
  }

  /// `moof` and `mdat` of one sample. `time` and `duration` are in ticks of the media; `timeVersion` is that of
  /// the `tfdt`, whose time has 64 bits in any case.
  public static func fragment(
    sequence: UInt32, time: UInt64, duration: UInt32, sample: [UInt8], timeVersion: UInt8 = 1
  ) -> Piece {
    let size = UInt32(sample.count)
    // moof 8, mfhd 16, traf 8, tfhd 16, tfdt 20, trun 28, then the header of mdat.
    return pieces {
      atom("moof") {
        atom("mfhd", version: 0) { u32(sequence) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
          atom("tfdt", version: timeVersion) { u64(time) }
          atom("trun", version: 0, flags: 0x301) {
            u32(1); u32(104); u32(duration); u32(size)
          }
        }
      }
      atom("mdat") { bytes(sample) }
    }
  }

  /// `depth` atoms, one in the other, `moov` outside.
  public static func nest(_ depth: Int) -> Piece {
    var result: [UInt8] = []
    result.reserveCapacity(depth * 8)
    for level in 0..<depth {
      result +=
        pieces {
          u32(UInt32(8 * (depth - level))); code(level % 2 == 0 ? "moov" : "udta")
        }
        .bytes
    }
    return Piece(result)
  }
}
