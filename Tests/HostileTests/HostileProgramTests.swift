import Foundation
import FuzzOracles
import Testing

/// Every hostile case through the programs, with limits on time and memory.
@Suite struct HostileProgramTests {
  /// What is run on a case: the problems, everything there is to show, and a comparison with itself.
  ///
  /// Of those that are there for their size not all is shown. Programs that are not optimised show
  /// one of these only, another for each case.
  private static func calls(_ hostile: HostileCase) -> [String] {
    let tool = hostile.format == .atoms ? "atomdump" : "id3dump"
    let shown = hostile.isLarge ? ["\(tool) -f"] : ["\(tool) -f -n all", "\(tool) -x=dump"]
    let calls = shown + ["atomdiff file"]
    let one = [calls[hostile.name.utf8.count % calls.count]]
    return ["\(tool) --check --json"] + (Programs.areOptimised ? calls : one)
  }

  /// All of them, or some of the small ones when programs are not optimised: then they are slow, and all
  /// have been through the library.
  private static let cases =
    Programs.areOptimised
    ? HostileCase.all
    : HostileCase.all.enumerated().filter { $0.offset % 12 == 0 && !$0.element.isLarge }
      .map(\.element)

  @Test(arguments: cases)
  func programsKeepTheirPromises(hostile: HostileCase) throws {
    let folder = try Folder()
    let bytes = hostile.bytes
    try folder.write(bytes, to: "file")
    let calls = Self.calls(hostile)
    var script = "ulimit -c 0; ulimit -v \(Programs.memory); ulimit -t \(Programs.seconds)\n"
    for (number, call) in calls.enumerated() {
      script += "(exec \(call) file >\(number).out 2>\(number).err); echo $?\n"
    }
    let run = try Programs.shell(script, in: folder.path)
    let codes = run.text.split(separator: "\n").compactMap { Int32($0) }
    try #require(codes.count == calls.count, "\(run.errorText)")
    for (number, call) in calls.enumerated() {
      let output = folder.bytes(of: "\(number).out")
      let errors = folder.bytes(of: "\(number).err")
      // More than 2 is a signal: a trap, or a limit that was reached.
      #expect(
        codes[number] <= 2, "\(call): \(codes[number]) \(String(decoding: errors, as: UTF8.self))")
      let harm = OutputText.firstHarm(in: output) ?? OutputText.firstHarm(in: errors)
      #expect(harm == nil, "\(call)")
    }
    // One file, one verdict, in every format; a file does not differ from itself.
    for (number, call) in calls.enumerated().dropFirst() {
      let isComparison = call.hasPrefix("atomdiff")
      // Two files may need more memory than there is, where one does not; then it is said.
      if isComparison, codes[number] == 2,
        String(decoding: folder.bytes(of: "\(number).err"), as: UTF8.self).contains("memory")
      {
        continue
      }
      #expect(codes[number] == (isComparison && codes[0] < 2 ? 0 : codes[0]), "\(call): \(codes)")
      if isComparison { #expect(folder.bytes(of: "\(number).out").isEmpty, "\(call)") }
    }
    try judge(hostile, codes[0], folder.bytes(of: "0.out"), folder.bytes(of: "0.err"), bytes)
  }

  /// Holds the report of problems against what is expected.
  private func judge(
    _ hostile: HostileCase, _ code: Int32, _ output: [UInt8], _ errors: [UInt8], _ bytes: [UInt8]
  ) throws {
    switch hostile.expected {
    case .refused:
      #expect(code == 2)
      #expect(String(decoding: errors, as: UTF8.self).contains(": file: "))
      return
    case .sound, .all: #expect(code < 2)
    }
    let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
    let problems = try #require(object?["problems"] as? [[String: Any]])
    let told = problems.compactMap { problem -> String? in
      guard let id = problem["id"] as? String, let offset = problem["offset"] as? Int else {
        return nil
      }
      return HostileCase.line(id, offset)
    }
    let missing = hostile.wanted(in: bytes).filter { !told.contains($0) }
    // Where memory ends before a limit does, that is said instead.
    let isShort = hostile.isLarge && told.contains { $0.hasPrefix("memory-exhausted") }
    #expect(missing.isEmpty || isShort, "\(told.prefix(40))")
    let hasErrors = problems.contains {
      $0["severity"] as? String == "error" && $0["follows"] == nil
    }
    #expect(code == (hasErrors ? 1 : 0))
  }
}
