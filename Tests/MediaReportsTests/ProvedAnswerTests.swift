// swift-format-ignore-file: DoNotUseSemicolons

import Atoms
import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import MediaReports

/// What `--about` says of files that are not whole, or in which what is asked for stands elsewhere than usual.
@Suite struct ProvedAnswerTests {
  private func opened(_ bytes: [UInt8]) throws -> Document {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document)
    return document
  }

  private func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: name))))
  }

  /// Two pictures of 200 ms that lie at a place, behind so many boxes of the file's type.
  private func film(at offset: UInt32, types: Int = 1, inEntry: Piece = Parts.avcConfiguration) -> [UInt8] {
    atoms {
      for _ in 0..<types { Parts.fileType("isom", "isom") }
      atom("mdat") { zeros(8) }
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry("avc1") { inEntry } } tables: { Parts.sampleTables([4, 4], at: offset) }
        }
      }
    }
  }

  /// Where a limit left something out, nobody knows when tracks end, nor what refers to media.
  @Test func whatIsNotInflatedHasNoEnd() throws {
    let plain = film(at: 28).setting("moov/mvhd", at: 16) { u32(450) }
    let inflated = plain.changing("moov") { movie in
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") { u32(UInt32(movie.count)); Recipe.stored(Piece(movie)) }
        }
      }.bytes
    }
    let movie = plain.count - 20 - 16
    func lines(_ most: Int) throws -> [String] {
      var few = Limits()
      few.inflated = most
      let document = try MediaFile.open(ByteSource(copying: inflated), limits: few)
      MediaFile.check(document)
      let about = About(of: document)
      return (about.facts + about.findings).filter { !$0.text.isEmpty }.map { "\($0.key) \($0.text)" }
    }
    #expect(try lines(movie + 100).contains("headerLateness at 0.400 s; 'mvhd' says 0.450 s"))
    // The place of the first chunk is all that is cut off.
    let cut = try lines(movie - 4)
    #expect(!cut.contains { $0.hasPrefix("headerLateness") || $0.hasPrefix("unused") }, "\(cut)")
    #expect(!cut.contains { $0.contains("atom-exceeds-parent") || $0.contains("what is damaged") }, "\(cut)")
  }

  private func verdict(_ document: Document) -> String {
    AboutVerdict(document, cut: AboutFile(document).cut, refusal: nil).text
  }

  /// Advice is no problem, in the words of all other reports, and it is said which it is.
  @Test func adviceIsNamed() throws {
    let document = try MediaFile.open(Corpus.open("mockups/slow.mp4"))
    MediaFile.check(document, isThorough: true)
    let notes = Set(document.problems.kept.map(\.kind.id.description)).sorted()
    #expect(document.problems.errors + document.problems.warnings == 0 && notes.contains("faststart"))
    #expect(verdict(document) == "no problems, \(document.problems.notes) notes [\(notes.joined(separator: ", "))]")
  }

  /// With ffmpeg all tracks refer to that of the chapters, which is said once.
  @Test func chaptersOfSeveralTracksAreSaidOnce() throws {
    let facts = About(of: try MediaFile.open(Corpus.open("encoded/ffmpeg-everything.mp4"))).findings
    let texts = facts.filter { $0.key.description == "chapters" && !$0.text.isEmpty }.map(\.text)
    #expect(texts.filter { $0.contains("in track 5") } == ["2 chapters in track 5, for tracks 1, 2, 3"], "\(texts)")
  }

  /// A version and a number say nothing by themselves.
  @Test func partsOfACameraAreNamed() throws {
    let facts = About(of: try MediaFile.open(Corpus.open("made/cameras.mp4"))).findings
    #expect(
      facts.first { $0.key.description == "camera" && !$0.text.isEmpty }?.text
        == "Insta360 X3, software v1.0.98_build1, serial number IXSE12ABC34567")
  }

  // MARK: Bytes that are missing

  /// 480,000 samples of a byte in 2,253 bytes: fewer are listed, and the track lasts as long as its tables say.
  @Test func soundOfWhichBytesAreMissingLastsAsLongAsItIs() throws {
    var bytes = try bytes(of: "encoded/ulaw.mov")
    for table in ["stts", "stsz"] {
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: table.utf8) })
      // Behind the type, the version and the number of runs, or the size of all.
      bytes.replaceSubrange(place + 12..<place + 16, with: [0x00, 0x07, 0x53, 0x00])
    }
    let track = try #require(MovieSamples(try opened(bytes)).tracks.first)
    #expect(track.promisedCount == 480_000 && track.count == bytes.count * 8)
    #expect(track.end == 480_000 && track.lastCompositionEnd == 480_000)
  }

  /// What lies in another box is no picture, and what follows may need it: nothing is shown, though the first picture
  /// would be shown at 0.
  @Test func nothingPlaysBehindAPictureThatIsLost() throws {
    let document = try opened(film(at: 8))
    let track = try #require(About(of: document).tracks.first)
    #expect(
      track.facts.first { $0.key.description == "playableUntil" }?.text
        == "plays 0.000 s of 0.400 s: then samples lie outside media data")
    guard case .real(let until)? = track.fact("playableUntil") else { Issue.record("not said"); return }
    #expect(until == 0)
    #expect(About(of: try opened(film(at: 28))).tracks.first?.fact("playableUntil") == nil)
  }

  /// Players go by tables: what plays of samples in free space, in a box of an unknown type or behind all boxes nobody
  /// knows who has not decoded them.
  @Test(arguments: ["free", "skip", "zzzz", nil] as [FourCC?])
  func samplesInBytesThatNothingDescribesAreNotSaidToBeLost(type: FourCC?) throws {
    func film(at offset: Int) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { zeros(4) }
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: UInt32(offset)) }
          }
        }
        // Four bytes are too few for a box.
        if let type { atom(type) { zeros(8) } } else { zeros(4) }
      }
    }
    let count = film(at: 0).count
    let document = try opened(film(at: type == nil ? 28 : count - 8))
    let track = try #require(About(of: document).tracks.first)
    let facts = track.facts.map(\.key.description)
    if type == nil {
      // The second picture goes on into the box behind it, which is described.
      #expect(facts.contains("playableUntil") && !facts.contains("outsideMediaFrom"))
      return
    }
    #expect(facts.contains("outsideMediaFrom") && !facts.contains("playableUntil"))
    #expect(
      track.facts.first { $0.key.description == "outsideMediaFrom" }?.text
        == "some samples outside media data, the first at 0.000 s")
    let tracks = CutTracks(in: document)
    #expect(tracks.cut.isEmpty && tracks.whole.isEmpty && AboutVerdict.played(tracks) == nil)
    // 'plays 0.000 s' was said.
    #expect(HeaderRemarks(document).lines.first?.hasPrefix("1 of 1 chunks do not start in media data") == true)
    #expect(verdict(document).hasPrefix("1 of 1 chunks do not start in media data"))
  }

  /// Media behind 65,536 boxes is media: 'then samples lie outside media data' was said of recordings of more than 32,768
  /// fragments.
  @Test func mediaBehindVeryManyBoxesIsMedia() throws {
    let free: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    let film = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(4) }
      Piece(Array((0..<65_536).map { _ in free }.joined()))
      atom("mdat") { zeros(8) }
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: 524_328) }
        }
      }
    }
    let place = try #require(film[524_320...].firstRange(of: Array("mdat".utf8)))
    #expect(place.upperBound == 524_328)
    let document = try opened(film)
    let track = try #require(About(of: document).tracks.first)
    #expect(track.fact("playableUntil") == nil && track.fact("outsideMediaFrom") == nil)
    #expect(!document.problems.kept.contains { $0.kind.id.description == "chunk-outside-media" })
  }

  /// A picture is there when its last byte is: two of four bytes, the second shown at 0.2 s.
  @Test(arguments: [(0, nil), (1, 0.2), (4, 0.2), (5, 0)] as [(Int, Double?)])
  func aPictureNeedsItsLastByte(lost: Int, until: Double?) throws {
    func film(at offset: Int) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: UInt32(offset)) }
          }
        }
        atom("mdat") { zeros(8) }
      }
    }
    let bytes = film(at: film(at: 0).count - 8).dropLast(lost)
    #expect(CutTracks(in: try opened(Array(bytes))).cut.map(\.until) == [until].compactMap(\.self))
  }

  /// Six pictures of 200 ms, of which the last four are lost: the fourth is shown before the third.
  @Test func theFirstThatIsLostIsTheFirstToBeShown() throws {
    func film(at offset: Int) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: {
              Parts.sampleTables([4, 4, 4, 4, 4, 4], at: UInt32(offset))
              atom("ctts", version: 1) { u32(5, 2, 0, 1, 400, 1, 0xFFFF_FF38, 1, 0, 1, 0) }
            }
          }
        }
        atom("mdat") { zeros(24) }
      }
    }
    let bytes = film(at: film(at: 0).count - 24).dropLast(16)
    let document = try opened(Array(bytes))
    #expect(CutTracks(in: document).cut.map(\.until) == [0.4])
    #expect(CutTracks(in: document).cut == AboutFile(document).cut.cut)
  }

  /// Behind the first of very many that are lost none is looked at.
  @Test func whatIsLostIsNotGoneThrough() throws {
    let steps = try [4_096, 65_536].map { count in
      let document = try opened(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie {
            Parts.track {
              Parts.media { Parts.visualEntry("avc1") } tables: {
                Parts.sampleTables(Array(repeating: 4, count: count), at: 1 << 30)
              }
            }
          }
        })
      let before = document.work.steps
      #expect(CutTracks(in: document).cut.map(\.until) == [0])
      return document.work.steps - before
    }
    // All of them once are 7,680 more.
    #expect(steps[1] < steps[0] + 1_000, "\(steps)")
  }

  /// Of a track whose fragments may stand in what is missing nobody knows whether it plays as a whole.
  @Test(arguments: [2_000, 3_900])
  func aTrackInFragmentsIsNotKnownToBeWhole(count: Int) throws {
    let tracks = CutTracks(in: try opened(Array(try bytes(of: "encoded/fragmented-separate.mp4").prefix(count))))
    #expect(!tracks.cut.isEmpty && tracks.whole.isEmpty && !tracks.areAll)
    #expect(AboutVerdict.played(tracks)?.hasSuffix("whole") == false)
  }

  /// An outline asks for nothing else of the tracks, and finds the same.
  @Test(arguments: ["made/co64-stz2.mp4", "mockups/corrupt.mp4", "mockups/movie.mov"])
  func whatIsCutIsTheSameWhateverElseIsSaid(file: String) throws {
    let document = try opened(try bytes(of: file))
    let cut = CutTracks(in: document).cut
    #expect(cut == AboutFile(document).cut.cut)
    #expect(cut.isEmpty == (document.problems.errors == 0))
  }

  /// The second 'ftyp' costs nothing, and is the first error of the file.
  @Test func theReasonOfALossIsThatOfWhatIsLost() throws {
    let document = try opened(film(at: 9_000, types: 2))
    #expect(document.problems.firstError?.kind.id.description == "atom-duplicated")
    #expect(verdict(document).hasPrefix("plays 0.000 s of 0.400 s: 1 of 1 chunks start at or after"))
    #expect(verdict(document).contains("[chunk-beyond-end]"))
  }

  /// A size of 65,536 that was read as the 212 bytes that it is costs no sample; the end of the file does.
  @Test func theReasonOfALossIsNoSizeThatWasFound() throws {
    let document = try opened(try bytes(of: "mockups/corrupt.mp4"))
    #expect(document.problems.firstError?.kind.id.description == "atom-exceeds-parent")
    #expect(verdict(document).hasPrefix("plays video 1.292 s, audio 1.207 s of 2.000 s: needs 25,279 bytes"))
    #expect(verdict(document).contains("[file-truncated]; 1 more error"))
    // What programs read names the same rule.
    let columns = try #require(FileTable.Column("verdict"))
    var table = FileTable([columns])
    table.add(FileTable.row([columns], of: document, name: "corrupt.mp4", path: []))
    var output = ByteWriter()
    table.putLines(to: &output)
    #expect(output.string.hasSuffix("{\"name\":\"verdict\",\"value\":\"file-truncated\"}]}\n"))
  }

  /// Fragments that leave it to 'trex' have no description then.
  @Test func aDescriptionOfNumberZeroIsNone() throws {
    var bytes = try bytes(of: "encoded/fragmented.mp4")
    func rules() throws -> [String] { try opened(bytes).problems.kept.map(\.kind.id.description) }
    #expect(try !rules().contains("description-index-invalid"))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "trex".utf8) })
    // Behind the type, the version and the number of the track.
    bytes.replaceSubrange(place + 12..<place + 16, with: [0, 0, 0, 0])
    #expect(try rules().contains("description-index-invalid"))
  }

  // MARK: What stands elsewhere

  @Test func encodersAreFoundByTheirKeys() throws {
    func film(_ keys: [String]) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          atom("meta", version: 0) {
            Parts.handlerReference("mdta", name: "")
            atom("keys", version: 0) {
              u32(UInt32(keys.count))
              for key in keys { u32(UInt32(key.utf8.count + 8)); code("mdta"); text(key) }
            }
            atom("ilst") {
              for number in keys.indices {
                atom(FourCC(UInt32(number + 1))) { atom("data") { u32(1, 0); text("value \(number)") } }
              }
            }
          }
        }
      }
    }
    func writer(_ keys: String...) throws -> String? { try opened(film(keys)).synopsis.writer.value?.name }
    #expect(try writer("title", "encoder") == "value 1")
    #expect(try writer("com.apple.quicktime.software", "com.apple.quicktime.encodedby") == "value 1")
    #expect(try writer("com.apple.quicktime.software") == "value 0")
    // That of a camera is said with the camera.
    #expect(try writer("com.apple.quicktime.software", "com.apple.quicktime.make") == nil)
  }

  /// A backslash of a name is escaped once, where the name is printed.
  @Test func theNameOfAWriterIsAsItStandsInTheFile() throws {
    let name = #"a\tb"#
    func film(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie { content() }
      }
    }
    let files = [
      film {
        atom("udta") {
          atom("meta", version: 0) {
            Parts.handlerReference("mdir", name: "")
            atom("ilst") { atom("@too") { atom("data") { u32(1, 0); text(name) } } }
          }
        }
      },
      film {
        atom("meta", version: 0) {
          Parts.handlerReference("mdta", name: "")
          atom("keys", version: 0) { u32(1, 15); code("mdta"); text("encoder") }
          atom("ilst") { atom(FourCC(1)) { atom("data") { u32(1, 0); text(name) } } }
        }
      },
      TagBuilder(.v3).tag { TagBuilder(.v3).text("TSSE", name) }.bytes,
    ]
    for file in files {
      let document = try opened(file)
      #expect(document.synopsis.writer.value?.name == name)
      let facts = About(of: document).facts.filter { $0.key.description == "writtenBy" }
      #expect(facts.map(\.text).filter { !$0.isEmpty } == [#"a\\tb"#])
      #expect(OutlineRenderer.Heading(of: document).facts.allSatisfy { !$0.hasPrefix("by ") || $0 == #"by a\\tb"# })
    }
  }

  @Test func whatACompressedMovieSaysIsRead() throws {
    let document = try MediaFile.open(Corpus.open("made/compressed-movie.mov"))
    let inner = try #require(document.tree.movie)
    #expect(inner != document.tree.child("moov", of: nil) && document.tree[inner].type == "moov")
    #expect(About(of: document).findings.contains { $0.key.description == "made" && !$0.text.isEmpty })
  }

  // MARK: Numbers

  /// The duration is that of fragments which are not here: bytes of headers have no rate.
  @Test func anInitializationSegmentHasNoBitRate() throws {
    let document = try opened(
      atoms {
        Parts.fileType("iso6", "iso6")
        Parts.movie(duration: 0) {
          Parts.track(duration: 0) {
            Parts.media(duration: 0) { Parts.visualEntry("avc1") { Parts.avcConfiguration } } tables: { Parts.emptyTables }
          }
          atom("mvex") { atom("mehd", version: 0) { u32(8_000) }; atom("trex", version: 0) { u32(1, 1, 0, 0, 0) } }
        }
      })
    #expect(document.synopsis.duration?.value == 8_000)
    #expect(document.synopsis.bitRate(ofFileOf: 1_000) == nil)
  }

  /// The file that comes before an encrypted one announces its keys, and no sample needs them.
  @Test(arguments: [true, false]) func aFileThatIsClearToItsEndIsCalledClear(isFirstClear: Bool) throws {
    let clear = Parts.visualEntry("avc1") { Parts.avcConfiguration }
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(8) }
      Parts.movie {
        Parts.track {
          Parts.media {
            if isFirstClear { clear; Parts.protectedEntry } else { Parts.protectedEntry; clear }
          } tables: {
            Parts.sampleTables([4, 4], at: 28)
          }
        }
      }
    }.setting("moov/trak/mdia/minf/stbl/stsd", at: 4) { u32(2) }
    let track = try #require(About(of: opened(bytes)).tracks.first)
    #expect(track.facts.first { $0.key.description == "keyChanges" }?.text == (isFirstClear ? "all samples clear" : nil))
    #expect(track.facts.first { $0.key.description == "protection" }?.text.contains("protected by 'cenc'") == true)
  }

  /// A message prefers HLG and nothing else; what differs in its range as well is another word of the file.
  @Test func anotherRangeIsNoPreference() {
    func points(_ transfer: UInt64, isFull: Bool = false) -> Colour.Points {
      Colour.Points(primaries: 9, transfer: transfer, matrix: 9, isFullRange: isFull)
    }
    for usual in [1, 6, 14, 15] as [UInt64] {
      #expect(points(18).isHybrid(insteadOf: points(usual)) && !points(18).contradicts(points(usual)))
    }
    let other = points(18, isFull: true)
    #expect(!other.isHybrid(insteadOf: points(14)) && other.contradicts(points(14)))
    #expect(!points(16).isHybrid(insteadOf: points(14)) && points(16).contradicts(points(14)))
  }

  @Test func aProfileIsSaidBesidePoints() {
    let points = Colour.Points(primaries: 2, transfer: 2, matrix: 6, isFullRange: true)
    #expect(
      Colour(points: points, profileByteCount: 596, profileName: "sRGB").words
        == "unspecified / unspecified / BT.601-525, full range, ICC profile \"sRGB\"")
    #expect(
      Colour(points: points, profileByteCount: 596).words
        == "unspecified / unspecified / BT.601-525, full range, ICC profile of 596 bytes")
    #expect(Colour(points: nil, profileByteCount: 1).words == "ICC profile, 1 byte")
  }
}
