// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

@testable import MediaReports

/// The `!` lines of a header.
@Suite struct HeaderRemarkTests {
  /// A rule that is renamed would be missed without a word.
  @Test func eachRuleThatTheHeaderAsksForIsThere() {
    let rules = PlayerRules.catalogueOfPictures(HeaderRemarks.rules).rules
    #expect(Set(rules.map(\.id)) == Set(HeaderRemarks.rules.map(\.description)))
  }

  private func lines(_ entry: Piece, sound edit: Piece? = nil) throws -> [String] {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media { entry } tables: { Parts.sampleTables([4, 4], at: 0) }
        }
        if let edit {
          Parts.track(id: 2) {
            edit
            Parts.media(handler: "soun") {
              Parts.audioEntry("sowt")
            } tables: {
              Parts.sampleTables([2, 2], at: 0)
            }
          }
        }
      }
      atom("mdat") { zeros(16) }
    }
    return HeaderRemarks(try MediaFile.open(ByteSource(copying: bytes))).lines
  }

  /// An empty edit of so many ms in front of the sound: 60 ms late nobody notices (EBU R 37).
  @Test func soundThatStartsApartIsSaid() throws {
    func lines(_ delay: UInt32) throws -> [String] {
      try self.lines(
        Parts.visualEntry("jpeg"),
        sound: atom("edts") {
          atom("elst", version: 0) { u32(2); u32(delay, 0xFFFF_FFFF, 0x1_0000); u32(400, 0, 0x1_0000) }
        })
    }
    #expect(try lines(500) == ["audio starts 500 ms after video"])
    #expect(try lines(60) == [])
  }

  /// What is asked of players is asked by profile, not by name: 4:4:4 in `avcC`.
  @Test(arguments: [(244, "avc-444"), (122, "avc-422"), (110, "avc-high10"), (100, nil)] as [(UInt8, String?)])
  func profilesThatManyRefuseAreSaid(profile: UInt8, rule: String?) throws {
    let found = try lines(
      Parts.visualEntry("avc1") {
        atom("avcC") { u8(1, profile, 0, 30, 0xFF, 0xE0, 0); u8(0xFD, 0xF8, 0xF8, 0) }
      })
    #expect(found.contains { $0.hasSuffix("[\(rule ?? "avc-")]") } == (rule != nil), "\(found)")
  }
}
