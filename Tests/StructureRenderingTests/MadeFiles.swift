import ByteReading
import MediaInspection
import Structure
import StructureRendering
import Testing

/// Small files that the tests of renderers show whole.
enum MadeFile {
  private static let type = atom("ftyp", text("qt  "), number(0x200, 4), text("qt  "))

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func numbers(_ values: [Int], _ count: Int) -> [UInt8] {
    values.flatMap { number($0, count) }
  }

  private static let movieHeader = atom(
    "mvhd", number(0, 12), number(600, 4), number(600, 4), number(0x1_0000, 4), number(0x100, 2),
    number(0, 10), numbers([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000], 4),
    numbers([0, 0, 0, 0, 0, 0], 4), number(3, 4))

  /// A movie with a track of text, in which much is missing and some is wrong.
  static let movie =
    type + atom("mdat", Array(0..<12))
    + atom(
      "moov", movieHeader,
      atom(
        "trak",
        atom(
          "tkhd", number(1, 4), numbers([0, 0], 4), number(1, 4), number(0, 4), number(600, 4),
          numbers(Array(repeating: 0, count: 13), 4), number(320 << 16, 4), number(240 << 16, 4)),
        atom(
          "mdia",
          atom("mdhd", numbers([0, 0, 0, 600, 600], 4), number(0x55C4, 2), number(0, 2)),
          atom(
            "hdlr", numbers([0, 0], 4), text("text"), numbers([0, 0, 0], 4), text("a handler\0")),
          atom(
            "minf",
            atom(
              "stbl", atom("stts", numbers([0, 2, 3, 100, 3, 50], 4)),
              atom("stsz", numbers([0, 0, 12] + (1...12), 4)),
              atom("stsc", numbers([0, 1, 1, 12, 1], 4)),
              atom("stco", numbers([0, 1, 0x20], 4)))))),
      atom(
        "udta",
        number(17, 4) + [0xA9] + text("nam") + number(5, 2) + number(0x15C7, 2) + text("Title")))

  /// An atom that claims more than its parent has, and zeros at the end.
  static let broken =
    type + atom("moov", atom("free", [1, 2, 3]), number(99, 4), text("udta"), text("abc"))
    + numbers([0], 4) + [0]

  /// Eleven fragments of nothing.
  static let fragments =
    atom("ftyp", text("iso6"), number(0, 4))
    + (1...11).flatMap {
      atom("moof", atom("mfhd", number(0, 4), number($0, 4))) + atom("mdat", text("1234"))
    }

  private static let entry = atom(
    "avc1", number(0, 6), number(1, 2), numbers([0, 0, 0, 0], 4), number(320, 2), number(240, 2),
    numbers([0x48_0000, 0x48_0000, 0], 4), number(1, 2), [5], text("Codec"),
    [UInt8](repeating: 0, count: 26), number(24, 2), number(0xFFFF, 2),
    atom(
      "avcC",
      [1, 66, 0xE0, 30, 0xFF, 0xE1, 0, 4, 0x67, 66, 0xE0, 30, 1, 0, 2, 0x68, 0xCE]),
    atom("colr", text("nclx"), number(9, 2), number(16, 2), number(9, 2), [0x80]),
    atom("pasp", number(4, 4), number(3, 4)))

  /// Fields of nearly every kind.
  static let many =
    atom("ftyp", text("isom"), number(1, 4))
    + atom(
      "sidx", numbers([0, 7, 1_000, 2_000, 0], 4), number(0, 2), number(2, 2),
      numbers([0x8000_0010, 500, 0x9000_0005, 0x14, 250, 0], 4))
    + atom(
      "emsg", number(0, 4), text("urn:mpeg:dash:event:2012\0"), text("1\0"),
      numbers([1_000, 500, 2_000, 42], 4), [0, 0xFF], text("<>&text"))
    + atom(
      "prft", number(24, 4), number(1, 4), number(0xE1B2_C3D4, 4), number(0x4000_0000, 4),
      number(90_000, 4))
    + atom(
      "moov", movieHeader,
      atom(
        "trak",
        atom(
          "edts",
          atom(
            "elst", numbers([0, 2, 600, 0xFFFF_FFFF, 0x1_0000, 300, 100, 0x8000], 4))),
        atom(
          "mdia",
          atom(
            "mdhd", number(0x100_0000, 4), number(0xD500_0000, 8), number(0, 8),
            number(90_000, 4), number(180_000, 8), number(0x15C7, 2), number(0, 2)),
          atom("hdlr", numbers([0, 0], 4), text("vide"), numbers([0, 0, 0], 4), [0]),
          atom("minf", atom("stbl", atom("stsd", number(0, 4), number(1, 4), entry))))))
    + atom("uuid", Array(0..<16), text("unknown")) + atom("zzzz", Array(0..<40))

  /// A file type, and free space in a movie.
  static let tiny = type + atom("moov", atom("free", [1, 2, 3]))
}

extension MadeFile {
  /// What is written with these options, escapes of colours as `␛`.
  static func text(
    _ bytes: [UInt8], _ change: (inout RenderOptions) -> Void,
    _ write: (Document, RenderOptions, consuming ByteWriter) -> ByteWriter
  ) -> String {
    let document = document(bytes)
    MediaFile.check(document)
    var options = RenderOptions()
    change(&options)
    return write(document, options, ByteWriter()).string.replacing("\u{1B}", with: "␛")
  }
}
