import Atoms
import ByteReading
import MediaFacts
import Structure

/// What stands beside another of its type where there may be one: some players go by the first, some by the last, and
/// some open neither.
extension AspectRoles {
  /// Notes of a role that another node of its type may count. What going through the samples would prove is not proved
  /// then; and of one that came or went nothing is known that its fields, and what lies in it, say.
  static func doubt(_ role: inout AspectRole, of index: NodeIndex, _ field: FieldPath, _ document: Document) {
    let tree = document.tree
    let isProvedByWalk = role.isWalked || role.needsWalk
    let own = field.isEmpty && tree.isDoubled(index) ? index : nil
    guard let doubled = isProvedByWalk ? nearestDouble(around: index, tree) : own else { return }
    let words = "a second '\(tree[doubled].type.key)': players may go by the other"
    if isProvedByWalk {
      role = AspectRole(role.aspect, excuse: words)
      role.isUnproved = true
    }
    guard field.isEmpty, doubled == index else { return }
    let aspect = role.aspect
    role.doubt = (aspects: aspects(in: index, document).filter { $0 != aspect }, words: words)
  }

  /// The node at `index`, or the nearest around it, that stands beside another of its type; `nil` for none.
  private static func nearestDouble(around index: NodeIndex, _ tree: Tree) -> NodeIndex? {
    var place: NodeIndex? = index
    while let here = place {
      if tree.isDoubled(here) { return here }
      place = tree.parent(of: here)
    }
    return nil
  }

  /// Nodes that are looked at of one.
  private static let lookedInto = 4_096

  /// What a node, its fields and what lies in it say of how a file is played, each aspect once.
  private static func aspects(in index: NodeIndex, _ document: Document) -> [Verdict.Aspect] {
    let tree = document.tree
    var found: [Verdict.Aspect] = []
    func add(_ aspect: Verdict.Aspect) {
      if aspect != .file, !found.contains(aspect) { found.append(aspect) }
    }
    for node in tree.subtree(of: index).prefix(lookedInto) where !tree[node].isRaw {
      let role = ofAtom(node, FieldPath(), document)
      if role.excuse == nil {
        add(role.aspect)
        for aspect in role.besides { add(aspect) }
      }
      let type = tree[node].type.key
      for aspect in ofFieldsOfType[type] ?? [] { add(aspect) }
      // Edits say when the media are shown, and from when on.
      if type == "elst" { add(.startAndEnd) }
    }
    return found
  }

  /// By type what its fields say. Dates and names of encoders do nobody harm, but ticks are times.
  private static let ofFieldsOfType: [String: [Verdict.Aspect]] = {
    var found: [String: [Verdict.Aspect]] = [:]
    for (name, role) in ofField where role.excuse == nil || role.aspect == .times {
      guard let point = name.firstIndex(of: ".") else { continue }
      found[String(name[..<point]), default: []].append(role.aspect)
    }
    return found
  }()

  /// What is said of a change in what leads to samples or items that are the same as before; `nil` for all else.
  static func excuseWhereSame(_ type: String, _ role: AspectRole) -> String? {
    switch type {
    // One may be divided in two, or have bytes that none has.
    case "mdat", "imda": "'\(type)' divided otherwise, or with bytes in no sample or item"
    case "iloc": "places of items written otherwise"
    case "dimg": "references written otherwise"
    case "elst", "edts": "edits written otherwise"
    default: role.isWalked ? "tables of samples written otherwise" : nil
    }
  }
}
