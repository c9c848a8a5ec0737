import Foundation
import Testing

/// Imports point down, and the manifest says so.
@Suite struct MapTests {
  /// The map: what each module may know of. Programs and what stands beside the map may know all.
  static let map: [String: Set<String>] = [
    "CZlib": [],
    "CSystem": [],
    "ByteReading": ["CZlib"],
    "Structure": ["ByteReading"],
    "MediaFacts": ["Structure", "ByteReading"],
    "Atoms": ["MediaFacts", "Structure", "ByteReading"],
    "ID3": ["MediaFacts", "Structure", "ByteReading"],
    "SoundFiles": ["MediaFacts", "Structure", "ByteReading"],
    "EmbeddedMetadata": ["MediaFacts", "Structure", "ByteReading"],
    "MediaInspection": formats.union(["MediaFacts", "Structure", "ByteReading"]),
    "MediaMetadata": formats.union(["MediaInspection", "MediaFacts", "Structure", "ByteReading"]),
    "StructureRendering": ["MediaFacts", "Structure", "ByteReading"],
    "StructureDiff": ["MediaFacts", "Structure", "ByteReading"],
    "MediaReports": belowReports,
    "AtomTools": belowReports.union(["MediaReports"]),
    "CommandLineSupport": ["Structure", "ByteReading", "CSystem"],
    "DumpApplication": belowApplications,
    "DiffApplication": belowApplications,
    "TerminalInspector": belowApplications,
    "ContextServer": ["CommandLineSupport", "Structure", "ByteReading"],
    "Programs": belowApplications.union([
      "DumpApplication", "DiffApplication", "TerminalInspector", "ContextServer",
    ]),
  ]
  static let formats: Set<String> = ["Atoms", "ID3", "SoundFiles", "EmbeddedMetadata"]
  static let belowReports: Set<String> = [
    "MediaMetadata", "MediaInspection", "StructureRendering", "StructureDiff", "MediaFacts",
    "Structure", "ByteReading",
  ]
  static let belowApplications = belowReports.union(["CommandLineSupport", "MediaReports"])
  static let programs: Set<String> = ["atomdump", "id3dump", "atomdiff", "atomtool"]
  static let besideTheMap: Set<String> = ["Corpus", "Benchmarks", "FuzzOracles", "SandboxProbe"]

  static func isBeside(_ target: String) -> Bool {
    besideTheMap.contains(target) || target.hasSuffix("Tests") || target.hasPrefix("Fuzz")
  }

  static func mayImport(_ target: String) -> Set<String>? {
    if let below = map[target] { return below }
    if programs.contains(target) { return Set(map.keys) }
    if isBeside(target) { return Set(map.keys).union(besideTheMap).union(programs) }
    return nil
  }

  /// The pages that show the map have each module of it.
  @Test(arguments: ["Sources/Structure/Structure.docc/Architecture.md", "README.md"])
  func everyModuleStandsOnThePage(page: String) throws {
    let text = try Checkout.text(of: page)
    for module in Self.map.keys.sorted() {
      let isThere = text.contains("`\(module)`") || text.contains("`Sources/\(module)`")
      #expect(isThere, "\(page) has a table of modules, and \(module) is not in it")
    }
  }

  @Test func everyTargetOfTheManifestIsOnTheMap() throws {
    let targets = try ManifestTarget.all()
    #expect(targets.count >= 12, "\(targets)")
    for target in targets {
      guard let below = Self.mayImport(target.name) else {
        Issue.record("\(target.name) is not on the map")
        continue
      }
      // Files that are embedded are named as well.
      let wrong = target.dependencies.subtracting(below).filter { !$0.contains("/") }
      #expect(wrong.isEmpty, "\(target.name) depends on \(wrong.sorted())")
    }
  }

  @Test func importsPointDown() throws {
    let targets = try ManifestTarget.all()
    let files = Checkout.swiftFiles(in: "Sources", "Corpus", "Fuzz", "Tests")
    #expect(files.count > 100)
    for file in files {
      let target = Checkout.target(of: file)
      let declared = targets.first { $0.name == target }?.dependencies ?? []
      for line in try Checkout.code(of: file) {
        guard let module = Self.module(importedBy: line.text) else { continue }
        let isOurs = Self.map[module] != nil || Self.besideTheMap.contains(module)
        if isOurs {
          #expect(declared.contains(module), "\(file):\(line.number) imports \(module)")
        } else {
          #expect(
            Self.systemModules(for: target).contains(module),
            "\(file):\(line.number) imports \(module)")
        }
      }
    }
  }

  /// Start-up decides small files, so libraries and programs do without Foundation.
  static func systemModules(for target: String) -> Set<String> {
    if isBeside(target) { return ["Glibc", "Darwin", "Foundation", "FoundationXML", "Testing"] }
    switch target {
    case "ByteReading", "CommandLineSupport": return ["Glibc", "Darwin"]
    default: return []
    }
  }

  static func module(importedBy line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
      words[..<place].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) })
    else { return nil }
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "let", "var"]
    let name =
      kinds.contains(words[place + 1]) && place + 2 < words.count
      ? words[place + 2] : words[place + 1]
    return name.split(separator: ".").first.map(String.init)
  }

  static let accessLevels: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]

  @Test func everySwiftTargetHasTheSharedSettings() throws {
    let text = try Checkout.text(of: "Package.swift")
    for setting in [
      ".strictMemorySafety()", ".enableExperimentalFeature(\"Lifetimes\")",
      ".enableUpcomingFeature(\"ExistentialAny\")",
      ".enableUpcomingFeature(\"InternalImportsByDefault\")",
      ".enableUpcomingFeature(\"MemberImportVisibility\")",
    ] {
      #expect(text.contains(setting))
    }
    #expect(text.contains("swiftLanguageModes: [.v6]"))
    // Tests alone have one: who depends on the package is refused none of its targets.
    #expect(text.components(separatedBy: "unsafeFlags").count == 2)
    let ofTests = #".unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))"#
    #expect(text.contains("settings + [\n      \(ofTests)\n    ])"))
    #expect(!text.contains(".package(url"), "the package has no dependencies")
    for target in try ManifestTarget.all() where target.isSwift {
      #expect(target.hasSettings, "\(target.name) lacks the shared settings")
    }
  }

  @Test func theTopLevelStaysAsItIs() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.folder)
      .filter { !$0.hasPrefix(".") }
    let allowed: Set<String> = [
      "Package.swift", "README.md", "Sources", "Tests", "Corpus", "Fuzz",
    ]
    #expect(Set(names).subtracting(allowed).isEmpty)
    #expect(
      Set(names).isSuperset(of: ["Package.swift", "README.md", "Sources", "Tests", "Corpus"]))
  }
}
