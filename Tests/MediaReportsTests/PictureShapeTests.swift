// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import Structure
import Testing

@testable import MediaReports

/// Fields, views of two eyes and projections: found, none, or not read.
@Suite struct PictureShapeTests {
  private func document(_ type: FourCC, in track: Piece = Piece(), _ boxes: Piece) throws -> Document {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry(type) { boxes } } tables: { Parts.sampleTables([4, 4], at: 0) }
          track
        }
      }
      atom("mdat") { zeros(16) }
    }
    return try MediaFile.open(ByteSource(copying: bytes))
  }

  private func shape(_ document: Document) throws -> PictureShape {
    let shape = try #require(MediaFile.facts(of: document).tracks.first?.shape)
    // The header asks for the same.
    #expect(MediaFile.pictureShapes(of: document, limit: 3).map(\.shape) == [shape])
    return shape
  }

  /// A sequence parameter set of Baseline, 64×48, whose flag for frames alone is 0 or 1: after the profile and
  /// the level `1` (id 0), `1` (frame_num of 4 bits), `011` (order of type 2), `010` (one reference), `0`,
  /// `00100` (4 macroblocks), then 3 or, of fields, 2 rows of them (`011`, `010`), the flag, for fields `0`,
  /// `1` (8×8), `0`, `0`, the end.
  private func configuration(framesOnly: Bool) -> Piece {
    // 1 1 011 010 0 00100 011 1 1 0 0 1 → 1101 1010 0001 0001 1111 001; with fields one bit more.
    let set: [UInt8] =
      framesOnly
      ? [0x67, 66, 0, 30, 0b1101_1010, 0b0001_0001, 0b1110_0100]
      : [0x67, 66, 0, 30, 0b1101_1010, 0b0001_0001, 0b0001_0010]
    return atom("avcC") { u8(1, 66, 0, 30, 0xFF, 0xE1); u16(UInt16(set.count)); bytes(set); u8(0) }
  }

  private func fiel(_ fields: UInt8, _ detail: UInt8) -> Piece { atom("fiel") { u8(fields, detail) } }

  @Test(arguments: [(1, Scanning.Order.topFirst), (6, .bottomFirst), (9, nil), (14, nil)] as [(UInt8, Scanning.Order?)])
  func fieldsHaveAnOrderWhereDocumentsAgree(detail: UInt8, order: Scanning.Order?) throws {
    let document = try document("apcn", fiel(2, detail))
    let shape = try shape(document)
    #expect(shape.scanning.value == Scanning(.interlaced, order: order))
    #expect(HeaderRemarks(document).lines == ["track 1: \(Scanning(.interlaced, order: order).words)"])
  }

  @Test func whatIsNotSaidIsNotRead() throws {
    let professional = try shape(try document("apcn", Piece()))
    #expect(professional.scanning.answer == .notRead, "the first bytes of each picture say it")
    #expect(professional.stereo.answer == .none && professional.projection.answer == .none)
    let coded = try shape(try document("hvc1", Piece()))
    #expect([coded.scanning.answer, coded.stereo.answer, coded.projection.answer] == [.notRead, .notRead, .notRead])
    #expect(try shape(try document("av01", Piece())).scanning.value == Scanning(.progressive))
    #expect(try shape(try document("apcn", fiel(7, 0))).scanning.unread.first?.reason == .damaged)
  }

  /// MPEG-4 Visual: the headers in its `esds` say colours and fields. Behind `video` the type of the signal, a format of
  /// three bits, the range and that colours follow; of the layer the flags up to `interlaced` (14496-2 §6.2.2, §6.2.3).
  @Test func headersOfMPEG4SayColoursAndFields() throws {
    func film(_ headers: String) throws -> Facts.Track {
      let content = hex(headers).bytes
      let document = try document(
        "mp4v",
        atom("esds", version: 0) {
          u8(3, UInt8(23 + content.count)); u16(1); u8(0, 4, UInt8(15 + content.count), 0x20, 0x11); zeros(11)
          u8(5, UInt8(content.count)); bytes(content); hex("06 01 02")
        })
      return try #require(MediaFile.facts(of: document).tracks.first)
    }
    // 0 0001 1 101 1 1, then 9, 16 and 9 of eight bits each; 0 0001 0 without a type.
    let coloured = try film("000001B5 0E E1 22 01 20")
    #expect(coloured.colour?.value?.points == Colour.Points(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    #expect(coloured.colour?.source?.field == "colour_primaries" && coloured.shape?.scanning.answer == .notRead)
    #expect(try film("000001B5 08").colour?.answer == FactAnswer.none)
    #expect(try film("000001B0 08").colour?.answer == .notRead)
    // 0 00000001 0 0001 0 00 1, 1,000 of 16 bits, 1 0 1, 64 of 13 bits, 1, 48 of 13 bits, 1, then `interlaced`.
    let layer = "0 00000001 0 0001 0 00 1 0000001111101000 1 0 1 0000001000000 1 0000000110000 1 "
    func fields(_ flag: String) -> String {
      let bits = (layer + flag + " 1 0 0").filter { $0 != " " }
      let padded = bits + String(repeating: "0", count: (8 - bits.count % 8) % 8)
      let digits = stride(from: 0, to: padded.count, by: 4).map { start in
        String(Int(padded.dropFirst(start).prefix(4), radix: 2) ?? 0, radix: 16)
      }
      return "00000120" + digits.joined()
    }
    #expect(try film(fields("0")).shape?.scanning.value == Scanning(.progressive))
    #expect(try film(fields("1")).shape?.scanning.value == Scanning(.mixed))
  }

  @Test func configurationsAreAskedAndContradict() throws {
    let frames = try shape(try document("avc1", configuration(framesOnly: true)))
    #expect(frames.scanning.value == Scanning(.progressive) && frames.scanning.source?.field == "frame_mbs_only_flag")
    let fields = try document("avc1", configuration(framesOnly: false))
    #expect(try shape(fields).scanning.value == Scanning(.mixed))
    #expect(HeaderRemarks(fields).lines.contains("track 1: frames or fields, as each picture says"))
    let both = try document("avc1", pieces { fiel(2, 1); configuration(framesOnly: true) })
    #expect(try shape(both).scanning.claims.map(\.value) == [Scanning(.progressive)])
    #expect(HeaderRemarks(both).lines.contains("track 1: interlaced, top field first, but 'avcC' says progressive"))
    // Fields that each picture announces are no contradiction.
    let agreed = try document("avc1", pieces { fiel(2, 1); configuration(framesOnly: false) })
    #expect(try shape(agreed).scanning.claims.isEmpty)
  }

  /// The first two bits behind the compatibility flags: the source is progressive, interlaced, both, or unsaid.
  @Test(arguments: [(0x80, Scanning.Kind.progressive), (0x40, .interlaced), (0xC0, .mixed), (0, nil)] as [(UInt8, Scanning.Kind?)])
  func sourcesOfHEVCAreAsked(flags: UInt8, kind: Scanning.Kind?) throws {
    let box = atom("hvcC") {
      u8(1, 1); u32(0x6000_0000); u8(flags); zeros(5); u8(93); u16(0xF000); u8(0xFC, 0xFD, 0xF8, 0xF8); u16(0)
      u8(0x0F, 0)
    }
    #expect(try shape(try document("hvc1", box)).scanning.value?.kind == kind)
    // What a writer put beside it is a claim where the bitstream says its source.
    let beside = try document("hvc1", pieces { fiel(1, 0); box })
    let fact = try shape(beside).scanning
    #expect(fact.value?.kind == (kind == .interlaced ? .interlaced : .progressive))
    if kind == .interlaced {
      #expect(HeaderRemarks(beside).lines.contains("track 1: interlaced, but 'fiel' says progressive"))
      #expect(fact.source?.field == "general_constraint_indicator_flags")
    }
  }

  @Test(arguments: [(1, StereoVideo.Views.topBottom), (2, .leftRight), (3, .custom), (4, .rightLeft), (0, .mono)] as [(UInt8, StereoVideo.Views)])
  func viewsInAPictureAreSaid(mode: UInt8, views: StereoVideo.Views) throws {
    let document = try document("avc1", atom("st3d", version: 0) { u8(mode) })
    #expect(try shape(document).stereo.value == StereoVideo(views))
    #expect(HeaderRemarks(document).lines.isEmpty == (views == .mono))
  }

  private func extended(_ flags: UInt8, pack: FourCC? = nil, kind: FourCC? = nil) -> Piece {
    atom("vexu") {
      atom("eyes") { atom("stri", version: 0) { u8(flags) } }
      if let pack { atom("pack") { atom("pkin", version: 0) { code(pack) } } }
      if let kind { atom("proj") { atom("prji", version: 0) { code(kind) } } }
    }
  }

  @Test func viewsInLayersAreSaid() throws {
    let document = try document("hvc1", pieces { extended(0b1011, kind: "rect"); atom("lhvC") { hex("01 F000 FC CB 00") }; atom("hfov") { u32(63_500) } })
    let shape = try shape(document)
    #expect(shape.stereo.value == StereoVideo(.layers, isReversed: true))
    #expect(shape.projection.value == VideoProjection(.rectilinear, fieldOfView: 63.5))
    // What lies flat is nothing to be warned of.
    #expect(HeaderRemarks(document).lines == ["track 1: stereo (left + right, in layers, reversed)"])
    let beside = try self.shape(try self.document("hvc1", extended(3, pack: "side", kind: "hequ")))
    #expect(beside.stereo.value == StereoVideo(.leftRight) && beside.projection.value == VideoProjection(.halfEquirectangular))
    #expect(try self.shape(try self.document("hvc1", extended(1))).stereo.value == StereoVideo(.leftOnly))
  }

  /// That there are two views does not say that they are layers: of one layer, and of a coding without layers, nobody
  /// knows where the second is.
  @Test func viewsWithoutAPlaceAreNotInLayers() throws {
    // A video parameter set alone: `vps_max_layers_minus1` are the six bits behind six of others.
    func configuration(layers: UInt8) -> Piece {
      atom("hvcC") {
        u8(1, 1); u32(0x6000_0000); zeros(6); u8(93); u16(0xF000); u8(0xFC, 0xFD, 0xF8, 0xF8); u16(0)
        u8(0x0F, 1, 0xA0); u16(1, 24)
        u8(0x40, 0x01, 0x0C | (layers - 1) >> 4, (layers - 1) << 4 | 0x01); u16(0xFFFF)
        hex("01 60000000 900000000000 1E 95980900"); zeros(2)
      }
    }
    for (type, box) in [("avc1", Piece()), ("hvc1", Piece()), ("hvc1", configuration(layers: 1))] as [(FourCC, Piece)] {
      let document = try document(type, pieces { extended(3); box })
      #expect(try shape(document).stereo.value == StereoVideo(.unplaced))
      #expect(HeaderRemarks(document).lines == ["track 1: stereo (left + right, where the second lies is not known)"])
    }
    let layered = try document("hvc1", pieces { extended(3); configuration(layers: 2) })
    #expect(try shape(layered).stereo.value == StereoVideo(.layers))
  }

  /// A projection that nobody has described is said by its code.
  @Test func unknownProjectionsAreNamed() throws {
    let document = try document("hvc1", extended(3, pack: "over", kind: "xyzw"))
    #expect(try shape(document).projection.value == VideoProjection(.other, code: "xyzw"))
    #expect(
      HeaderRemarks(document).lines
        == ["track 1: stereo (left above right)", "track 1: projected in a way that is not known ('xyzw')"])
  }

  /// Restricted schemes of OMAF have their boxes in 'schi', or beside it.
  @Test func projectionsOfRestrictedSchemesAreSaid() throws {
    func restricted(_ boxes: Piece, inScheme: Bool) throws -> PictureShape {
      let entry = pieces {
        atom("rinf") {
          atom("frma") { code("hvc1") }
          atom("schm", version: 0) { code("podv"); u32(0) }
          if inScheme { atom("schi") { boxes } } else { atom("schi"); boxes }
        }
      }
      return try shape(try document("resv", entry))
    }
    for isInScheme in [true, false] {
      let around = try restricted(atom("povd") { atom("prfr", version: 0) { u8(0) } }, inScheme: isInScheme)
      #expect(around.projection.value == VideoProjection(.equirectangular))
      let cube = try restricted(atom("povd") { atom("prfr", version: 0) { u8(1) } }, inScheme: isInScheme)
      #expect(cube.projection.value == VideoProjection(.cubemap))
    }
    let unknown = try restricted(atom("povd") { atom("prfr", version: 0) { u8(9) } }, inScheme: true)
    #expect(unknown.projection.unread.first?.reason == .damaged)
  }

  @Test func picturesAllAroundAreSaid() throws {
    let second = atom("sv3d") {
      atom("svhd", version: 0) { text("made for tests", terminated: true) }
      atom("proj") { atom("prhd", version: 0) { zeros(12) }; atom("cbmp", version: 0) { zeros(8) } }
    }
    #expect(try shape(try document("avc1", second)).projection.value == VideoProjection(.cubemap))
    // A sixteenth of the width is left out on either side, and nothing above and below.
    let part = atom("sv3d") {
      atom("proj") { atom("equi", version: 0) { u32(0, 0, 0x1000_0000, 0x1000_0000) } }
    }
    let covered = VideoProjection(.equirectangular, covered: .init(across: 315, down: 180))
    #expect(try shape(try document("avc1", part)).projection.value == covered)
    #expect(covered.words == "equirectangular (315° × 180° of 360° × 180°)")
    func first(_ content: String) -> Piece {
      uuidAtom("FFCC8263F8554A938814587A02521FDD") { text(content) }
    }
    let words = """
      <rdf:SphericalVideo><GSpherical:Spherical>true</GSpherical:Spherical>\
      <GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType>\
      <GSpherical:StereoMode>top-bottom</GSpherical:StereoMode></rdf:SphericalVideo>
      """
    let document = try document("avc1", in: first(words), Piece())
    let shape = try shape(document)
    #expect(shape.projection.value == VideoProjection(.equirectangular) && shape.stereo.value == StereoVideo(.topBottom))
    #expect(
      HeaderRemarks(document).lines
        == ["track 1: stereo (left above right)", "track 1: equirectangular (360°)"])
    let other = try self.shape(try self.document("avc1", in: first("<x/>"), Piece()))
    #expect(other.projection.unread.first?.reason == .damaged && other.stereo.answer == .notRead)
    // A text longer than any is not read.
    let long = try self.shape(try self.document("avc1", in: first(words + String(repeating: " ", count: 70_000)), Piece()))
    #expect(long.projection.answer == .notRead)
  }
}
