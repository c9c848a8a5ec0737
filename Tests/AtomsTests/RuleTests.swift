import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// Rules find what breaks them, and nothing else.
@Suite struct RuleTests {
  /// All that a thorough examination finds, `severity id path`.
  private func problems(
    _ bytes: [UInt8], limits: Limits = Limits(), name: String? = nil, opensItems: Bool = false
  ) throws -> [(id: String, line: String)] {
    var document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    if opensItems { document = MediaFile.openingItems(of: document, limits: limits) }
    MediaFile.check(
      document, name: name.map { Array($0.utf8) }, isThorough: true, countingFrames: true)
    return document.problems.kept.map { problem in
      let path =
        document.tree.known(problem.node).map { document.path(of: $0) } ?? "file"
      return (
        problem.kind.id.description,
        "\(problem.severity.name) \(problem.kind.id) \(path)"
      )
    }
  }

  @Test func everyRuleHasAFileThatBreaksIt() {
    let tested = Set(RuleCases.all.map(\.id))
    let rules = Set(Rule.all.map { $0.kind.id.description })
    #expect(rules.subtracting(tested) == [])
    #expect(tested.subtracting(rules) == [])
    #expect(rules.count >= 60)
  }

  @Test(arguments: RuleCases.all.indices)
  func filesThatBreakARuleAreTold(from others: Int) throws {
    let rule = RuleCases.all[others]
    // What an item holds is read when it is opened; of most cases its bytes are no picture.
    let opensItems = rule.id == "exif-prefix-uncounted"
    let broken = try problems(
      rule.broken, limits: rule.limits, name: rule.name, opensItems: opensItems)
    #expect(broken.contains { $0.id == rule.id }, "\(rule.id) in \(broken.map(\.line))")
    let sound = try problems(rule.sound, opensItems: opensItems)
    #expect(!sound.contains { $0.id == rule.id }, "\(rule.id) in \(sound.map(\.line))")
    #expect(
      !sound.contains { $0.line.hasPrefix("error") }, "\(rule.id): \(sound.map(\.line))")
  }

  /// What ffmpeg writes into the descriptions of Avid and H.263 belongs there, and four zeros in front of further atoms are
  /// passed over.
  @Test func descriptionsOfFFmpegAreRead() throws {
    func film(_ type: FourCC, @AtomBuilder _ boxes: () -> Piece) -> [UInt8] {
      let boxes = boxes()
      return atoms {
        Parts.fileType("qt  ", "qt  ")
        atom("mdat") { zeros(9) }
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry(type) { boxes } } tables: { Parts.sampleTables([5, 4], at: 28) }
          }
        }
      }
    }
    func raised(_ bytes: [UInt8]) throws -> [String] {
      try problems(bytes).map(\.id).filter { $0.hasPrefix("atom-") }
    }
    let phone = atom("d263") { code("FFMP"); u8(0, 10, 0) }
    for type in ["s263", "h263", "H263"] as [FourCC] { #expect(try raised(film(type) { phone }) == []) }
    #expect(try raised(film("mp4v") { phone }) == ["atom-misplaced"])
    // Nor is 'senc' at home among tables, where no offsets beside it lead into it.
    let lost = Files.film.adding(to: Files.tables.dropLast().description) { atom("senc", version: 0) { u32(0) } }
    #expect(try raised(lost) == ["atom-misplaced"])
    let avid = film("AVUI") {
      atom("APRG") { code("APRG", "0001"); u32(1, 0) }
      atom("ARES") { code("ARES", "0001"); u32(0x98, 720, 576, 2); zeros(88) }
      zeros(4)
      atom("fiel") { u8(1, 0) }
      atom("pasp") { u32(16, 15) }
    }
    #expect(try raised(avid) == [])
    let document = try MediaFile.open(ByteSource(copying: avid))
    let entry = try #require(document.nodes("//AVUI").first)
    let children = document.tree.children(of: entry).map { document.path(of: $0) }
    #expect(children.map { String($0.split(separator: "/").last ?? "") } == ["APRG", "ARES", "padding", "fiel", "pasp"])
    // Where no atoms follow, it is one of size 0 as elsewhere.
    #expect(try raised(film("AVUI") { zeros(4); hex("0000000A 61626364 00000000 00000000") }) == ["atom-size-zero"])
  }

  /// Android writes the format of metadata in front as well, where other entries say where their data is: that is in this
  /// file. Up to version 9 it was there alone.
  @Test(arguments: [1, 2])
  func metadataOfAndroidLiesInTheFile(times: Int) throws {
    let film = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media(handler: "meta") {
            atom("mett") { for _ in 0..<times { text("application/motionphoto-image-meta", terminated: true) } }
          } tables: {
            Parts.sampleTables([4, 4], at: 28)
          }
        }
      }
    }
    #expect(try !problems(film).contains { $0.id == "data-reference-invalid" || $0.id == "reserved-not-zero" })
    let document = try MediaFile.open(ByteSource(copying: film))
    let reader = NodeReader(document)
    reader.open(try #require(document.nodes("//mett").first))
    #expect(reader.text(ofFieldNamed: "mime_format") == "application/motionphoto-image-meta")
    #expect(reader.content("content_encoding") == nil)
    // An encoding and a format as they should stand are read as before.
    let usual = film.replacing("moov/trak/mdia/minf/stbl/stsd/mett") {
      atom("mett") { zeros(6); u16(2); text("", terminated: true); text("application/x", terminated: true) }
    }
    #expect(try problems(usual).contains { $0.id == "data-reference-invalid" })
  }

  /// A fragment may have the configuration of its pictures, and an editor's film tracks of its own at the top.
  @Test func boxesOfFragmentsAndEditorsAreRead() throws {
    let film = atoms {
      Parts.fileType("iso6", "iso6")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [0, 0, 0, 0])
      atom("axte") { Piece(Files.film) }
    }
    let bytes = film.adding(behind: "moof/traf/trun") { atom("avcn") { Piece(Array(Parts.avcConfiguration.bytes.dropFirst(8))) } }
    #expect(try !problems(bytes).contains { $0.id.hasPrefix("atom-") })
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let reader = NodeReader(document)
    reader.open(try #require(document.nodes("moof/traf/avcn").first))
    #expect(reader.number("AVCLevelIndication") == 10 && reader.number("pic_width_in_mbs_minus1") == 3)
    reader.open(try #require(document.nodes("axte").first))
    #expect(reader.content("tracks")?.byteCount == Files.film.count)
    #expect(try document.nodes("axte/*").isEmpty)
  }

  /// 2³² samples of a clock of 2³² ticks a second in three ticks: a rate that no number of a problem holds.
  @Test func aRateBeyondAllClocksIsNotSaid() throws {
    let film = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media(timescale: .max) { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4], at: 8) }
        }
      }
    }
    let times = film.replacing("moov/trak/mdia/minf/stbl/stts") {
      atom("stts", version: 0) { u32(4); u32(.max, 0); u32(1, 1); u32(1, 2); u32(5, 0) }
    }
    #expect(try !problems(times).contains { $0.id == "frame-rate-uneven" })
  }

  /// A movie that ends behind its type is none: what was downloaded of it holds nothing. Of parts of other files, of
  /// images, and of what nobody knows, `moov` is not missed.
  @Test func aTypeAloneIsNoMovie() throws {
    func isMissed(_ bytes: [UInt8]) throws -> Bool {
      try problems(bytes).contains { $0.line == "error movie-missing file" }
    }
    let type = Parts.fileType("isom", "isom")
    #expect(try isMissed(type.bytes))
    #expect(try isMissed(Parts.fileType("qt  ", "qt  ").bytes))
    #expect(try isMissed(atoms { type; atom("free") { zeros(8) } }))
    // That it is cut is why.
    #expect(try isMissed(Array(type.bytes.dropLast(4))))
    for brand in ["heic", "avif", "crx "] as [FourCC] {
      #expect(try !isMissed(Parts.fileType(brand, brand).bytes), "\(brand)")
    }
    #expect(try !isMissed(Parts.fileType("hhhh", "mif1", "heic").bytes))
    let segment = pieces { code("msdh"); u32(0); code("msdh") }
    #expect(try !isMissed(atoms { atom("styp") { segment } }))
    #expect(try !isMissed(atoms { atom("sidx", version: 0) { u32(1, 1_000, 0, 0, 0) } }))
    #expect(try !isMissed(atoms { type; atom("uuid") { zeros(20) } }))
    #expect(try !isMissed(atoms { type; Parts.movie {} }))
  }

  /// A track has one header in a fragment, which says once when it begins (14496-12 §8.8.7, §8.8.12).
  @Test(arguments: ["tfhd", "tfdt"])
  func aFragmentSaysOnceWhoseItIsAndWhenItBegins(type: String) throws {
    let film = atoms {
      Parts.fileType("iso6", "iso6")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [0, 0, 0, 0])
    }
    let other =
      type == "tfhd" ? atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) } : atom("tfdt", version: 1) { u64(0) }
    let twice = film.adding(behind: "moof/traf/" + type) { other }
    #expect(try !problems(film).contains { $0.id == "atom-duplicated" })
    #expect(try problems(twice).contains { $0.id == "atom-duplicated" })
  }

  /// Samples of fragments use a description that `trex` or `tfhd` names: one of two is there.
  @Test(arguments: [(1, 1), (2, 1), (1, 2), (0, 0)] as [(UInt32, UInt32)])
  func aFragmentUsesADescriptionThatIsThere(ofAll: UInt32, ofOne: UInt32) throws {
    let bytes = atoms {
      Parts.fileType("iso6", "iso6")
      Parts.movie(duration: 0) {
        Parts.track(duration: 0) {
          Parts.media(duration: 0) { Parts.visualEntry("avc1") } tables: { Parts.emptyTables }
        }
        atom("mvex") { atom("trex", version: 0) { u32(1); u32(ofAll); u32(1_000); u32(0); u32(0) } }
      }
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0002) { u32(1); u32(ofOne) }
          atom("tfdt", version: 1) { u64(0) }
          atom("trun", version: 0, flags: 0x301) { u32(1); u32(108); u32(1_000); u32(4) }
        }
      }
      atom("mdat") { u32(0) }
    }
    let found = try problems(bytes).filter { $0.id == "description-index-invalid" }.map(\.line)
    let path = ofAll == 2 ? "moov/mvex/trex" : "moof/traf/tfhd"
    // 0 is none either; in 'trex' nobody minds where each fragment says its own.
    #expect(found == (ofAll == 2 || ofOne != 1 ? ["error description-index-invalid \(path)"] : []))
  }

  /// What a sentence names, the finding has; each kind is reported by a file of the cases.
  @Test func findingsHaveWhatTheirSentencesName() throws {
    var unknown: Set<String> = []
    for rule in RuleCases.all {
      let document = try MediaFile.open(ByteSource(copying: rule.broken), limits: rule.limits)
      MediaFile.check(document, name: rule.name.map { Array($0.utf8) }, isThorough: true)
      for problem in document.problems.kept {
        let kind = problem.kind
        for text in [kind.sentence, kind.expected, kind.action] {
          for match in text.description.matches(of: /\{([a-z]+)/) {
            let name = String(match.1)
            if ["field", "type", "parent", "node", "size"].contains(name) { continue }
            if problem.detail[name] == nil {
              unknown.insert("\(kind.id) names \(name), and has \(problem.detail)")
            }
          }
        }
      }
    }
    #expect(unknown.sorted() == [])
  }

  /// Of the broken files, those whose only error is the one that was made.
  @Test func aFaultIsToldOnce() throws {
    var several: [String] = []
    for rule in RuleCases.all where rule.id != "depth-limit" && rule.id != "node-limit" {
      let document = try MediaFile.open(ByteSource(copying: rule.broken), limits: rule.limits)
      MediaFile.check(document, name: rule.name.map { Array($0.utf8) }, isThorough: true)
      let others = document.problems.kept.filter {
        $0.follows == nil && $0.severity > .note && $0.kind.id.description != rule.id
      }
      if !others.isEmpty {
        several.append(
          "\(rule.id): \(others.map { $0.kind.id.description }.joined(separator: " "))")
      }
    }
    #expect(several.joined(separator: "\n") == Self.companions)
  }

  /// What a limit left out of a node is not missing in the file.
  @Test(arguments: 1...30) func whatALimitLeavesOutIsNoFault(most: Int) throws {
    var (few, shallow) = (Limits(), Limits())
    few.nodes = most
    shallow.depth = most
    for limits in [few, shallow] {
      let document = try MediaFile.open(ByteSource(copying: Files.film), limits: limits)
      MediaFile.check(document, isThorough: true)
      let faults = document.problems.kept.filter { $0.follows == nil && $0.severity == .error }
      #expect(faults.map(\.kind.id.description) == [], "\(limits.nodes) nodes, depth \(limits.depth)")
    }
  }

  /// A movie that holds another one compressed.
  private static func compressed(_ movie: [UInt8]) -> Piece {
    atom("moov") {
      atom("cmov") {
        atom("dcom") { code("zlib") }
        atom("cmvd") { u32(UInt32(movie.count)); Recipe.stored(Piece(movie)) }
      }
    }
  }

  /// Of a compressed movie that is inflated as far as a limit allows, nothing is wrong in the file.
  @Test(arguments: [4, 8, 20, 100, 200, 400]) func whatIsNotInflatedIsNoFault(most: Int) throws {
    let film = Files.film.changing("moov") { Self.compressed($0).bytes }
    var few = Limits()
    few.inflated = most
    let document = try MediaFile.open(ByteSource(copying: film), limits: few)
    MediaFile.check(document, isThorough: true)
    let problems = document.problems
    let limit = try #require(problems.kept.firstIndex { $0.kind.id.description == "inflate-limit" })
    let id = most < 8 ? "atom-header-truncated" : "atom-exceeds-parent"
    let cut = try #require(problems.kept.first { $0.kind.id.description == id })
    #expect(cut.follows == limit && problems.followsFromLimit(cut) && !problems.followsFromLimit(problems.kept[limit]))
    #expect(problems.errors == 0, "\(problems.kept.filter { $0.follows == nil }.map { $0.kind.id.description })")
    // What is not inflated may refer to all media.
    #expect(!problems.kept.contains { $0.kind.id.description == "media-unreferenced" })
  }

  /// What would not fit into the bytes that there would be is wrong, however many there are.
  @Test func whatDoesNotFitIntoAllOfItIsAFault() throws {
    let movie = atom("moov", rawSize: 400) { atom("free") { zeros(92) } }.bytes
    let film = atoms {
      Parts.fileType("qt  ", "qt  ")
      Self.compressed(movie)
    }
    var few = Limits()
    few.inflated = 60
    let found = try problems(film, limits: few)
    #expect(found.contains { $0.id == "inflate-limit" })
    let document = try MediaFile.open(ByteSource(copying: film), limits: few)
    #expect(document.problems.firstError?.kind.id.description == "atom-exceeds-parent")
  }

  /// Faults that are more than one thing: each of these is wrong by itself.
  private static let companions = """
    ftyp-not-first: chunk-outside-media
    ftyp-missing: chunk-outside-media
    track-id-duplicate: atom-missing
    handler-unsuited: media-header-mismatch
    sync-sample-invalid: first-sample-not-sync
    sample-duration-zero: media-duration-differs
    sample-duration-negative: media-duration-differs
    frame-rate-uneven: media-duration-differs
    frame-rate-unusual: media-duration-differs
    key-frame-distance: media-duration-differs
    chunks-unordered: chunk-offset-shifted
    decode-time-missing: run-outside-media
    base-offset-absolute: run-outside-media
    item-id-duplicate: item-location-missing
    item-id-duplicate: property-item-unknown property-item-unknown item-reference-unknown item-reference-unknown
    property-index-invalid: image-size-missing
    property-item-unknown: image-size-missing image-configuration-missing
    extended-header-invalid: padding-not-zero
    chunk-unpadded: chunk-header-truncated
    icc-too-many: count-exceeds-box
    """

  @Test func identifiersAreKebabCaseAndExplained() {
    for rule in Rule.all {
      let id = rule.kind.id.description
      #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(id)")
      for text in [rule.why, rule.players, rule.mend] {
        #expect(text.utf8CodeUnitCount > 10, "\(id): '\(text)' explains too little")
        #expect(text.description.hasSuffix("."), "\(id): '\(text)' is no sentence")
      }
      #expect(rule.clause.utf8CodeUnitCount > 0, "\(id)")
      #expect(!rule.kind.sentence.description.hasSuffix("."), "\(id)")
    }
  }

  /// Whatever a problem may be called, somebody can ask what it means.
  @Test func everyKindOfProblemHasARule() throws {
    let ids = Set(Rule.all.map { $0.kind.id.description })
    let sources = String(Corpus.folder.dropLast("Corpus".count)) + "Sources"
    var found = 0
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: sources + "/" + file, encoding: .utf8)
      for match in text.matches(of: /"([a-z0-9-]+)",\s*\.(?:error|warning|note)\b/) {
        found += 1
        #expect(ids.contains(String(match.1)), "\(match.1) in \(file) has no rule that explains it")
      }
    }
    #expect(found > 60)
  }

  @Test func identifiersAreOfOneRule() {
    var seen: Set<String> = []
    for rule in Rule.all {
      #expect(seen.insert(rule.kind.id.description).inserted, "\(rule.kind.id)")
    }
  }

  /// A parameter set has bytes that keep it from looking like the start of another; its copy in a configuration has none.
  @Test func theProfileOfHEVCIsToBeCopiedWithoutThem() throws {
    let bytes = PlayerCases.content(try Corpus.open("encoded/hevc-hvc1.mp4"))
    let start = try #require(bytes.firstRange(of: Array("hvcC".utf8))?.upperBound)
    let profile = Array(bytes[(start + 1)..<(start + 12)])
    let unit = try #require(bytes[start...].firstRange(of: [0x42, 1, 1])?.lowerBound)
    let set = Array(bytes[unit...].prefix(32))
    #expect(Array(set[3..<14]) != profile)
    #expect(Array(set.replacing([0, 0, 3], with: [0, 0])[3..<14]) == profile)
    let rule = try #require(Rule.all.first { $0.kind.id.description == "profile-differs" })
    #expect(rule.mend.description.hasSuffix("11 bytes from 3 on, not counting each 03 behind 00 00."))
  }

  @Test func anOutlineLeavesAdviceOut() throws {
    let document = try MediaFile.open(ByteSource(copying: Files.film))
    MediaFile.check(document)
    #expect(document.problems.kept.isEmpty)
  }
}
