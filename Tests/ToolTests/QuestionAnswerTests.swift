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
    /// The question as it stands on the page.
    let row: String
    let program: String
    let arguments: [String]
    let answers: [String]
    /// Files beside the one that is asked about, by their names.
    let others: [String: [UInt8]]
    let file: @Sendable () -> [UInt8]
    var description: String { question }

    /// - Parameter arguments: They are separated by blanks; where `FILE` is none of them the file stands behind.
    init(
      _ question: String, row: String? = nil, program: String = "atomdump", _ arguments: String, says answers: String...,
      besides others: [String: [UInt8]] = [:], of file: @escaping @Sendable () -> [UInt8]
    ) {
      self.question = question
      self.row = row ?? question
      self.program = program
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.answers = answers
      self.others = others
      self.file = file
    }
  }

  // MARK: Files

  /// Ten pictures of 200 ms with keyframes 1, 3 and 8; pictures have 1,000 bytes, the seventh 50,000. Sound
  /// of 8 kHz lasts for `sound` ms. Offsets are right.
  static func film(
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
  static func freeform(_ name: String, _ value: String) -> Piece {
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
    Question("Does moov come first? Yes.", row: "Does `moov` come first?", "--about", says: "Fast start  yes") { film() },
    Question("Does moov come first? No.", row: "Does `moov` come first?", "--about", says: "Fast start  no: 'moov' stands behind the media") { film(isLast: true) },
    Question("What stands in the header of one that does not?", row: "Does `moov` come first?", "-d 1", says: ", moov last") { film(isLast: true) },
    Question("What is fetched before the first picture?", row: "What must a player fetch before the first picture?", "--at=0", says: "keyframe 1 of track 1 video at 0.000 s") { film() },
    Question("What is fetched before that?", row: "What must a player fetch before the first picture?", "--about", says: "bytes are fetched before the first frame") { film(isLast: true) },
    Question("What are its codec strings?", row: "What do I write as its MIME type, and as `CODECS`?", "--about", says: "video/mp4; codecs=\"avc1.42C00A, sowt\"") { film() },
    Question("How far do keyframes lie apart, and where?", row: "How far do keyframes lie apart?", "--about", says: "sync samples 1.000 s apart at most, from 0.400 s") { film() },
    Question("Are all pictures keyframes?", row: "How far do keyframes lie apart?", "--about", says: "all sync samples") {
      film().removing("moov/trak/mdia/minf/stbl/stss")
    },
    // 50,000 and four of 1,000 bytes: samples 3 to 7 are 0.4 to 1.4 s, and no second has more.
    Question("What is the peak of its rate?", row: "What are its mean and its peak rate?", "--about", says: "peak 432 kbit/s in the second from 0.4 s") { film() },
    Question("Does sound end with the pictures?", row: "Do they end together?", "--about", says: "Ends        video and audio together") { film() },
    Question("By how much does it end before?", row: "Do they end together?", "--about", says: "Ends        audio 500 ms before video") { film(sound: 1_500) },
    // The last 1,600 bytes are gone: the sound, and the end of pictures 9 and 10, which are shown from 1.6 s on.
    Question("What does a cut file still play?", "--about", says: "plays 1.600 s of 2.000 s: then") { film(cut: 1_600) },
    // The chunk of the pictures begins in 'moov'; that of the sound is where it was.
    Question("Does it play what lies elsewhere?", row: "What does a cut file still play?", "--about", says: "plays 0.000 s of 2.000 s: then", "samples lie outside media data") {
      film().setting("moov/trak/mdia/minf/stbl/stco", at: 8) { u32(40) }
    },
    // The first picture is 60,000 bytes where media has 59,100: it goes on in the atom behind.
    Question("Does it play what goes on elsewhere?", row: "What does a cut file still play?", "--about", says: "plays 0.000 s of 2.000 s: then", "samples lie outside media data") {
      film().setting("moov/trak/mdia/minf/stbl/stsz", at: 12) { u32(60_000) } + atoms { atom("free") { zeros(2_000) } }
    },
    Question("What is wrong with it?", row: "What has to be known before anything else?", "-d 1", says: "1,600 bytes are missing (mdat) [file-truncated]") { film(cut: 1_600) },
    // The units of pictures are zeros, which no rule of the boxes knows.
    Question("Does any player play it?", row: "What is wrong with it, and what plays all the same?", "--about", says: "all 7 that were asked: no [chunk-offset-shifted]") {
      film(entry: Parts.visualEntry("avc1") { Parts.avcConfiguration })
    },
    Question("How is it turned?", row: "Is it rotated, and at what size is it shown?", "--about", says: "shown 48×64 (rotated 90° clockwise)") {
      film(matrix: pieces { u32(0); fixed16(1); u32(0); i32(-65_536); u32(0); u32(0) })
    },
    Question("Is it turned by the header of the movie?", row: "Is it rotated, and at what size is it shown?", "--about", says: "shown 48×64 (rotated 90° clockwise)") {
      film().setting("moov/mvhd", at: 36) { u32(0); fixed16(1); u32(0); i32(-65_536); u32(0); u32(0) }
    },
    Question("Does the header say that it is turned?", row: "What has to be known before anything else?", "-d 1", says: "! track 1 is shown 48×64: rotated 90° clockwise") {
      film(matrix: pieces { u32(0); fixed16(1); u32(0); i32(-65_536); u32(0); u32(0) })
    },
    Question("Is it encrypted, and how?", row: "What has to be known before anything else?", "-d 1", says: "video encrypted H.264", "! encrypted in part by 'cbcs'") {
      film(
        entry: Parts.visualEntry("encv") {
          Parts.avcConfiguration
          atom("sinf") { atom("frma") { code("avc1") }; atom("schm", version: 0) { code("cbcs"); u32(0x1_0000) } }
        })
    },
    Question("Will a usual player decode it?", row: "What has to be known before anything else?", "-d 1", says: "video H.264 High 4:2:2 64×48", "[avc-422]") {
      film(entry: Parts.visualEntry("avc1") { Piece(Parts.avcConfiguration.bytes.enumerated().map { $0 == 9 ? 122 : $1 }) })
    },
    Question("Where does it play, and why not?", "--plays=safari", says: "Safari              no", "[hev1]") {
      guard let source = try? Corpus.open("encoded/hevc-hev1.mp4") else { return [] }
      return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    },
    Question("Who wrote it?", "--about", says: "Written by  Writer 1.0") {
      film(inMovie: atom("udta") { atom("@swr") { u16(10); u16(0x55C4); text("Writer 1.0") } })
    },
    Question("Where was it taken?", row: "May I publish it?", "--about", says: "Location    ", "51.5334") {
      film(inMovie: atom("udta") { atom("@xyz") { u16(26); u16(0x55C4); text("+51.5334-000.1255+027.000/") } })
    },
    Question("May it be published?", row: "May I publish it?", "--privacy", says: "Place       ", "51.5334 N 0.1255 W, 27 m") {
      film(inMovie: atom("udta") { atom("@xyz") { u16(26); u16(0x55C4); text("+51.5334-000.1255+027.000/") } })
    },
    Question("Are there chapters?", row: "Are there chapters, and if not, why?", "--about", says: "2 in a list") {
      film(
        inMovie: atom("udta") { atom("chpl", version: 1) { u32(0); u8(2); u64(0); pascal("One"); u64(10_000_000); pascal("Two") } })
    },
    Question("Are there chapters elsewhere?", row: "Are there chapters, and if not, why?", "--about", says: "2 in a list") {
      film(
        inTrack: atom("udta") { atom("chpl", version: 1) { u32(0); u8(2); u64(0); pascal("One"); u64(10_000_000); pascal("Two") } })
    },
    Question("Which track are the chapters to be in?", row: "Are there chapters, and if not, why?", "--about", says: "none: track 9, which a track refers to, is not there") {
      film(inTrack: atom("tref") { atom("chap") { u32(9) } })
    },
    Question("Why is there no chapter list?", row: "Are there chapters, and if not, why?", "--about", says: "track 3 is text that no track refers to as chapters") {
      film(
        inMovie: Parts.track(id: 3, width: 0, height: 0) {
          Parts.media(handler: "text") { atom("text") { zeros(6); u16(1); zeros(43) } } tables: { Parts.emptyTables }
        })
    },
    Question("Which HDR is it?", row: "Which colours, HDR10, HDR10+ or Dolby Vision?", "-d 1", says: " PQ 5 fps") {
      film(
        entry: Parts.visualEntry("avc1") { Parts.avcConfiguration; atom("colr") { code("nclx"); u16(9, 16, 9); u8(0) } })
    },
    Question("What do edits pass over?", row: "Do sound and pictures begin together?", "--about", says: "edits pass over 200 ms of video") {
      film(inTrack: atom("edts") { atom("elst", version: 0) { u32(1, 1_800, 200, 0x1_0000) } })
    },
    Question("Is its rate variable?", row: "Which frame rate, constant or not?", "--about", says: "fps, variable") {
      film().replacing("moov/trak/mdia/minf/stbl/stts") { atom("stts", version: 0) { u32(3, 4, 100, 3, 200, 3, 333) } }
    },
    Question("Where does it play, in a line?", "--about", says: "Plays in    ", "[hev1", "(rules of ") {
      guard let source = try? Corpus.open("encoded/hevc-hev1.mp4") else { return [] }
      return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    },
    Question(
      "What is wrong with it, and what plays?", row: "What is wrong with it, and what plays all the same?", "--about",
      says: """
        Verdict     plays video 1.600 s, audio 0.000 s of 2.000 s: needs 59,108 bytes, the file ends after 57,508 of them: \
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
    Question("Does the name of its coding fit its rate?", row: "Does it keep to a delivery specification?", "--about", says: "; but the entry is of 1080 lines, and the entry is of 1080i50") {
      film(entry: Parts.visualEntry("xdv3"))
    },
    Question("Which frame is it, and which timecode?", row: "What is shown at this moment?", "--at=0.5", says: "0.500 s is frame 2 of track 1 video (the first is 0)") { film() },
    // The edit begins within the second picture; its keyframe is shown 300 ms before that.
    Question("Where is a keyframe before the edit?", row: "What is shown at this moment?", "--at=0", says: "keyframe 1 of track 1 video at -0.300 s") {
      film(inTrack: atom("edts") { atom("elst", version: 0) { u32(1, 1_700, 300, 0x1_0000) } })
    },
    Question("Which frame is it behind an edit?", row: "What is shown at this moment?", "--at=0.5", says: "0.500 s is frame 2 of track 1 video") {
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
    Question("Do players show a cover whose description has such an encoding?", row: "Why is the cover not shown?", program: "id3dump", "--about", says: "its empty description is UTF-16") {
      let tags = TagBuilder(.v3)
      return atoms {
        tags.tag {
          tags.frame("APIC") {
            u8(1); text("image/png\0"); u8(3); hex("fffe0000"); u32(0x8950_4E47, 0x0D0A_1A0A, 13, 0x4948_4452, 1, 1); zeros(21)
          }
        }
        mpegAudio(frames: 3)
      }
    },
    // A line begins with a line feed; what is sung at one moment may be less than a line.
    Question("What is sung?", program: "id3dump", "-m=common", says: "Rain on the roof\n", " and on the door\n") {
      let tags = TagBuilder(.v3)
      return atoms {
        tags.tag {
          tags.frame("SYLT") {
            u8(0); text("eng"); u8(2, 1); text("\0")
            text("Rain \0"); u32(0); text("on the roof\0"); u32(400); text("\n and on the door\0"); u32(900)
          }
        }
        mpegAudio(frames: 3)
      }
    },
    Question("Which samples does nobody hear?", "--about", says: "Gapless     skip 2,112, drop 448, 14,848 left [iTunSMPB]") {
      film(inMovie: freeform("iTunSMPB", " 00000000 00000840 000001C0 0000000000003A00"))
    },
    // 0.3 s of 44.1 kHz are 13,230 samples; LAME's own encoder puts 576 in front, and a decoder 529.
    Question(
      "Which samples does nobody hear of an MP3?", row: "Which samples does nobody hear?", "--about",
      says: "Gapless     skip 1,105 (576 + 529 decoder), drop 641, 13,230 left [LAME]"
    ) {
      guard let source = try? Corpus.open("encoded/lame-cbr.mp3") else { return [] }
      return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    },
    Question("How loud is it?", "--about", says: "Loudness    track gain -6.50 dB ['----']") {
      film(inMovie: freeform("replaygain_track_gain", "-6.50 dB"))
    },
    Question("Which items has it, and what is each for?", row: "Which items has an image, and what is each for?", "--items", says: "primary", "64×48", "BT.709, full range") {
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
    Question("Where is sample 7?", row: "Where is this sample, and when is it shown?", "--samples=1:7", says: "50,000") { film() },
  ]

  @Test(arguments: questions + moreQuestions) func eachQuestionIsAnswered(_ question: Question) throws {
    let scratch = try Scratch()
    try scratch.write(question.file(), to: "film.mp4")
    for (name, bytes) in question.others { try scratch.write(bytes, to: name) }
    var arguments = question.arguments
    if let place = arguments.firstIndex(of: "FILE") {
      arguments[place] = "film.mp4"
    } else if !arguments.contains(".") {
      arguments.append("film.mp4")
    }
    let width = question.program == "atomdiff" || arguments.contains("--raw") ? [] : ["--width=200"]
    let run = try Run.run(
      Run.programs + "/" + question.program, width + arguments, in: scratch.path, environment: [:], input: nil)
    #expect(run.code == 0 || run.code == 1, "\(run.errorText)")
    // An answer may be folded.
    let unfolded = run.text.replacing(/\n +/, with: " ")
    for answer in question.answers {
      #expect(run.text.contains(answer) || unfolded.contains(answer), "\(run.text)\(run.errorText)")
    }
  }

  private static let page: [[String]] = {
    let place = String(Corpus.folder.dropLast("/Corpus".count)) + "/Sources/MediaReports/MediaReports.docc/Questions.md"
    let text = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Question") }.map { line in
      line.dropFirst(2).components(separatedBy: " | ")
    }
  }()

  /// Each row of the page is asked here, by the option that its command has, and nothing else is.
  @Test func eachRowOfThePageIsAsked() throws {
    #expect(Self.page.count >= 50)
    let all = Self.questions + Self.moreQuestions
    for row in Self.page {
      let asked = all.filter { $0.row == row[0] }
      #expect(!asked.isEmpty, "\(row[0])")
      for question in asked where question.arguments[0] != "-d" {
        let option = question.arguments[0].prefix { $0 != "=" }
        #expect(row[1].contains("`\(question.program) " + option), "\(question.question): \(row[1])")
      }
    }
    let rows = Set(Self.page.map { $0[0] })
    for question in all { #expect(rows.contains(question.row), "\(question.question)") }
  }
}

// MARK: The other rows of the page

extension QuestionAnswerTests {
  /// A file of the corpus, whose truth is known by the script that makes it.
  private static func corpus(_ name: String) -> [UInt8] {
    guard let source = try? Corpus.open(name) else { return [] }
    return (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
  }

  /// A number of more than three digits in groups of three.
  private static func grouped(_ number: Int) -> String { "\(number / 1_000),\(String(number % 1_000 + 1_000).dropFirst())" }

  /// An image of 64×48 pixels and 8 bits, full range BT.709, with no data.
  private static let image = atoms {
    Parts.fileType("mif1", "heic")
    atom("meta", version: 0) {
      atom("hdlr", version: 0) { u32(0); code("pict"); zeros(13) }
      atom("pitm", version: 0) { u16(1) }
      atom("iinf", version: 0) { u16(1); atom("infe", version: 2) { u16(1, 0); code("hvc1"); u8(0) } }
      atom("iprp") {
        atom("ipco") {
          atom("ispe", version: 0) { u32(64, 48) }
          atom("pixi", version: 0) { u8(3, 8, 8, 8) }
          atom("colr") { code("nclx"); u16(1, 1, 1); u8(0x80) }
        }
        atom("ipma", version: 0) { u32(1); u16(1); u8(3, 1, 2, 3) }
      }
    }
  }

  /// Sound of 8 kHz alone, 2 s of it, of which an edit passes over 256 samples and leaves 15,616; each sample wants
  /// the one before it.
  private static let sound = atoms {
    Parts.fileType("M4A ", "M4A ")
    Parts.movie(timescale: 8_000, duration: 15_616) {
      Parts.track(duration: 15_616, width: 0, height: 0) {
        atom("edts") { atom("elst", version: 0) { u32(1, 15_616, 256, 0x1_0000) } }
        Parts.media(handler: "soun", timescale: 8_000, duration: 16_000) {
          Parts.audioEntry("sowt")
        } tables: {
          Parts.sampleTables([100], delta: 16_000)
          atom("sgpd", version: 1) { code("roll"); u32(2, 1); i16(-1) }
          atom("sbgp", version: 0) { code("roll"); u32(1, 1, 1) }
        }
      }
    }
    atom("mdat") { zeros(100) }
  }

  /// Three seconds of fragments, the second of which is the largest: 96 bytes of `moof` and 8 of a header each.
  private static let fragments = atoms {
    Parts.fileType("iso5", "iso5")
    Parts.fragmentedMovie()
    for (number, size) in [1_000, 3_000, 1_000].enumerated() {
      Parts.fragment(
        sequence: UInt32(number) + 1, time: UInt64(number) * 1_000, duration: 1_000,
        sample: Array(repeating: 0, count: size))
    }
  }

  /// A film with the messages and the slice of one picture: x264's own identifier with its settings, and a message
  /// that names somebody.
  static let messages: [UInt8] = {
    func message(_ identifier: String, _ text: String) -> [UInt8] {
      [5, UInt8(16 + text.utf8.count)] + hex(identifier).bytes + Array(text.utf8)
    }
    let unit =
      [6] + message("dc45e9bde6d948b7962cd820d923eeef", "x264 - core 164 - options: cabac=1")
      + message("00112233445566778899aabbccddeeff", "cut by Anna Person, /home/anna/film") + [0x80]
    let sample = u32(UInt32(unit.count)).bytes + unit + u32(3).bytes + [0x65, 0x88, 0x84]
    let start = Parts.fileType("isom", "isom").bytes
    return start
      + atoms {
        atom("mdat") { bytes(sample) }
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("avc1")
            } tables: {
              Parts.sampleTables([UInt32(sample.count)], delta: 400, at: UInt32(start.count + 8))
            }
          }
        }
      }
  }()

  /// ``film`` with media first, in two chunks of five pictures, each of which has a sample entry of its own.
  private static let changing = film(isLast: true)
    .replacing("moov/trak/mdia/minf/stbl/stsd") {
      atom("stsd", version: 0) { u32(2); Parts.visualEntry("avc1"); Parts.visualEntry("mp4v") }
    }
    .replacing("moov/trak/mdia/minf/stbl/stsc") { atom("stsc", version: 0) { u32(2, 1, 5, 1, 2, 5, 2) } }
    .replacing("moov/trak/mdia/minf/stbl/stco") { atom("stco", version: 0) { u32(2, 28, 5_028) } }

  /// A frame of ProRes 4444 with an alpha of 16 bits, in a film whose entry says so little.
  private static let transparent: [UInt8] = {
    let frame = pieces {
      u32(40); text("icpf"); u16(20, 0); text("made"); u16(64, 48); u8(0xC0, 0, 1, 1, 1, 2); zeros(14)
    }
    let start = Parts.fileType("qt  ").bytes
    return start
      + atoms {
        atom("mdat") { frame }
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("ap4h")
            } tables: {
              Parts.sampleTables([40], delta: 400, at: UInt32(start.count + 8))
            }
          }
        }
      }
  }()

  /// Pictures of one unit each, which begins with this byte; all are said to be sync samples.
  private static func pictures(_ kinds: [UInt8]) -> [UInt8] {
    let start = Parts.fileType("isom", "isom").bytes
    return start
      + atoms {
        atom("mdat") { for kind in kinds { u32(3); u8(kind, 0x88, 0x84) } }
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("avc1")
            } tables: {
              Parts.sampleTables(kinds.map { _ in 7 }, delta: 400, at: UInt32(start.count + 8))
            }
          }
        }
      }
  }

  private static func encrypted(_ systems: Piece) -> [UInt8] {
    film(
      inMovie: systems,
      entry: Parts.visualEntry("encv") {
        Parts.avcConfiguration
        Parts.protection(by: "cbcs") {
          atom("tenc", version: 1) { u8(0, 0x19, 1, 0); hex("00112233445566778899aabbccddeeff"); u8(16); zeros(16) }
        }
      })
  }

  static let moreQuestions: [Question] = [
    Question("What is it, how long, how large?", "--about", says: "Container   MP4 (isom)", "Duration    2.000 s", "Size        \(grouped(film().count)) bytes") {
      film()
    },
    // 3,000 bytes of samples in the second second, and the 104 of their headers.
    Question(
      "What do I write of fragments into a playlist?", "--about",
      says: "HLS         BANDWIDTH=24832,AVERAGE-BANDWIDTH=15840,CODECS=\"avc1.42C00A\",RESOLUTION=64x48"
    ) {
      fragments
    },
    Question("Is its rate constant?", row: "Which frame rate, constant or not?", "--about", says: "5 fps, constant") { film() },
    Question("What is its mean rate?", row: "What are its mean and its peak rate?", "--about", says: "constant, 236 kbit/s") { film() },
    Question("Which colours, HDR10, HDR10+ or Dolby Vision?", "--about", says: "BT.2020", "PQ", "MaxCLL 1,000") {
      film(
        entry: Parts.visualEntry("avc1") {
          Parts.avcConfiguration
          atom("colr") { code("nclx"); u16(9, 16, 9); u8(0) }
          atom("clli") { u16(1_000, 400) }
        })
    },
    Question("Has it captions inside the pictures?", "--about", says: "captions in the pictures (CEA-608 field 1)") {
      var bytes = film()
      // A message of ATSC with one pair, 18 bytes, and a slice in the rest of the first picture.
      let units: [UInt8] =
        [0, 0, 0, 18, 6, 4, 14, 0xB5, 0, 0x31] + Array("GA94".utf8)
        + [3, 0x41, 0xFF, 0xFC, 0x94, 0x2C, 0xFF, 0x80, 0, 0, 3, 0xCE, 0x65]
      let start = bytes.count - 59_100
      bytes.replaceSubrange(start..<start + units.count, with: units)
      return bytes
    },
    Question("Has it alpha, or more colours than its name says?", "--about", says: "alpha of 16 bits") { transparent },
    Question("Is it interlaced?", row: "Is it interlaced, stereo or all around?", "--about", says: "interlaced, top field first") {
      film(entry: Parts.visualEntry("apch") { atom("fiel") { u8(2, 1) } })
    },
    Question("Is it stereo?", row: "Is it interlaced, stereo or all around?", "--about", says: "stereo") {
      film(entry: Parts.visualEntry("avc1") { Parts.avcConfiguration; atom("st3d", version: 0) { u8(1) } })
    },
    Question(
      "Which text is forced, default or for the hard of hearing, and which track has captions?", "--about",
      says: "forced", "CEA-608"
    ) {
      film(
        inMovie: pieces {
          Parts.track(id: 3) {
            Parts.media(handler: "sbtl") {
              atom("tx3g") { zeros(6); u16(1); u32(0xC000_0000); zeros(26) }
            } tables: {
              Parts.emptyTables
            }
          }
          Parts.track(id: 4) {
            Parts.media(handler: "clcp") { atom("c608") { zeros(6); u16(1) } } tables: { Parts.emptyTables }
          }
        })
    },
    Question("Is it encrypted, with which scheme, keys and systems?", "--about", says: "'cbcs'", "00112233-4455-6677-8899-aabbccddeeff", "Widevine") {
      encrypted(atom("pssh", version: 0) { hex("edef8ba979d64acea3c827dcd51d21ed"); u32(0) })
    },
    // The system names the key of the track in its box; another knows a key that is none of the tracks', and what a
    // third says in its data is not read.
    Question(
      "Do the systems know the key of the tracks?", row: "Is it encrypted, with which scheme, keys and systems?", "--about",
      says: "W3C common (the key ID of the tracks)",
      "Widevine (1 key ID, not 00112233-4455-6677-8899-aabbccddeeff of the tracks)", "FairPlay Streaming (key IDs not read)"
    ) {
      encrypted(
        pieces {
          atom("pssh", version: 1) {
            hex("1077efecc0b24d02ace33c1e52e2fb4b"); u32(1); hex("00112233445566778899aabbccddeeff"); u32(0)
          }
          atom("pssh", version: 0) { hex("edef8ba979d64acea3c827dcd51d21ed"); u32(18, 0x1210_0011); zeros(14) }
          atom("pssh", version: 0) { hex("94ce86fb07ff4f43adb893d2fa968ca2"); u32(4, 0) }
        })
    },
    Question(
      "Do the systems of PlayReady and others name keys?", row: "Is it encrypted, with which scheme, keys and systems?",
      "--about", says: "PlayReady (the key ID of the tracks), Widevine (names no key IDs)"
    ) {
      // The first three parts of a GUID have their bytes in reverse: 33221100-5544-7766-8899….
      let header = Array("<WRMHEADER version=\"4.0.0.0\"><DATA><KID>MyIRAFVEd2aImaq7zN3u/w==</KID></DATA></WRMHEADER>".utf16)
      func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> ($0 * 8) & 0xFF) } }
      let size = header.count * 2
      let object =
        little(size + 10, 4) + little(1, 2) + little(1, 2) + little(size, 2) + header.flatMap { little(Int($0), 2) }
      return encrypted(
        pieces {
          atom("pssh", version: 0) {
            hex("9a04f07998404286ab92e65be0885f95"); u32(UInt32(object.count)); bytes(object)
          }
          atom("pssh", version: 0) { hex("edef8ba979d64acea3c827dcd51d21ed"); u32(0) }
        })
    },
    // The first and the third sample are IDR, the second says that it is a sync sample and is none.
    Question("Of which kind are keyframes?", row: "How far do keyframes lie apart?", "--about", says: "2 IDR and 1 no IDR") {
      pictures([0x65, 0x41, 0x65])
    },
    Question("Are all keyframes IDR?", row: "How far do keyframes lie apart?", "--about", says: "all sync samples, all IDR") {
      pictures([0x65, 0x65, 0x65])
    },
    // The second has no slice whose kind is known.
    Question("How many keyframes were looked at?", row: "How far do keyframes lie apart?", "--about", says: "all sync samples, the first is IDR") {
      pictures([0x65, 0x06, 0x65])
    },
    // The script that makes it begins two frames before the minute.
    Question("Which timecode does it begin at?", "--about", says: "00:00:59;28 in track") { corpus("encoded/timecode-drop.mov") },
    Question("Which `uuid` is that?", "-d 1", says: "uuid  XMP", "00112233-4455-6677-8899-aabbccddeeff, 4 bytes") {
      film()
        + atoms {
          atom("uuid") { hex("be7acfcb97a942e89c71999491e3afac"); text("<x/>") }
          atom("uuid") { hex("00112233445566778899aabbccddeeff"); u32(1) }
        }
    },
    Question("What do free space and orphans cost?", "--map", says: " 500    0.8 %  free space", " 200    0.3 %  media data that nothing refers to") {
      film(inMovie: atom("free") { zeros(500) }) + atoms { atom("mdat") { bytes(Array(repeating: 7, count: 200)) } }
    },
    Question("What changes inside?", "--samples=vide -f", says: "description 1", "description 2") { changing },
    Question("What does it change to?", row: "What changes inside?", "--about", says: "entry 2 of 'stsd' from sample 6 on (1.000 s)") { changing },
    Question("What are the two?", row: "What changes inside?", "-p //stsd", says: "avc1", "mp4v") { changing },
    Question(
      "Can two files be joined without encoding?", program: "atomdiff", "--join FILE other.mp4", says: "video       no        HEVC, not H.264",
      besides: ["other.mp4": film(entry: Parts.visualEntry("hev1"))]
    ) {
      film()
    },
    Question("Is anything wrong with it?", "--check", says: "1,600 bytes are missing", "[file-truncated]") { film(cut: 1_600) },
    Question(
      "Does it break these rules?", "--check --rule file-truncated,samples-overlap", says: "[file-truncated]", "1 error of the 2 rules asked"
    ) {
      film(cut: 1_600)
    },
    Question("Is it certain that nothing is in it?", "--privacy --strict", says: "Not read", "media: not read (59,100 bytes; --deep)") {
      film(inMovie: atom("udta") { atom("zzzz") { hex("0102030405060708") } })
    },
    Question(
      "Does what stands between the pictures name anybody?", "--privacy --deep", says: "Software    encoder_settings \"x264",
      "Path        user_data_payload_byte \"cut by Anna Person, /home/anna/film\"  moov/trak sample 1",
      "media: 1 found in 1 sample"
    ) {
      messages
    },
    Question("What do tags disagree about?", program: "id3dump", "-m=common", says: "Blue Train", "Other (differs)") {
      let tags = TagBuilder(.v3)
      return atoms {
        tags.tag { tags.text("TIT2", "Blue Train") }
        mpegAudio(frames: 3)
        id3v1("Other")
      }
    },
    Question("What do edits leave of sound?", row: "Which samples does nobody hear?", "--about", says: "skip 256, drop 128, 15,616 left, decoding begins 1 sample earlier ('roll') ['elst']") {
      sound
    },
    // Its encoder is to have measured 6.5 dB too much; libavformat has its own name where LAME's would be.
    Question("How loud is an MP3 by its encoder?", row: "How loud is it?", "--about", says: "track gain -6.5 dB [LAME]") {
      var bytes = corpus("encoded/lame-cbr.mp3")
      let name = Array("Lavf".utf8)
      guard let place = (0..<bytes.count - 20).first(where: { Array(bytes[$0..<$0 + 4]) == name }) else { return [] }
      // Gain 65 tenths, negative, of the track, set automatically.
      (bytes[place + 15], bytes[place + 16]) = (0x2E, 0x41)
      return bytes
    },
    Question("Where does this text stand?", "--find Writer", says: "moov/udta/@swr", "«Writer» 1.0") {
      film(inMovie: atom("udta") { atom("@swr") { u16(10); u16(0x55C4); text("Writer 1.0") } })
    },
    Question("Which field holds this number?", "--find =50000", says: "stsz.entries[7].entry_size") { film() },
    Question("Where are these bytes?", "--find 0x6d6f6f76", says: "00000018", "moov") { film() },
    Question("How is an image put together, and what goes with it?", "--about", says: "Image       64×48, 1 item") { image },
    // Media begin at 28: the second byte of the first picture.
    Question("What is at this offset?", "-p @0x1d", says: "track 1 video sample 1", "byte 1") { film(isLast: true) },
    Question("What are the bytes of this sample?", "--raw --samples=vide:2", says: "\0\0\0A") { Parts.film().bytes },
    Question("What are the bytes of this field?", "-p mdat --bytes 64", says: "000000016500000041") { Parts.film().bytes },
    Question("What is in this folder?", "--table -r .", says: "2 files", "film.mp4", "other.mp4", besides: ["other.mp4": film(cut: 1_600)]) {
      film()
    },
    Question(
      "Which are the largest?", "--table=name --sort=-size -r .", says: "./film.mp4\n./other.mp4\n",
      besides: ["other.mp4": Parts.film().bytes]
    ) {
      film()
    },
    Question(
      "Which codec has each?", "--table=name,tracks[0].codecs -r .", says: "avc1.42C00A", "apch",
      besides: ["other.mp4": film(entry: Parts.visualEntry("apch"))]
    ) {
      film()
    },
    Question(
      "Which rules are broken, by how many files?", "--check -r .", says: "file-truncated 1)", besides: ["other.mp4": film(cut: 1_600)]
    ) {
      film()
    },
  ]
}
