// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import Structure
import Testing

@testable import MediaInspection

/// Each rule for players finds a file that breaks it, and not the file that this was made from.
@Suite struct PlayerRuleTests {
  private func rules(brokenBy bytes: [UInt8], name: String) throws -> Set<String> {
    // What is not recognised is read as somebody can ask for it.
    let source = ByteSource(copying: bytes)
    let document = (try? MediaFile.open(source)) ?? MediaFile.read(source, as: .isoBaseMedia)
    MediaFile.check(document, name: Array(name.utf8), isThorough: true, countingFrames: true)
    let catalogue = PlayerRules.catalogue()
    let judgement = PlayerJudgement(document, name: Array(name.utf8), by: catalogue)
    let verdicts = judgement.verdicts(for: catalogue.players)
    // Rules that are not read, because the file cannot break them, leave every answer as it is.
    let shelf = PlayerRuleShelf.ofProject
    let facts = PlayerFacts(document, name: Array(name.utf8))
    let scopes = PlayerScopes(facts.file)
    let sifted = shelf.rules(for: facts, scopes, players: shelf.players.players)
    #expect(sifted.count < catalogue.rules.count)
    let others = PlayerJudgement(document, name: Array(name.utf8), by: shelf.players, behind: shelf)
    #expect(others.verdicts(for: shelf.players.players).map(Self.words) == verdicts.map(Self.words))
    // Nor does it matter who else is asked for.
    let some = Array(shelf.players.players.suffix(5))
    let few = PlayerJudgement(document, name: Array(name.utf8), by: shelf.players, behind: shelf).verdicts(for: some)
    #expect(few.map(Self.words) == verdicts.suffix(5).map(Self.words))
    // That nothing is known of a coding is no finding of a rule.
    return Set(verdicts.flatMap(\.findings).filter { $0.effect != .note || $0.detail == nil }.map(\.rule.id))
  }

  /// A verdict with all that decides it.
  private static func words(_ verdict: PlayerVerdict) -> [String] {
    [verdict.player.id, verdict.answer.words]
      + verdict.findings.map { "\($0.rule.id) \($0.effect) \($0.extent) \($0.others)" }
      + verdict.unchecked.map { "\($0.rule.id) \($0.reason)" }
  }

  /// Most rules that hold are known to hold before their conditions are read; those with problems are not.
  @Test func mostRulesThatHoldAreNotReadWhole() throws {
    let document = try MediaFile.open(ByteSource(copying: PlayerCases.content(try Corpus.open("mockups/frag.mp4"))))
    MediaFile.check(document)
    let facts = PlayerFacts(document, name: nil)
    let shelf = PlayerRuleShelf.ofProject
    let chosen = shelf.rules(for: facts, PlayerScopes(facts.file), players: shelf.players.players)
    let known = chosen.filter { $0.places != nil }
    #expect(known.count * 4 >= chosen.count * 3, "\(chosen.filter { $0.places == nil }.map(\.rule.id))")
    #expect(known.allSatisfy { $0.places?.isEmpty == false && $0.rule.cases.isEmpty })
  }

  @Test(arguments: PlayerCases.all) func aBrokenFileIsFoundAndItsOriginIsNot(_ each: PlayerCases.Case) throws {
    let base = PlayerCases.content(try Corpus.open("encoded/\(each.base)"))
    let kept = each.keeping(base)
    let broken = each.edit(base)
    #expect(broken != kept || each.base.isEmpty)
    #expect(try rules(brokenBy: broken, name: "film.mp4").contains(each.rule), "not found")
    #expect(try !rules(brokenBy: kept, name: "film.mp4").contains(each.rule), "found in \(each.base)")
  }

  /// What a limit cuts off has the sizes that it has.
  @Test(arguments: [1_000, 1_500]) func sizesOfWhatIsNotInflatedAreNotJudged(most: Int) throws {
    let film = PlayerCases.content(try Corpus.open("encoded/h264-aac.mp4")).changing("moov") { movie in
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") { u32(UInt32(movie.count)); Recipe.stored(Piece(movie)) }
        }
      }.bytes
    }
    var few = Limits()
    few.inflated = most
    let document = try MediaFile.open(ByteSource(copying: film), limits: few)
    MediaFile.check(document, isThorough: true)
    #expect(document.problems.kept.contains { $0.kind.id.description == "atom-exceeds-parent" })
    let catalogue = PlayerRules.catalogue()
    let judgement = PlayerJudgement(document, name: Array("film.mp4".utf8), by: catalogue)
    let ids = judgement.verdicts(for: catalogue.players).flatMap(\.findings).map(\.rule.id)
    #expect(ids.contains("compressed-moov"))
    #expect(!ids.contains("moov-child-size-bad") && !ids.contains("table-count"), "\(ids)")
  }

  /// What is wrong with a sample entry counts where a sample leads to it.
  @Test func entriesNoSampleLeadsToAreNotJudged() throws {
    let base = PlayerCases.content(try Corpus.open("encoded/h264-aac.mp4"))
    // A profile that hardly anybody decodes, and a configuration of another version.
    for place in [1, 0] {
      func spoilt(_ entry: [UInt8]) -> [UInt8] {
        guard let start = entry.firstRange(of: Array("avcC".utf8))?.upperBound else { return entry }
        var entry = entry
        entry[start + place] = 244
        return entry
      }
      let rule = place == 1 ? "avc-444" : "configuration-invalid"
      let second = PlayerCases.secondEntry(in: base, spoilt)
      #expect(second != base)
      let found = try rules(brokenBy: second, name: "film.mp4")
      #expect(!found.contains(rule) && found.contains("sample-entry-unused"), "\(found)")
      // The samples lead to it.
      let led = second.setting("moov/trak/mdia/minf/stbl/stsc", at: 16) { u32(2) }
      #expect(try rules(brokenBy: led, name: "film.mp4").contains(rule))
    }
  }

  /// Encryption that no sample needs is announced, and nobody misses its vectors.
  @Test func encryptionNoSampleNeedsHasNoVectors() throws {
    let base = PlayerCases.content(try Corpus.open("encoded/h264-aac.mp4"))
    let announced = PlayerCases.announcing(1, base)
    let found = try rules(brokenBy: announced, name: "film.mp4")
    #expect(found.contains("encryption-announced") && !found.contains("vectors-missing") && !found.contains("encrypted-cenc"))
    // All samples lead to it.
    let table = "moov/trak/mdia/minf/stbl/stsc"
    let led = try rules(
      brokenBy: announced.setting(table, at: 16) { u32(2) }.setting(table, at: 28) { u32(2) }, name: "film.mp4")
    #expect(!led.contains("encryption-announced") && led.contains("vectors-missing") && led.contains("encrypted-cenc"))
  }

  /// Of a sequence of images an item is shown first, by whom no rule of films is asked; with a track of a film it is one.
  @Test func aSequenceOfImagesIsAnImage() throws {
    let image = PlayerCases.content(try Corpus.open("encoded/image.avif"))
    func sequence(_ handler: FourCC) -> [UInt8] {
      image
        + atoms {
          Parts.movie(duration: 600) {
            Parts.track(id: 1, duration: 600) {
              Parts.media(handler: handler, duration: 600) {
                // Without a configuration.
                Parts.visualEntry("av01")
              } tables: {
                Parts.sampleTables([1, 1], delta: 300, at: 40)
              }
            }
          }
        }
    }
    let alone = try rules(brokenBy: image, name: "image.avif")
    let (pictures, film) = try (
      rules(brokenBy: sequence("pict"), name: "image.avif"), rules(brokenBy: sequence("vide"), name: "image.avif")
    )
    #expect(pictures == alone, "\(pictures.symmetricDifference(alone).sorted())")
    #expect(!film.isSubset(of: alone.union(["faststart"])), "\(film.sorted())")
  }

  /// Who shows a coding, and tiles of it, is not known to lay pictures over each other.
  @Test func whatIsMadeOfPicturesIsNotSaidToBeShown() throws {
    let made = try #require(PlayerCases.all.first { $0.rule == "avif-derived" })
    let document = try MediaFile.open(ByteSource(copying: made.edit([])))
    MediaFile.check(document, isThorough: true)
    let catalogue = PlayerRules.catalogue()
    let players = catalogue.players.filter { ["safari", "ios", "android", "chrome", "edge", "firefox"].contains($0.id) }
    for verdict in PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: players) {
      let isKnown = ["chrome", "edge", "firefox"].contains(verdict.player.id)
      #expect(verdict.answer == (isKnown ? .no : .unknown), "\(verdict.player.id)")
    }
  }

  /// A reference that cannot be read may be that of the grid.
  @Test func tilesThatNobodyReadAreNotMissing() throws {
    let rule = "image-tile-count-differs"
    let made = try #require(PlayerCases.all.first { $0.rule == rule })
    let bytes = made.keeping([]).setting("meta/iref/dimg", at: -8) { u32(4) }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, isThorough: true)
    let catalogue = PlayerRules.catalogue()
    let players = catalogue.players.filter { ["chrome", "edge"].contains($0.id) }
    for verdict in PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: players) {
      #expect(!verdict.findings.contains { $0.rule.id == rule }, "\(verdict.player.id)")
      #expect(verdict.unchecked.contains { $0.rule.id == rule }, "\(verdict.player.id)")
    }
  }

  /// Chromium stops at a sync sample that is no IDR picture where pictures are shown in another order than they are
  /// decoded in; where none is, it plays on (tried with open groups and with pictures refreshed piece by piece, each
  /// with and without B pictures).
  @Test func syncSamplesOfPicturesInOrderAreNotBlamed() throws {
    let table = "moov/trak/mdia/minf/stbl"
    let base = PlayerCases.content(try Corpus.open("encoded/h264-aac.mp4"))
    // The second sample, which is no IDR picture, is said to be a sync sample.
    let open = base.replacing(table + "/stss") { atom("stss", version: 0) { u32(2, 1, 2) } }
    #expect(try rules(brokenBy: open, name: "film.mp4").contains("seek-not-idr"))
    let flat = open.replacing(table + "/ctts") { atom("free") { zeros(8) } }
    #expect(flat != open)
    #expect(try !rules(brokenBy: flat, name: "film.mp4").contains("seek-not-idr"))
  }

  /// Samples that are encrypted, as those of a track of their own say, begin with anything: offsets are not blamed.
  @Test func samplesThatOthersDescribeAreNotCalledShifted() throws {
    let bytes = PlayerCases.content(try Corpus.open("encoded/bento4-marlin.mp4"))
    #expect(try !rules(brokenBy: bytes, name: "film.mp4").contains("chunk-offset-shifted"))
  }

  /// A film whose sound is one chunk of so many samples of a size, in `media` behind all else.
  private func film(withSound media: Piece, ofSamples count: UInt32, of size: UInt32) throws -> [UInt8] {
    let table = "moov/trak[2]/mdia/minf/stbl"
    let base = PlayerCases.content(try Corpus.open("encoded/h264-aac.mp4"))
    func film(at offset: Int) -> [UInt8] {
      base.replacing(table + "/stsc") { atom("stsc", version: 0) { u32(1, 1, count, 1) } }
        .replacing(table + "/stsz") { atom("stsz", version: 0) { u32(size, count) } }
        .replacing(table + "/stco") { atom("stco", version: 0) { u32(1, UInt32(offset)) } }
    }
    return film(at: film(at: 0).count + 8) + media.bytes
  }

  /// Who decodes AAC of one channel decodes pairs, where all frames are such: offsets are not blamed.
  @Test func pairsWhereOneChannelIsSaidAreNotCalledShifted() throws {
    // The first three bits say the element: one channel, a pair, one that couples others.
    for (first, others, isShifted) in [(0x00, 0x00, false), (0x20, 0x20, false), (0x40, 0x20, true)] as [(UInt8, UInt8, Bool)] {
      let media = atom("mdat") {
        for number in 0..<16 {
          u8(number == 0 ? first : others); zeros(6); u8(1)
        }
      }
      let found = try rules(brokenBy: try film(withSound: media, ofSamples: 16, of: 8), name: "film.mp4")
      #expect(found.contains("chunk-offset-shifted") == isShifted, "\(first), \(others)")
    }
  }

  /// AAC of zeros is none, however few samples there are and whatever channels are said: browsers stop at the first.
  @Test func soundOfZerosIsNotSaidToPlay() throws {
    let (zeros, sound, ended) = ("000000000000", "01184000001C", "000000000007")
    for (first, second, isRefused) in [
      (zeros, zeros, true), (zeros, "FFFFFFFFFFFF", true),
      // Firefox passes over a sample in front of sound; and what ends may be sound.
      (zeros, sound, false), (sound, zeros, false), (ended, ended, false),
    ] {
      let media = atom("mdat") { hex(first); hex(second) }
      let found = try rules(brokenBy: try film(withSound: media, ofSamples: 2, of: 6), name: "film.mp4")
      #expect(found.contains("chunk-offset-shifted") == isRefused, "\(first) \(second)")
    }
  }

  /// Who counts from the fragment, whatever a track fragment says, plays what is written so; Chromium without MSE does not.
  @Test func whoCountsFromTheFragmentPlaysWhatIsCountedSo() throws {
    let made = try #require(PlayerCases.all.first { $0.rule == "base-from-fragment" })
    let base = PlayerCases.content(try Corpus.open("encoded/\(made.base)"))
    let document = try MediaFile.open(ByteSource(copying: made.edit(base)))
    MediaFile.check(document, isThorough: true)
    let catalogue = PlayerRules.catalogue()
    let players = catalogue.players.filter { ["chrome", "firefox", "chrome-mse", "firefox-mse"].contains($0.id) }
    #expect(players.count == 4)
    for verdict in PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: players) {
      let why = verdict.findings.map { "\($0.rule.id) \($0.effect)" }
      #expect((verdict.answer == .no) == (verdict.player.id == "chrome"), "\(verdict.player.id): \(why)")
    }
  }

  /// For one file, or for one node, several cases of a rule hold: it is one place.
  @Test func aPlaceWhereSeveralCasesHoldCountsOnce() throws {
    let base = PlayerCases.content(try Corpus.open("encoded/image.avif"))
    let bytes = base.replacing("ftyp") { Parts.fileType("avif", "avif") }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, isThorough: true)
    let catalogue = PlayerRules.catalogue()
    let verdicts = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: catalogue.players)
    let found = verdicts.flatMap(\.findings).filter { $0.rule.id == "miaf-brand" }
    #expect(found.map(\.others) == [0])
  }

  /// Facts are found by the fingerprints of their names, of which no two may be the same.
  @Test func eachFactHasAName() {
    for fact in PlayerFact.allCases { #expect(PlayerFact.named(Array(fact.rawValue.utf8).rawBytes) == fact) }
    #expect(PlayerFact.named(Array("nothing-so".utf8).rawBytes) == nil)
  }

  /// Rules are texts: that they are read says nothing of their paths.
  @Test func rulesAreWholeAndNameFieldsThatThereAre() throws {
    let catalogue = PlayerRules.catalogue()
    #expect(catalogue.rules.count >= 222)
    #expect(PlayerRuleShelf.ofProject.ids == catalogue.rules.map(\.id))
    for rule in catalogue.rules {
      #expect(!rule.source.isEmpty, "\(rule.id)")
      #expect(!rule.says.isEmpty, "\(rule.id)")
    }
    let names = catalogue.rules.map(\.id) + catalogue.rules.flatMap(\.aliases)
    #expect(Set(names).count == names.count)
    let covered = Set(PlayerCases.all.map(\.rule))
    let open = catalogue.rules.filter { !covered.contains($0.id) && !$0.isOutside }.map(\.id)
    print("\(covered.count) rules have a file that breaks them; without one: \(open.joined(separator: " "))")
    #expect(open == [])
  }

  /// Whoever looks for rules that a file may break goes on to the next where one begins to say something.
  @Test func whatDecidesStandsInFrontOfWhatIsSaid() {
    let deciding = ["no", "lost", "loss", "depends", "note", "each", "when", "unless", "or"]
    for text in PlayerRules.texts.dropFirst() {
      var rule = ""
      var isSaid = false
      for line in text.description.split(separator: "\n") {
        let words = line.split(separator: " ")
        if line.hasPrefix("rule ") || line.hasPrefix("section ") { (rule, isSaid) = (String(line), false) }
        if words[0].hasPrefix("s"), line.hasPrefix(" ") { isSaid = true }
        #expect(!isSaid || !deciding.contains(String(words[0])), "\(rule): \(line)")
      }
    }
  }

  /// Rules have numbers by the text that they stand in.
  @Test func noTextHasMoreRulesThanThereAreNumbers() {
    for text in PlayerRules.texts.dropFirst() {
      let count = text.description.split(separator: "\n").count { $0.hasPrefix("rule ") }
      #expect((1...PlayerRuleShelf.most).contains(count), "\(count)")
    }
  }

  /// Of texts that are about movies and images no line is read for other files, which break none of their rules.
  @Test(arguments: [
    "mockups/track.mp3", "encoded/id3v2-tags.mp3", "encoded/adts.aac", "encoded/broadcast.wav", "encoded/alaw.aif",
    "encoded/mutagen-tags.aiff",
  ])
  func rulesOfMoviesAreBrokenByNoOtherFile(file: String) throws {
    let document = try MediaFile.open(try Corpus.open(file))
    MediaFile.check(document, name: nil, isThorough: true, countingFrames: true)
    let movies = PlayerRules.texts.dropFirst().filter { text in !PlayerRules.ofAnyFile.contains { $0.isSame(as: text) } }
    #expect(movies.count == 7)
    let catalogue = PlayerRules.catalogue([PlayerRules.players.description] + movies.map(\.description))
    let verdicts = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: catalogue.players)
    #expect(verdicts.flatMap(\.findings).filter { $0.detail == nil }.map(\.rule.id) == [])
    #expect(verdicts.flatMap(\.unchecked).map(\.rule.id) == [])
  }

  /// Mistakes in a file of rules are told at their place.
  @Test(arguments: [
    ("rule a\n  no nobody", 2, 6), ("rule a\n  no safari\n  when //[", 3, 10), ("what", 1, 1),
    ("rule a\n  no safari\n  when fact none", 3, 13), ("rule a\n  no safari\n  says x", 1, 1), ("  no safari", 1, 3),
    // The sign is not understood, and stands behind the name of the fact.
    ("rule a\n  no safari\n  when fact crops ~ 1", 3, 19),
    (String(repeating: "rule a\n  no safari\n  when fact edits\n  says x\n", count: 2), 5, 6),
    ("rule a\n" + String(repeating: "  says x\n", count: 2_000), 1_025, 3),
    ("section a\n  says x", 2, 3), ("section\n  when //[", 2, 10),
    // What a section says of each node is not said again, and is no condition of a rule.
    ("section\n  each /moov\nrule a\n  no safari\n  each /moov/trak", 5, 3),
    ("section\n  each /moov\nrule a\n  no safari\n  says x", 3, 1),
    ("section\n  when /moov exists\nrule a\n  no safari\n  or\n  says x", 3, 1),
  ])
  func mistakesAreTold(text: String, line: Int, column: Int) {
    var catalogue = PlayerRules.catalogue()
    let error = #expect(throws: PlayerRuleError.self) { try catalogue.read(text, from: "own.rules") }
    #expect(error?.line == line)
    #expect(error?.column == column, "\(error?.message ?? "")")
  }

  /// The lines of a section are those of each case of its rules, up to the next one.
  @Test func sectionsStandInFrontOfCases() throws {
    let effect = "\n  note safari\n"
    let sections = """
      section of the movie
        when /moov exists
      rule a\(effect)  when /free exists
        or
        each /moov/trak
        unless mdia exists
        says x
      section each track
        each /moov/trak of trak
        when tkhd exists
      rule b\(effect)  when mdia exists
        or
        when edts exists
        says x
      section
      rule c\(effect)  when /moov exists
        says x
      """
    let written = """
      rule a\(effect)  when /moov exists
        when /free exists
        or
        each /moov/trak
        when /moov exists
        unless mdia exists
        says x
      rule b\(effect)  each /moov/trak of trak
        when tkhd exists
        when mdia exists
        or
        each /moov/trak of trak
        when tkhd exists
        when edts exists
        says x
      rule c\(effect)  when /moov exists
        says x
      """
    func cases(_ text: String) throws -> [String] {
      var catalogue = PlayerCatalogue()
      try catalogue.read("player safari Safari\n" + text)
      return catalogue.rules.flatMap { rule in
        rule.cases.map { each in
          let conditions = each.conditions.map { condition in
            guard case .field(let field) = condition.kind else { return "\(condition)" }
            return "\(condition.isNegated) \(field.path) \(field.test)"
          }
          return "\(rule.id) \(each.scope.map { "\($0)" } ?? "") \(each.types) \(conditions)"
        }
      }
    }
    let found = try cases(sections)
    #expect(found.count == 5)
    #expect(try found == cases(written))
  }

  /// Each rule is compared with all before it: there may not be any number of them.
  @Test func issuesHaveAddresses() throws {
    let rules = PlayerRules.catalogue().rules
    let links = try #require(rules.first { $0.id == "elst-starts-inside-gop" }).links
    #expect(links == ["https://github.com/google/ExoPlayer/issues/2415", "https://github.com/google/ExoPlayer/issues/3358"])
    #expect(rules.first { $0.id == "avcc-missing" }?.links == [])
  }

  @Test func rulesAndPlayersAreCounted() {
    var catalogue = PlayerRules.catalogue()
    let room = 4_096 - catalogue.players.count - catalogue.groups.count
    let text = (0...room).map { "player p\($0) Name\n" }.joined()
    let error = #expect(throws: PlayerRuleError.self) { try catalogue.read(text, from: "own.rules") }
    // The last one that fits is counted when the next begins.
    #expect(error?.line == room + 1, "\(error?.message ?? "")")
  }

  /// Of a file that a specification is not about it is not said that no rule is broken.
  @Test(arguments: [
    ("encoded/gpac-image.heic", "cmaf dash hls broadcast streaming avif"), ("encoded/image.avif", "cmaf dash hls broadcast streaming"),
    ("encoded/h264-faststart.mp4", "miaf avif"), ("encoded/lame-cbr.mp3", "cmaf dash miaf avif broadcast streaming"),
  ])
  func aSpecificationIsAboutFilesOfItsKind(file: String, others: String) throws {
    let document = try MediaFile.open(try Corpus.open(file))
    MediaFile.check(document, name: nil, isThorough: false)
    let catalogue = PlayerRules.catalogue()
    let specifications = catalogue.players.filter(\.isSpecification)
    #expect(specifications.count == 7)
    let verdicts = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: specifications)
    let unknown = verdicts.filter { $0.answer == .unknown }
    #expect(Set(unknown.map(\.player.id)) == Set(others.split(separator: " ").map(String.init)))
    #expect(unknown.allSatisfy { $0.why?.hasSuffix("of which the rules of \($0.player.name) say nothing") == true })
    #expect(verdicts.allSatisfy { ($0.why == nil) == ($0.answer != .unknown) })
  }

  /// Rules of the movie are about what stands in another file.
  @Test func aSegmentAloneIsNotSaidToBreakNoRule() throws {
    let segment = PlayerCases.content(try Corpus.open("encoded/segment-0.m4s"))
    let start = PlayerCases.content(try Corpus.open("encoded/segment-init.mp4"))
    func verdicts(_ bytes: [UInt8]) throws -> [PlayerVerdict] {
      let document = try MediaFile.open(ByteSource(copying: bytes))
      MediaFile.check(document, name: nil, isThorough: false)
      let catalogue = PlayerRules.catalogue()
      let specifications = catalogue.players.filter { $0.isSpecification && $0.subjects.contains("movie") }
      #expect(specifications.count == 5)
      return PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: specifications)
    }
    let alone = try verdicts(segment)
    #expect(alone.allSatisfy { $0.answer == .unknown && $0.why?.hasPrefix("a media segment alone: ") == true })
    #expect(try verdicts(start + segment).allSatisfy { $0.answer != .unknown && $0.why == nil })
    // What it breaks by itself it breaks with any movie: a fragment without its time.
    let broken = try verdicts(segment.changing("moof/traf/tfdt") { tfdt in atom("free") { bytes(Array(tfdt.dropFirst(8))) }.bytes })
    let refused = broken.filter { $0.answer == .no }
    #expect(Set(refused.map(\.player.id)) == ["cmaf", "dash"] && refused.allSatisfy { $0.why == nil })
  }

  /// What is not known for sure is not said: a movie whose tree is cut is not said to play.
  @Test func whatWasNotReadIsNotCalledFine() throws {
    let base = PlayerCases.content(try Corpus.open("encoded/h264-faststart.mp4"))
    var limits = Limits()
    limits.nodes = 40
    let document = try MediaFile.open(ByteSource(copying: base), limits: limits)
    MediaFile.check(document, name: nil, isThorough: false)
    let catalogue = PlayerRules.catalogue()
    let verdicts = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: catalogue.players)
    let fine = verdicts.filter { $0.answer == .plays }.map(\.player.id)
    #expect(fine == [], "\(document.problems.counts.map(\.kind.id.description))")
  }
}
