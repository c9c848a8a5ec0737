import ByteReading
import CommandLineSupport
import MediaInspection
import Structure
import StructureRendering

/// Prints the catalogue of types, or what it says of one.
struct DumpCatalogue {
  let catalogue: Catalogue
  /// Codes in fields of its types: found by a word, and not listed with the types.
  let brands: () -> [CatalogueEntry]
  /// Tables of formats inside nodes: looked through for a word that the catalogue does not have.
  let embedded: Catalogue
  let settings: DumpSettings
  let options: RenderOptions

  /// Prints what `word` asks for, all types when it is empty.
  ///
  /// - Throws: `UsageError` when nothing is called so.
  func write(_ word: String, to output: inout ByteWriter) throws(UsageError) {
    let inside = embedded.entries.filter { Self.isInside($0, word) }
    let isInside = !inside.isEmpty && !self.catalogue.entries.contains { $0.type == Self.type(word) }
    let (catalogue, found) = try isInside ? (embedded, inside) : entries(for: word)
    let isList = word.isEmpty || !isInside && Self.isWord(word, found)
    let records = CatalogueRecords(found, of: catalogue, options)
    if let form = settings.form.document(isPretty: options.isPretty) {
      records.write(as: form, to: &output)
    } else if settings.form == .plain {
      // What is known by name has no fields.
      if isList || found.allSatisfy({ $0.table == nil }) {
        records.putPlain(to: &output)
      } else {
        records.putPlainFields(to: &output)
      }
    } else {
      var taken = ByteWriter()
      swap(&taken, &output)
      var renderer = CatalogueRenderer(catalogue, options, output: taken)
      if isList {
        renderer.list(found)
        renderer.summary(of: found)
      } else {
        for (place, entry) in found.enumerated() {
          renderer.render(entry, isFirst: place == 0)
        }
      }
      output = renderer.finish()
    }
  }

  /// Whether entries were found by what they are called, or there are many of one type.
  private static func isWord(_ word: String, _ found: [CatalogueEntry]) -> Bool {
    word == "*" || FourCC(key: word) == .uuid
      || !found.contains {
        type(word) == $0.type || isDescriptor($0, word)
          || $0.key.hasPrefix("uuid:") && found.count == 1
      }
  }

  /// Whether `entry` is of a format inside nodes that is called `word`. All of their types have four letters, where
  /// three alone would be a frame of ID3v2.2.
  private static func isInside(_ entry: CatalogueEntry, _ word: String) -> Bool {
    entry.type == filled(word)
  }

  /// Whether `entry` is the descriptor that is called `word`.
  private static func isDescriptor(_ entry: CatalogueEntry, _ word: String) -> Bool {
    entry.kind == .descriptor && entry.key.lowercased() == word.lowercased()
  }

  /// The code that a word stands for.
  private static func type(_ word: String) -> FourCC? {
    FourCC(key: word) ?? filled(word)
  }

  /// The code of four letters that a word stands for; a blank at its end is easily forgotten.
  private static func filled(_ word: String) -> FourCC? {
    FourCC(key: word + String(repeating: " ", count: max(0, 4 - word.count)))
  }

  /// The entries that `word` asks for, and the catalogue that they are of.
  private func entries(for word: String) throws(UsageError) -> (Catalogue, [CatalogueEntry]) {
    let all = catalogue.entries
    if word.isEmpty { return (catalogue, all) }
    do throws(UsageError) {
      return (catalogue, try entries(for: word, in: all + brands()))
    } catch {
      let wanted = word.lowercased()
      let found = embedded.entries.filter { $0.title.lowercased().contains(wanted) }
      guard wanted.count > 2, !found.isEmpty else { throw error }
      return (embedded, found)
    }
  }

  /// The entries of the type that `word` is: a key string, the name of a descriptor, the digits of an
  /// extended type; or those with the word in their titles, and for `brands` all of them.
  private func entries(
    for word: String, in all: [CatalogueEntry]
  ) throws(UsageError) -> [CatalogueEntry] {
    let digits = word.lowercased().replacingPrefix("uuid:").filter { $0 != "-" }
    if digits.count == 32, digits.allSatisfy(\.isHexDigit) {
      let found = all.filter { $0.key == "uuid:" + digits }
      if !found.isEmpty { return found }
      throw UsageError(
        "no table describes the extended type \(digits)", nextStep: "see '--boxes=uuid'")
    }
    if word == "*" || word == "@*" { return all.filter { $0.type.rawValue == 0 } }
    let descriptors = all.filter { Self.isDescriptor($0, word) }
    if !descriptors.isEmpty { return descriptors }
    if let type = Self.type(word) {
      let found = all.filter { $0.type == type }
      if !found.isEmpty { return found }
    }
    let wanted = word.lowercased()
    let found = all.filter {
      $0.title.lowercased().contains(wanted) || $0.kind == .brand && ["brand", "brands"].contains(wanted)
    }
    if wanted.count > 2, !found.isEmpty { return found }
    let keys = all.filter { $0.type.rawValue != 0 }.map(\.key)
    let near = nearest(to: Self.type(word)?.key ?? word, among: keys)
    throw UsageError(
      "nothing is known of '\(word)'",
      nextStep: near.map { "did you mean '\($0)'?" } ?? "'--boxes' lists all types")
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
