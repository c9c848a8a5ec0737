import ByteReading
import CommandLineSupport
import DiffApplication
import DumpApplication
import MediaInspection
import MediaReports
import Structure
import StructureDiff

/// What is promised of a file when memory runs out while it is read or shown: each request for memory
/// that follows from what the file claims is refused once.
package struct AllocationFaults {
  private let bytes: [UInt8]
  /// The nodes of the file when nothing is refused.
  private let whole: [Node]

  private init(_ bytes: [UInt8], _ whole: [Node]) {
    self.bytes = bytes
    self.whole = whole
  }

  /// The reports that are written.
  private static let calls = [
    "-d all -n all -f", "--json -x", "--check -v", "--plain", "--samples", "--map", "--json -m",
    "--about --json", "--textconv", "--digest -d 1", "--timeline", "--chapters",
  ].compactMap { Promises.report($0) }

  /// How many reports are written.
  package static var callCount: Int { calls.count }

  /// The first promise that is broken when the *n*-th request is refused, for all *n*; `nil` when all
  /// are kept. First the file is read and shown, then it is read and compared: a request that is
  /// refused in the one says nothing of the other.
  ///
  /// - Parameter requests: How many requests there are when none is refused.
  /// - Complexity: requests × (reading + reports or comparing).
  package static func firstBroken(by bytes: [UInt8], requests: inout Int) -> String? {
    let memory = Memory()
    guard let document = open(bytes, memory) else { return "the file is not opened" }
    let faults = AllocationFaults(bytes, document.tree.indices.map { document.tree[$0] })
    faults.write(on: document) { _, _, _, _ in }
    let comparing = Memory()
    _ = faults.compare(comparing)
    requests = memory.requests + comparing.requests
    for memory in [memory, comparing] where memory.leftOut.count > 0 {
      return "without a fault: \(memory.leftOut)"
    }
    for number in 1...max(1, memory.requests) {
      if let broken = faults.firstBroken(showing: number) { return "request \(number): \(broken)" }
    }
    for number in 1...max(1, comparing.requests) {
      if let broken = faults.firstBroken(comparing: number) {
        return "request \(number) of a comparison: \(broken)"
      }
    }
    return nil
  }

  private static func open(_ bytes: [UInt8], _ memory: Memory) -> Document? {
    var limits = Limits()
    limits.memory = memory
    guard let document = try? MediaFile.open(ByteSource(copying: bytes), limits: limits) else {
      return nil
    }
    MediaFile.check(document, isThorough: true, countingFrames: true)
    return document
  }

  private func firstBroken(showing number: Int) -> String? {
    let memory = Memory(refusing: number)
    guard let document = Self.open(bytes, memory) else { return "the file is not opened" }
    // A node may be missing, and what takes its place is raw; none is another one.
    let tree = document.tree
    if (tree.count == 0) != whole.isEmpty, number > 1 { return "nothing is listed" }
    for index in tree.indices where !tree[index].isRaw {
      let number = index.number
      guard number < whole.count, tree[index].start == whole[number].start,
        tree[index].type == whole[number].type, tree[index].size == whole[number].size
      else { return "node \(number) is another one" }
    }
    if tree.count > 0, let gap = Tiling.firstGap(in: document) { return gap }
    var fault: String?
    var isSaid = document.problems.kept.contains { $0.kind.id.description == "memory-exhausted" }
    write(on: document) { name, code, output, talk in
      if fault != nil { return }
      if !(0...1).contains(code) { fault = "\(name): exit code \(code)" }
      if let harm = OutputText.firstHarm(in: output, hasTabs: true) { fault = "\(name): \(harm)" }
      // What is left out is said at once, and makes the exit code 1.
      if !document.leftOut.isEmpty || isSaid {
        isSaid = true
        if code != 1 { fault = "\(name): exit code \(code) where memory ran out" }
        if !document.leftOut.isEmpty, talk.isEmpty { fault = "\(name) does not say what is left out" }
      }
    }
    return fault ?? (memory.leftOut.isEmpty && number <= memory.requests ? "nobody noted it" : nil)
  }

  private func firstBroken(comparing number: Int) -> String? {
    let memory = Memory(refusing: number)
    let isComplete = compare(memory)
    if memory.leftOut.isEmpty, number <= memory.requests { return "nobody noted it" }
    return isComplete || !memory.leftOut.isEmpty ? nil : "a comparison fails for nothing"
  }

  private func write(
    on document: Document,
    _ body: (_ name: String, _ code: Int32, _ output: [UInt8], _ talk: [UInt8]) -> Void
  ) {
    for (name, report) in Self.calls {
      var output = ByteWriter()
      var talk = ByteWriter()
      let code = report.write(
        on: document, of: document.tree.file, name: "file", to: &output, talk: &talk)
      body(name, code, output.array, talk.array)
    }
  }

  /// Compares the file with a copy of it, some bytes of which are others, both ways.
  ///
  /// A comparison asks once for each pair of nodes, so files of many nodes are not compared for each
  /// request.
  ///
  /// - Returns: Whether there was memory for it.
  private func compare(_ memory: Memory) -> Bool {
    if whole.count > 10_000 { return true }
    var other = bytes
    for place in stride(from: other.count / 3, to: other.count, by: max(1, other.count / 3)) {
      other[place] ^= 1
    }
    guard let a = Self.open(bytes, memory), let b = Self.open(other, memory) else { return true }
    let there = Comparison(a, b, rules: .media)
    let back = Comparison(b, a, rules: .media)
    var options = Snapshot.Options()
    options.rules = .media
    let snapshot = Snapshot(a, options: options)
    return there.isComplete && back.isComplete && snapshot.isComplete
  }
}
