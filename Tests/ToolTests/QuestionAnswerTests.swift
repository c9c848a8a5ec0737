// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import Testing

/// The answers that the page of questions promises, on files whose truth is known by how they are made.
@Suite struct QuestionAnswerTests {
  /// What a command says of a file that is made for the question.
  struct Question: CustomStringConvertible, Sendable {
    let question: String
    let arguments: [String]
    let answers: [String]
    let file: @Sendable () -> [UInt8]
    var description: String { question }

    init(_ question: String, _ arguments: String, says answers: String..., of file: @escaping @Sendable () -> [UInt8]) {
      self.question = question
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.answers = answers
      self.file = file
    }
  }

  // MARK: Files

  /// Ten pictures of 200 ms with keyframes 1, 3 and 8; pictures have 1,000 bytes, the seventh 50,000. Sound
  /// of 8 kHz lasts for `sound` ms. Offsets are right.
  private static func film(
    sound: UInt32 = 2_000, matrix: Piece? = nil, inMovie: Piece = Piece(), inTrack: Piece = Piece(),
    entry: Piece = Parts.visualEntry("avc1"), isLast: Bool = false, cut: Int = 0
  ) -> [UInt8] {
    let start = Parts.fileType("isom", "isom").bytes
    let sizes: [UInt32] = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 50_000, 1_000, 1_000, 1_000]
    func movie(at offset: Int) -> [UInt8] {
      let made = atoms {
        Parts.movie(duration: 2_000) {
          Parts.track(id: 1, duration: 2_000) {
            Parts.media(duration: 2_000) {
              entry
            } tables: {
              Parts.sampleTables(sizes, delta: 200, at: UInt32(offset))
              atom("stss", version: 0) { u32(3, 1, 3, 8) }
            }
            inTrack
          }
          Parts.track(id: 2, duration: sound, width: 0, height: 0) {
            Parts.media(handler: "soun", duration: sound) {
              Parts.audioEntry("sowt")
            } tables: {
              Parts.sampleTables([100], delta: sound, at: UInt32(offset + 59_000))
            }
          }
          inMovie
        }
      }
      guard let matrix else { return made }
      return made.setting("moov/trak/tkhd", at: 40) { matrix }
    }
    let media = atoms { atom("mdat") { zeros(59_100) } }
    let all =
      isLast
      ? start + media + movie(at: start.count + 8) : start + movie(at: start.count + movie(at: 0).count + 8) + media
    return [UInt8](all.dropLast(cut))
  }

  /// A freeform item of iTunes.
  private static func freeform(_ name: String, _ value: String) -> Piece {
    atom("udta") {
      atom("meta", version: 0) {
        atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
        atom("ilst") {
          atom("----") {
            atom("mean", version: 0) { text("com.apple.iTunes") }
            atom("name", version: 0) { text(name) }
            atom("data") { u32(1, 0); text(value) }
          }
        }
      }
    }
  }

  static let questions: [Question] = [
    Question("Does moov come first? Yes.", "--about", says: "Fast start  yes") { film() },
    Question("Does moov come first? No.", "--about", says: "Fast start  no: 'moov' stands behind the media") { film(isLast: true) },
    Question("What stands in the header of one that does not?", "-d 1", says: ", moov last") { film(isLast: true) },
    Question("What is fetched before the first picture?", "--at=0", says: "keyframe 1 of track 1 video at 0.000 s") { film() },
    Question("What are its codec strings?", "--about", says: "video/mp4; codecs=\"avc1.42C00A, sowt\"") { film() },
    Question("How far do keyframes lie apart, and where?", "--about", says: "sync samples 1.000 s apart at most, from 0.400 s") { film() },
    Question("Are all pictures keyframes?", "--about", says: "all sync samples") {
      film().removing("moov/trak/mdia/minf/stbl/stss")
    },
    // 50,000 and two of 1,000 bytes lie in the second second: samples 6 to 10 are 1.0 to 2.0 s.
    Question("What is the peak of its rate?", "--about", says: "peak 432 kbit/s in the second from 1 s") { film() },
    Question("Does sound end with the pictures?", "--about", says: "Ends        video and audio together") { film() },
    Question("By how much does it end before?", "--about", says: "Ends        audio 500 ms before video") { film(sound: 1_500) },
    // The last 1,600 bytes are gone: the sound, and the end of pictures 9 and 10, which are shown from 1.6 s on.
    Question("What does a cut file still play?", "--about", says: "plays 1.600 s of 2.000 s: then") { film(cut: 1_600) },
    // The chunk of the pictures begins in 'moov'; that of the sound is where it was.
    Question("Does it play what lies elsewhere?", "--about", says: "plays 0.000 s of 2.000 s: then", "samples lie outside media data") {
      film().setting("moov/trak/mdia/minf/stbl/stco", at: 8) { u32(40) }
    },
    Question("What is wrong with it?", "-d 1", says: "1,600 bytes are missing [file-truncated]") { film(cut: 1_600) },
    Question("How is it turned?", "--about", says: "shown 48×64 (rotated 90° clockwise)") {
      film(matrix: pieces { u32(0); fixed16(1); u32(0); i32(-65_536); u32(0); u32(0) })
    },
    Question("Does the header say that it is turned?", "-d 1", says: "! track 1 is shown 48×64: rotated 90° clockwise") {
      film(matrix: pieces { u32(0); fixed16(1); u32(0); i32(-65_536); u32(0); u32(0) })
    },
    Question("Is it encrypted, and how?", "-d 1", says: "video encrypted H.264", "! encrypted by 'cbcs'") {
      film(
        entry: Parts.visualEntry("encv") {
          Parts.avcConfiguration
          atom("sinf") { atom("frma") { code("avc1") }; atom("schm", version: 0) { code("cbcs"); u32(0x1_0000) } }
        })
    },
    Question("Will a usual player decode it?", "-d 1", says: "video H.264 High 4:2:2 64×48", "[avc-422]") {
      film(entry: Parts.visualEntry("avc1") { Piece(Parts.avcConfiguration.bytes.enumerated().map { $0 == 9 ? 122 : $1 }) })
    },
    Question("Where does it play, and why not?", "--plays=safari", says: "Safari              no", "[hev1]") {
      guard let source = try? Corpus.open("encoded/hevc-hev1.mp4") else { return [] }
      return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    },
    Question("Who wrote it?", "--about", says: "Written by  Writer 1.0") {
      film(inMovie: atom("udta") { atom("@swr") { u16(10); u16(0x55C4); text("Writer 1.0") } })
    },
    Question("Where was it taken?", "--about", says: "Location    ", "51.5334") {
      film(inMovie: atom("udta") { atom("@xyz") { u16(26); u16(0x55C4); text("+51.5334-000.1255+027.000/") } })
    },
    Question("May it be published?", "--privacy", says: "Place       ", "51.5334 N 0.1255 W, 27 m") {
      film(inMovie: atom("udta") { atom("@xyz") { u16(26); u16(0x55C4); text("+51.5334-000.1255+027.000/") } })
    },
    Question("Are there chapters?", "--about", says: "2 in a list") {
      film(
        inMovie: atom("udta") { atom("chpl", version: 1) { u32(0); u8(2); u64(0); pascal("One"); u64(10_000_000); pascal("Two") } })
    },
    Question("Why is there no chapter list?", "--about", says: "track 3 is text that no track refers to as chapters") {
      film(
        inMovie: Parts.track(id: 3, width: 0, height: 0) {
          Parts.media(handler: "text") { atom("text") { zeros(6); u16(1); zeros(43) } } tables: { Parts.emptyTables }
        })
    },
    Question("Which HDR is it?", "-d 1", says: " PQ 5 fps") {
      film(
        entry: Parts.visualEntry("avc1") { Parts.avcConfiguration; atom("colr") { code("nclx"); u16(9, 16, 9); u8(0) } })
    },
    Question("What do edits pass over?", "--about", says: "edits pass over 200 ms of video") {
      film(inTrack: atom("edts") { atom("elst", version: 0) { u32(1, 1_800, 200, 0x1_0000) } })
    },
    Question("Is its rate variable?", "--about", says: "fps, variable") {
      film().replacing("moov/trak/mdia/minf/stbl/stts") { atom("stts", version: 0) { u32(3, 4, 100, 3, 200, 3, 333) } }
    },
    Question("Where does it play, in a line?", "--about", says: "Plays in    ", "[hev1", "(rules of ") {
      guard let source = try? Corpus.open("encoded/hevc-hev1.mp4") else { return [] }
      return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    },
    Question(
      "What is wrong with it, and what plays?", "--about",
      says: """
        Verdict     plays video 1.600 s, audio 0.000 s of 2.000 s: needs 59,108 bytes, the file ends after 57,508: \
        1,600 bytes are missing [file-truncated]
        """
    ) {
      film(cut: 1_600)
    },
    // 10 pictures of 200 ms of a clean aperture of 60×34 in 64×48: nearly 16:9. Pictures have 59,000 bytes in 2 s.
    Question(
      "Does it keep to a delivery specification?", "--about",
      says: "Delivery    ProRes 422 HQ · 64×48 5i (top first) · 4:2:2 10-bit · 16:9, clap 60×33.75 · 236 kbit/s mean"
    ) {
      film(
        entry: Parts.visualEntry("apch") {
          atom("fiel") { u8(2, 1) }
          atom("clap") { u32(60, 1, 135, 4, 0, 1, 0, 1) }
        })
    },
    Question("Does the name of its coding fit its rate?", "--about", says: "; but the entry is of 1080 lines, and the entry is of 1080i50") {
      film(entry: Parts.visualEntry("xdv3"))
    },
    Question("Which frame is it, and which timecode?", "--at=0.5", says: "0.500 s is frame 2 of track 1 video (the first is 0)") { film() },
    Question("Which frame is it behind an edit?", "--at=0.5", says: "0.500 s is frame 2 of track 1 video") {
      // The edit passes over the first picture of 200 ms.
      film(inTrack: atom("edts") { atom("elst", version: 0) { u32(1, 1_800, 200, 0x1_0000) } })
    },
    Question("Why is the cover not shown?", "--about", says: "Cover       PNG 1×1, 45 bytes: the tag says \"image/jpeg\"") {
      film(
        inMovie: atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
            atom("ilst") { atom("covr") { atom("data") { u32(13, 0); u32(0x8950_4E47, 0x0D0A_1A0A, 13, 0x4948_4452, 1, 1); zeros(21) } } }
          }
        })
    },
    Question("Which samples does nobody hear?", "--about", says: "Gapless     skip 2,112, drop 448, 14,848 left [iTunSMPB]") {
      film(inMovie: freeform("iTunSMPB", " 00000000 00000840 000001C0 0000000000003A00"))
    },
    // 0.3 s of 44.1 kHz are 13,230 samples; LAME's own encoder puts 576 in front, and a decoder 529.
    Question(
      "Which samples does nobody hear of an MP3?", "--about",
      says: "Gapless     skip 1,105 (576 + 529 decoder), drop 641, 13,230 left [LAME]"
    ) {
      guard let source = try? Corpus.open("encoded/lame-cbr.mp3") else { return [] }
      return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    },
    Question("How loud is it?", "--about", says: "Loudness    track gain -6.50 dB ['----']") {
      film(inMovie: freeform("replaygain_track_gain", "-6.50 dB"))
    },
    Question("Which items has it, and what is each for?", "--items", says: "primary", "64×48", "BT.709, full range") {
      atoms {
        Parts.fileType("mif1", "heic")
        atom("meta", version: 0) {
          atom("hdlr", version: 0) { u32(0); code("pict"); zeros(13) }
          atom("pitm", version: 0) { u16(1) }
          atom("iinf", version: 0) { u16(1); atom("infe", version: 2) { u16(1, 0); code("hvc1"); u8(0) } }
          atom("iprp") {
            atom("ipco") {
              atom("ispe", version: 0) { u32(64, 48) }
              atom("colr") { code("nclx"); u16(1, 1, 1); u8(0x80) }
            }
            atom("ipma", version: 0) { u32(1); u16(1); u8(2, 1, 2) }
          }
        }
      }
    },
    Question("Who owns each byte?", "--map", says: "free") { film(inMovie: atom("free") { zeros(500) }) },
    Question("Where is sample 7?", "--samples=1:7", says: "50,000") { film() },
  ]

  @Test(arguments: questions) func eachQuestionIsAnswered(_ question: Question) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("questions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("film.mp4")
    try Data(question.file()).write(to: file)
    let run = try Run.run(
      Run.atomdump, ["--width=200"] + question.arguments + ["film.mp4"], in: folder.path, environment: [:], input: nil)
    #expect(run.code == 0 || run.code == 1, "\(run.errorText)")
    for answer in question.answers { #expect(run.text.contains(answer), "\(run.text)") }
  }

  /// The page says which question is answered where: each of these commands is on it.
  @Test func thePageHasTheCommands() throws {
    let place = String(Corpus.folder.dropLast("/Corpus".count)) + "/Sources/MediaReports/MediaReports.docc/Questions.md"
    let page = try String(contentsOfFile: place, encoding: .utf8)
    let options = Set(Self.questions.compactMap { $0.arguments.first?.split(separator: "=").first.map(String.init) })
    for option in options where option != "-d" { #expect(page.contains("`atomdump " + option), "\(option)") }
  }
}
