// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// An image in one box of bits (23008-12 Annex O): what it is like, and what stands beside it.
@Suite struct MinimizedImageTests: PrivacySuite {
  private static let packet = text(PrivacyPictureTests.packet)

  /// Numbers of so many bits.
  private static func number(_ value: Int, _ width: Int) -> String {
    let digits = String(value, radix: 2)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Version 0, 64 pixels wide and as high as is said, 8 bits, full range, an image of 4 bytes.
  private static func image(
    _ exif: Piece = Piece([]), _ packet: Piece = Piece([]), isCompressed: Bool = false, profile: Piece = Piece([]),
    points: [Int] = [], isGrey: Bool = false, alpha: Piece = Piece([]), orientation: Int = 1, height: Int = 64
  ) -> [UInt8] {
    func flag(_ isSet: Bool) -> String { isSet ? "1" : "0" }
    func has(_ piece: Piece) -> Bool { !piece.bytes.isEmpty }
    let hasMetadata = has(exif) || has(packet)
    var digits = "00 0 0 1" + flag(has(alpha)) + flag(!points.isEmpty) + "0" + flag(has(profile)) + flag(has(exif))
    digits += flag(has(packet)) + (isGrey ? "00" : "01") + number(orientation - 1, 3) + "0 0111111" + number(height - 1, 7)
    // Where colours of 4:2:0 stand; 8 bits; alpha is not multiplied.
    digits += (isGrey ? "" : "11") + "0" + (has(alpha) ? "0" : "")
    digits += points.map { number($0, 8) }.joined()
    if hasMetadata || has(profile) { digits += "1" }
    digits += "0 0" + (has(profile) ? number(profile.bytes.count - 1, 20) : "")
    digits += "000 000000000000011" + (has(alpha) ? number(alpha.bytes.count, 15) + "000" : "")
    if hasMetadata { digits += flag(isCompressed) }
    for piece in [exif, packet] where has(piece) { digits += number(piece.bytes.count - 1, 20) }
    let all = Array(digits.filter { $0 != " " })
    let fields = stride(from: 0, to: all.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < all.count && all[start + $1] == "1" ? 1 : 0) }
    }
    return atoms {
      atom("ftyp") { text("mif3avifmif3avif") }
      atom("mini") { Piece(fields); profile; alpha; hex("01020304"); exif; packet }
    }
  }

  // MARK: What it is like

  @Test(
    arguments: [
      (1, nil), (5, "mirrored and rotated 90° anticlockwise"), (6, "rotated 90° clockwise"),
    ] as [(Int, String?)])
  func itIsTurned(orientation: Int, words: String?) throws {
    let bytes = Self.image(PrivacyPictureTests.exif, Self.packet, orientation: orientation, height: 32)
    let contents = try #require(ImageContents.of(try document(bytes)))
    #expect(contents.turn?.words == words)
    #expect(contents.shown?.width == (words == nil ? nil : 32) && contents.shown?.height == (words == nil ? nil : 64))
  }

  /// Where no points are said they are those of sRGB, or a profile says the colours; grey has no matrix.
  @Test(
    arguments: [
      ([], false, false, "BT.709 / sRGB / BT.601-525, full range"),
      ([], false, true, "BT.709 / sRGB / unspecified, full range"),
      ([9, 16, 9], false, false, "BT.2020 / PQ / BT.2020, full range"),
      ([12, 13], false, true, "Display P3 / sRGB / unspecified, full range"),
      ([], true, false, "unspecified / unspecified / BT.601-525, full range, ICC profile \"Display P3\""),
      ([1, 13, 1], true, false, "BT.709 / sRGB / BT.709, full range, ICC profile \"Display P3\""),
    ] as [([Int], Bool, Bool, String)])
  func itsColoursAreSaid(points: [Int], hasProfile: Bool, isGrey: Bool, words: String) throws {
    let profile = hasProfile ? ICCCases.sound : Piece([])
    let bytes = Self.image(profile: profile, points: points, isGrey: isGrey)
    #expect(ImageContents.of(try document(bytes))?.colour?.words == words)
    #expect(ItemSurvey(try document(bytes)).items.first?.colour?.words == words)
    // A box that ends before its points says none.
    let cut = Array(bytes.prefix(20)) + atom("mini") { Piece(Array(bytes[28..<32])) }.bytes
    if !points.isEmpty { #expect(ImageContents.of(try document(cut))?.colour == nil) }
  }

  /// It stands for items whose numbers are always the same.
  @Test func itsItemsAreListed() throws {
    let bytes = Self.image(PrivacyPictureTests.exif, Self.packet, alpha: hex("0A0B"))
    let items = ItemSurvey(try document(bytes)).items
    #expect(items.map(\.id) == [1, 2, 6, 7])
    #expect(items.map { $0.roles.first } == ["primary", "alpha of 1", "describes 1", "describes 1"])
    #expect(items.map { $0.type } == ["av01", "av01", "Exif", "mime"])
    #expect(items.map(\.byteCount) == [4, 2, UInt64(PrivacyPictureTests.exif.bytes.count), UInt64(Self.packet.bytes.count)])
    let place = try #require(items.first?.offset)
    #expect(Array(bytes[Int(place)..<Int(place) + 4]) == [1, 2, 3, 4])
    #expect(items.first?.coded?.width == 64 && items.first?.bits == 8)
  }

  // MARK: What stands beside it

  @Test func itsMetadataAreRead() throws {
    let bytes = Self.image(PrivacyPictureTests.exif, Self.packet)
    let found = try lines(bytes)
    #expect(found.contains("device Make \"Maker\"") && found.contains("place photoshop:City \"Seattle\""), "\(found)")
    #expect(try keys(bytes).contains("photoshop:City=Seattle"))
    // The image itself is media.
    let privacy = try privacy(bytes)
    #expect(privacy.mediaByteCount == 4 && !privacy.unread.contains { $0.name == "mini" })
    let file = try document(bytes)
    let media = MediaFile.privacy(of: file, readsMedia: true)
    #expect(media.mediaReading?.unread.map(\.byteCount) == [4])
    #expect(file.synopsis.image?.width == 64 && file.synopsis.image?.height == 64)
    let contents = try #require(ImageContents.of(file))
    #expect(contents.bits == 8 && contents.hasExif && contents.hasXMP && contents.auxiliaries.isEmpty)
  }

  /// The stream in what zlib makes, or all of it.
  private func packed(_ piece: Piece, isBare: Bool) -> Piece {
    let made = deflated(piece.bytes.rawBytes) ?? []
    return Piece(isBare ? Array(made.dropFirst(2).dropLast(4)) : made)
  }

  @Test(arguments: [true, false])
  func compressedMetadataAreRead(isBare: Bool) throws {
    let exif = packed(PrivacyPictureTests.exif, isBare: isBare)
    let packet = packed(Self.packet, isBare: isBare)
    let bytes = Self.image(exif, packet, isCompressed: true)
    let plain = Self.image(PrivacyPictureTests.exif, Self.packet)
    #expect(try lines(bytes) == lines(plain))
    #expect(try keys(bytes) == keys(plain))
    func left(_ bytes: [UInt8]) throws -> [String] { try privacy(bytes).unread.map { $0.reason.id.description + $0.name } }
    #expect(try left(bytes) == left(plain))
    #expect(try privacy(bytes).findings.allSatisfy { $0.offset == nil })
  }

  /// What was not all inflated was not all read, and what stands behind it neither.
  @Test func whatIsNotInflatedIsNotRead() throws {
    func unread(_ exif: Piece, _ packet: Piece) throws -> [String: UInt64] {
      let left = try privacy(Self.image(exif, packet, isCompressed: true)).unread
      return Dictionary(
        left.map { ($0.reason.id.description + $0.name, $0.byteCount ?? 0) }, uniquingKeysWith: { $0 + $1 })
    }
    let exif = packed(PrivacyPictureTests.exif, isBare: true)
    let packet = packed(Self.packet, isBare: true)
    let cut = Piece(Array(packet.bytes.dropLast(40)))
    #expect(try unread(exif, cut)["xmp"] == UInt64(cut.bytes.count))
    #expect(try unread(Piece(Array(repeating: 0xFF, count: 30)), packet)["exif"] == 30)
    #expect(try unread(pieces { exif; text("Jana") }, packet)["opaquemini"] == 4)
    #expect(try unread(exif, packet)["opaquemini"] == nil)
  }

  /// Of an image in one box a skeleton has the fields alone.
  @Test(arguments: [true, false])
  func aSkeletonHasNoPictureAndNoMetadata(hasMetadata: Bool) throws {
    let exif = packed(PrivacyPictureTests.exif, isBare: true)
    let bytes = Self.image(hasMetadata ? exif : Piece([]), isCompressed: true, alpha: hex("0A0B"))
    let blanks = MediaFile.skeleton(of: try document(bytes)).blanks
    var left = bytes
    for index in 0..<blanks.count {
      for offset in blanks[index].start..<blanks[index].end { left[Int(offset)] = 0 }
    }
    let end = bytes.count - 6 - (hasMetadata ? exif.bytes.count : 0)
    #expect(Array(left[..<end]) == Array(bytes[..<end]))
    #expect(left[end...].allSatisfy { $0 == 0 })
  }
}
