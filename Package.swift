// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target with the settings that every target of this package has.
func library(_ name: String, on dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, on dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Tests of a target. They are not optimised where what they test is: that would take half of the time in which
/// they are built, and save nothing when they run. That they are no module for others saves a second reading.
func tests(_ name: String, of dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: name, dependencies: dependencies,
    swiftSettings: settings + [
      .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
    ])
}

let package = Package(
  name: "atomtools",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "atomdump", targets: ["atomdump"]),
    .executable(name: "id3dump", targets: ["id3dump"]),
    .executable(name: "atomdiff", targets: ["atomdiff"]),
    // All three in one file, for archives.
    .executable(name: "atomtool", targets: ["atomtool"]),
    .library(name: "AtomTools", targets: ["AtomTools"]),
    .library(name: "ByteReading", targets: ["ByteReading"]),
    .library(name: "Structure", targets: ["Structure"]),
    .library(name: "MediaFacts", targets: ["MediaFacts"]),
    .library(name: "Atoms", targets: ["Atoms"]),
    .library(name: "ID3", targets: ["ID3"]),
    .library(name: "SoundFiles", targets: ["SoundFiles"]),
    .library(name: "EmbeddedMetadata", targets: ["EmbeddedMetadata"]),
    .library(name: "MediaInspection", targets: ["MediaInspection"]),
    .library(name: "MediaMetadata", targets: ["MediaMetadata"]),
    .library(name: "StructureRendering", targets: ["StructureRendering"]),
    .library(name: "StructureDiff", targets: ["StructureDiff"]),
    .library(name: "MediaReports", targets: ["MediaReports"]),
  ],
  targets: [
    // bytes
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CSystem"),
    library("ByteReading", on: "CZlib"),
    // fields
    library("Structure", on: "ByteReading"),
    // facts
    library("MediaFacts", on: "Structure", "ByteReading"),
    // formats
    library("Atoms", on: "MediaFacts", "Structure", "ByteReading"),
    library("ID3", on: "MediaFacts", "Structure", "ByteReading"),
    library("SoundFiles", on: "MediaFacts", "Structure", "ByteReading"),
    library("EmbeddedMetadata", on: "MediaFacts", "Structure", "ByteReading"),
    // files
    library(
      "MediaInspection", on: "Atoms", "ID3", "SoundFiles", "EmbeddedMetadata", "MediaFacts",
      "Structure", "ByteReading"),
    library(
      "MediaMetadata", on: "MediaInspection", "Atoms", "ID3", "SoundFiles", "EmbeddedMetadata",
      "MediaFacts", "Structure", "ByteReading"),
    // output
    library("StructureRendering", on: "MediaFacts", "Structure", "ByteReading"),
    library("StructureDiff", on: "MediaFacts", "Structure", "ByteReading"),
    library(
      "MediaReports", on: "MediaMetadata", "MediaInspection", "StructureRendering",
      "StructureDiff", "MediaFacts", "Structure", "ByteReading"),
    // library
    library(
      "AtomTools", on: "MediaReports", "MediaMetadata", "MediaInspection", "StructureRendering",
      "StructureDiff", "MediaFacts", "Structure", "ByteReading"),
    // screen
    library("CommandLineSupport", on: "Structure", "ByteReading", "CSystem"),
    // applications
    library(
      "DumpApplication", on: "CommandLineSupport", "MediaReports", "MediaMetadata",
      "MediaInspection", "StructureRendering", "StructureDiff", "MediaFacts", "Structure",
      "ByteReading"),
    library(
      "DiffApplication", on: "CommandLineSupport", "MediaReports", "MediaMetadata",
      "MediaInspection", "StructureRendering", "StructureDiff", "MediaFacts", "Structure",
      "ByteReading"),
    library(
      "TerminalInspector", on: "CommandLineSupport", "MediaReports", "MediaInspection",
      "StructureRendering", "StructureDiff", "MediaFacts", "Structure", "ByteReading"),
    library("ContextServer", on: "CommandLineSupport", "ByteReading"),
    // programs
    library(
      "Programs", on: "ContextServer", "CommandLineSupport", "DumpApplication", "DiffApplication",
      "TerminalInspector", "ByteReading"),
    program("atomdump", on: "Programs"),
    program("id3dump", on: "Programs"),
    program("atomdiff", on: "Programs"),
    program("atomtool", on: "Programs", "CommandLineSupport"),
    // beside the map
    .target(
      name: "Corpus", dependencies: ["Structure", "ByteReading"], path: "Corpus",
      exclude: [
        "README.md", "broken", "encoded", "findings", "fuzz", "goldens", "inputs", "made",
        "make-matrix", "make-pairs",
        "mockups",
      ],
      sources: [
        "Recipes+Tags.swift", "Recipes+Cameras.swift", "Recipes+Credentials.swift", "Cameras.swift",
        "Credentials.swift",
        "AtomBuilder.swift", "Child.swift", "Corpus.swift", "EditedAtoms.swift", "Families.swift", "Parts.swift",
        "Recipes.swift",
        "Recipes+Broken.swift", "Recipes+Rules.swift", "ShownCode.swift", "Specimens.swift", "TagBuilder.swift",
        "Workloads.swift",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Corpus", "Atoms", "MediaInspection", "StructureRendering", "MediaFacts", "Structure",
        "ByteReading",
      ],
      swiftSettings: settings),
    .target(
      name: "FuzzOracles",
      dependencies: [
        "DumpApplication", "DiffApplication", "TerminalInspector", "CommandLineSupport", "Corpus",
        "MediaReports", "MediaInspection", "StructureRendering", "StructureDiff", "Atoms", "ID3", "SoundFiles",
        "EmbeddedMetadata", "Structure", "ByteReading",
      ],
      path: "Fuzz/FuzzOracles", swiftSettings: settings),
    .executableTarget(
      name: "FuzzAtoms", dependencies: ["FuzzOracles"], path: "Fuzz/FuzzAtoms",
      swiftSettings: settings),
    .executableTarget(
      name: "FuzzID3", dependencies: ["FuzzOracles"], path: "Fuzz/FuzzID3",
      swiftSettings: settings),
    .executableTarget(
      name: "FuzzDiff", dependencies: ["FuzzOracles"], path: "Fuzz/FuzzDiff",
      swiftSettings: settings),
    .executableTarget(
      name: "FuzzPath", dependencies: ["FuzzOracles"], path: "Fuzz/FuzzPath",
      swiftSettings: settings),
    .executableTarget(
      name: "FuzzInspector", dependencies: ["FuzzOracles"], path: "Fuzz/FuzzInspector",
      swiftSettings: settings),
    // What a process behind the walls can still do, for tests.
    .executableTarget(
      name: "SandboxProbe", dependencies: ["CommandLineSupport", "CSystem"],
      path: "Tests/SandboxProbe", swiftSettings: settings),
    tests("ByteReadingTests", of: "ByteReading"),
    tests("StructureTests", of: "Structure", "ByteReading"),
    tests("MediaFactsTests", of: "MediaFacts", "Structure", "ByteReading"),
    tests(
      "AtomsTests",
      of: "FuzzOracles", "Atoms", "EmbeddedMetadata", "MediaReports", "MediaMetadata", "MediaInspection",
      "StructureRendering", "MediaFacts", "Structure", "ByteReading", "Corpus"),
    tests(
      "ID3Tests",
      of: "ID3", "SoundFiles", "MediaReports", "MediaMetadata", "MediaInspection",
      "StructureRendering",
      "MediaFacts", "Structure", "ByteReading", "Corpus"),
    tests(
      "MediaInspectionTests", of: "MediaReports", "StructureRendering", "StructureDiff",
      "MediaMetadata", "MediaInspection", "Atoms", "SoundFiles", "MediaFacts", "Structure",
      "ByteReading", "Corpus", "FuzzOracles"),
    tests("ContextServerTests", of: "ContextServer", "CommandLineSupport", "Programs", "Corpus"),
    tests("CommandLineSupportTests", of: "CommandLineSupport", "CSystem", "Corpus"),
    tests(
      "TerminalInspectorTests", of: "TerminalInspector", "FuzzOracles", "CommandLineSupport",
      "MediaInspection", "StructureRendering", "Structure", "ByteReading", "Corpus"),
    tests(
      "MediaReportsTests", of: "MediaReports", "MediaMetadata", "MediaInspection", "Atoms",
      "StructureRendering", "MediaFacts", "Structure", "ByteReading", "Corpus"),
    tests(
      "ApplicationTests", of: "DumpApplication", "DiffApplication", "CommandLineSupport",
      "MediaReports", "StructureRendering", "StructureDiff", "MediaInspection", "Structure", "ByteReading", "Corpus"),
    tests(
      "RobustnessTests", of: "Atoms", "MediaMetadata", "MediaInspection", "StructureDiff",
      "StructureRendering", "MediaReports", "MediaFacts", "Structure", "ByteReading", "Corpus",
      "FuzzOracles"),
    tests(
      "HostileTests", of: "atomdump", "id3dump", "atomdiff", "SandboxProbe", "FuzzOracles",
      "DumpApplication", "DiffApplication", "CommandLineSupport", "MediaInspection", "MediaFacts", "Structure",
      "ByteReading", "Corpus"),
    tests(
      "CorpusTests", of: "Corpus", "FuzzOracles", "MediaInspection", "ID3", "SoundFiles", "Atoms",
      "MediaFacts", "Structure", "ByteReading"),
    tests(
      "SampleTests", of: "MediaMetadata", "MediaInspection", "Atoms", "MediaFacts", "Structure",
      "StructureRendering", "ByteReading", "Corpus"),
    tests(
      "StructureRenderingTests", of: "StructureRendering", "MediaReports", "MediaMetadata", "MediaInspection",
      "MediaFacts", "Structure", "ByteReading", "Corpus"),
    tests(
      "StructureDiffTests", of: "StructureDiff", "MediaReports", "MediaMetadata", "MediaInspection",
      "Atoms",
      "MediaFacts", "Structure", "ByteReading", "Corpus"),
    tests("SnippetTests", of: "AtomTools", "SoundFiles", "Corpus"),
    tests(
      "ArchitectureTests", of: "FuzzOracles", "Atoms", "ID3", "SoundFiles", "MediaFacts", "Structure",
      "ByteReading"),
    tests(
      "ToolTests", of: "atomdump", "id3dump", "atomdiff", "atomtool", "DumpApplication", "CommandLineSupport",
      "MediaMetadata", "MediaInspection", "Atoms", "MediaFacts", "Structure", "ByteReading",
      "Corpus", "FuzzOracles"),
  ],
  swiftLanguageModes: [.v6]
)
