import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What cameras leave in user data and at the top of a file is what it says: models, names of files, places, dates.
@Suite struct CameraUserDataTests {
  private func film(user: Piece = Piece(), top: Piece = Piece()) throws -> Document {
    let bytes = atoms {
      Parts.fileType("qt  ")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("udta") { user }
      }
      top
    }
    return try MediaFile.open(ByteSource(copying: bytes))
  }

  private func said(_ document: Document) -> [String] {
    MediaFile.privacy(of: document).findings.map { "\($0.kind) \($0.value ?? "")" }
  }

  @Test(arguments: ["CNMN", "@mdl"] as [FourCC])
  func modelsAreThoseOfTheDevice(type: FourCC) throws {
    let model = type == "@mdl" ? atom(type) { u16(8, 0x55C4); text("Acme 550") } : atom(type) { string("Acme 550") }
    let document = try film(user: model)
    #expect(MediaFile.disclosures(of: document).camera.value?.model == "Acme 550")
    #expect(said(document) == ["device Acme 550"])
  }

  @Test func namesOfFilesArePaths() throws {
    let names = atom("finm") { string("/mnt/sd/a.mp4") }.bytes + atom("fsid") { string("DCIM/b.mp4") }.bytes
    #expect(try said(film(user: Piece(names))) == ["path /mnt/sd/a.mp4", "path DCIM/b.mp4"])
  }

  /// Base 64 of JSON, as Nextbase writes it.
  @Test func positionsInBase64AreFound() throws {
    var log = ByteWriter()
    let json: [UInt8] = Array(#"{"gpsData":[{"gpsStatus":"A","lat":48.13,"lon":-11.57}]}"#.utf8)
    log.put(base64: json.rawBytes)
    let document = try film(top: atom("gdat") { text(log.string) })
    let place = try #require(MediaFile.privacy(of: document).findings.first)
    #expect(place.kind == .place && place.position?.latitude == 48.13 && place.position?.longitude == -11.57)
  }

  /// Rows of numbers with degrees in hundreds and minutes in the rest, as dash cameras write them: 48° 7.8' north,
  /// 11° 34.2' west. The first row is from before the receiver knew where it was.
  @Test(arguments: ["gps0", "GPS "] as [FourCC])
  func logsOfPositionsArePlaces(type: FourCC) throws {
    func row(_ latitude: Double, _ longitude: Double) -> Piece {
      if type == "gps0" {
        return pieces {
          Cameras.little(latitude); Cameras.little(longitude)
          // 140 m, 13 km/h, 2026-01-02 03:04:05, 92°.
          hex("8C000000 0D00 1A 01 02 03 04 05 2E 010100")
        }
      }
      return pieces {
        Cameras.little(1, 4); Cameras.little(1, 4); Cameras.little(0, 4); Cameras.little(105_300, 4)
        text("N"); Cameras.little(UInt64((latitude * 1_000).rounded()), 4)
        text(longitude < 0 ? "W" : "E"); Cameras.little(UInt64((longitude.magnitude * 1_000).rounded()), 4)
        zeros(10)
      }
    }
    let document = try film(top: atom(type) { row(0, 0); row(4_807.8, -1_134.2) })
    #expect(MediaFile.checked(document).problems.kept.allSatisfy { !$0.kind.id.isSame(as: "atom-misplaced") })
    let privacy = MediaFile.privacy(of: document)
    #expect(privacy.findings.map(\.kind) == [.place])
    #expect(!privacy.unread.contains { $0.reason.id.description == "opaque" })
    let position = try #require(privacy.findings.first?.position)
    #expect(abs(position.latitude - 48.13) < 1e-9 && abs(position.longitude + 11.57) < 1e-9)
    #expect(MediaFile.disclosures(of: document).places.value?.first?.position == position)
    // In user data it is an item, and found once.
    let user = try film(user: atom(type) { row(0, 0); row(4_807.8, -1_134.2) })
    #expect(MediaFile.privacy(of: user).findings.map(\.position) == [position])
    #expect(MediaFile.disclosures(of: user).places.value?.map(\.position) == [position])
    // Before the receiver knew where it was it knew the time.
    let unknown = try MediaFile.privacy(of: film(top: atom(type) { row(0, 0) }))
    #expect(unknown.findings.isEmpty && unknown.metadata != .none)
    #expect(unknown.unread.contains { $0.reason.id.description == "opaque" && $0.name == type.key })
  }

  /// A text where others have rows is nearly 0, 0 by its numbers, which is no place.
  @Test func textsInPlaceOfLogsAreNotRows() throws {
    let log = "$GPRMC,123519,A,4807.800,N,01134.200,E,022.4,084.4,230394,003.1,W*6A\r\n"
    let found = try MediaFile.privacy(of: film(top: atom("gps0") { text(log) }))
    let position = try #require(found.findings.first?.position)
    #expect(found.findings.count == 1 && abs(position.latitude - 48.13) < 1e-9)
    let words = try MediaFile.privacy(of: film(top: atom("gps0") { text("Anna Example, Lake Road 1, Brno.") }))
    #expect(words.findings.isEmpty && words.unread.contains { $0.name == "gps0" && $0.byteCount == 32 })
  }

  /// A degree has sixty minutes, and what is neither north nor south is nowhere.
  @Test(arguments: [("N", 4_861_000), ("x", 4_807_800)] as [(String, UInt64)])
  func rowsThatSayNoPlaceAreNone(letter: String, latitude: UInt64) throws {
    func row(_ letter: String, _ latitude: UInt64, _ longitude: UInt64) -> Piece {
      pieces {
        zeros(16); text(letter); Cameras.little(latitude, 4); text("E"); Cameras.little(longitude, 4); zeros(10)
      }
    }
    let log = atom("GPS ") { row("N", 0, 0); row(letter, latitude, 1_134_200) }
    let found = try MediaFile.privacy(of: film(top: log))
    #expect(found.findings.isEmpty && found.unread.contains { $0.name == FourCC("GPS ").key })
  }

  /// Telephones of KDDI name the maker, the model and what recorded with it in eight bytes each.
  @Test func recordersOfTelephonesAreNamed() throws {
    let document = try film(top: atom("uuid") {
      hex("656E6369 A88C11D4 81970090 27087703 00000000")
      text("ACME-XY\0"); text("X1234\0\0\0"); text("RT19\0\0\0\0"); text("RT31\0\0\0\0")
    })
    #expect(said(document) == ["device ACME-XY", "device X1234", "text RT19", "text RT31"])
    let short = try film(top: atom("uuid") {
      hex("656E6369 A88C11D4 81970090 27087703 00000000")
      text("LG\0\0\0\0\0\0"); text("R5\0\0\0\0\0\0"); zeros(16)
    })
    #expect(said(short) == ["device LG", "device R5"])
  }

  @Test func datesAtTheTopAreTimes() throws {
    let document = try film(top: atom("IDIT") { text("2026-01-02T03:04:05+0900") })
    #expect(said(document) == ["time 2026-01-02T03:04:05+0900"])
  }
}
