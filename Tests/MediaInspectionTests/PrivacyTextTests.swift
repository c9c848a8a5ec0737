// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Texts and bytes outside of items of metadata: each is found as what it may be, known to be harmless, or said
/// not to be read.
@Suite struct PrivacyTextTests: PrivacySuite {
  /// What was not read of a file: `opaque emsg 6`.
  private func unread(_ bytes: [UInt8]) throws -> [String] {
    try privacy(bytes).unread.map { "\($0.reason.id) \($0.name) \($0.byteCount.map(String.init) ?? "?")" }
  }

  /// A movie without dates that has these atoms, and before it others of the file.
  private func movie(_ content: Piece, before: Piece = Piece([])) -> [UInt8] {
    atoms {
      Parts.fileType("isom")
      before
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        content
      }
    }
  }

  private func handler(_ name: String) -> [UInt8] {
    movie(
      atom("trak") {
        atom("mdia") {
          atom("hdlr", version: 0) { u32(0); code("vide"); zeros(12); text(name, terminated: true) }
        }
      })
  }

  /// What programs write into every file names nobody; any other word may.
  @Test(arguments: [
    "VideoHandler", "SoundHandler", "Core Media Video", "Apple Sound Media Handler", "GPAC ISO Video Handler",
    "ISO Media file produced by Google Inc. Created on: 04/18/2023.", "L-SMASH Video Handler",
    "Lavc62.16.100 libvvenc", "Lavc59.37.100 libx264", "HEVC Coding", "H.264",
  ])
  func wordsOfTheTradeNameNobody(name: String) throws {
    let found = try privacy(handler(name))
    #expect(found.metadata == .none && found.isComplete)
  }

  @Test(arguments: ["Filmed by A Name", "Anna", "+49 170 1234567", "VideoHandler 0170123", "VideoHandler of Anna", "王芳"])
  func otherWordsAreFound(name: String) throws {
    #expect(try lines(handler(name)) == ["text name \"\(name)\""])
    #expect(try privacy(handler(name)).count == 1)
  }

  /// A compressor's name has 31 bytes: those behind the name are not shown anywhere.
  @Test func whatStandsBehindANameIsNotRead() throws {
    func entry(_ name: String, _ rest: String) -> [UInt8] {
      movie(
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) {
                  u32(1)
                  atom("jpeg") {
                    zeros(6); u16(1); zeros(16); u16(16, 16); u32(0x48_0000, 0x48_0000, 0); u16(1)
                    u8(UInt8(name.utf8.count)); text(name); text(rest)
                    zeros(31 - name.utf8.count - rest.utf8.count)
                    u16(24, 0xFFFF)
                  }
                }
              }
            }
          }
        })
    }
    #expect(try lines(entry("Photo - JPEG", "")) == [] && unread(entry("Photo - JPEG", "")) == [])
    #expect(try lines(entry("Anna's telephone", "")) == ["text compressorname \"Anna's telephone\""])
    #expect(try unread(entry("JPEG", "Anna")) == ["opaque jpeg 27"])
    // Android fills with blanks, and counts none of them.
    #expect(try unread(entry("", String(repeating: " ", count: 31))) == [])
    #expect(try unread(entry("", String(repeating: " ", count: 27) + "Anna")) == ["opaque jpeg 31"])
  }

  /// Payloads whose meaning only somebody else knows are named with their bytes, their schemes when they are not
  /// of a body of standards.
  @Test func payloadsAreNotRead() throws {
    func event(_ scheme: String) -> [UInt8] {
      movie(
        Piece([]),
        before: atom("emsg", version: 0) {
          text(scheme, terminated: true); u8(0); u32(1_000, 0, 0, 1); text("viewer")
        })
    }
    #expect(try lines(event("urn:scte:scte35:2013:bin")) == [])
    #expect(try unread(event("urn:scte:scte35:2013:bin")) == ["opaque emsg 6"])
    #expect(try lines(event("urn:anna")) == ["text scheme_id_uri \"urn:anna\""])
    let system = atom("pssh", version: 0) { hex("00112233445566778899aabbccddeeff"); u32(3); text("key") }
    #expect(try unread(movie(system)) == ["opaque pssh 3"])
    // An identifier that is letters, and what is no video behind a picture.
    let letters = atom("pssh", version: 0) { text("Anna, of Sometwn"); u32(0) }
    #expect(try unread(movie(letters)) == ["reserved pssh 16"])
    let motion = movie(Piece([])) + atoms { atom("mpvd") { u32(8); code("none") } }
    #expect(try unread(motion) == ["motion-photo  8"])
  }

  /// A song from a shop: its user, and rights, each a code and a number: `aver` of a program, `tran` of the purchase.
  private func purchase(_ user: UInt32, _ rights: [UInt32]) -> Piece {
    atom("trak") {
      atom("mdia") {
        atom("minf") {
          atom("stbl") {
            atom("stsd", version: 0) {
              u32(1)
              Parts.audioEntry("drms") {
                atom("sinf") {
                  atom("frma") { code("mp4a") }
                  atom("schi") {
                    atom("user") { u32(user) }
                    atom("righ") { for number in rights { u32(number) } }
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// A shop knows by numbers, too, who bought a song; what reports say and skeletons leave out is one list.
  @Test func numbersOfAnAccountAreFound() throws {
    let bytes = movie(purchase(0x0510_866F, [0x6176_6572, 0x0101_0100, 0x7472_616E, 0xC05B_DD6B]))
    #expect(try lines(bytes) == ["account user_id \"0x0510866f\"", "account transaction \"0xc05bdd6b\""])
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.disclosures(of: document).persons.value?.map(\.kind) == [.licensee, .licensee])
    let skeleton = MediaFile.skeleton(of: document)
    var made = bytes
    for place in 0..<skeleton.blanks.count {
      for offset in skeleton.blanks[place].start..<skeleton.blanks[place].end { made[Int(offset)] = 0 }
    }
    #expect(made == movie(purchase(0, [0, 0, 0, 0])))
    #expect(try lines(made) == [])
    let empty = MediaFile.disclosures(of: try MediaFile.open(ByteSource(copying: made)))
    #expect(empty.persons.value == nil)
  }

  /// Numbers of the configuration of a decoder have any number of bits, and begin anywhere.
  @Test func bitsOfDecodersThatAreLettersMayBeText() throws {
    func sound(_ text: String) -> Piece {
      atom("trak") {
        atom("mdia") {
          atom("minf") {
            atom("stbl") {
              atom("stsd", version: 0) {
                u32(1)
                Parts.audioEntry("mhm1") { atom("mhaC") { hex("01 0B 01"); u16(UInt16(text.utf8.count)); Piece(Array(text.utf8)) } }
              }
            }
          }
        }
      }
    }
    #expect(try unread(movie(sound("Jane Doe, of Sometown"))) == ["reserved mhaC 21"])
    #expect(try unread(movie(sound("Jane Doe"))) == [])
  }

  /// The six times of QuickTime's in a movie header, and the bytes that are reserved there, as letters.
  @Test func numbersThatAreLettersMayBeText() throws {
    func header(_ reserved: String, _ times: String) -> [UInt8] {
      atoms {
        Parts.fileType("isom")
        atom("moov") {
          atom("mvhd", version: 0) {
            zeros(8); u32(1_000, 400, 0x1_0000); u16(0x100); text(reserved); zeros(36); text(times); u32(2)
          }
        }
      }
    }
    let nuls = { String(repeating: "\0", count: $0) }
    #expect(try unread(header(nuls(10), nuls(24))) == [])
    #expect(try unread(header(nuls(10), "Anna, born in 1970" + nuls(6))) == ["reserved mvhd 16"])
    #expect(try unread(header("Anna 1970.", nuls(24))) == ["reserved mvhd 10"])
  }

  /// Flags of a component are kept for later: programs put numbers there, and somebody letters. These are no part of
  /// a skeleton.
  @Test func lettersInFlagsOfAComponentMayBeText() throws {
    func handler(_ flags: Piece) -> [UInt8] {
      movie(
        atom("trak") {
          atom("mdia") {
            atom("hdlr", version: 0) {
              code("mhlr", "vide"); u32(0); flags; text("VideoHandler", terminated: true)
            }
          }
        })
    }
    #expect(try unread(handler(u32(0, 0))) == [] && unread(handler(u32(0x4000_0001, 0x1_005F))) == [])
    #expect(try unread(handler(text("Anna M. "))) == ["reserved hdlr 8"])
    #expect(try unread(handler(pieces { text("Anna"); u32(0) })) == ["reserved hdlr 4"])
    let skeleton = MediaFile.skeleton(of: try MediaFile.open(ByteSource(copying: handler(text("Anna M. ")))))
    let letters = try #require(handler(text("Anna M. ")).firstIndex(of: UInt8(ascii: "A")))
    let blanks = (0..<skeleton.blanks.count).map { skeleton.blanks[$0] }
    #expect(blanks.contains { $0.start <= UInt64(letters) && UInt64(letters + 8) <= $0.end })
  }

  @Test func languagesAndRolesAreLookedAt() throws {
    func track(_ language: String, _ role: String) -> [UInt8] {
      movie(
        atom("trak") {
          atom("mdia") { atom("elng", version: 0) { text(language, terminated: true) } }
          atom("udta") {
            atom("kind", version: 0) { text("urn:mpeg:dash:role:2011", terminated: true); text(role, terminated: true) }
          }
        })
    }
    #expect(try lines(track("sr-Latn-RS", "main")) == [])
    #expect(try lines(track("en-x-anna", "Anna")) == ["text extended_language \"en-x-anna\"", "text value \"Anna\""])
  }

  /// The moment at which a fragment was made: 2023-08-02T21:20:00Z.
  @Test func timesOfProducersAreFound() throws {
    let bytes = movie(Piece([]), before: atom("prft", version: 1) { u32(1, 3_900_000_000, 0, 0, 0) })
    #expect(try lines(bytes) == ["time ntp_timestamp \"2023-08-02T21:20:00Z\""])
  }

  /// A tag of version 2.3 with one frame and a frame of sound.
  private func tagged(_ frame: String, _ content: String) -> [UInt8] {
    let body = Array(content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    let size = UInt8(body.count)
    return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, size + 10] + Array(frame.utf8) + [0, 0, 0, size, 0, 0] + body
      + [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
  }

  @Test(arguments: [
    ("POPM", "a@example.com\0\u{FF}\0\0\0\u{1}", ["person email \"a@example.com\""]),
    ("POPM", "Windows Media Player 9 Series\0\u{FF}\0\0\0\u{1}", []),
    ("USER", "\0engAsk Anna", ["text Terms of use \"Ask Anna\""]),
    ("WXXX", "\0\0https://example.com/anna", ["text User address \"https://example.com/anna\""]),
    (
      "COMR", "\0EUR9\u{0}20250101http://example.com/\0\u{1}Anna\0desc\0",
      ["person contact_url \"http://example.com/\"", "person seller \"Anna\""]
    ),
    ("IPLS", "\0engineer\0A Name\0", ["person Involved people \"engineer: A Name\""]),
    // A table of where sound lies in the file is no place.
    ("MLLT", "\0\u{1}\0\u{1}\0\0\0\u{1A}\u{8}\u{8}\u{1}\u{2}", []),
    ("TXXX", "\0MOOD\0calm", []),
    ("TXXX", "\0date of birth\u{0}1980-01-02", ["person date of birth \"1980-01-02\""]),
    ("TXXX", "\0mobile_phone_key\0+49 30 1234567", ["person mobile_phone_key \"+49 30 1234567\""]),
    ("TXXX", "\0album_phone\0Anna", ["person album_phone \"Anna\""]),
    ("TXXX", "\0replaygain_track_gain\0-3.2 dB", []),
    ("TXXX", "\0ALBUMARTIST\0A Name", ["person Album artist \"A Name\""]),
    ("TXXX", "\0PURCHASED_BY\0A Name", ["account PURCHASED_BY \"A Name\""]),
    ("COMM", "\0engiTunNORM\0 000011B5 00000000", []),
    ("COMM", "\0eng\0", []),
    ("COMM", "\0engabc Anna\0x", ["comment Comment \"x\"", "comment description \"abc Anna\""]),
    ("LINK", "TPE1http://example.com/anna\0x", ["text url \"http://example.com/anna\""]),
    ("TDTG", "\02009-03-16T18:22:28", ["time Tagging time \"2009-03-16T18:22:28\""]),
  ] as [(String, String, [String])])
  func framesAreFoundAsWhatTheyAre(frame: String, content: String, expected: [String]) throws {
    #expect(try lines(tagged(frame, content)) == expected)
  }

  /// A frame that its user named is not called by another's name, and what nobody knows is not read.
  @Test func ofAnUnknownNameItIsSaid() throws {
    let bytes = tagged("TXXX", "\0Something\0of mine")
    #expect(try lines(bytes) == [])
    #expect(try unread(bytes) == ["unknown-key Something ?"])
    #expect(try unread(tagged("TXXX", "\0my key\0of mine")) == ["unknown-key my key ?"])
    #expect(try unread(tagged("TXXX", "\0replaygain_track_gain\0-3.2 dB")) == [])
  }

  /// Titles of tracks and chapters, and lyrics, stand in fields of many names.
  @Test func titlesOfPartsAreNotJudged() throws {
    func chapters(_ title: String) -> [UInt8] {
      movie(atom("udta") { atom("chpl", version: 1) { u32(0); u8(1); u64(0); pascal(title) } })
    }
    #expect(try unread(chapters("Chapter 1")) == [] && unread(chapters("Anna's birthday")) == ["titles  ?"])
    let track = movie(atom("trak") { atom("udta") { atom("tnam", version: 0) { u16(0x55C4); text("Anna Muster", terminated: true) } } })
    #expect(try lines(track) == [] && unread(track) == ["titles  ?"])
    #expect(try unread(tagged("USLT", "\0eng\0Anna was here")) == ["titles  ?"])
    #expect(try unread(tagged("TIT2", "\0Anna was here")) == ["titles  ?"])
    #expect(try unread(tagged("TCON", "\0(0)Blues")) == [] && unread(tagged("TRCK", "\u{0}02/10")) == [])
  }

  /// Names of properties are words of whoever made them up: a list of parts is no folder, and no device a prefix.
  @Test func propertiesOfXMPAreFoundByTheirOwnNames() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
       xmlns:Container="http://ns.google.com/photos/1.0/container/"
       xmlns:Item="http://ns.google.com/photos/1.0/container/item/" GCamera:MotionPhoto="1">
      <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/heic"/>
      </rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let bytes = movie(Piece([])) + atoms { atom("uuid") { hex("be7acfcb97a942e89c71999491e3afac"); text(packet) } }
    #expect(try lines(bytes) == [])
    #expect(try unread(bytes).map { $0.hasPrefix("xmp-rest") } == [true])
  }

  /// The texts of an AIFF file's comments are found with their times.
  @Test func commentsOfAIFFHaveTexts() throws {
    let comments = pieces { u16(1); u32(0); u16(0); u16(4); text("Anna") }
    let bytes =
      Array("FORM".utf8) + [0, 0, 0, 26] + Array("AIFFCOMT".utf8) + [0, 0, 0, 14] + comments.bytes
    #expect(try lines(bytes).contains("text text \"Anna\""))
  }

  // MARK: Elements

  /// A recorder's list, with a text beside an element, an attribute and a comment.
  private func recorder(_ more: String = "") -> [UInt8] {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?><BWFXML><IXML_VERSION>2.10</IXML_VERSION><PROJECT>Doc on J. Roe</PROJECT>
      <SPEED><FILE_SAMPLE_RATE>48000</FILE_SAMPLE_RATE></SPEED><USER>Bob</USER><TAKE by="A. Noe">Ours<WILD/>Yours</TAKE>
      <LOCATION><LOCATION_GPS>52.5, 13.4</LOCATION_GPS></LOCATION><!--by Kim-->\(more)</BWFXML>
      """
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
      let size = UInt32(bytes.count)
      return Array(type.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: size >> $0) } + bytes
        + (bytes.count % 2 == 1 ? [0] : [])
    }
    return chunk("RIFF", Array("WAVE".utf8) + chunk("iXML", Array(xml.utf8)))
  }

  /// All that stands in the elements is looked at; numbers are rates and versions.
  @Test func whatElementsSayIsFound() throws {
    #expect(
      try lines(recorder()) == [
        #"text BWFXML/PROJECT "Doc on J. Roe""#, #"account BWFXML/USER "Bob""#, #"text BWFXML/TAKE/by "A. Noe""#,
        #"text BWFXML/TAKE "Ours""#, #"text BWFXML/TAKE "Yours""#, #"place BWFXML/LOCATION/LOCATION_GPS "52.5, 13.4""#,
        #"text BWFXML "by Kim""#,
      ])
    #expect(try unread(recorder()) == [])
    // A long number may be that of a telephone, and an instruction says anything.
    let more = "<TAPE>491511234567</TAPE><?by Anna?>"
    #expect(try lines(recorder(more)).suffix(2) == [#"text BWFXML/TAPE "491511234567""#, #"text BWFXML "by Anna""#])
  }

  /// Of what is not well formed, and where a name stands for a text, nothing is said to be read.
  @Test(arguments: ["<A>", "&name;", "</B>", "<!DOCTYPE a>", "<![CDATA[<a>Anna</a>]]>"])
  func elementsThatEndEarlyAreNotRead(more: String) throws {
    let found = try unread(recorder(more))
    #expect(found.count == 1 && found[0].hasPrefix("xml "), "\(found)")
  }
}
