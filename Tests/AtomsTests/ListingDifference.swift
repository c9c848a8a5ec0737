import Testing

/// What a generated listing says otherwise than the one that is kept: which section, and where.
///
/// A section is a line that `isHeading` takes, and the lines up to the next one.
struct ListingDifference: Equatable, CustomStringConvertible {
  /// The heading: the table; empty for what stands before the first.
  let section: String
  /// The line in the section, from 0 for its heading, that differs first.
  let line: Int
  /// What is kept and what is printed now; `nil` where the section ends, or is not there at all.
  let kept: String?
  let made: String?

  var description: String {
    func shown(_ line: String?) -> String {
      line.map { "'\($0)'" } ?? "no line"
    }
    return "\(section.isEmpty ? "the beginning" : section), line \(line): \(shown(kept)) is kept, "
      + "\(shown(made)) is printed"
  }

  /// The first difference of each section, in the order of what is printed now; then sections that
  /// are gone.
  static func all(
    kept: String, made: String, isHeading: (Substring) -> Bool
  ) -> [ListingDifference] {
    let old = sections(kept, isHeading)
    let new = sections(made, isHeading)
    var found: [ListingDifference] = []
    for section in new {
      let other = old.first { $0.name == section.name }?.lines ?? []
      if let difference = first(section.name, other, section.lines) { found.append(difference) }
    }
    for section in old where !new.contains(where: { $0.name == section.name }) {
      if let difference = first(section.name, section.lines, []) { found.append(difference) }
    }
    if found.isEmpty, kept != made {
      found.append(
        ListingDifference(section: "the order of the tables", line: 0, kept: nil, made: nil))
    }
    return found
  }

  private static func first(
    _ section: String, _ kept: [Substring], _ made: [Substring]
  ) -> ListingDifference? {
    for line in 0..<max(kept.count, made.count) {
      let old = line < kept.count ? String(kept[line]) : nil
      let new = line < made.count ? String(made[line]) : nil
      if old != new { return ListingDifference(section: section, line: line, kept: old, made: new) }
    }
    return nil
  }

  private static func sections(
    _ text: String, _ isHeading: (Substring) -> Bool
  ) -> [(name: String, lines: [Substring])] {
    var sections: [(name: String, lines: [Substring])] = [("", [])]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isHeading(line) {
        // Tables of one code follow each other under their numbers.
        let again = sections.count { $0.name == line || $0.name.hasPrefix("\(line) (") }
        sections.append((again == 0 ? String(line) : "\(line) (\(again + 1))", []))
      }
      sections[sections.count - 1].lines.append(line)
    }
    return sections
  }

  /// Records an issue for each table that differs, `limit` of them at most.
  static func report(
    _ name: String, kept: String?, made: String, renewedBy test: String, limit: Int = 8,
    isHeading: (Substring) -> Bool
  ) {
    guard let kept else {
      Issue.record("\(name) is missing (UPDATE_GOLDENS=1 swift test --filter \(test) writes it)")
      return
    }
    let all = all(kept: kept, made: made, isHeading: isHeading)
    for difference in all.prefix(limit) { Issue.record("\(name): \(difference)") }
    if !all.isEmpty {
      Issue.record(
        "\(name): \(all.count) tables differ (UPDATE_GOLDENS=1 swift test --filter \(test) writes it)"
      )
    }
  }
}

@Suite struct ListingDifferenceTests {
  private func differences(_ kept: String, _ made: String) -> [String] {
    ListingDifference.all(kept: kept, made: made) { !$0.hasPrefix(" ") && !$0.isEmpty }
      .map(\.description)
  }

  @Test func theTableAndTheFirstRowThatDifferAreNamed() {
    let kept = "stsz in stbl\n  size 1\n  count 2\nstco in stbl\n  count 1\n"
    #expect(differences(kept, kept) == [])
    #expect(
      differences(kept, "stsz in stbl\n  size 1\n  count 3\nstco in stbl\n  count 1\n") == [
        "stsz in stbl, line 2: '  count 2' is kept, '  count 3' is printed"
      ])
    // One row more is not a difference of every table behind it.
    #expect(
      differences(kept, "stsz in stbl\n  size 1\n  more 0\n  count 2\nstco in stbl\n  count 1\n")
        == ["stsz in stbl, line 2: '  count 2' is kept, '  more 0' is printed"])
    #expect(
      differences(kept, "stsz in stbl\n  size 1\n  count 2\nstss in stbl\n  count 1\n") == [
        "stss in stbl, line 0: no line is kept, 'stss in stbl' is printed",
        "stco in stbl, line 0: 'stco in stbl' is kept, no line is printed",
      ])
    #expect(
      differences("a\n 1\nb\n 2", "b\n 2\na\n 1") == [
        "the order of the tables, line 0: no line is kept, no line is printed"
      ])
    // Two tables of one code.
    #expect(
      differences("a\n 1\na\n 2", "a\n 1\na\n 3") == [
        "a (2), line 1: ' 2' is kept, ' 3' is printed"
      ])
  }
}
