import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Samples whose units are the same and wrapped otherwise: nobody who watches notices.
@Suite struct UnitProofTests {
  /// Two slices, as units without their lengths.
  private static let slices: [[UInt8]] = [[0x65, 0x88, 0x84, 0x01], [0x41, 0x9A, 0x02, 0x03]]
  /// An access unit delimiter, filler, and a message with the name of x264 and a setting.
  private static let delimiter: [UInt8] = [0x09, 0xF0]
  private static let filler: [UInt8] = [0x0C, 0xFF, 0xFF, 0x80]
  private static let encoder: [UInt8] =
    [0x06, 0x05, 0x14] + [0xDC, 0x45, 0xE9, 0xBD, 0xE6, 0xD9, 0x48, 0xB7]
    + [0x96, 0x2C, 0xD8, 0x20, 0xD9, 0x23, 0xEE, 0xEF] + Array("crf=".utf8) + [0x80]

  /// The parameter sets of the configuration, and a picture parameter set of the same number that is another.
  private static let sets: [[UInt8]] = [
    [
      0x67, 0x64, 0x00, 0x0B, 0xAC, 0xD9, 0x42, 0x84, 0x7E, 0x5C, 0x04, 0x40, 0x00, 0x00, 0x03, 0x00, 0x40, 0x00, 0x00,
      0x0C, 0x03, 0xC5, 0x0A, 0x65, 0x80,
    ], [0x68, 0xEF, 0x8F, 0xCB],
  ]
  private static let otherSet: [UInt8] = [0x68, 0xEF, 0x8F, 0xCF]

  /// A film of samples of units, each with its length in so many bytes before it; the configuration
  /// may say another number.
  private func film(
    _ samples: [[[UInt8]]], lengths: Int = 4, said: Int? = nil
  ) throws -> Document {
    let media = samples.map { units in
      units.flatMap { unit in
        let length = (0..<lengths).map { byte -> UInt8 in
          let shift = 8 * (lengths - 1 - byte)
          return UInt8(truncatingIfNeeded: unit.count >> shift)
        }
        return length + unit
      }
    }
    func moov(_ offset: UInt32) -> Piece {
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1") {
              atom("avcC") {
                hex("0164000b")
                u8(UInt8(0xFC | ((said ?? lengths) - 1)))
                hex("e100196764000bacd942847e5c0440000003004000000c03c50a658001000468ef8fcbfdf8f800")
              }
            }
          } tables: {
            atom("stts", version: 0) { u32(1); u32(UInt32(media.count), 100) }
            atom("stsc", version: 0) { u32(1); u32(1, UInt32(media.count), 1) }
            atom("stsz", version: 0) {
              u32(0, UInt32(media.count))
              for sample in media { u32(UInt32(sample.count)) }
            }
            atom("stco", version: 0) { u32(1, offset) }
          }
        }
      }
    }
    let start = Parts.fileType("isom", "isom")
    let offset = UInt32(start.bytes.count + moov(0).bytes.count + 8)
    return try Files.open(
      atoms {
        start
        moov(offset)
        atom("mdat") { bytes(media.flatMap { $0 }) }
      })
  }

  private func verdict(_ before: Document, _ after: Document) throws -> Verdict {
    try #require(Comparison(before, after, rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  @Test func whatNoDecoderShowsIsNoOtherPicture() throws {
    let plain = try film(Self.slices.map { [$0] })
    for (unit, name) in [
      (Self.delimiter, "access unit delimiters"), (Self.filler, "filler"),
      (Self.encoder, "names of encoders"),
    ] {
      let other = try film(Self.slices.map { [unit, $0] })
      for (a, b) in [(plain, other), (other, plain)] {
        let verdict = try verdict(a, b)
        #expect(
          told(verdict, .samples) == [
            "equivalent: video all 2 samples have the same slices, wrapped otherwise: \(name)"
          ])
        #expect(verdict.regressions.isEmpty)
        #expect(verdict.closing == "viewer: no change (16 aspects; 2 of 2 samples)")
        #expect(verdict.media == "same slices")
      }
    }
  }

  /// What is noted of the media says what the verdict says.
  @Test func theNoteCountsWhatTheVerdictDoes() throws {
    let plain = try film(Self.slices.map { [Self.delimiter, $0] })
    func note(_ other: Document) -> String {
      Comparison(plain, other, rules: .media).changes.map(\.note).joined()
    }
    #expect(
      note(try film(Self.slices.map { [$0] }))
        == "track 1 video: all 2 samples hold the same slices in other bytes, 28 bytes → 16")
    var slice = Self.slices[1]
    slice[3] ^= 1
    #expect(
      note(try film([[Self.slices[0]], [slice]]))
        == "track 1 video: 1 of 2 samples holds the same slices in other bytes, 1 of 2 samples differs, "
        + "28 bytes → 16")
  }

  /// What stands in a snapshot of a file, read back from its text.
  private func kept(_ document: Document) throws -> StandIn {
    var options = Snapshot.Options()
    options.rules = .media
    options.keepsFile = true
    var text = ByteWriter()
    Snapshot(document, options: options).write(to: &text)
    return try #require(try Snapshot(parsing: text.string).standIn)
  }

  /// Two slices, of which the second is too long for its bytes to be in a snapshot.
  private static let long: [[[UInt8]]] = [[slices[0]], [slices[1] + (0..<64).map { UInt8(truncatingIfNeeded: $0 | 0x80) }]]

  /// Of the longer samples a snapshot has digests alone: of each as it stands, and of what a decoder is given of it.
  @Test func aSnapshotSaysItOfAllSamples() throws {
    let plain = try film(Self.long)
    let wrapped = try film(Self.long.map { [Self.delimiter] + $0 })
    for (a, b, counts) in [(plain, wrapped, "80 bytes → 92"), (wrapped, plain, "92 bytes → 80")] {
      let before = try MediaFile.open(try kept(a).source())
      let result = Comparison(before, b, rules: .media)
      #expect(
        told(try #require(result.verdict), .samples) == [
          "equivalent: video all 2 samples have the same slices, wrapped otherwise: access unit delimiters"
        ])
      #expect(
        result.changes.map(\.note).joined()
          == "track 1 video: all 2 samples hold the same slices in other bytes, \(counts)")
    }
  }

  /// Each kind of what a decoder may leave out, and lengths of another size.
  @Test func aSnapshotSaysWhatAPairSays() throws {
    var slice = Self.long
    slice[1][0][40] ^= 1
    let others = [
      try film(Self.long.map { [Self.filler] + $0 }), try film(Self.long.map { $0 + [Self.filler] }),
      try film(Self.long.map { [Self.encoder] + $0 }), try film(Self.long.map { Self.sets + $0 }),
      try film(Self.long.map { [Self.otherSet] + $0 }), try film(Self.long, lengths: 2), try film(slice),
    ]
    for (number, other) in others.enumerated() {
      let plain = try film(Self.long)
      for (a, b) in [(plain, other), (other, plain)] {
        let pair = try verdict(a, b)
        let before = try MediaFile.open(try kept(a).source())
        // Digests of the one are known now, and those of the other are found out.
        let known = try verdict(a, b)
        let found = try verdict(before, b)
        for aspect in [Verdict.Aspect.samples, .setup] {
          #expect(told(known, aspect) == told(pair, aspect), "\(number)")
          #expect(told(found, aspect) == told(pair, aspect), "\(number)")
        }
        #expect(found.regressions.contains(.samples) == pair.regressions.contains(.samples))
      }
    }
  }

  /// Sets in the old sample alone set up what stands behind it, and of a sample that an earlier snapshot has no bytes of
  /// nobody knows whether it has any.
  @Test func aSnapshotSaysWhichSamplesHaveParameterSets() throws {
    var slice = Self.long
    slice[1][0][40] ^= 1
    let other = try film(slice)
    let unknown = ["not checked: video parameter sets inside samples"]
    for (film, isKnown, told) in [
      (try film(Self.long), true, []), (try film(Self.long), false, unknown),
      (try film([Self.long[0], [Self.otherSet] + Self.long[1]]), true, unknown),
    ] {
      let file = try kept(film)
      #expect(file.knowsSetup && file.parts.contains(where: \.isSetup) == (isKnown && !told.isEmpty))
      let parts = try #require(KnownParts(file.parts, areAbsent: true, knowsSetup: isKnown))
      let before = try MediaFile.open(
        try ByteSource.standIn(byteCount: file.byteCount, kept: file.kept.rawBytes, absent: parts))
      #expect(self.told(try verdict(before, other), .setup) == told)
    }
  }

  /// Samples that only one of both files has may set up decoders as well, and those of which nothing was read.
  @Test func samplesThatOneFileHasMayHaveParameterSets() throws {
    let plain = try film(Self.slices.map { [$0] })
    let third = Self.slices[1] + [7]
    let unknown = ["not checked: video parameter sets inside samples"]
    for (sample, told) in [([third], []), ([Self.otherSet, third], unknown)] {
      let other = try film(Self.slices.map { [$0] } + [sample])
      for (a, b) in [(plain, other), (other, plain)] {
        let found = try verdict(a, b)
        #expect(found.state(of: .samples) == .changed)
        #expect(self.told(found, .setup) == told)
      }
    }
    var slices = Self.slices
    slices[1][3] ^= 1
    var options = Comparison.Options()
    options.payloadLimit = 8
    let found = try #require(
      Comparison(plain, try film(slices.map { [$0] }), rules: .media, options: options).verdict)
    #expect(told(found, .samples).contains { $0.hasPrefix("not checked") }, "\(found.findings)")
    #expect(told(found, .setup) == unknown)
  }

  /// Behind what is read of all a sample of another size is read before it is said to be a change: a delimiter makes it
  /// longer, and nobody notices.
  @Test func aDelimiterBehindWhatIsReadIsNoChange() throws {
    let start = [[Self.slices[0]]] + Array(repeating: [Self.slices[1]], count: 21)
    var options = Comparison.Options()
    // The first 22 samples of both files, whose sixteenth part the last ones are.
    options.payloadLimit = 22 * 16
    for (unit, isChange) in [(Self.delimiter, false), (Self.otherSet, true)] {
      let found = try #require(
        Comparison(
          try film(start + [[Self.slices[1]]]), try film(start + [[unit, Self.slices[1]]]), rules: .media, options: options
        ).verdict)
      #expect(found.findings(of: .samples, .changed).isEmpty != isChange, "\(found.findings)")
    }
  }

  /// An earlier snapshot has digests of whole samples: what a decoder is given of others it does not say.
  @Test func anEarlierSnapshotDoesNotSayIt() throws {
    let file = try kept(try film(Self.long))
    #expect(file.knowsContents)
    let parts = try #require(KnownParts(file.parts, areAbsent: true, knowsContents: false))
    let bytes = file.kept
    let before = try MediaFile.open(
      try ByteSource.standIn(byteCount: file.byteCount, kept: bytes.rawBytes, absent: parts))
    let other = try film([Self.long[0], [Self.delimiter] + Self.long[1]])
    let verdict = try verdict(before, other)
    #expect(
      told(verdict, .samples) == [
        "not checked: video sample 2 of 2 (0.100 s) has other bytes: the snapshot has digests of whole samples"
      ])
    #expect(verdict.regressions.contains(.samples))
    #expect(verdict.state(of: .display) == .notChecked)
  }

  /// A sync sample that lost the message by which decoding may start there is marked as before, and is none.
  @Test func aSyncSampleThatLosesItsRecoveryPointIsOfAnotherKind() throws {
    // Recovery points behind which pictures are whole at once, and 3 frames later.
    let (point, late): ([UInt8], [UInt8]) = ([0x06, 0x06, 0x01, 0xC0, 0x80], [0x06, 0x06, 0x01, 0x24, 0x80])
    func film(_ units: [UInt8]...) throws -> Document { try self.film([[Self.slices[0]], units]) }
    let slice = Self.slices[1]
    let head = "changed: video sample 2 of 2 (0.100 s) is a sync sample of another kind: "
    for (a, b, words) in [
      (try film(point, slice), try film(slice), ["recovery point → no IDR"]),
      (try film(slice), try film(point, slice), ["no IDR → recovery point"]),
      (try film(late, slice), try film(point, slice), ["recovery point of pictures that are whole only later → recovery point"]),
      (try film(point, slice), try film(Self.slices[0]), ["recovery point → IDR"]),
      // Another picture of the same kind.
      (try film(point, slice), try film(point, slice + [7]), []), (try film(slice), try film(slice + [7]), []),
      (try film(point, slice), try film(Self.delimiter, point, slice), []),
    ] {
      let verdict = try verdict(a, b)
      #expect(told(verdict, .seeking) == words.map { head + $0 }, "\(verdict.findings.map(\.sentence))")
    }
  }

  /// Of a sample that a snapshot has the digest of alone nobody knows what it begins with.
  @Test func whatASnapshotDoesNotHoldOfSyncSamplesIsNotChecked() throws {
    var slice = Self.long
    slice[1][0][40] ^= 1
    let before = try MediaFile.open(try kept(try film(Self.long)).source())
    #expect(told(try verdict(before, try film(slice)), .seeking) == ["not checked: video keyframes inside samples"])
    #expect(told(try verdict(before, try film(Self.long)), .seeking) == [])
  }

  /// Nor of VP9, of which nobody looks into samples: byte 0x40 lies in its one sync sample.
  @Test func whatSyncSamplesOfOtherCodingsBeginWithIsNotChecked() throws {
    let file = try Corpus.open("encoded/vp9.mp4")
    let before = (0..<file.byteCount).compactMap { file.bytes.byte(at: $0) }
    var after = before
    after[0x40] ^= 1
    func document(_ bytes: [UInt8]) throws -> Document { try MediaFile.open(ByteSource(copying: bytes)) }
    let verdict = try verdict(document(before), document(after))
    #expect(told(verdict, .seeking) == ["not checked: video keyframes inside samples"], "\(verdict.findings.map(\.sentence))")
  }

  /// A decoder that has the parameter sets of the configuration learns nothing from the same ones in a sample.
  @Test func parameterSetsOfTheConfigurationOnceMoreAreNoOtherPicture() throws {
    let plain = try film(Self.slices.map { [$0] })
    let all = try film(Self.slices.map { Self.sets + [$0] })
    for (a, b) in [(plain, all), (all, plain)] {
      #expect(
        told(try verdict(a, b), .samples) == [
          "equivalent: video all 2 samples have the same slices, wrapped otherwise: repeated parameter sets"
        ])
    }
    let one = try verdict(plain, try film([[Self.slices[0]], [Self.sets[1], Self.slices[1]]]))
    #expect(
      told(one, .samples) == [
        "equivalent: video sample 2 of 2 (0.100 s) has the same slices, wrapped otherwise: repeated parameter sets"
      ])
    #expect(!one.regressions.contains(.samples))
  }

  /// Another one is in force from there on, and then one of the configuration is no repetition.
  @Test func otherParameterSetsAreOtherSamples() throws {
    let plain = try film(Self.slices.map { [$0] })
    let other = try verdict(plain, try film([[Self.slices[0]], [Self.otherSet, Self.slices[1]]]))
    #expect(told(other, .samples) == ["changed: video sample 2 of 2 (0.100 s) is another"])
    let stays = try film([[Self.otherSet, Self.slices[0]], [Self.slices[1]]])
    let turned = try film([[Self.otherSet, Self.slices[0]], [Self.sets[1], Self.slices[1]]])
    for (a, b) in [(stays, turned), (turned, stays)] {
      #expect(told(try verdict(a, b), .samples) == ["changed: video sample 2 of 2 (0.100 s) is another"])
    }
  }

  /// By its version a decoder knows faults of old versions of x264 (before core 151): then it is no name alone.
  @Test(arguments: [
    ("x264 - core 164 r1", true), ("x264 - core 151", true), ("x264 - core 148 r2", false),
    // Whoever reads a number passes over blanks and takes a sign.
    ("x264 - core\t148", false), ("x264 - core  148", false), ("x264 - core148", false), ("x264 - core +148", false),
    ("x264 - core -148", false), ("x264 - core\u{A0}148", true), ("x264 - core ++148", true),
  ])
  func theVersionOfAnEncoderMayDecide(name: String, isNameAlone: Bool) throws {
    var unit = Array(Self.encoder.prefix(2))
    unit.append(UInt8(16 + name.utf8.count))
    unit += Self.encoder[3..<19]
    unit += name.utf8
    unit.append(0x80)
    let verdict = try verdict(
      try film(Self.slices.map { [$0] }), try film(Self.slices.map { [unit, $0] }))
    #expect(verdict.state(of: .samples) == (isNameAlone ? .equivalent : .changed), "\(told(verdict, .samples))")
    #expect((verdict.closing == nil) != isNameAlone)
  }

  /// A track that is gone is said where tracks are: *some media changed* was said of those that are there, too.
  @Test func aTrackThatIsGoneChangesNoOther() throws {
    let source = try Corpus.open("mockups/movie.mov")
    let bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    let whole = try MediaFile.open(ByteSource(copying: bytes))
    let last = try #require(whole.tree.indices.last { whole.tree[$0].type == "trak" })
    var fewer = bytes
    let type = Int(whole.tree[last].start) + 4
    fewer.replaceSubrange(type..<type + 4, with: Array("free".utf8))
    let verdict = try verdict(whole, MediaFile.open(ByteSource(copying: fewer)))
    #expect(verdict.state(of: .samples) == .same && verdict.hasSameMedia == false)
    #expect(verdict.media == "same media of what both have")
  }

  /// A length of 0: FFmpeg gives the sample up there, and Chromium refuses it.
  @Test func anEmptyUnitIsAnotherSample() throws {
    let plain = try film(Self.slices.map { [$0] })
    for units in [[Self.slices[1], []], [[], Self.slices[1]], [Self.delimiter, Self.slices[1], []]] {
      let other = try film([[Self.slices[0]], units])
      let found = try verdict(plain, other)
      #expect(told(found, .samples) == ["changed: video sample 2 of 2 (0.100 s) holds an empty unit"])
      #expect(found.regressions.contains(.samples) && found.closing == nil)
      #expect(found.media == "some media changed")
      // What was mended closes no gate.
      let back = try verdict(other, plain)
      #expect(told(back, .samples) == ["changed: video sample 2 of 2 (0.100 s) holds an empty unit no longer"])
      #expect(!back.regressions.contains(.samples))
      // The same one is no change, and one in another place is not known to be the same.
      #expect(try verdict(other, try film([[Self.slices[0]], units])).findings.isEmpty)
      let moved = try film([[Self.slices[0]], [Self.filler, Self.slices[1], [], []]])
      #expect(try verdict(other, moved).state(of: .samples) == .changed)
    }
    let all = try film(Self.slices.map { [$0, []] }, lengths: 2)
    #expect(told(try verdict(plain, all), .samples) == ["changed: video all 2 samples hold empty units"])
  }

  /// Digests of what a decoder is given are those of samples that it takes.
  @Test func aSnapshotKnowsNoSampleWithAnEmptyUnit() throws {
    let plain = try film(Self.long)
    let other = try film([Self.long[0], Self.long[1] + [[]]])
    let before = try MediaFile.open(try kept(plain).source())
    let found = try verdict(before, other)
    #expect(found.state(of: .samples) == .changed && found.regressions.contains(.samples), "\(told(found, .samples))")
    let emptied = try MediaFile.open(try kept(other).source())
    #expect(try verdict(emptied, plain).state(of: .samples) == .changed)
    #expect(try verdict(emptied, other).state(of: .samples) == .same)
  }

  /// The problem is named for what it is, also in the first sample, whose offset is right.
  @Test func anEmptyUnitIsAProblem() throws {
    let films: [[[[UInt8]]]] = [[[Self.slices[0], []], [Self.slices[1]]], [[Self.slices[0]], [[], Self.slices[1]]]]
    let kinds = ["unit-empty", "chunk-offset-shifted", "chunk-offset-wrong", "avcc-length-size"]
    for samples in films {
      let document = try film(samples)
      MediaFile.check(document, isThorough: true)
      let problems = document.problems.kept.filter { kinds.contains($0.kind.id.description) }
      #expect(problems.map(\.kind.id.description) == ["unit-empty"])
      let media = try #require(document.tree.child("mdat", of: nil))
      // The first slice and its length have eight bytes.
      let start = Int(document.tree[media].payloadStart) + 8
      #expect(problems.first?.extent == Extent(byteOffset: start, byteCount: 4))
    }
  }

  /// The same units divided by lengths of another size, which the configuration says.
  @Test func lengthsOfAnotherSizeAreNoOtherPicture() throws {
    let units = Self.slices.map { [$0] }
    let verdict = try verdict(try film(units), try film(units, lengths: 2))
    #expect(
      told(verdict, .samples) == [
        "equivalent: video all 2 samples have the same slices, wrapped otherwise: lengths of 4 → 2 bytes"
      ])
    #expect(verdict.state(of: .setup) == .same, "\(verdict.findings)")
    #expect(verdict.closing == "viewer: no change (16 aspects; 2 of 2 samples)")
  }

  /// Of the same samples it is said alone, and a decoder finds nothing in them.
  @Test func lengthsThatAreSaidToBeOthersAreAnotherSetup() throws {
    let units = Self.slices.map { [$0] }
    let verdict = try verdict(try film(units), try film(units, said: 2))
    #expect(verdict.state(of: .setup) == .changed, "\(verdict.findings)")
    #expect(verdict.closing == nil)
  }

  /// A slice that is another, a unit in another order, and messages that may tell something.
  @Test func otherUnitsAreOtherSamples() throws {
    let plain = try film(Self.slices.map { [Self.delimiter, $0] })
    var slice = Self.slices[1]
    slice[3] ^= 1
    let others: [[[UInt8]]] = [
      [Self.slices[0]], [slice],
    ]
    let one = try verdict(plain, try film(others))
    #expect(told(one, .samples) == ["equivalent: video sample 1 of 2 (0.000 s) has the same slices, wrapped "
      + "otherwise: access unit delimiters", "changed: video sample 2 of 2 (0.100 s) is another"])
    #expect(one.media == "some media changed")
    var message = Self.encoder
    message[4] ^= 1
    let told = try verdict(plain, try film(Self.slices.map { [message, $0] }))
    #expect(told.state(of: .samples) == .changed)
    #expect(told.regressions.contains(.samples))
    let pair = [[Self.slices[0], Self.slices[1]]]
    let turned = try verdict(try film(pair), try film([pair[0].reversed()]))
    #expect(turned.state(of: .samples) == .changed)
  }
}
