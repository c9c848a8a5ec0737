import ByteReading

/// What git has to know so that its own commands compare media files through the dump tools.
struct GitSetup {
  /// Where it is written.
  enum Scope: String, Sendable {
    /// Nowhere: it is printed.
    case nowhere
    /// The repository: its configuration, and `.gitattributes` at its root.
    case local
    /// The person: their configuration and attributes.
    case global
  }

  /// The lines of the attributes file.
  static let attributes =
    MediaExtensions.ofAtoms.map { MediaExtensions.pattern(of: $0) + " diff=atom" }
    + MediaExtensions.ofSound.map { MediaExtensions.pattern(of: $0) + " diff=id3" }

  /// The names and values of the configuration. A name of a file may look like an option, and git ends its
  /// own work where a driver ends with anything but 0.
  static let configuration: [(name: String, value: String)] = [
    ("diff.atom.command", "atomdiff --"), ("diff.atom.textconv", "atomdump --textconv --exit-zero --"),
    ("diff.atom.cachetextconv", "true"), ("diff.id3.command", "atomdiff --"),
    ("diff.id3.textconv", "id3dump --textconv --exit-zero --"), ("diff.id3.cachetextconv", "true"),
  ]

  /// What would be done, as text.
  static func write(tool: String, to output: inout ByteWriter) {
    output.put("# .gitattributes\n")
    for line in attributes {
      output.put(line)
      output.put("\n")
    }
    output.put("\n# git config\n")
    for (name, value) in configuration {
      output.put(name)
      output.put(" = ")
      output.put(value)
      output.put("\n")
    }
    output.put(
      "\n# Nothing was changed: \(tool) --install-git=local does it for this repository,\n")
    output.put("# --install-git=global for all of yours. 'git diff' calls atomdiff then; git log -p, git show and\n"
    )
    output.put("# 'git diff --no-ext-diff' compare the lines of --textconv.\n")
  }

  /// Does it.
  ///
  /// - Returns: What was done, or why it was not.
  static func install(_ scope: Scope) -> (text: String, isDone: Bool) {
    let file: OutputFile
    switch scope {
    case .nowhere: return ("", true)
    case .local:
      guard let root = output(of: ["git", "rev-parse", "--show-toplevel"]) else {
        return ("this is no repository of git", false)
      }
      // Whoever made the repository may have put a link there.
      file = OutputFile(derived: [Array(".gitattributes".utf8)], in: FilePath(root))
    case .global:
      if let named = output(of: ["git", "config", "--global", "--type=path", "core.attributesFile"])
      {
        file = OutputFile(named: FilePath(named))
      } else if let folder = Environment.process["XDG_CONFIG_HOME"], !folder.isEmpty {
        file = OutputFile(named: FilePath(folder + "/git/attributes"))
      } else if let home = Environment.process["HOME"], !home.isEmpty {
        file = OutputFile(named: FilePath(home + "/.config/git/attributes"))
      } else {
        return ("HOME is not set", false)
      }
    }
    let place = file.path
    var text = ByteWriter()
    if (try? FileStatus(of: place, followingLinks: true)) != nil {
      guard let source = try? ByteSource.open(path: place.bytes) else {
        return ("\(place.display) cannot be read", false)
      }
      text.put(bytes: source.bytes)
    }
    let present = Set(
      text.string.split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      })
    let missing = attributes.filter { !present.contains($0) }
    if text.count > 0, text.contents.byte(at: text.count - 1) != 0x0A { text.put("\n") }
    for line in missing {
      text.put(line)
      text.put("\n")
    }
    do throws(SystemError) {
      if let folder = place.folder { try makeFolders(at: folder) }
    } catch {
      return ("\(place.display): \(error)", false)
    }
    do throws(WritingError) {
      if !missing.isEmpty { try file.write(text.array) }
    } catch {
      return (error.message(for: place), false)
    }
    for (name, value) in configuration {
      guard output(of: ["git", "config", "--\(scope.rawValue)", name, value]) != nil else {
        return ("git config --\(scope.rawValue) \(name) failed", false)
      }
    }
    return (
      "\(missing.count) \(missing.count == 1 ? "line" : "lines") added to \(place.display);"
        + " \(configuration.count) settings in git config --\(scope.rawValue)\n", true
    )
  }

  /// The line that a program writes; `nil` when it fails.
  private static func output(of words: [String]) -> [UInt8]? {
    guard let program = RunningProgram(words.map { Array($0.utf8) }, isSilent: true) else {
      return nil
    }
    let source = try? ByteSource.open(descriptor: program.output)
    guard program.finish() == 0, let source else { return nil }
    var text = ByteWriter()
    text.put(bytes: source.bytes)
    var bytes = text.array
    while bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }
}
