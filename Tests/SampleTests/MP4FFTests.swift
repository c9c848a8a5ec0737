import ByteReading
import Structure
import Testing

/// What mp4ff's `mp4ff-info` prints, box by box.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct MP4FFTests {
  @Test func boxesAndFieldsAgree() throws {
    var all = Comparison(.mp4ff)
    for entry in Samples.entries {
      for name in entry.expectations(in: "mp4ff", ending: ".txt") {
        var comparison = NamedComparison(
          try Samples.document(entry.path), entry.path, .mp4ff, Alias.mp4ff)
        comparison.compare(MP4FFDump(try Samples.expectation(name)))
        print("\(entry.path): \(comparison.result.summary)")
        all.add(comparison.result)
      }
    }
    print(all.summary)
    #expect(all.complaints.isEmpty, "\(all.complaints.joined(separator: "\n"))")
    #expect(all.unneeded.isEmpty, "\(all.unneeded)")
    #expect(all.boxes > 0)
  }
}

/// Lines such as `  [tfhd] size=16 version=0 flags=020000` and `   - trackID: 2`.
struct MP4FFDump {
  struct Box {
    let type: String
    let size: UInt64
    let indent: Int
    var fields = NamedFields()
  }

  private(set) var boxes: [Box] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      if let match = line.firstMatch(of: /^ *\[(.{4})\] size=(\d+)(?: version=(\d+) flags=(\w+))?/)
      {
        var box = Box(type: String(match.1), size: UInt64(match.2) ?? 0, indent: indent)
        if let version = match.3, let flags = match.4 {
          box.fields.add("version", String(version))
          box.fields.add("flags", "0x" + flags)
        }
        boxes.append(box)
      } else if let match = line.firstMatch(of: /^ *- (.*)$/), !boxes.isEmpty {
        Self.add(String(match.1), to: &boxes[boxes.count - 1].fields)
      }
    }
  }

  /// The fields of one line: `trackID: 2`, `Width: 960.0, Height: 540.0`,
  /// `entry[1]: sampleCount=480 sampleDelta=4`, `sample[1] size=61577`, or bytes.
  private static func add(_ line: String, to fields: inout NamedFields) {
    if line == "not implemented or unknown box" { return }
    if let match = line.firstMatch(of: /^(\w+)\[\d+\]:? (.*)$/) {
      for pair in match.2.matches(of: /(\w+)=([^ ,()]+)/) {
        fields.add("\(match.1).\(pair.1)", String(pair.2))
      }
    } else if line.firstMatch(of: /^[0-9a-f]+$/) != nil {
      fields.add("", line)
    } else if let match = line.firstMatch(of: /^Width: (.*), Height: (.*)$/) {
      fields.add("Width", String(match.1))
      fields.add("Height", String(match.2))
    } else if let match = line.firstMatch(of: /^(.*?): (.*)$/) {
      if let quoted = match.2.wholeMatch(of: /"(.*)"/) {
        fields.add(String(match.1), String(quoted.1))
      } else {
        // What it says of a value in brackets is no value; the bits of flags are.
        fields.add(String(match.1), String(match.2.prefix { $0 != " " }))
        for pair in match.2.matches(of: /(\w+)=([^ ,()]+)/) {
          fields.add("\(match.1).\(pair.1)", String(pair.2))
        }
      }
    }
  }
}

extension NamedComparison {
  /// Holds the boxes against our nodes one after another: mp4ff prints all of them in order.
  mutating func compare(_ dump: MP4FFDump) {
    let nodes = document.tree.indices.filter { !document.tree[$0].isRaw }
    var open: [(indent: Int, node: NodeIndex)] = []
    result.box(
      nodes.count == dump.boxes.count, path, "\(nodes.count) boxes, not \(dump.boxes.count)")
    for (box, node) in zip(dump.boxes, nodes) {
      while let last = open.last, last.indent >= box.indent { open.removeLast() }
      let found = document.tree[node]
      result.box(
        found.type.key == box.type && found.size == box.size
          && document.tree.parent(of: node) == open.last?.node,
        place(of: node), "\(found.type) has \(found.size) bytes; mp4ff has \(box.type), \(box.size)"
      )
      open.append((box.indent, node))
      compare(box.fields, with: node)
    }
  }
}
