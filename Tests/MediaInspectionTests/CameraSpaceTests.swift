import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What dash cameras leave in free space and in boxes of their own is found where it is text.
@Suite struct CameraSpaceTests {
  private static let sentence = "$GPRMC,092300.00,A,5123.4567,N,00007.1234,W,0.0,0.0,010126,,,A*6D\r\n"

  private func privacy(@AtomBuilder _ content: () -> Piece) throws -> (Document, Privacy) {
    let content = content()
    let document = try MediaFile.open(ByteSource(copying: atoms { Parts.fileType("isom"); content }))
    return (document, MediaFile.privacy(of: document))
  }

  /// Free space of a BlackVue (ExifTool, `QuickTime.pm`, Pittasoft).
  private func space(_ log: String, trailing: Int = 0, copyright: String = "Pittasoft Co., Ltd.") -> Piece {
    atom("free") {
      atom("cprt") { u32(0); text(copyright) }
      atom("sttm") { u64(1_767_225_600_000) }
      atom("ptnm") { u32(0); string("20260101_000000_NF.mp4") }
      atom("thum") { u32(4); hex("ffd8ffd9") }
      atom("gps ") { text(log) }
      zeros(trailing)
    }
  }

  @Test func positionsOfABlackVueAreFound() throws {
    let (document, found) = try privacy { space("[1767225600000]" + Self.sentence + "[1767225601000]" + Self.sentence) }
    let place = try #require(found.findings.first { $0.kind == .place })
    #expect(place.path == "free" && place.others == 1)
    #expect(abs((place.position?.latitude ?? 0) - 51.390945) < 1e-6)
    #expect(abs((place.position?.longitude ?? 0) + 0.118723) < 1e-6)
    let said = found.findings.filter { $0.kind != .place }.map { "\($0.kind) \($0.path) \($0.value ?? "")" }
    #expect(said.contains("path free.file_name 20260101_000000_NF.mp4"), "\(said)")
    #expect(said.contains("text free.copyright Pittasoft Co., Ltd."), "\(said)")
    #expect(said.contains { $0.hasPrefix("time free.milliseconds_since_1970 2026-01-01") && !$0.hasSuffix("Z") }, "\(said)")
    // The picture alone is left.
    #expect(found.unread.map(\.byteCount) == [8])
    #expect(!MediaFile.disclosures(of: document).places.value.isEmptyOrMissing)
  }

  /// A log that says no position may say anything, and a text that looks like markup is not read.
  @Test func logsWithoutAPositionAreLeft() throws {
    for log in ["Jane Doe, 5 Main St", "$GPRMC,092300.00,V,,,,,,,010126,,,N*6D\r\n"] {
      let (_, found) = try privacy { space(log) }
      #expect(!found.findings.contains { $0.kind == .place })
      #expect(found.unread.contains { $0.byteCount ?? 0 >= UInt64(8 + log.utf8.count) }, "\(found.unread.map(\.byteCount))")
    }
    let (_, marked) = try privacy { space(Self.sentence, copyright: "<x>Jane Doe</x>") }
    #expect(marked.unread.contains { $0.reason.id.description == "xml" }, "\(marked.unread.map(\.reason.id.description))")
  }

  /// What does not come out as boxes to its end is free space, and its text is found all the same.
  @Test func spaceThatIsNoBoxesIsSearched() throws {
    let (_, broken) = try privacy { space(Self.sentence, trailing: 3) }
    #expect(broken.findings.map(\.kind) == [.place])
    for type in ["free", "skip", "zzzz", "GPS "] as [FourCC] {
      let (_, found) = try privacy { atom(type) { hex("00 01 02"); text(Self.sentence) } }
      #expect(found.findings.map { "\($0.kind) \($0.others)" } == ["place 0"], "\(type)")
      #expect(found.unread.count == 1)
      let place = try #require(found.findings.first)
      #expect(place.byteCount == 65 && place.offset.map { $0 % 4 } == 3)
    }
  }

  @Test func whatSaysNoPositionIsNone() throws {
    let texts = ["$GPRMC,092300.00,V,,,,,,,010126,,,N*6D\r\n", "+12-34567890123", "gps of somebody", "at home in the latitudes"]
    for line in texts {
      let (_, found) = try privacy { atom("free") { u8(0); text(line) } }
      #expect(found.findings.isEmpty, "\(line)")
    }
  }
}

extension [Disclosure]? {
  fileprivate var isEmptyOrMissing: Bool { self?.isEmpty ?? true }
}
