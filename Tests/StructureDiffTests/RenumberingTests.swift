// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Items that a writer counted anew: what refers to them by their numbers follows, where mapping the numbers
/// leaves nothing else.
@Suite struct RenumberingTests {
  /// A picture of two tiles with a thumbnail and Exif, its items under numbers and in the order of these.
  private struct Picture {
    var numbers: [UInt16] = [1, 2, 3, 4, 5]
    var exif = "Exif"
    var primary: Int = 2
      /// Whether the name in the entry of the thumbnail has no end.
    var isDamaged = false
    var hasOldReferences = false
    var group: FourCC = "altr"
    /// Whether the group lists the items by the numbers that they had.
    var hasOldGroup = false

    private static let types: [FourCC] = ["hvc1", "hvc1", "grid", "hvc1", "Exif"]
    private var data: [[UInt8]] {
      [Array("tile".utf8), Array("other".utf8), [0, 0, 0, 1, 0, 64, 0, 32], Array("small".utf8), Array(exif.utf8)]
    }

    private func meta(_ start: Int) -> Piece {
      let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
      var offsets: [Int: Int] = [:]
      var end = start
      for item in order {
        offsets[item] = end
        end += data[item].count
      }
      let own = hasOldReferences ? [1, 2, 3, 4, 5] : numbers
      let grouped = hasOldGroup ? [1, 2, 3, 4, 5] : own
      return atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: 0) { u16(numbers[primary]) }
        atom("iloc", version: 0) {
          u8(0x44, 0); u16(5)
          for item in order { u16(numbers[item], 0, 1); u32(UInt32(offsets[item] ?? 0), UInt32(data[item].count)) }
        }
        atom("iinf", version: 0) {
          u16(5)
          for item in order {
            atom("infe", version: 2) {
              u16(numbers[item], 0); code(Self.types[item])
              if !isDamaged || item != 3 { u8(0) } else { u8(0x41) }
            }
          }
        }
        atom("iref", version: 0) {
          for item in order {
            switch item {
            case 2: atom("dimg") { u16(own[2], 2, own[0], own[1]) }
            case 3: atom("thmb") { u16(own[3], 1, own[2]) }
            case 4: atom("cdsc") { u16(own[4], 1, own[2]) }
            default: pieces {}
            }
          }
        }
        atom("iprp") {
          atom("ipco") { for size in [32, 64, 16] { atom("ispe", version: 0) { u32(UInt32(size), 32) } } }
          atom("ipma", version: 0) {
            u32(4)
            for item in order where item < 4 { u16(numbers[item]); u8(1, [1, 1, 2, 3][item]) }
          }
        }
        atom("grpl") {
          atom(group, version: 0) {
            u32(100, 2, UInt32(grouped[2]), UInt32(grouped[3]))
            // A pyramid says more of its layers.
            if group == "pymd" { u16(64, 32, 1, 0, 0, 1, 0, 0) }
          }
        }
      }
    }

    var bytes: [UInt8] {
      let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
      let head = Parts.fileType("mif1", "mif1", "heic")
      return atoms {
        head
        meta(head.bytes.count + meta(0).bytes.count + 8)
        atom("mdat") { for item in order { for byte in data[item] { u8(byte) } } }
      }
    }
  }

  private func comparison(_ before: [UInt8], _ after: [UInt8]) throws -> Comparison {
    Comparison(try Files.open(before), try Files.open(after), rules: .media)
  }

  /// What is listed, each with its place.
  private func listed(_ comparison: Comparison) -> [String] {
    comparison.changes.map { change in
      let node = change.before.map { comparison.before.tree[$0].type.key } ?? ""
      return "\(node).\(change.field) \(change.old) → \(change.new)"
    }
  }

  /// All numbers greater by ten; two of them exchanged, so that each number is still there; others in another order.
  @Test(arguments: [[11, 12, 13, 14, 15], [3, 2, 1, 4, 5], [5, 3, 4, 1, 2], [1, 2, 3, 40, 5]] as [[UInt16]])
  func whatRefersToItemsFollows(_ numbers: [UInt16]) throws {
    let (old, new) = (Picture().bytes, Picture(numbers: numbers).bytes)
    for (a, b) in [(old, new), (new, old)] {
      let found = try comparison(a, b)
      #expect(listed(found).allSatisfy { $0.hasPrefix("infe.item_ID ") }, "\(listed(found))")
      #expect(!found.changes.isEmpty)
      #expect(found.counted.contains { $0.kind == "item number" })
      #expect(found.verdict?.closing == "viewer: no change (16 aspects; 5 of 5 samples)")
      #expect(found.newProblems.list.isEmpty)
    }
  }

  /// What changed besides is listed, under whichever number.
  @Test func whatElseChangedIsListed() throws {
    let edited = try comparison(Picture().bytes, Picture(numbers: [5, 3, 4, 1, 2], exif: "Exif of today").bytes)
    let others = listed(edited).filter { !$0.hasPrefix("infe.item_ID ") }
    #expect(others.contains { $0.hasPrefix("iloc.items[5]") } && others.contains { $0.hasPrefix("mdat") }, "\(others)")
    #expect(others.count == 2)
    // Another item stands for the whole, whichever number it has.
    for numbers in [[5, 3, 4, 1, 2], [11, 12, 13, 14, 15]] as [[UInt16]] {
      let found = try comparison(Picture().bytes, Picture(numbers: numbers, primary: 3).bytes)
      #expect(listed(found).contains { $0.hasPrefix("pitm.item_ID ") }, "\(listed(found))")
      #expect(found.verdict?.state(of: .display) == .changed)
    }
  }

  /// The same bytes that refer to other items now are no change of their own, and are told.
  @Test func theSameNumbersOfOtherItemsAreTold() throws {
    let found = try comparison(
      Picture().bytes, Picture(numbers: [1, 2, 4, 3, 5], hasOldReferences: true).bytes)
    #expect(found.verdict?.state(of: .display) == .changed)
    let told = found.verdict?.findings.map(\.sentence) ?? []
    #expect(told.contains { $0.contains("items refer to others under their new numbers") }, "\(told)")
  }

  /// Two tiles under each other's number, and whatever names them as it was: their data have changed places, which is no
  /// consequence of anything, and in the other order of the group another item is the first choice.
  @Test func dataThatChangedPlacesFollowsNothing() throws {
    let found = try comparison(Picture().bytes, Picture(numbers: [2, 1, 3, 4, 5], hasOldReferences: true).bytes)
    #expect(!found.isEqual)
    #expect(listed(found).contains { $0.hasPrefix("iloc.") }, "\(listed(found))")
    #expect(!found.counted.contains { $0.kind == "item number" })
    let group = try comparison(Picture().bytes, Picture(numbers: [1, 2, 13, 14, 5], hasOldReferences: true).bytes)
    let told = group.verdict?.findings.map(\.sentence) ?? []
    #expect(told.contains("groups have other items under their new numbers"), "\(told)")
  }

  /// A group that names the numbers that items had names none, whatever kind of group it is.
  @Test(arguments: ["altr", "brst", "favc", "iaug", "pymd", "slid", "ster", "tsyn"] as [FourCC])
  func groupsOfAllKindsAreHeldAgainstItems(_ group: FourCC) throws {
    let numbers: [UInt16] = [11, 12, 13, 14, 15]
    let before = Picture(group: group).bytes
    let stale = try comparison(before, Picture(numbers: numbers, group: group, hasOldGroup: true).bytes)
    let told = stale.verdict?.findings.map(\.sentence) ?? []
    #expect(told.contains("groups have other items under their new numbers"), "\(told)")
    #expect(stale.verdict?.state(of: .display) == .changed && stale.verdict?.closing == nil)
    #expect(Set(stale.newProblems.list.map { $0.kind.id.description }) == ["group-entity-unknown"])
    let whole = try comparison(before, Picture(numbers: numbers, group: group).bytes)
    #expect(whole.verdict?.closing == "viewer: no change (16 aspects; 5 of 5 samples)")
    #expect(whole.newProblems.list.isEmpty, "\(whole.newProblems.list)")
  }

  /// What cannot be read proves nothing: a group of a version that nobody knows, or one that ends in its list.
  @Test(arguments: [(0, 9), (11, 3)] as [(Int, UInt8)])
  func aGroupThatCannotBeReadProvesNothing(at offset: Int, byte: UInt8) throws {
    func damaged(_ numbers: [UInt16]) -> [UInt8] {
      Picture(numbers: numbers, hasOldGroup: true).bytes.setting("meta/grpl/altr", at: offset) { u8(byte) }
    }
    let found = try comparison(damaged([1, 2, 3, 4, 5]), damaged([11, 12, 13, 14, 15]))
    #expect(found.verdict?.state(of: .display) == .notChecked, "\(found.verdict?.findings.map(\.sentence) ?? [])")
  }

  /// A number that two items of a file have says of neither what it is: both ways the same is listed.
  @Test func aNumberOfTwoItemsProvesNothing() throws {
    let (old, new) = (Picture().bytes, Picture(numbers: [2, 2, 3, 4, 5]).bytes)
    let (there, back) = (try comparison(old, new), try comparison(new, old))
    for found in [there, back] {
      #expect(!found.counted.contains { $0.kind == "item number" })
      #expect(found.verdict?.state(of: .display) == .changed)
      #expect(found.verdict?.findings.contains { $0.sentence.contains("two of a file have one number") } == true)
      #expect(found.verdict?.state(of: .tracks) == .changed)
    }
    func counts(_ found: Comparison) -> [Int] {
      [Change.Kind.added, .removed, .changed].map { kind in found.changes.count { $0.kind == kind } }
    }
    let (x, y) = (counts(there), counts(back))
    #expect(x[0] == y[1] && x[1] == y[0], "\(x) there, \(y) back")
    #expect((x[2] == 0) == (y[2] == 0), "\(x) there, \(y) back")
  }

  /// A problem of an item is known under its old number.
  @Test func problemsAreKnownUnderTheirOldNumbers() throws {
    let old = Picture(isDamaged: true).bytes
    let found = try comparison(old, Picture(numbers: [11, 12, 13, 14, 15], isDamaged: true).bytes)
    let kinds = found.newProblems.document.problems.kept.filter { $0.severity > .note }
    #expect(!kinds.isEmpty)
    #expect(found.newProblems.list.isEmpty, "\(found.newProblems.list)")
    // One that is new is new.
    let broken = try comparison(Picture().bytes, Picture(numbers: [11, 12, 13, 14, 15], isDamaged: true).bytes)
    #expect(!broken.newProblems.list.isEmpty)
  }
}
