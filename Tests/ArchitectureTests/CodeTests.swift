import Foundation
import Structure
import Testing

/// What is written nowhere, or only where it belongs.
@Suite struct CodeTests {
  /// Where bytes come from the system, and where tests start programs: the only places that see pointers.
  static func mayBeUnsafe(_ file: String) -> Bool {
    file.hasPrefix("Sources/ByteReading/") || file.hasPrefix("Fuzz/")
      || file.hasPrefix("Sources/CommandLineSupport/System") || file == "Corpus/Child.swift"
  }

  @Test(arguments: Checkout.swiftFiles(in: "Sources", "Corpus", "Fuzz"))
  func unsafeStaysWhereItBelongs(file: String) throws {
    guard !Self.mayBeUnsafe(file) else { return }
    for line in try Checkout.code(of: file, with: #"\bunsafe\b|\bUnsafe(Mutable)?(Raw)?(Buffer)?Pointer\b"#) {
      Issue.record("\(file):\(line.number):\(line.text)")
    }
  }

  @Test func noPointerLeavesTheFilesThatMayHoldOne() throws {
    for file in Checkout.swiftFiles(in: "Sources") where Self.mayBeUnsafe(file) {
      for line in try Checkout.code(of: file) where line.text.contains("public ") {
        #expect(!line.text.contains("Pointer"), "\(file):\(line.number):\(line.text)")
      }
    }
  }

  @Test(arguments: Checkout.swiftFiles(in: "Sources", "Corpus", "Fuzz"))
  func nothingTrapsOnPurpose(file: String) throws {
    // Memory for a buffer whose size is ours, not the file's, is what there is no way without.
    let mayGiveUp = [
      "Sources/ByteReading/ByteWriter.swift", "Sources/ByteReading/ByteSource.swift",
    ].contains(file)
    let isTool =
      ["Benchmarks", "Corpus"].contains(Checkout.target(of: file))
      || file.hasPrefix("Fuzz/")
    for (name, pattern) in Self.traps {
      if name == "fatalError" && mayGiveUp || name == "print" && isTool { continue }
      for line in try Checkout.code(of: file, with: pattern) {
        if name == "print", line.text.contains("case print(") || line.text.contains(".print(") { continue }
        Issue.record("\(name) in \(file):\(line.number):\(line.text)")
      }
    }
  }

  @Test(arguments: Checkout.swiftFiles(in: "Sources", "Corpus", "Fuzz"))
  func noInitialiserOfARealNumberIsHandedOver(file: String) throws {
    for line in try Checkout.code(of: file, with: Self.handedOver) {
      Issue.record("\(file):\(line.number):\(line.text)")
    }
  }

  /// Bits become a real number in one function, so that a field is one wherever it is used.
  @Test func bitsBecomeARealNumberInOnePlace() throws {
    var places: [String] = []
    for file in Checkout.swiftFiles(in: "Sources") {
      if try !Checkout.code(of: file, with: Self.fromBits).isEmpty { places.append(file) }
    }
    #expect(Set(places) == ["Sources/Structure/Reading/ValueText.swift"])
  }

  /// `.map(Double.init)` over a `UInt64` is `Double.init(bitPattern:)`: 44,100 becomes 2.2e-319.
  static let handedOver = #"\b(Double|Float|Float16|Float80|CGFloat)\.init\b"#
  static let fromBits = #"\b(Double|Float|Float16|Float80)\(\s*bitPattern:"#

  /// One function writes files, so that what it promises holds for all of them.
  @Test(arguments: Checkout.swiftFiles(in: "Sources"))
  func filesAreWrittenInOnePlace(file: String) throws {
    // A pipe that is too long for memory goes to a file without a name.
    let mayWrite = [
      "Sources/CommandLineSupport/SystemWriting.swift", "Sources/ByteReading/ByteSource.swift",
    ]
    guard !mayWrite.contains(file), Checkout.target(of: file) != "Benchmarks" else { return }
    for line in try Checkout.code(of: file, with: Self.writing) where !line.text.contains("_addopen(") {
      Issue.record("\(file):\(line.number):\(line.text)")
    }
  }

  /// A cell of a list holds text of a file as what only escaping writers take.
  @Test func cellsHoldNoStrings() throws {
    let lines = try Checkout.text(of: "Sources/StructureRendering/ListValue.swift")
      .components(separatedBy: "\n")
    let cases = lines.drop { !$0.hasPrefix("package enum ListValue") }.prefix { $0 != "}" }
      .filter { $0.contains("case ") }
    #expect(cases.count > 8)
    for line in cases { #expect(line.firstMatch(of: /\bString\b/) == nil, "\(line)") }
    let type = try Checkout.text(of: "Sources/ByteReading/ShownText.swift")
    #expect(type.contains("public struct FileText: Hashable, Sendable {\n  fileprivate let text: String"))
  }

  static let writing =
    #"\bO_(CREAT|WRONLY|RDWR|TRUNC|APPEND)\b|\b(creat|fopen|freopen|rename|renameat|linkat|symlink"#
    + #"|ftruncate|mkstemp|FileManager|FileHandle|createFile)\(|\bwrite\(to(File)?: URL"#

  @Test func writingIsRecognised() {
    for line in [
      "open(name, O_WRONLY)", "fopen(name, mode)", "unsafe rename(a, b)", "FileHandle(x)",
      "data.write(to: URL(fileURLWithPath: path))",
    ] {
      #expect(line.range(of: Self.writing, options: .regularExpression) != nil, "\(line)")
    }
  }

  static let traps: [(name: String, pattern: String)] = [
    ("try!", #"\btry!"#),
    ("as!", #"\bas!"#),
    ("force unwrap", #"[\w)\]"]!(?!=)"#),
    ("implicitly unwrapped", #":\s*\[?\w+\]?!"#),
    ("fatalError", #"\bfatalError\("#),
    ("print", #"(^|[^.\w])(print|debugPrint)\("#),
    ("Mirror", #"\bMirror\("#),
    ("block comment", #"/\*"#),
  ]

  @Test func aNodeHas32Bytes() {
    #expect(MemoryLayout<Node>.stride == 32)
  }
}

/// What the readers above must find, so that they can fail.
@Suite struct ReaderTests {
  @Test(arguments: [
    ("try!", "let a = try! b()"), ("as!", "let a = b as! C"), ("force unwrap", "let a = b!.c"),
    ("force unwrap", "return list[0]!"), ("implicitly unwrapped", "var a: String!"),
    ("fatalError", "fatalError(\"\")"), ("print", "  print(a)"),
  ])
  func trapsAreFound(name: String, line: String) throws {
    let trap = try #require(CodeTests.traps.first { $0.name == name })
    #expect(line.range(of: trap.pattern, options: .regularExpression) != nil)
  }

  @Test(arguments: [
    "a.map(Double.init)", "b.flatMap(Float.init(bitPattern:))", "let f = Double.init",
  ])
  func handedOverInitialisersAreFound(line: String) {
    #expect(line.range(of: CodeTests.handedOver, options: .regularExpression) != nil)
  }

  @Test(arguments: [
    "if a != b {", "guard !a, b else {", "a ? !b : c", "#if !os(Linux)", "while !(a) {",
  ])
  func negationIsNoUnwrapping(line: String) {
    for trap in CodeTests.traps {
      #expect(line.range(of: trap.pattern, options: .regularExpression) == nil, "\(trap.name)")
    }
  }

  @Test func importsAreFound() {
    #expect(MapTests.module(importedBy: "public import Atoms") == "Atoms")
    #expect(MapTests.module(importedBy: "@testable import Atoms") == "Atoms")
    #expect(MapTests.module(importedBy: "  import Glibc") == "Glibc")
    #expect(MapTests.module(importedBy: "import struct Foundation.URL") == "Foundation")
    #expect(MapTests.module(importedBy: "let important = 1") == nil)
  }

  @Test func anArrowThatPointsUpIsNotOnTheMap() {
    #expect(MapTests.mayImport("Atoms")?.contains("StructureRendering") == false)
    #expect(MapTests.mayImport("StructureRendering")?.contains("Atoms") == false)
    #expect(MapTests.mayImport("StructureRendering")?.contains("MediaInspection") == false)
    #expect(MapTests.mayImport("CommandLineSupport")?.contains("Corpus") == false)
  }
}
