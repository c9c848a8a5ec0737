import ByteReading
import MediaFacts
import MediaInspection

extension ContentCredentials.Verdict {
  /// The word that machine forms have for it.
  var word: String {
    switch self {
    case .matches: "matches"
    case .differs: "differs"
    case .notChecked: "notChecked"
    }
  }

  /// Why it was not compared, in words; empty when it was.
  var reason: String {
    guard case .notChecked(let reason) = self else { return "" }
    return switch reason {
    case .algorithm: "not by SHA-256"
    case .kind: "a hash of another kind"
    case .missing: "what it covers is not there"
    case .cut: "bytes are missing"
    case .exclusions: "what it leaves out is not understood"
    case .elsewhere: "hashes of pieces in other files"
    case .tree: "hashes of pieces, and the file has others"
    case .chunks: "hashes of the chunks of tracks"
    case .pieces: "too many pieces"
    case .size: "the file is too large"
    }
  }
}

extension ContentCredentials {
  /// Lines for people: each manifest, and of the last one whether the file is what it is about.
  var lines: [String] {
    var lines = manifests.map(\.words)
    if unreadCount > 0 {
      lines.append("\(unreadCount) more manifests, not read")
    }
    if strayPieces > 0 {
      lines.append(
        "\(strayPieces.grouped) \(strayPieces == 1 ? "piece" : "pieces") of a tree whose hashes are in "
          + "the initialization segment: not checked")
    }
    return lines
  }

  /// The same for programs.
  var value: About.Value { .list(manifests.map { .record($0.members) }) }
}

extension ContentCredentials.Manifest {
  /// `by c2patool/0.6.2: 5 of 5 assertions match, the file matches (797,909 bytes hashed), signature not verified`
  fileprivate var words: String {
    var words = generator.map { "by \($0): " } ?? ""
    let matching = assertions.count { $0.verdict == .matches }
    words += assertions.isEmpty ? "no assertions" : "\(matching) of \(assertions.count) assertions match"
    for assertion in assertions where assertion.verdict == .differs { words += ", \(assertion.label) does not match" }
    if let file {
      switch file.verdict {
      case .matches:
        words += ", the file matches"
        if let bytes = file.coveredBytes { words += " (\(bytes.grouped) bytes hashed)" }
      case .differs: words += ", the file does not match"
      case .notChecked: words += ", the file is not checked: \(file.verdict.reason)"
      }
      for pieces in file.pieces { words += ", " + pieces.words }
    }
    return words + (hasSignature ? ", signature not verified" : ", no signature")
  }

  fileprivate var members: [(key: StaticString, value: About.Value)] {
    var members: [(key: StaticString, value: About.Value)] = [("label", .text(label)), ("path", .node(node))]
    if let generator { members.append(("generator", .text(generator))) }
    if let title { members.append(("title", .text(title))) }
    members.append(("signature", .text(hasSignature ? "notVerified" : "none")))
    members.append(
      ("assertions", .list(assertions.map { .record([("label", .text($0.label))] + $0.verdict.members) })))
    if let file {
      var hash: [(key: StaticString, value: About.Value)] = [("label", .text(file.label))]
      hash += file.verdict.members
      if let bytes = file.coveredBytes { hash.append(("bytes", .number(bytes))) }
      if !file.pieces.isEmpty { hash.append(("pieces", .list(file.pieces.map { .record($0.members) }))) }
      members.append(("fileHash", .record(hash)))
    }
    return members
  }
}

extension ContentCredentials.Pieces {
  /// `10 of 11 pieces match, the first that does not is at 0x8000`
  fileprivate var words: String {
    var words = "\(matching.grouped) of \(count.grouped) pieces match"
    if let first {
      var text = ByteWriter()
      text.put(hex: UInt64(first), digits: 1)
      words += ", the first that does not is at 0x" + text.string
    }
    return words
  }

  fileprivate var members: [(key: StaticString, value: About.Value)] {
    var members = verdict.members + [("count", .number(UInt64(count))), ("matching", .number(UInt64(matching)))]
    if let first { members.append(("offset", .number(UInt64(first)))) }
    return members
  }
}

extension ContentCredentials.Verdict {
  fileprivate var members: [(key: StaticString, value: About.Value)] {
    var members: [(key: StaticString, value: About.Value)] = [("verdict", .text(word))]
    if !reason.isEmpty { members.append(("reason", .text(reason))) }
    return members
  }
}
