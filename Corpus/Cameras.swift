// swift-format-ignore-file: DoNotUseSemicolons

public import ByteReading

/// What cameras leave in samples and behind films, made byte by byte: acquisition metadata of Sony, messages of DJI,
/// the trailer of Insta360.
public enum Cameras {
  /// A number, least significant byte first.
  public static func little(_ value: UInt64, _ count: Int) -> Piece {
    Piece((0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) })
  }

  public static func little(_ value: Double) -> Piece { little(value.bitPattern, 8) }

  /// A film of tracks of metadata with a sample or more each, which lie one behind the other.
  ///
  /// - Parameters:
  ///   - tracks: The type of the sample entry, and the samples.
  ///   - trailer: What stands behind the last atom.
  public static func film(_ tracks: [(entry: FourCC, samples: [Piece])], trailer: Piece = Piece()) -> Piece {
    let start = Parts.fileType("isom", "isom")
    var offset = UInt32(start.bytes.count + 8)
    let samples = tracks.flatMap { $0.samples.flatMap(\.bytes) }
    let boxes = tracks.enumerated().map { number, track in
      let sizes = track.samples.map { UInt32($0.bytes.count) }
      defer { offset += sizes.reduce(0, +) }
      return atom("trak") {
        atom("tkhd", version: 0, flags: 3) { zeros(8); u32(UInt32(number + 1), 0, 400); zeros(60) }
        atom("mdia") {
          atom("mdhd", version: 0) { zeros(8); u32(1_000, 400); language("und"); u16(0) }
          Parts.handlerReference("meta", name: "")
          Parts.mediaInformation(
            handler: "meta",
            // That of Canon lists its records.
            entry: atom(track.entry) { zeros(6); u16(1); track.entry == "CTMD" ? u32(0) : Piece() },
            tables: Parts.sampleTables(sizes, at: offset))
        }
      }
    }
    return pieces {
      start
      atom("mdat") { Piece(samples) }
      atom("moov") {
        atom("mvhd", version: 0) {
          zeros(8); u32(1_000, 400, 0x1_0000); u16(0x100); zeros(10); Parts.matrix; zeros(24); u32(UInt32(tracks.count + 1))
        }
        Piece(boxes.flatMap(\.bytes))
      }
      trailer
    }
  }

  // MARK: Messages

  /// Fields of messages of Protocol Buffers.
  public enum Message {
    public static func number(_ field: UInt64, _ value: UInt64) -> Piece { key(field, 0) + varint(value) }
    public static func real(_ field: UInt64, _ value: Double) -> Piece { key(field, 1) + little(value) }
    public static func real32(_ field: UInt64, _ value: Float) -> Piece {
      key(field, 5) + little(UInt64(value.bitPattern), 4)
    }
    public static func text(_ field: UInt64, _ value: String) -> Piece { message(field, Piece(Array(value.utf8))) }
    public static func message(_ field: UInt64, _ content: Piece) -> Piece {
      key(field, 2) + varint(UInt64(content.bytes.count)) + content
    }
    public static func message(_ field: UInt64, @AtomBuilder _ content: () -> Piece) -> Piece {
      message(field, content())
    }

    private static func key(_ field: UInt64, _ storage: UInt64) -> Piece { varint(field << 3 | storage) }

    private static func varint(_ value: UInt64) -> Piece {
      var (rest, bytes) = (value, [UInt8]())
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      return Piece(bytes + [UInt8(rest)])
    }
  }

  /// A sample of `djmd` as an Osmo Action 4 writes it: who made it, and what was measured for one picture.
  public static func telemetry(latitude: Double, longitude: Double, inDegrees: Bool = true) -> Piece {
    pieces {
      Message.message(1) {
        Message.message(1) {
          Message.text(1, "dvtm_ac203.proto")
          Message.text(5, "4XYZK1234567AB")
          Message.text(10, "Osmo Action 4")
        }
      }
      Message.message(2) {
        Message.message(3) { Message.number(1, 3_840); Message.number(2, 2_160); Message.real32(3, 29.97) }
      }
      Message.message(3) {
        Message.message(1) { Message.number(1, 1); Message.number(2, 33_366) }
        Message.message(2) {
          Message.message(2) { Message.real32(1, 100) }
          Message.message(9) { Message.number(1, UInt64(bitPattern: -12)) }
        }
        Message.message(4) {
          Message.message(2) {
            Message.message(1) {
              inDegrees ? Message.number(1, 1) : Piece()
              Message.real(2, latitude); Message.real(3, longitude)
            }
            Message.number(2, 520_000)
            Message.message(6) { Message.text(1, "2026-11-26 10:20:30") }
          }
        }
      }
    }
  }

  // MARK: Acquisition metadata

  /// An item of a set: a tag and a value.
  public static func item(_ tag: UInt16, _ value: Piece) -> Piece {
    pieces { u16(tag, UInt16(value.bytes.count)); value }
  }

  /// A set of items, with a length in three bytes as Sony writes it.
  public static func set(_ label: String, _ items: Piece) -> Piece {
    pieces { hex("060e2b3402530101" + label); u8(0x83); u24(UInt32(items.bytes.count)); items }
  }

  /// A sample of `rtmd`: the sets of the lens, of the camera, and what Sony adds to them.
  public static var acquisition: Piece {
    pieces {
      u16(28); zeros(11); u8(1, 2, 3, 0, 14); zeros(10)
      set(
        "0c02010101010000",
        pieces {
          item(0x8000, u16(0xD000)); item(0x8001, u16(0xE0FA)); item(0x8005, u16(0xD032)); item(0x8003, u8(1))
          item(0x8007, text("FE 50mm F1.8")); item(0x800A, u16(0x8000))
        })
      set(
        "0c02010102010000",
        pieces {
          item(0x3210, hex("060e2b340401010d04010101010b0000"))
          item(0x8100, hex("060e2b34040101010510010101020000"))
          item(0x8104, u16(35_600)); item(0x8106, u32(30_000, 1_001)); item(0x8109, u32(1, 60))
          item(0x810A, u16(600)); item(0x810B, u16(800)); item(0x810E, u16(5_600))
          item(0x8114, text("ILCE-7SM3 5072108")); item(0x8108, u32(10_800))
          item(0x8118, pieces { u32(9, 8); zeros(0); Piece((0..<9).flatMap { u32($0 % 4 == 0 ? 1 : 0, 1).bytes }) })
        })
      set(
        "0c0201017f010000",
        pieces {
          item(0xE000, hex("966908004678031c20500000f0c01181"))
          item(0xE303, u8(4)); item(0xE304, hex("0020261126102030"))
          item(0x8500, u8(2, 2, 0, 0)); item(0x8501, text("N")); item(0x8502, u32(48, 1, 7, 1, 4_800, 100))
          item(0x8503, text("E")); item(0x8504, u32(11, 1, 34, 1, 1_200, 100))
          item(0x8507, u32(9, 1, 20, 1, 30, 1)); item(0x8509, text("A")); item(0x851D, text("2026:11:26"))
          item(0xE43B, pieces { u32(3, 2); i16(-5, 12, 900) }); item(0xE437, hex("fffff128"))
        })
      zeros(16)
    }
  }

  // MARK: Records

  /// A sample of `CTMD` as Canon writes it: the moment, the lens, the exposure, and Exif without entries.
  public static var records: Piece {
    func record(_ type: UInt64, _ content: Piece) -> Piece {
      pieces { little(UInt64(content.bytes.count + 12), 4); little(type, 2); hex("00000001ffff"); content }
    }
    return pieces {
      record(1, pieces { zeros(2); little(2026, 2); u8(11, 26, 10, 20, 30, 45) })
      record(4, pieces { little(50, 2); little(1, 2) })
      record(5, pieces { little(28, 2); little(10, 2); little(1, 2); little(60, 2); little(0x8000_0190, 4) })
      record(7, pieces { little(22, 4); little(0x8769, 4); hex("49492a00 08000000 0000 00000000") })
      record(3, hex("ffffffff"))
    }
  }

  // MARK: Trailer

  /// A record, with its number and size behind it.
  public static func record(_ number: UInt16, size: UInt64? = nil, _ content: Piece) -> Piece {
    pieces { content; little(UInt64(number), 2); little(size ?? UInt64(content.bytes.count), 4) }
  }

  /// A row of positions.
  public static func position(
    _ latitude: Double, _ north: String, _ longitude: Double, _ east: String, status: String = "A"
  ) -> Piece {
    pieces {
      little(1_795_688_430, 4); little(7, 4); little(250, 2); text(status)
      little(latitude); text(north); little(longitude); text(east)
      little(2.5); little(90); little(520)
    }
  }

  /// What stands behind the last record.
  public static func end(after records: Piece, size: UInt64? = nil) -> Piece {
    pieces {
      zeros(32); little(size ?? UInt64(records.bytes.count + 72), 4); little(3, 4)
      text("8db42d694ccc418790edff439fe026bf")
    }
  }

  /// A trailer with a record of each kind that is known.
  public static var trailer: Piece {
    let records = pieces {
      record(0x200, hex("ffd8ffd9"))
      record(0x300, pieces { little(1_000, 8); Piece((0..<6).flatMap { little(0x8000 + 500 * $0, 2).bytes }) })
      record(0x300, pieces { little(1_000, 8); Piece((0..<6).flatMap { little(Double($0) - 2.5).bytes }) })
      record(0x400, pieces { little(1_000, 8); little(0.01) })
      record(0x600, pieces { little(1_000, 8); little(1_033, 8) })
      record(0x700, pieces { position(0, "N", 0, "E", status: "V"); position(48.13, "N", 11.57, "E") })
      record(0x900, hex("0102030405"))
      record(
        0x101,
        pieces {
          Message.text(1, "IXSE12ABC34567"); Message.text(2, "Insta360 X3"); Message.text(3, "v1.0.98_build1")
          Message.number(4, 7)
        })
      record(0, pieces { little(0x101, 2); little(50, 4); little(200, 4) })
    }
    return records + end(after: records)
  }
}
