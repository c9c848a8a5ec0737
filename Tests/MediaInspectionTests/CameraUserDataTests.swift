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

  @Test func datesAtTheTopAreTimes() throws {
    let document = try film(top: atom("IDIT") { text("2026-01-02T03:04:05+0900") })
    #expect(said(document) == ["time 2026-01-02T03:04:05+0900"])
  }
}
