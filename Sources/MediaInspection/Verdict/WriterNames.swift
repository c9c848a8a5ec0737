import Atoms
import ByteReading
import MediaFacts
package import Structure

/// Which program wrote a file, as tags say it: nobody who plays the file minds.
enum WriterNames {
  /// Why a change of one is none.
  static let excuse = "encoder names"

  /// Whether a node is a list of tags, or what such a list is in, and all that is said in it is which program wrote the file.
  ///
  /// - Parameter isLeftOut: Whether a node in it counts as such a name, too.
  static func holds(_ index: NodeIndex, _ document: Document, depth: Int = 0, isLeftOut: (NodeIndex) -> Bool = { _ in false })
    -> Bool
  {
    let tree = document.tree
    guard isList(index, document) else { return false }
    var hasNames = false
    for child in tree.children(of: index) {
      switch tree[child].type {
      case "hdlr":
        // Anybody may have put a word of their own there.
        guard document.view(HandlerReference.self, of: child).text(.name)?.isEmpty ?? true else { return false }
      case "keys":
        guard keys(in: child, document)?.others.isEmpty == true else { return false }
      case _ where MediaFile.isPadding(child, document): continue
      case _ where depth < 2 && isList(child, document):
        guard holds(child, document, depth: depth + 1, isLeftOut: isLeftOut) else { return false }
        hasNames = true
      default:
        guard isName(child, document) || isLeftOut(child) else { return false }
        hasNames = true
      }
    }
    return hasNames
  }

  /// Whether a node says nothing else than which program wrote the file.
  static func isName(_ index: NodeIndex, _ document: Document) -> Bool {
    if isList(index, document) { return false }
    let role = MediaFile.aspect(of: index, FieldPath(), in: document)
    return role.aspect == .tags && role.excuse == excuse
  }

  /// Whether a node has nothing but tags in it, each by itself.
  private static func isList(_ index: NodeIndex, _ document: Document) -> Bool {
    let type = document.tree[index].type
    return document.context is AtomContext ? ["udta", "meta", "ilst"].contains(type) : type == "LIST" || type.isTagOfFrames
  }

  /// Whether a key of a list of keys names the program: that of FFmpeg, those of Apple, and those of nobody.
  static func isKey(_ key: some StringProtocol) -> Bool {
    guard let name = key.split(separator: ".", omittingEmptySubsequences: false).last else { return false }
    return (name == "encoder" || name == "software") && (name.utf8.count == key.utf8.count || key.hasPrefix("com.apple."))
  }

  /// The namespaces and keys that items are counted by, but those that name programs, and these; `nil` for more or longer
  /// ones than anybody has.
  static func keys(in index: NodeIndex, _ document: Document) -> (others: [[UInt8]], writers: [[UInt8]])? {
    guard let atoms = document.context as? AtomContext else { return nil }
    let bytes = document.source(of: document.tree[index]).bytes
    var (others, writers): ([[UInt8]], [[UInt8]]) = ([], [])
    for number in 1...limit {
      guard let extent = atoms.key(number, in: index) else {
        // Where not all are there, nobody knows what the rest is.
        return document.view(MetadataKeys.self, of: index).number(.entry_count) == UInt64(number - 1)
          ? (others, writers) : nil
      }
      // An item that counts a longer one is called by its number, which is another's where a key came in front.
      guard extent.byteCount <= MediaFile.longestKey else { return nil }
      let start = extent.byteOffset - 4
      let text = (start..<max(start, extent.byteEnd)).map { bytes.byte(at: $0) ?? 0 }
      let isWriter = text.starts(with: space) && isKey(String(decoding: text.dropFirst(space.count), as: UTF8.self))
      if isWriter { writers.append(text) } else { others.append(text) }
    }
    return nil
  }

  /// The namespace of keys.
  private static let space = Array("mdta".utf8)

  /// Keys that are looked at.
  private static let limit = 256
}

extension MediaFile {
  /// Whether a node that came or went says nothing else than which program wrote the file: one name, or a list of tags that
  /// holds such names alone, or what that list is in.
  ///
  /// - Parameter isLeftOut: Whether a node in it counts as such a name, too.
  /// - Complexity: O(*n*) in the nodes that it holds.
  package static func namesWritersAlone(
    _ index: NodeIndex, in document: Document, isLeftOut: (NodeIndex) -> Bool = { _ in false }
  ) -> Bool {
    WriterNames.isName(index, document) || WriterNames.holds(index, document, isLeftOut: isLeftOut)
  }

  /// Whether a node, or a field of it, is the name of the program that wrote the file, or lies in one.
  ///
  /// - Complexity: O(depth), and O(*n*) in the pieces of a packet of XMP before it.
  package static func namesWriter(_ index: NodeIndex, _ field: FieldPath, in document: Document) -> Bool {
    let role = aspect(of: index, field, in: document)
    return role.aspect == .tags && role.excuse == WriterNames.excuse
  }

  /// Whether two lists of keys are the same but for those of which program wrote the file, which came or went.
  ///
  /// - Complexity: O(*n*) in the keys.
  package static func haveSameKeysBesideWriters(
    _ index: NodeIndex, _ before: Document, _ other: NodeIndex, _ after: Document
  ) -> Bool {
    guard before.tree[index].type == "keys", after.tree[other].type == "keys",
      let old = WriterNames.keys(in: index, before), let new = WriterNames.keys(in: other, after)
    else { return false }
    return old.others == new.others && old.writers != new.writers
  }
}
