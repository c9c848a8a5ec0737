import Foundation

/// The files of the package as they are written.
enum Checkout {
  /// The folder that the manifest stands in.
  static let folder = String(#filePath.dropLast("/Tests/ArchitectureTests/Checkout.swift".count))

  /// The Swift files under `names`, as paths from the package's folder, in byte order.
  static func swiftFiles(in names: String...) -> [String] {
    var files: [String] = []
    for name in names {
      let walk = FileManager.default.enumerator(atPath: folder + "/" + name)
      for case let file as String in walk ?? FileManager.DirectoryEnumerator()
      where file.hasSuffix(".swift") {
        files.append(name + "/" + file)
      }
    }
    return files.sorted()
  }

  /// What stands in a file that is named from the package's folder.
  static func text(of name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  typealias Code = [(number: Int, text: String)]

  /// The code of files that was asked for, and all of it in one: each test asks for that of all.
  private final class Known: @unchecked Sendable {
    private let lock = NSLock()
    private var codes: [String: (lines: Code, whole: String)] = [:]

    subscript(name: String) -> (lines: Code, whole: String)? {
      get { lock.withLock { codes[name] } }
      set { lock.withLock { codes[name] = newValue } }
    }
  }
  private static let known = Known()

  private static func known(_ name: String) throws -> (lines: Code, whole: String) {
    if let code = known[name] { return code }
    let lines = try readCode(of: name)
    let code = (lines, lines.map(\.text).joined(separator: "\n"))
    known[name] = code
    return code
  }

  /// The lines of a file without comments and without what stands in string literals.
  static func code(of name: String) throws -> Code { try known(name).lines }

  /// Those of its lines in which a regular expression finds something. It is asked of all of them at once first, as in
  /// most files it finds nothing: what it finds in a line it finds there, too.
  static func code(of name: String, with pattern: String) throws -> Code {
    let code = try known(name)
    guard code.whole.range(of: pattern, options: .regularExpression) != nil else { return [] }
    return code.lines.filter { $0.text.range(of: pattern, options: .regularExpression) != nil }
  }

  private static func readCode(of name: String) throws -> Code {
    var result: Code = []
    var isInLongText = false
    for (index, line) in try text(of: name).components(separatedBy: "\n").enumerated() {
      if isInLongText {
        if line.contains(#"""""#) { isInLongText = false }
        continue
      }
      let bare = withoutTextAndComment(line)
      if line.components(separatedBy: #"""""#).count == 2 { isInLongText = true }
      result.append((index + 1, bare))
    }
    return result
  }

  private static func withoutTextAndComment(_ line: String) -> String {
    var result = String.UnicodeScalarView()
    var isInText = false
    var isEscaped = false
    var last: Unicode.Scalar = " "
    for character in line.unicodeScalars {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInText = false
          result.append("\"")
        }
        continue
      }
      if character == "\"" { isInText = true }
      if character == "/", last == "/" { return String(String.UnicodeScalarView(result.dropLast())) }
      result.append(character)
      last = character
    }
    return String(result)
  }

  /// The target that a file belongs to: `Sources/Atoms/Tables/AV1.swift` to `Atoms`.
  static func target(of file: String) -> String {
    let parts = file.split(separator: "/").map(String.init)
    return parts[0] == "Corpus" ? "Corpus" : parts[1]
  }
}

/// What the manifest says of a target, read from its text.
struct ManifestTarget {
  var name: String
  var dependencies: Set<String>
  /// Whether it has the settings that all targets share.
  var hasSettings: Bool
  /// Whether it is compiled.
  var isSwift: Bool

  /// The targets of the package.
  static func all() throws -> [ManifestTarget] {
    let lines = try Checkout.text(of: "Package.swift").components(separatedBy: "\n")
      .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
    let text = lines.joined(separator: "\n")
    guard let start = text.range(of: "targets: [\n") else { return [] }
    var targets: [ManifestTarget] = []
    var call = ""
    var depth = 0
    for character in text[start.upperBound...] {
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" {
        depth -= 1
        if depth < 0 { break }
      }
      call.append(character)
      if depth == 0, character == ")" {
        targets.append(ManifestTarget(call: call))
        call = ""
      }
    }
    return targets
  }

  private init(call: String) {
    let head = call.prefix { $0 != "(" }.trimmingCharacters(in: CharacterSet(charactersIn: ", \n"))
    let isShort = ["library", "program", "tests"].contains(head)
    var texts = Self.texts(in: call)
    name = texts.isEmpty ? "" : texts.removeFirst()
    if !isShort {
      let list = call.range(of: "dependencies: [").map { call[$0.upperBound...] } ?? ""
      texts = Self.texts(in: String(list.prefix { $0 != "]" }))
    }
    dependencies = Set(texts)
    isSwift = head != ".systemLibrary"
    hasSettings = isShort || call.contains("swiftSettings: settings")
  }

  private static func texts(in call: String) -> [String] {
    call.components(separatedBy: "\"").enumerated().compactMap { $0 % 2 == 1 ? $1 : nil }
  }
}
