import Atoms
import ByteReading
import Foundation
import FuzzOracles
import ID3
import MediaFacts
import SoundFiles
import Structure
import Testing

/// Code reads fields by names that rows of tables have.
///
/// It does so through views, whose names are held against their tables where those are lowered; see
/// ``FieldViewTests``. What is left is held here, each kind of it by what it is about.
@Suite struct FieldNameTests {
  // MARK: Readers

  /// The methods that read fields of a node by strings are for users of the library: ours go through
  /// views.
  ///
  /// The methods are found where they are declared, so that a new one is looked for as well.
  @Test func noSourceReadsAFieldByAString() throws {
    let declaration = try NSRegularExpression(
      pattern: #"func (\w+)(?:<\w+>)?\((?:_|of|named) \w+: StaticString"#)
    var methods: Set<String> = []
    for file in ["NodeReader", "StoredColumn"] {
      let text = try Checkout.text(of: "Sources/Structure/Reading/\(file).swift")
      for match in declaration.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        if let range = Range(match.range(at: 1), in: text) { methods.insert(String(text[range])) }
      }
    }
    #expect(methods.isSuperset(of: ["number", "code", "content", "put", "withTable", "column"]))
    // Writers have a method `put` of their own; that of readers has a place to write to.
    methods.remove("put")
    let forms = try [
      #"\.(?:\#(methods.sorted().joined(separator: "|")))\((?:of: )?"(\w+)""#,
      #"\.put\("(\w+)", to:"#, #"text\(ofFieldNamed: "(\w+)""#,
    ].map { try NSRegularExpression(pattern: $0) }
    var found: [String] = []
    try eachLine { file, number, line in
      for name in forms.flatMap({ names(of: $0, in: line) }) {
        if Self.withoutViews.contains(file) {
          #expect(
            Self.rows.contains(name), "\(file):\(number): no row of any table is called \"\(name)\"")
        } else {
          found.append("\(file): \(name)")
        }
      }
    }
    #expect(found.sorted() == Self.readByStrings.sorted())
  }

  /// A view that no catalogue was given reads nothing, without a word: each stands in a list of views.
  @Test func everyViewIsInAList() throws {
    let declaration = try NSRegularExpression(pattern: #"enum (\w+): FieldView\b"#)
    let mention = try NSRegularExpression(pattern: #"(?<!view\()\b([A-Z]\w+)\.self\b"#)
    var views: [(name: String, file: String)] = []
    var listed: Set<String> = []
    for file in Checkout.swiftFiles(in: "Sources") {
      for line in try Checkout.code(of: file) {
        views += names(of: declaration, in: line.text).map { ($0, file) }
        listed.formUnion(names(of: mention, in: line.text))
      }
    }
    #expect(views.count > 100)
    for view in views {
      let isListed = listed.contains(view.name)
      #expect(
        isListed,
        "\(view.name) in \(view.file) reads nothing: the list of its format lacks it (AtomViews.all)")
    }
  }

  /// Files that still read by strings what has no view yet, or is read through one elsewhere: each of
  /// their names is a row's. The list may only become shorter.
  private static let withoutViews = [
    // Entries of a group, which have tables of their own; values of a tag; reports know no format.
    "Sources/Atoms/Facts/EncryptionReading.swift", "Sources/MediaInspection/AtomSynopsis.swift",
    "Sources/MediaReports/About/AboutFile.swift",
  ]

  /// Fields that are read by strings, each with the reason.
  private static let readByStrings = [
    // Entries of a group have tables of their own.
    "Sources/MediaMetadata/MusicFacts.swift: roll_distance",
    // A module of sound knows of no tag that it is: `TLEN` and `COMM` are of another format.
    "Sources/SoundFiles/Audio/AudioStream.swift: description",
    "Sources/SoundFiles/Audio/AudioStream.swift: text", "Sources/SoundFiles/Audio/AudioStream.swift: text",
  ]

  // MARK: Names in sinks and lists

  /// How sources name a row by a string elsewhere; what stands between the parentheses is the name.
  private static let forms = [
    #"name\.isSame\(as: "(\w+)"\)"#,
    #"\bfield: "(\w+)""#,
    #"\brow: "(\w+)""#,
  ]

  /// The names of the rows of all tables.
  private static let rows: Set<String> = {
    var names: Set<String> = []
    for (_, catalogue) in Catalogue.ofFormats {
      names.formUnion(catalogue.header.rows.map(\.name.description))
      for number in 0..<catalogue.count {
        guard let program = catalogue.program(number) else { continue }
        names.formUnion(program.rows.map(\.name.description))
      }
    }
    return names
  }()

  /// A row that is renamed, or a name that is misspelt, is reported here with file and line. These are
  /// sinks that look at the fields of all nodes of a tag or of a header, and words for fields of many
  /// tables.
  @Test func eachNameInTheSourcesIsARows() throws {
    let forms = try Self.forms.map { try NSRegularExpression(pattern: $0) }
    var found: [String: Int] = [:]
    try eachLine { file, number, line in
      for form in forms {
        for name in names(of: form, in: line) {
          found[file, default: 0] += 1
          guard !Self.rows.contains(name) else { continue }
          Issue.record("\(file):\(number): no row of any table is called \"\(name)\"")
        }
      }
    }
    let list = found.map { "\($0.key) \($0.value)" }.sorted()
    print("fields: \(found.values.reduce(0, +)) are named by strings: \(list)")
    #expect(found.keys.allSatisfy { Self.places[$0] != nil }, "\(list)")
    #expect(found.count == Self.places.count, "the forms find what they look for")
  }

  /// What fields are to a viewer is a table of names: `tkhd.width`, `*.sar_width`.
  @Test func eachFieldOfAnAspectIsARow() throws {
    let source = try Checkout.text(of: "Sources/MediaInspection/Verdict/AspectRoles.swift")
    let start = try #require(source.range(of: "static let ofField"))
    let end = try #require(source.range(of: "\n  ]", range: start.upperBound..<source.endIndex))
    var count = 0
    let names = /(?:\*|[A-Za-z0-9]{3,4})\.([A-Za-z_][A-Za-z_0-9]*)/
    for word in source[start.upperBound..<end.lowerBound].matches(of: names) {
      count += 1
      let isRow = Self.rows.contains(String(word.1))
      #expect(isRow, "no row of any table is called \(word.1)")
    }
    #expect(count > 80, "the form finds what it looks for")
  }

  /// What decoders do not go by is a list of rows.
  @Test func eachFieldThatIsAHintIsARow() throws {
    let source = try Checkout.text(of: "Sources/MediaInspection/Verdict/AspectRoles.swift")
    let start = try #require(source.range(of: "static let hints"))
    let end = try #require(source.range(of: "\n  ]", range: start.upperBound..<source.endIndex))
    let words = source[start.upperBound..<end.lowerBound].matches(of: /"([A-Za-z_0-9]+)"/)
    for word in words {
      let isRow = Self.rows.contains(String(word.1))
      #expect(isRow, "no row of any table is called \(word.1)")
    }
    #expect(words.count > 15, "the form finds what it looks for")
  }

  /// What samples are decoded by, and what no number of sound is made by, are lists of rows.
  @Test(arguments: ["channels", "codedSizes", "soundNotes"]) func eachFieldThatDecodesIsARow(list: String) throws {
    let source = try Checkout.text(of: "Sources/MediaInspection/Verdict/AspectRoles+Coding.swift")
    let start = try #require(source.range(of: "static let \(list): Set<String> = ["))
    let end = try #require(source.range(of: "]", range: start.upperBound..<source.endIndex))
    let words = source[start.upperBound..<end.lowerBound].matches(of: /"([A-Za-z_0-9]+)"/)
    for word in words {
      let isRow = Self.rows.contains(String(word.1))
      #expect(isRow, "no row of any table is called \(word.1)")
    }
    #expect(words.count >= 4, "the form finds what it looks for")
  }

  /// What a `uuid` is to a viewer is said of those that have a table.
  @Test func eachExtendedTypeOfAnAspectIsATables() throws {
    let types = Set((0..<Catalogue.atoms.count).map { Catalogue.atoms.table($0).extendedType.description })
    let source = try Checkout.text(of: "Sources/MediaInspection/Verdict/AspectRoles.swift")
    let found = source.matches(of: /"([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})"/)
    for word in found {
      let hasTable = types.contains(String(word.1))
      #expect(hasTable, "no table has the type \(word.1)")
    }
    #expect(found.count == 21, "the form finds what it looks for")
  }

  /// Where rows are named by strings, each with the reason.
  private static let places: [String: String] = [
    "Sources/EmbeddedMetadata/IPTC/IIMTables.swift": "the character set, by which later data sets are read",
    "Sources/MediaMetadata/PrivacyFields.swift": "the language, which is no word that somebody wrote",
    "Sources/MediaMetadata/PrivacyFinder.swift": "logs and names of files in free space that cameras fill",
    "Sources/MediaMetadata/PrivacyKeys.swift": "units of a video stream, in whatever configuration",
    "Sources/MediaMetadata/PrivacyTexts.swift": "the model and the maker, in whatever box a camera has them",
    "Sources/ID3/TagChecks.swift": "the encoding, in the fields of all frames",
    "Sources/ID3/Tables/TagSummaries.swift": "the header of a tag, which is no table of a node",
    "Sources/ID3/UsageRules.swift": "encoding and text, in the fields of all frames",
    "Sources/MediaMetadata/Items/MetadataReader.swift": "what fields of many frames are called",
    "Sources/MediaMetadata/Items/StoredFields.swift": "what fields of many frames are called",
    "Sources/MediaInspection/Samples/AVCFields.swift": "what parameter sets and slices say of fields, in whatever unit they stand",
    "Sources/MediaInspection/Samples/ParameterSets.swift": "lengths in a configuration, behind which its units stand",
    "Sources/MediaInspection/Samples/PictureMessages.swift": "what messages beside pictures say, whatever unit they stand in",
    "Sources/MediaInspection/Verdict/WriterNames+XMP.swift": "the name in front of a value in a packet of XMP, an element's or an attribute's",
    "Sources/MediaMetadata/PrivacySamples.swift": "keys and values of telemetry and messages in samples",
    "Sources/StructureDiff/Snapshot/SnapshotFields.swift": "version and flags of all full boxes",
    "Sources/StructureRendering/NodePages.swift": "sizes in the headers of all formats",
  ]

  // MARK: Values that name fields

  /// What a diff is told of fields are fields of the tables of those types.
  @Test func valuesNameRowsOfTheirTables() {
    for encoding in Encodings.all {
      for field in encoding.fields { expectRow(field, of: encoding.types, in: .atoms) }
      if let counts = encoding.counts { expectRow(counts, of: encoding.types, in: .atoms) }
    }
    for role in SampleRoles.all {
      for field in role.fields { expectRow(field, of: role.types, in: .atoms) }
    }
    for derivation in Derivations.all {
      expectRow(derivation.field, of: [derivation.type], in: .atoms)
    }
    for derivation in Derivations.columns {
      expectRow(derivation.field, of: [derivation.type], in: .atoms)
    }
    for derivation in TagDerivations.all {
      expectRow(derivation.field, of: [derivation.type], in: .tagParts)
    }
  }

  /// Each name of a path is a row's of a table for one of these types.
  private func expectRow(_ path: StaticString, of types: [FourCC], in catalogue: Catalogue) {
    var names: Set<String> = []
    for number in 0..<catalogue.count where types.contains(where: { isFor($0, number, catalogue) })
    {
      guard let program = catalogue.program(number) else { continue }
      names.formUnion(program.rows.map(\.name.description))
    }
    for name in path.description.split(separator: ".") {
      #expect(
        names.contains(String(name)), "no row of \(types.map(\.key)) is called '\(name)'")
    }
  }

  private func isFor(_ type: FourCC, _ number: Int, _ catalogue: Catalogue) -> Bool {
    FourCC(key: catalogue.table(number).code.description) == type
  }

  // MARK: Sources

  /// Passes each line of code outside tables, with its file and its number, to `body`; a name on the
  /// line after its bracket stands on the line of the bracket. Tables are held against themselves when
  /// they are lowered, and a structure knows no names.
  private func eachLine(_ body: (String, Int, String) throws -> Void) throws {
    for file in Checkout.swiftFiles(in: "Sources") {
      let isOfTables = [
        "/Tables/", "Sources/ID3/Frames/", "ChunkTables.swift", "AudioTables.swift",
        "Sources/Structure/", "Sources/ByteReading/", "Catalogue.swift",
      ]
      let isSummary = file.hasSuffix("Summaries.swift")
      if isOfTables.contains(where: { file.contains($0) }), !isSummary { continue }
      let lines = try Checkout.text(of: file).components(separatedBy: "\n")
      for (index, line) in lines.enumerated() {
        if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
        let next = index + 1 < lines.count ? lines[index + 1].drop(while: { $0 == " " }) : ""
        try body(file, index + 1, line.hasSuffix("(") ? line + next : line)
      }
    }
  }

  private func names(of form: NSRegularExpression, in line: String) -> [String] {
    form.matches(in: line, range: NSRange(line.startIndex..., in: line)).compactMap { match in
      Range(match.range(at: 1), in: line).map { String(line[$0]) }
    }
  }
}
