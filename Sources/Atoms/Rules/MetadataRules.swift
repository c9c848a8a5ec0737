import ByteReading
import Structure

/// What must hold of metadata items and their values.
enum MetadataRules {
  static let rules: [Rule] = [
    Rule(
      "metadata-key-missing", .error, "item {number} has no key: there are {total}",
      "QTFF, Metadata Item Atom",
      why: "The type of such an item is the number of its key.",
      players: "They ignore the value.",
      mend: "Add the key, or remove the item.", of: "ilst", test: keys),
    Rule(
      "metadata-value-missing", .warning, "an item without a value", "QTFF, Metadata Item Atom",
      why: "A key alone says nothing.",
      players: "They ignore it.",
      mend: "Give the item a 'data' atom, or remove it.", of: "ilst", test: values),
    Rule(
      "metadata-type-unsuited", .warning,
      "the value is of type {found}, {expected} is usual for '{code}'",
      "iTunes; QTFF, Well-known types",
      why: "The type says how the bytes of the value are read.",
      players: "Some read the value wrongly, some do not show it.",
      mend: "Write the type that suits the key: 1 for text, 21 for numbers, 13 or 14 for pictures.",
      of: "data", test: types),
    Rule(
      "metadata-number-of-total", .warning, "number {number} of {total}", "iTunes",
      why: "A track or disc cannot come after the last.",
      players: "They show it as it is.",
      mend: "Correct the number or the total.", of: "data",
      test: { examination, index in
        let tree = examination.tree
        guard let item = tree.parent(of: index), tree[item].type.isListed(in: "trkn disk"),
          case let value = examination.view(ValueAtom.self, of: index),
          let number = value.number(.index),
          let total = value.number(.total), total > 0, number > total
        else { return }
        examination.report(index, .number(number), .total(total), field: ValueAtom[.index])
      }),
  ]

  private static let keys: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let metadata = tree.parent(of: index), let keys = tree.child("keys", of: metadata),
      let count = examination.view(MetadataKeys.self, of: keys).number(.entry_count)
    else { return }
    for item in tree.children(of: index) where !tree[item].isRaw {
      let number = UInt64(tree[item].type.rawValue)
      if number == 0 || number > count {
        examination.report(
          item, .number(number), .total(count),
          extent: Extent(byteOffset: Int(tree[item].start) + 4, byteCount: 4), because: [keys])
      }
    }
  }

  private static let values: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    for item in tree.children(of: index)
    where !tree[item].isRaw && !tree[item].type.isListed(in: "free skip") {
      if tree.child("data", of: item) == nil { examination.report(item) }
    }
  }

  /// Keys whose values are of one kind, and the types that this kind has.
  private static let text: StaticString =
    "@nam @ART @alb @day @cmt @gen @wrt @too @lyr @grp aART cprt desc ldes sonm soar soal soaa soco sosn tvsh tven tvnn catg keyw purd"
  private static let numbers: StaticString = "tmpo cpil pgap pcst stik rtng hdvd tvsn tves shwm"

  private static let types: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let item = tree.parent(of: index), let list = tree.parent(of: item),
      tree[list].type == "ilst"
    else { return }
    let key = tree[item].type
    let usual: [UInt64]
    if key.isListed(in: text) {
      // Implicit values are text as well; lists of names are UTF-16 in some.
      usual = [1, 2, 0, 4, 5]
    } else if key.isListed(in: numbers) {
      usual = [21, 0, 22, 65, 66, 67, 74, 75, 76, 77, 78]
    } else if key == "covr" {
      usual = [13, 14, 27, 12, 0, 28]
    } else if key == "trkn" || key == "disk" {
      usual = [0]
    } else {
      return
    }
    guard let type = examination.view(ValueAtom.self, of: index).number(.type),
      !usual.contains(type)
    else { return }
    examination.report(
      index, .found(type), .expected(usual[0]), .code(key), field: ValueAtom[.type])
  }
}
