// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// A skeleton has the nodes of its file, and says nothing of anybody.
@Suite struct SkeletonTests {
  /// The bytes of a file with zeros where its skeleton has them.
  private func skeleton(_ source: ByteSource, of document: Document) -> [UInt8]? {
    let skeleton = MediaFile.skeleton(of: document)
    guard skeleton.isComplete else { return nil }
    var bytes = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    var last: UInt64 = 0
    for place in 0..<skeleton.blanks.count {
      let blank = skeleton.blanks[place]
      // In order, not empty, and no two touch.
      #expect(place == 0 || blank.start > last)
      #expect(blank.start < blank.end && blank.end <= UInt64(bytes.count))
      last = blank.end
      for offset in blank.start..<blank.end { bytes[Int(offset)] = 0 }
    }
    for fill in skeleton.fills {
      #expect(fill.start < fill.end && fill.end <= UInt64(bytes.count))
      for offset in fill.start..<fill.end { bytes[Int(offset)] = Skeleton.fill }
    }
    return bytes
  }

  private func skeleton(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = ByteSource(copying: bytes)
    return try #require(skeleton(source, of: try MediaFile.open(source)))
  }

  /// A movie of which everything that a skeleton leaves out is `fill` and a text of it.
  private func movie(time: UInt32, letter: Character, byte: UInt8) -> [UInt8] {
    func word(_ count: Int) -> Piece { text(String(repeating: letter, count: count)) }
    func bytes(_ count: Int) -> Piece {
      pieces { for _ in 0..<count { u8(byte) } }
    }
    return atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { u32(time); u32(time); u32(1_000); u32(400); zeros(80) }
        atom("udta") {
          atom("@nam") { u16(5); u16(0x55C4); word(5) }
          atom("zzzz") { bytes(7) }
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); zeros(12); word(4); u8(0) }
            atom("ilst") {
              atom("@ART") { atom("data") { u32(1); u32(0); word(6) } }
              atom("trkn") { atom("data") { u32(0); u32(0); bytes(8) } }
              atom("----") {
                atom("mean", version: 0) { text("com.apple.iTunes") }
                atom("name", version: 0) { text("key") }
                atom("data") { u32(1); u32(0); word(3) }
              }
            }
          }
        }
      }
      atom("free") { bytes(3) }
      atom("mdat") { bytes(9) }
    }
  }

  @Test func whatIsShownAndSaidIsZerosAndNothingElse() throws {
    let made = try skeleton(movie(time: Parts.time, letter: "x", byte: 0xA7))
    #expect(made == movie(time: 0, letter: "\0", byte: 0))
  }

  /// A text with a terminator and a node behind it is as long as before, when it says something; one that does not stays.
  @Test(arguments: ["Holiday of somebody", "c2pa"]) func aTextWithANodeBehindItIsFilled(label: String) throws {
    func file(_ label: String, _ salt: UInt8) -> [UInt8] {
      atoms {
        Parts.fileType("isom")
        atom("jumb") {
          atom("jumd") {
            u32(0x6332_7061); u32(0x0011_0010); u32(0x8000_00AA); u32(0x0038_9B71)
            u8(0x13)
            text(label, terminated: true)
            atom("c2sh") { for _ in 0..<16 { u8(salt) } }
          }
        }
      }
    }
    let filled = label == "c2pa" ? label : String(repeating: "x", count: label.utf8.count)
    let original = file(label, 0x5A)
    let made = try skeleton(original)
    #expect(made == file(filled, 0x5A))
    let (a, b) = (try MediaFile.open(ByteSource(copying: original)), try MediaFile.open(ByteSource(copying: made)))
    #expect(Skeleton.fault(in: b, of: a) == nil)
  }

  /// Bytes between two frames that are no frame do not end the tag.
  @Test func whatIsNoFrameIsFilled() throws {
    func tag(_ title: String, _ raw: String) -> [UInt8] {
      let frame: (String) -> [UInt8] = { text in
        Array("TIT2".utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3] + Array(text.utf8)
      }
      let frames = frame(title) + Array(raw.utf8) + frame(title)
      return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
    }
    let original = tag("One", "!no!")
    let made = try skeleton(original)
    #expect(made == tag("\0\0\0", "xxxx"))
    let (a, b) = (try MediaFile.open(ByteSource(copying: original)), try MediaFile.open(ByteSource(copying: made)))
    #expect(try a.nodes("ID3v2/TIT2").count == 2)
    #expect(Skeleton.fault(in: b, of: a) == nil)
  }

  /// Texts with zeros put in behind 0xFF are as long as before: these pairs stay.
  @Test func pairsOfUnsynchronisedTagsStay() throws {
    // TIT2 of 7 bytes when the zero behind 0xFF is taken out: encoding, byte order mark, two characters.
    let frame: [UInt8] =
      Array("TIT2".utf8) + [0, 0, 0, 7, 0, 0] + [1, 0xFF, 0, 0xFE, 0x41, 0, 0x42, 0]
    let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0x80, 0, 0, 0, UInt8(frame.count)] + frame
    let made = try skeleton(tag)
    var expected = tag
    for place in [23, 24, 26] { expected[place] = 0 }
    #expect(made == expected)
    let privacy = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: made)))
    #expect(privacy.count == 0)
  }

  /// What has another node, another size, or a text that is left, is no skeleton, and it is said where.
  @Test func whatIsNoSkeletonIsFound() throws {
    let original = try MediaFile.open(
      ByteSource(copying: movie(time: Parts.time, letter: "x", byte: 1)))
    func fault(_ bytes: [UInt8]) throws -> Skeleton.Fault? {
      Skeleton.fault(in: try MediaFile.open(ByteSource(copying: bytes)), of: original)
    }
    let empty = movie(time: 0, letter: "\0", byte: 0)
    #expect(try fault(empty) == nil)
    #expect(try fault(movie(time: 0, letter: "y", byte: 0)) == .says(path: "moov/udta/meta/ilst/@ART/data"))
    #expect(try fault(movie(time: 9, letter: "\0", byte: 0)) == .says(path: "moov/mvhd.creation_time"))
    #expect(try fault(empty + atoms { atom("free") { zeros(0) } }) == .added(path: "free[2]"))
    #expect(try fault(Array(empty.dropLast(17))) == .node(path: "mdat"))
  }

  /// A file whose sample entry of video has one more box.
  private func film(_ configuration: Piece) -> [UInt8] {
    atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") { atom("stsd", version: 0) { u32(1); atom("mp4v") { zeros(7); u8(1); zeros(70); configuration } } }
            }
          }
        }
      }
    }
  }

  /// What no field divides of what decoders are told: a comment of FLAC, headers of codecs, XML, units of metadata,
  /// a text of an ICC profile, bits that are kept for later, a loudspeaker at angles of its own.
  @Test func whatDecodersAreToldIsZerosWhereNoFieldDividesIt() throws {
    let name = "Anna, of Sometown"
    let profile = pieces { u32(189); zeros(32); text("acsp"); zeros(88); u32(1); text("cprt"); u32(144, 45); text("text"); zeros(4); text(name) }
    let boxes: [Piece] = [
      atom("dfLa", version: 0) {
        hex("00 000022"); zeros(34)
        u8(0x84); u24(UInt32(name.utf8.count)); text(name)
      },
      atom("glbl") { text(name) },
      atom("jp2h") { atom("xml ") { text("<a>\(name)</a>") } },
      atom("av1C") { hex("81 00 0C 00  2A"); u8(UInt8(name.utf8.count + 2), 4, 0xB5); text(name) },
      atom("colr") { code("prof"); profile },
      atom("dvcC") { hex("01 00 10 25 10"); text(name); zeros(2) },
      atom("mhaC") { hex("01 0B 01"); u16(UInt16(name.utf8.count + 4)); hex("4A 61 6E 65"); text(name) },
    ]
    for box in boxes {
      let original = film(box)
      let made = try skeleton(original)
      #expect(made.count == original.count)
      #expect(!String(decoding: made, as: UTF8.self).contains("nna"), "\(String(decoding: made, as: UTF8.self))")
      let (a, b) = (try MediaFile.open(ByteSource(copying: original)), try MediaFile.open(ByteSource(copying: made)))
      let proof = Skeleton.proof(in: b, of: a)
      #expect(proof.fault == nil)
      // The first characters stand where version and flags are.
      let isXML = box.bytes[4...].starts(with: Array("jp2h".utf8))
      #expect(proof.unread.map { $0.reason.id.description } == (isXML ? ["xml"] : []))
    }
  }

  /// Numbers stay, and of those that read as letters it is said.
  @Test func numbersThatReadAsLettersAreNamed() throws {
    let original = try MediaFile.open(ByteSource(copying: film(atom("CMP1") { text("Anna, of Sometown, 1970!") })))
    let result = try MediaFile.open(ByteSource(copying: try skeleton(film(atom("CMP1") { text("Anna, of Sometown, 1970!") }))))
    let proof = Skeleton.proof(in: result, of: original)
    #expect(proof.fault == nil)
    #expect(proof.unread.map { "\($0.reason.id) \($0.name)" } == ["reserved CMP1"])
  }

  /// Zeros in place of a text would move the numbers behind it: each byte of it is a letter.
  @Test func aTextBeforeNumbersKeepsItsLength() throws {
    func event(_ scheme: String, _ value: String, _ data: [UInt8]) -> [UInt8] {
      atoms {
        Parts.fileType("isom")
        atom("emsg", version: 0) {
          text(scheme, terminated: true); text(value, terminated: true); u32(1_000, 0, 7, 1); Piece(data)
        }
      }
    }
    let made = try skeleton(event("urn:anna", "Anna", [1, 2, 3]))
    #expect(made == event("xxxxxxxx", "xxxx", [0, 0, 0]))
    let result = try MediaFile.open(ByteSource(copying: made))
    #expect(Skeleton.proof(in: result, of: result).unread == [])
  }

  /// Behind the zero that ends a title of ID3v1 there is room.
  @Test func whatStandsBehindAShortTitleIsGone() throws {
    let tag = Array("TAGa\0Anna, of Sometown".utf8)
    let bytes = atoms { mpegAudio(frames: 3) } + tag + [UInt8](repeating: 0, count: 128 - tag.count)
    let privacy = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(privacy.unread.map { $0.reason.id.description } == ["opaque"], "\(privacy.unread)")
    #expect(!String(decoding: try skeleton(bytes), as: UTF8.self).contains("Anna"))
  }

  /// Over the corpus: each file has a skeleton, with the same nodes and paths, in which nothing is found;
  /// of those that are broken on purpose some have none, which is said and never a wrong one.
  @Test func eachFileOfTheCorpusHasOne() throws {
    var count = 0
    var without: [String] = []
    var unproved: [String] = []
    for name in Corpus.files() where !name.hasPrefix("fuzz/") {
      let source = try Corpus.open(name)
      guard let document = try? MediaFile.open(source) else { continue }
      count += 1
      guard let bytes = skeleton(source, of: document),
        let result = try? MediaFile.open(ByteSource(copying: bytes), as: document.format)
      else {
        without.append(name)
        continue
      }
      if let fault = Skeleton.fault(in: result, of: document) {
        without.append("\(name): \(fault)")
        continue
      }
      #expect(MediaFile.privacy(of: result).count == 0, "\(name)")
      for left in Skeleton.proof(in: result, of: document).unread { unproved.append("\(name): \(left.reason.id) \(left.name)") }
      var j = NodeIndex(0)
      for i in document.tree.indices {
        guard j < result.tree.end else { break }
        let (a, b) = (document.tree[i], result.tree[j])
        // Nodes inside what is zeros are gone.
        if a.start != b.start || a.size != b.size || a.depth != b.depth { continue }
        if !a.isRaw { #expect(document.path(of: i) == result.path(of: j), "\(name)") }
        j = j.next
      }
    }
    #expect(count > 200)
    // Numbers and bytes of damaged boxes and of frames that are made for somebody stay as they are: it is said of
    // each, and the exit code is 1.
    #expect(
      unproved.sorted() == [
        "broken/configuration-truncated.mp4: opaque dac3", "broken/iloc-truncated.heic: other-item item",
        "broken/keys-entry-size.mov: opaque keys",
        "findings/diff-gaps-of-bits.mp4: opaque avcC", "made/id3v2.2-frames.mp3: opaque CRA",
        "made/id3v2.3-frames.mp3: opaque AENC", "made/id3v2.3-frames.mp3: opaque COMR",
        "made/id3v2.3-frames.mp3: opaque ENCR", "made/id3v2.3-unsynchronised.mp3: coded ",
        // Of its lyrics 0xFF is left, which is a letter.
        "made/id3v2.3-unsynchronised.mp3: titles ",
        "made/id3v2.4-frames.mp3: opaque AENC", "made/id3v2.4-frames.mp3: opaque COMR",
        "made/id3v2.4-frames.mp3: opaque ENCR", "made/items-v0.heic: exif ",
        "made/items-v0.heic: other-item mime", "made/udta-3gpp.3gp: opaque albm",
      ])
    // A tag that is found by a footer which is none of it: these ten bytes are no structure, and are zeros.
    #expect(without.map { $0.prefix { $0 != ":" } } == ["findings/id3-footer-of-a-shorter-tag.mp3"], "of \(count)")
  }
}
