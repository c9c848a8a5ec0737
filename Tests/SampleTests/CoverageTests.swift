import ByteReading
import Structure
import Testing

/// How much of real files has a name.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct CoverageTests {
  @Test func nearlyAllBytesLieInNamedFields() throws {
    var coverage = Coverage()
    for entry in Samples.atoms { coverage.add(try Samples.document(entry.path), entry.path) }
    let share = Double(coverage.named) / Double(max(1, coverage.all)) * 100
    print(
      "coverage: \(coverage.named) of \(coverage.all) bytes in \(Samples.atoms.count) files lie in "
        + "named fields, \(share) %; \(coverage.opaque) of them in fields that are bytes")
    for (type, left) in coverage.left.sorted(by: {
      ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key)
    }) {
      print("  \(left.bytes) bytes left in \(left.count) × \(type), first in \(left.first)")
    }
    #expect(share >= 99)
  }
}

/// Counts the bytes of files by whether a field of a table has them. Media and free space do not
/// count.
struct Coverage {
  /// What has no name, of one kind.
  struct Left {
    var bytes = 0
    var count = 0
    let first: String
  }

  private(set) var all = 0
  private(set) var named = 0
  /// Those of the named bytes that a field holds which is nothing but bytes.
  private(set) var opaque = 0
  private(set) var left: [String: Left] = [:]
  private let media: Set<FourCC> = ["mdat", "idat", "free", "skip", "wide"]

  mutating func add(_ document: Document, _ path: String) {
    var walker = Walker()
    let tree = document.tree
    for index in tree.indices where tree[index].source == 0 {
      let node = tree[index]
      if media.contains(node.type) { continue }
      var sink = Sink()
      document.walk(index, &walker, into: &sink)
      let header = node.isRaw ? 0 : Int(node.headerSize) * 8
      all += (header + sink.all) / 8
      let isDescribed = !node.isRaw && tree.program(of: node) != nil
      let unnamed = isDescribed ? sink.gaps : sink.all
      named += (header + sink.all - unnamed) / 8
      if isDescribed { opaque += sink.opaque / 8 }
      guard unnamed > 0 else { continue }
      let parent = tree.parent(of: index).map { tree[$0].type.key } ?? "file"
      let kind =
        node.isRaw
        ? node.marks.contains(.padding) ? "padding in \(parent)" : "raw bytes in \(parent)"
        : isDescribed
          ? "\(parent)/\(node.type.key) behind its fields" : "\(parent)/\(node.type.key)"
      left[kind, default: Left(first: path)].bytes += unnamed / 8
      left[kind]?.count += 1
    }
  }

  /// Adds up bits.
  private struct Sink: FieldSink {
    var all = 0
    var gaps = 0
    var opaque = 0

    mutating func field(_ field: borrowing FieldReading) {
      all += field.extent.count
      if field.isGap {
        gaps += field.extent.count
      } else if case .bytes = field.definition.kind {
        opaque += field.extent.count
      }
    }

    mutating func table(_ table: borrowing TableReading) { all += table.extent.count }
  }
}
