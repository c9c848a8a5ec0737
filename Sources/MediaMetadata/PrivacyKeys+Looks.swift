import ByteReading
import MediaFacts

extension PrivacyKeys {
  /// What a value gives away by its key and its look: where a program is to be named, somebody may be.
  static func kind(_ kind: Privacy.Kind, of text: String?) -> Privacy.Kind {
    kind == .software ? text.flatMap(looks) ?? kind : kind
  }

  /// What a text gives away by its look: an address of mail or one with the name of a user, the home of a user, a place
  /// on a disk, what an owner calls a device.
  static func looks(_ text: String) -> Privacy.Kind? {
    if text.hasBytes(ofAny: homes) || isOnDisk(text) { return .path }
    if PrivacyTexts.namesDevice(text) { return .person }
    // Most texts are no address, and are not taken apart.
    guard text.utf8.contains(UInt8(ascii: "@")) else { return nil }
    let words = text.split { " <>\"(),;".contains($0) }
    if words.contains(where: { hasUser($0) }) { return .account }
    return words.contains { isMail($0) } ? .person : nil
  }

  private static let homes: [StaticString] = [
    "/Users/", "/home/", ":\\Users\\", ":\\Documents and Settings\\", "file://",
  ]

  /// Whether it begins with a disk, or with the name of a computer: `D:\Anna`, `\\server\Anna`, `/Volumes/Anna`.
  private static func isOnDisk(_ text: String) -> Bool {
    if text.hasPrefix("/Volumes/") { return text.utf8.count > 9 }
    var start = text.utf8.prefix(3).makeIterator()
    guard let first = start.next(), let second = start.next(), let third = start.next() else { return false }
    let backslash = UInt8(ascii: "\\")
    if second == UInt8(ascii: ":") { return first.isLetter && third == backslash && text.utf8.count > 3 }
    return first == backslash && second == backslash && third != backslash
      && text.utf8.dropFirst(3).contains(backslash)
  }

  /// Whether it is an address that has the name of a user, or a password, before that of its server (RFC 3986 §3.2.1):
  /// `https://anna:secret@example.org/`.
  private static func hasUser(_ word: Substring) -> Bool {
    let parts = word.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].hasSuffix(":"), parts[0].utf8.count > 1, parts[1].isEmpty else { return false }
    let server = parts[2].prefix { $0 != "?" && $0 != "#" }
    return server.firstIndex(of: "@").map { $0 > server.startIndex } ?? false
  }

  private static func isMail(_ word: Substring) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let point = parts[1].lastIndex(of: ".") else {
      return false
    }
    let top = parts[1][point...].dropFirst()
    return point > parts[1].startIndex && top.count >= 2 && top.allSatisfy { $0.isLetter }
      && word.allSatisfy { $0.isASCII }
  }
}
