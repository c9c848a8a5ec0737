import ByteReading
import CommandLineSupport
import DiffApplication
import MediaInspection
import Structure
import StructureDiff

/// What is promised for every pair of files.
///
/// An input is a file; the other is made from it, in a way that its bytes choose. Two files with an
/// atom `diff` of eight bytes between them are taken as they are.
struct DiffPromises {
  private let before: [UInt8]
  private let after: [UInt8]
  private let choice: UInt64

  /// The first promise that the pair in `bytes` breaks; nothing when all are kept.
  static func firstBroken(by bytes: [UInt8]) -> String? {
    var choice: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { choice = (choice ^ UInt64(byte)) &* 0x100_0000_01B3 }
    choice ^= choice >> 31
    if let place = border(in: bytes) {
      return DiffPromises(
        before: Array(bytes[..<place]), after: Array(bytes[(place + 8)...]), choice: choice
      ).firstBroken()
    }
    var mutation = Mutation(seed: choice)
    return DiffPromises(before: bytes, after: mutation.changed(bytes), choice: choice)
      .firstBroken()
  }

  /// Where the atom stands that parts two files.
  private static func border(in bytes: [UInt8]) -> Int? {
    let atom: [UInt8] = [0, 0, 0, 8, 0x64, 0x69, 0x66, 0x66]
    guard bytes.count >= 8 else { return nil }
    return (0...bytes.count - 8).first { bytes[$0] == 0 && bytes[$0..<$0 + 8].elementsEqual(atom) }
  }

  private static func open(_ bytes: [UInt8]) -> Document? {
    do throws(MediaFileError) {
      return try MediaFile.open(ByteSource(copying: bytes), limits: Promises.limits)
    } catch {
      return nil
    }
  }

  private func firstBroken() -> String? {
    guard let a = Self.open(before), let same = Self.open(before) else { return nil }
    return firstBroken(same: a, same)
      ?? Self.firstBroken(bySnapshotOf: a, same)
      ?? Self.open(after).flatMap { firstBroken(pair: a, $0) }
  }

  // MARK: Comparisons

  private static let program = DiffProgram(
    Tool<DiffSettings>(
      name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options))

  /// The ways in which a pair is shown.
  static let calls = [
    [], ["--all", "--width=60"], ["--json", "--all"], ["--stat"], ["--summary=markdown"],
    ["--profile", "exact", "--json"], ["--profile", "media"], ["--profile", "tags", "--json"],
    ["--profile", "reproducible", "--ascii"], ["--color=always", "--all"], ["--unified"],
    ["--side-by-side"], ["--junit"], ["--sarif"], ["--summary"], ["--html"],
  ]

  private static func report(
    _ call: [String], _ a: Document, _ b: Document
  ) -> PairReport? {
    do throws(UsageError) { return try PairReport(program, call, before: a, after: b) } catch { return nil }
  }

  /// The number of ``calls`` that are understood.
  package static func understoodCalls(of document: Document) -> Int {
    calls.count { report($0, document, document) != nil }
  }

  /// A file does not differ from itself.
  private func firstBroken(same a: Document, _ b: Document) -> String? {
    for call in [["--all"], ["--profile", "exact"]] {
      guard let report = Self.report(call, a, b) else { return "\(call) is refused" }
      let comparison = report.comparison
      if !comparison.isEqual || report.differs || !comparison.consequences.isEmpty {
        let change = (comparison.changes + comparison.consequences).first
        return "a file differs from itself: "
          + (change.map { "\($0.kind) \(Self.place($0, a, b)) \($0.field)" } ?? "somewhere")
      }
      if comparison.hasSameMedia == false { return "the media of a file differs from itself" }
    }
    return nil
  }

  private static func place(_ change: Change, _ a: Document, _ b: Document) -> String {
    if let index = change.before { return a.path(of: index) }
    return change.after.map { b.path(of: $0) } ?? ""
  }

  private func firstBroken(pair a: Document, _ b: Document) -> String? {
    guard let there = Self.report([], a, b)?.comparison,
      let back = Self.report([], b, a)?.comparison
    else { return "a pair is refused" }
    if there.isEqual != back.isEqual { return "one way they are equal, the other they are not" }
    if there.hasSameMedia != back.hasSameMedia { return "one way the media is the same" }
    let counts = Self.counts(there)
    let others = Self.counts(back)
    // How many fields changed is not compared: a list on one side and a number of the same name on the
    // other are told from the side of the list only.
    if counts.added != others.removed || counts.removed != others.added
      || (counts.changed == 0) != (others.changed == 0)
    {
      return "\(counts) one way, \(others) the other"
    }
    if before == after, !there.isEqual { return "equal bytes differ" }
    for (place, call) in Self.calls.enumerated()
    where (UInt64(place) &+ choice) % 3 == 0 {
      guard let report = Self.report(call, a, b) else { return "\(call) is refused" }
      var output = ByteWriter()
      report.write(to: &output)
      let bytes = output.array
      if let harm = OutputText.firstHarm(in: bytes, hasColor: call.contains("--color=always")) {
        return "\(call): \(harm)"
      }
      if call.contains("--json") || call == ["--sarif"],
        let fault = OutputText.firstFault(inJSON: bytes)
      {
        return "\(call): \(fault)"
      }
      var again = ByteWriter()
      Self.report(call, a, b)?.write(to: &again)
      if again.array != bytes { return "\(call): not the same the second time" }
    }
    return nil
  }

  private static func counts(
    _ comparison: Comparison
  ) -> (added: Int, removed: Int, changed: Int) {
    let all = comparison.changes + comparison.consequences
    return (
      all.count { $0.kind == .added }, all.count { $0.kind == .removed },
      all.filter { $0.kind == .changed || $0.kind == .rows }.reduce(0) { $0 + $1.places.count }
    )
  }

  // MARK: Snapshots

  /// A snapshot is read back as it was written, and its file is as it says.
  private static func firstBroken(bySnapshotOf a: Document, _ same: Document) -> String? {
    let snapshot = Snapshot(a, options: .ofMediaFiles)
    var output = ByteWriter()
    snapshot.write(to: &output)
    if let harm = OutputText.firstHarm(in: output.array) { return "snapshot: \(harm)" }
    let text = output.string
    do throws(SnapshotError) {
      let read = try Snapshot(parsing: text)
      if read != snapshot { return "a snapshot is read back as another" }
      let check = SnapshotCheck(read, same, options: .ofMediaFiles)
      if let difference = check.differences.first {
        return "a snapshot differs from its file: \(difference.kind) \(difference.path) "
          + "\(difference.name) \(difference.old) / \(difference.new)"
      }
    } catch {
      return "a snapshot is not read back: line \(error.line), column \(error.column): "
        + error.message
    }
    return nil
  }

  /// A file that is not the one of a snapshot differs in ways that can be told of its lines.
  private static func firstBroken(byCheckOf snapshot: Snapshot, in text: String) -> String? {
    guard let document = try? MediaFile.open(PathPromises.example, limits: Promises.limits)
    else { return nil }
    let lines = text.unicodeScalars.count { $0 == "\n" } + 1
    let check = SnapshotCheck(snapshot, document, options: .ofMediaFiles)
    for difference in check.differences + check.notes
    where difference.line < 1 || difference.line > lines + 1 {
      return "a difference is told of line \(difference.line) of \(lines)"
    }
    return nil
  }

  /// What holds for any text that is taken for a snapshot.
  static func firstBroken(bySnapshot text: String) -> String? {
    do throws(SnapshotError) {
      let snapshot = try Snapshot(parsing: text)
      var output = ByteWriter()
      snapshot.write(to: &output)
      do throws(SnapshotError) {
        let again = try Snapshot(parsing: output.string)
        if again != snapshot { return "a snapshot is read back as another" }
      } catch {
        return "a snapshot is not read back: line \(error.line): \(error.message)"
      }
      return firstBroken(byCheckOf: snapshot, in: text)
    } catch {
      if let fault = PathPromises.firstMisplaced(
        error.line, error.column, error.message, in: text)
      {
        return fault
      }
      if let harm = OutputText.firstHarm(in: Array(error.message.utf8)) {
        // Messages are escaped where they are printed; what they quote must be text all the same.
        return harm.hasSuffix("is not UTF-8") ? "a message: \(harm)" : nil
      }
    }
    return nil
  }
}
