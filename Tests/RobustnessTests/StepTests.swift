import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureDiff
import StructureRendering
import Testing

/// Files of *n*, 2 *n* and 4 *n* of something take steps in proportion: counted, since seconds differ
/// from machine to machine and a quadratic algorithm is fast enough for a small *n*.
@Suite struct StepTests {
  /// The steps of a whole outline with what is wrong.
  private func steps(of bytes: [UInt8]) throws -> UInt64 {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, isThorough: true)
    var options = RenderOptions()
    options.fields = .all
    var nodes = NodeRenderer(document, options, output: ByteWriter())
    for index in document.tree.indices { nodes.renderInDump(index) }
    _ = nodes.finish()
    _ = About(of: document)
    _ = MediaFile.metadata(of: document).map(\.value)
    _ = MediaFile.chapters(of: document)
    _ = try Path("//udta//udta//udta//udta").nodes(in: document)
    var lines = ByteWriter()
    Snapshot.writeLines(of: document, options: Snapshot.Options(), to: &lines)
    return document.work.steps
  }

  /// The steps of a comparison with the same file whose atoms at the top stand the other way round.
  private func stepsOfComparison(_ bytes: [UInt8]) throws -> UInt64 {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let tree = document.tree
    var turned: [UInt8] = []
    for index in Array(tree.children(of: nil)).reversed() {
      turned += bytes[Int(tree[index].start)..<Int(tree[index].end)]
    }
    let other = MediaFile.read(ByteSource(copying: turned), as: .isoBaseMedia)
    let before = document.work.steps + other.work.steps
    let comparison = Comparison(document, other, rules: .media)
    #expect(comparison.isComplete)
    return document.work.steps + other.work.steps - before
  }

  /// The *n* log *n* of siblings that stand in another order are charged for.
  @Test(arguments: ["siblings of one type", "siblings of other types", "extended types"])
  func siblingsInAnotherOrderTakeFewSteps(name: String) throws {
    let family = try #require(Family.all.first { $0.name == name })
    let few = try stepsOfComparison(family.bytes(count: 200))
    let more = try stepsOfComparison(family.bytes(count: 400))
    let many = try stepsOfComparison(family.bytes(count: 800))
    #expect(few > 200, "nobody counts")
    #expect(more <= few * 5 / 2 && many <= more * 5 / 2, "\(few), \(more), \(many)")
  }

  /// Whether a field counts something is looked up, and not sought for each field that differs.
  @Test func entriesInAnotherOrderTakeFewSteps() throws {
    func film(_ sets: some Collection<Int>) throws -> Document {
      let bytes = atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("hvc1") {
                atom("hvcC") {
                  u8(1); zeros(21); u8(1, 33)
                  u16(UInt16(sets.count))
                  for set in sets { u16(4, 0x4201, UInt16(set)) }
                }
              }
            } tables: {
              Parts.emptyTables
            }
          }
        }
      }
      return try MediaFile.open(ByteSource(copying: bytes))
    }
    func steps(_ count: Int) throws -> UInt64 {
      let (before, after) = try (film(0..<count), film((0..<count).map { $0 * 7 % count }))
      let opened = before.work.steps + after.work.steps
      #expect(!Comparison(before, after, rules: .media).isEqual)
      return before.work.steps + after.work.steps - opened
    }
    let (few, more, many) = try (steps(200), steps(400), steps(800))
    #expect(few > 400, "nobody counts")
    #expect(more <= few * 5 / 2 && many <= more * 5 / 2, "\(few), \(more), \(many)")
  }

  @Test(arguments: Family.all.map(\.name))
  func twiceAsManyTakeTwiceTheSteps(name: String) throws {
    let family = try #require(Family.all.first { $0.name == name })
    let count = 64
    let few = try steps(of: family.bytes(count: count))
    let more = try steps(of: family.bytes(count: 2 * count))
    let many = try steps(of: family.bytes(count: 4 * count))
    #expect(few > 0, "nobody counts")
    // A square would be four times as many.
    #expect(more <= few * 5 / 2 && many <= more * 5 / 2, "\(few), \(more), \(many)")
  }

  /// A file of 1.4 KB whose first item has 16⁷ ranges: an outline of it did not end.
  @Test func itemsThatLieInEachOtherAreWorkedOutOnce() throws {
    let bytes = atoms {
      Parts.fileType("mif1", "mif1")
      Family.itemsInItems(count: 8, extents: 16)
    }
    #expect(bytes.count < 1_500)
    #expect(try steps(of: bytes) < 64 * UInt64(bytes.count))
  }

  /// Rules for players that are asked for each reference between items ask each time what the image is made of.
  @Test func referencesBetweenItemsAreReadOnce() throws {
    func steps(_ count: Int) throws -> UInt64 {
      let bytes = atoms {
        Parts.fileType("avif", "avif", "mif1", "miaf")
        atom("meta", version: 0) {
          Parts.handlerReference("pict")
          atom("pitm", version: 0) { u16(1) }
          atom("iinf", version: 0) {
            u16(2)
            for (item, type) in [(1, "iden"), (2, "av01")] as [(UInt16, FourCC)] {
              atom("infe", version: 2) { u16(item, 0); code(type); u8(0) }
            }
          }
          atom("iref", version: 0) {
            atom("dimg") { u16(1, 1, 2) }
            for _ in 0..<count { atom("thmb") { u16(2, 1, 1) } }
          }
        }
      }
      let document = try MediaFile.open(ByteSource(copying: bytes))
      let opened = document.work.steps
      let catalogue = PlayerRules.catalogue()
      _ = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: catalogue.players)
      return document.work.steps - opened
    }
    let (few, more, many) = try (steps(200), steps(400), steps(800))
    #expect(few > 200, "nobody counts")
    #expect(more <= few * 5 / 2 && many <= more * 5 / 2, "\(few), \(more), \(many)")
  }

  /// Of images that are turned none of the references is read again.
  @Test func imagesThatAreTurnedAreListedInOnePass() throws {
    func steps(_ count: UInt16) throws -> UInt64 {
      let bytes = atoms {
        Parts.fileType("mif1", "mif1")
        atom("meta", version: 0) {
          Parts.handlerReference("pict")
          atom("pitm", version: 0) { u16(1) }
          atom("iinf", version: 0) {
            u16(count)
            for item in 1...count { atom("infe", version: 2) { u16(item, 0); code("av01"); u8(0) } }
          }
          atom("iprp") {
            atom("ipco") {
              atom("ispe", version: 0) { u32(64, 48) }
              atom("irot") { u8(1) }
            }
            atom("ipma", version: 0) {
              u32(UInt32(count))
              for item in 1...count { u16(item); hex("02 01 82") }
            }
          }
          atom("iref", version: 0) { for item in 1...count { atom("thmb") { u16(item, 1, 1) } } }
        }
      }
      let document = try MediaFile.open(ByteSource(copying: bytes))
      let opened = document.work.steps
      let survey = ItemSurvey(document)
      #expect(survey.items.count == Int(count) && survey.items.allSatisfy { $0.shown?.width == 48 })
      return document.work.steps - opened
    }
    let (few, many) = try (steps(100), steps(400))
    #expect(few >= 100, "nobody counts")
    #expect(many <= few * 5, "\(few), \(many)")
  }

  /// Whatever the limit, nothing is said that was not looked at: what ends early is named, and a file whose
  /// rules were not all run is not checked.
  @Test(arguments: [1, 10, 100, 1_000, 10_000] as [UInt64])
  func aLimitOfStepsIsKeptAndSaid(limit: UInt64) throws {
    let families = Family.all.map { $0.bytes(count: 256) } + [try Self.sampled()]
    var short = 0
    for bytes in families {
      var limits = Limits()
      limits.steps = limit
      let document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
      MediaFile.check(document, isThorough: true)
      let whole = try MediaFile.open(ByteSource(copying: bytes))
      MediaFile.check(whole, isThorough: true)
      if document.work.leftOut.isEmpty {
        #expect(document.problems.counts.map(\.count) == whole.problems.counts.map(\.count))
        #expect(document.problems.areChecked)
        continue
      }
      short += 1
      #expect(!document.problems.areChecked)
      #expect(document.problems.kept.contains { $0.kind.id.description == "steps-exhausted" })
    }
    #expect(limit > 1 || short == families.count)
  }

  /// Lists end where steps do, and say so.
  @Test func samplesEndWhereStepsDo() throws {
    var limits = Limits()
    limits.steps = 500
    let bytes = try Self.sampled()
    let document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    let track = try #require(MovieSamples(document).tracks.first)
    #expect(track.count == 100_000)
    var count = 0
    for _ in track.samples() { count += 1 }
    #expect(count > 1_000 && count < 50_000, "\(count)")
    #expect(document.leftOut.map(\.description) == ["there are no steps left for all samples"])
  }

  /// A track of 100,000 samples, each of its own size.
  private static func sampled() throws -> [UInt8] {
    let sizes = (0..<100_000).map { UInt32(1 + $0 % 7) }
    return atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables(sizes)
          }
        }
      }
    }
  }
}
