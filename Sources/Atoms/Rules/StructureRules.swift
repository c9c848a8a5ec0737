import ByteReading
package import Structure

/// Which atoms stand where, how often, and with which flags.
enum StructureRules {
  static let rules: [Rule] = [
    Rule(
      "atom-misplaced", .warning, "'{type}' does not belong in '{parent}'",
      "the place that the atom's own clause gives",
      why: "An atom means what it does by its place: elsewhere, nobody looks for it.",
      players: "They ignore it.",
      mend: "Move it to where it belongs, or remove it.", isOfStructure: true, test: misplaced),
    Rule(
      "sample-encryption-beside-offsets", .note, "'senc' stands in 'stbl', beside the 'saio' that leads into it",
      "23001-7 §7.2",
      why: "Its place is the track, or the fragment; ffmpeg writes it among the tables.",
      players: "They find the vectors by 'saio'; those that look for 'senc' in its place do not.",
      mend: "Leave it, or move it to the end of 'trak' and correct 'saio'.", of: "senc",
      test: { examination, index in
        if isBesideOffsets(index, examination.tree) { examination.report(index) }
      }),
    Rule(
      .atomMissing, "14496-12 §6.2.3, table 1",
      why: "Without this atom the one around it cannot be understood.",
      players: "Most refuse the track or the file.",
      mend:
        "Write the file again with a program that is complete; the content of the atom is lost.",
      by: .nodes(
        "moov trak mdia minf stbl dinf mvex mfra sinf rinf iprp meta", { missing($0, $1) })),
    Rule(
      .atomDuplicated, "14496-12 §6.2.3, table 1",
      why: "The atom may occur once; with two, it is open which one counts.",
      players: "Some use the first, others the last.",
      mend: "Remove the one that is wrong.",
      by: .parents(
        "moov trak mdia minf stbl dinf edts mvex traf mfra sinf rinf iprp meta", { duplicated($0, $1) })),
    Rule(
      "tables-compete", .error, "'{code}' says the same as '{type}' and stands beside it",
      "14496-12 §8.7.3, §8.7.5",
      why: "A track has one table of sizes and one of chunk offsets; two may disagree.",
      players: "Each has its own preference.",
      mend: "Remove one of the two.", of: "stbl", test: competing),
    Rule(
      "entry-count-differs", .error,
      "entry_count is {claimed}, {count} entries are there", "14496-12 §8.5.2, §8.7.2, §8.11.6",
      why: "Entries are counted and listed; when the two differ, something was lost or left over.",
      players: "They read as many as both allow, or refuse the track.",
      mend: "Set entry_count to the number of entries.", of: "stsd dref iinf", test: entryCount),
    Rule(
      "flags-unknown", .note, "flags are 0x{found:x}; 0x{unknown:x} has no meaning here",
      "14496-12 §4.2.2",
      why: "A flag without a meaning today may get one in a later edition.",
      players: "They ignore it.",
      mend: "Clear the flag.", isThorough: true, test: unknownFlags),
    Rule(
      "free-space-large", .note, "{length} bytes of free space",
      "14496-12 §8.1.2",
      why: "Free space lets tags grow without moving the media, but this is more than tags need.",
      players: "They skip it, or download it for nothing.",
      mend: "Rewrite the file without it.", isThorough: true, of: "free skip",
      test: { examination, index in
        let size = examination.tree[index].size
        if size > 1 << 20 { examination.report(index, .length(size)) }
      }),
    Rule(
      "media-empty", .note, "a 'mdat' without media",
      "14496-12 §8.1.1",
      why: "It holds nothing; it is left over from a program that reserved room for it.",
      players: "They skip it.",
      mend: "Leave it, or remove it and correct the chunk offsets behind it.", isThorough: true,
      of: "mdat",
      test: { examination, index in
        let node = examination.tree[index]
        // QuickTime reserves room for a 64-bit size by an empty atom in front.
        if node.payloadStart == node.end { examination.report(index) }
      }),
  ]

  /// What each container must hold; alternatives are joined by a bar.
  private static func required(in parent: FourCC) -> StaticString {
    switch parent {
    case "moov": "mvhd"
    case "trak": "tkhd mdia"
    case "mdia": "mdhd hdlr minf"
    case "minf": "stbl"
    case "stbl": "stsd stts stsc stsz|stz2 stco|co64"
    case "dinf": "dref"
    case "mvex": "trex"
    case "mfra": "mfro"
    case "sinf": "frma"
    case "rinf": "frma schm"
    case "iprp": "ipco"
    case "meta": "hdlr"
    default: ""
    }
  }

  /// What each container may hold only once.
  fileprivate static func single(in parent: FourCC?) -> StaticString {
    switch parent {
    case nil: "ftyp moov pdin mfra meta"
    case "moov": "mvhd iods mvex udta"
    case "trak": "tkhd mdia edts tref"
    case "mdia": "mdhd hdlr minf elng"
    case "minf": "vmhd smhd hmhd nmhd sthd gmhd dinf stbl"
    case "stbl": "stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps sdtp stsh stdp padb"
    case "dinf": "dref"
    case "edts": "elst"
    case "mvex": "mehd"
    case "traf": "tfhd tfdt"
    case "mfra": "mfro"
    case "sinf", "rinf": "frma schm schi"
    case "iprp": "ipco"
    case "meta": "hdlr pitm iloc iinf iprp iref idat ipro keys ilst"
    default: ""
    }
  }

  private static let misplaced: @Sendable (Examination) -> Void = { examination in
    let tree = examination.tree
    // By table number: where its atoms may stand, when that is said; and a parent that was fine.
    var lists: [StaticString?] = []
    var known: [FourCC?] = []
    var parents: [FourCC] = []
    for index in tree.indices {
      let node = tree[index]
      let depth = Int(node.depth)
      if parents.count > depth { parents.removeLast(parents.count - depth) }
      defer { parents.append(node.type) }
      guard node.table != Node.noTable, !node.isRaw else { continue }
      let number = Int(node.table)
      while number >= lists.count {
        lists.append(nil)
        known.append(nil)
      }
      let parent = depth == 0 ? Catalogue.file : parents.last ?? Catalogue.file
      if known[number] == parent { continue }
      if lists[number] == nil {
        // What other formats put into a box is where it belongs.
        // An opened item stands below its entry, and is no atom.
        lists[number] =
          tree.isOfItsFormat(node) && !node.marks.contains(.named) ? tree.program(of: node)?.syntax.parents ?? "" : ""
      }
      guard let list = lists[number] else { continue }
      if list.utf8CodeUnitCount == 0 || parent.isListed(in: list)
        || isAllowed(node.type, parent, tree)
      {
        known[number] = parent
        continue
      }
      if !isBesideOffsets(index, tree) { examination.report(index) }
    }
  }

  /// Whether it is a 'senc' among the tables of samples, with the offsets by which its vectors are found.
  private static func isBesideOffsets(_ index: NodeIndex, _ tree: Tree) -> Bool {
    guard tree[index].type == "senc", let parent = tree.parent(of: index), tree[parent].type == "stbl" else {
      return false
    }
    return tree.child("saio", of: parent) != nil
  }

  /// Places that no table gives and that are no fault.
  private static func isAllowed(_ type: FourCC, _ parent: FourCC, _ tree: Tree) -> Bool {
    // What an unknown atom holds is nobody's business, the inflated movie stands in `cmvd`, and a file of its own
    // in `mpvd`.
    if parent == "cmvd" { return true }
    if parent == "mpvd" { return Catalogue.atoms.isLegal(type, in: Catalogue.file) }
    return Catalogue.atoms.isLegal(type, in: parent)
  }

  private static func missing(_ examination: Examination, _ index: NodeIndex) {
    let tree = examination.tree
    let type = tree[index].type
    // A compressed movie, or one that only refers to others, has its header elsewhere.
    if type == "moov", tree.child("cmov", of: index) != nil || tree.child("rmra", of: index) != nil
    {
      return
    }
    // QuickTime's user data has a `meta` of its own kind in it; a `meta` without content is unused.
    if type == "meta", tree.firstChild(of: index) == nil { return }
    for word in required(in: type).description.split(separator: " ") {
      let choices = word.split(separator: "|").compactMap { FourCC(key: $0) }
      guard let first = choices.first,
        !choices.contains(where: { tree.child($0, of: index) != nil })
      else { continue }
      examination.report(.atomMissing(wanted: first), index)
    }
  }

  /// Nodes that are looked through for a second one.
  fileprivate static let siblings = 4_096

  private static func duplicated(_ examination: Examination, _ index: NodeIndex?) {
    let tree = examination.tree
    let list = single(in: index.map { tree[$0].type })
    // A bit for each type in the list: there are fewer than a word has.
    var seen: UInt64 = 0
    for child in tree.children(of: index).prefix(siblings) where !tree[child].isRaw {
      let type = tree[child].type
      if index == nil, type == "mdat" || type == "moof" { continue }
      guard let place = type.place(in: list) else { continue }
      let bit = 1 as UInt64 &<< UInt64(place)
      if seen & bit != 0 { examination.report(.atomDuplicated, child) }
      seen |= bit
    }
  }

  private static let competing: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    for (one, other) in [("stsz", "stz2"), ("stco", "co64")] as [(FourCC, FourCC)] {
      if tree.child(one, of: index) != nil, let second = tree.child(other, of: index) {
        examination.report(second, .code(one))
      }
    }
  }

  private static let entryCount: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    let field: ViewedField
    let count: UInt64?
    switch tree[index].type {
    case "stsd":
      field = SampleDescriptions[.entry_count]
      count = examination.view(SampleDescriptions.self, of: index).number(.entry_count)
    case "dref":
      field = DataReferenceList[.entry_count]
      count = examination.view(DataReferenceList.self, of: index).number(.entry_count)
    default:
      field = ItemInformation[.entry_count]
      count = examination.view(ItemInformation.self, of: index).number(.entry_count)
    }
    guard let promised = count else { return }
    var present: UInt64 = 0
    // Free space is no entry; one writer reserves room for more entries by it.
    for child in tree.children(of: index)
    where !tree[child].isRaw && !PlainAtoms.freeSpace.contains(tree[child].type) { present += 1 }
    if promised != present {
      examination.report(index, .count(present), .claimed(promised), field: field)
    }
  }

  private static let unknownFlags: @Sendable (Examination) -> Void = { examination in
    let tree = examination.tree
    // By table number: the flags that have a meaning; `nil` when the atom has no flags.
    var meanings: [UInt64??] = []
    for index in tree.indices {
      let node = tree[index]
      guard node.table != Node.noTable, !node.isRaw, node.source == 0,
        node.size >= UInt64(node.headerSize) + 4
      else { continue }
      let number = Int(node.table)
      while number >= meanings.count { meanings.append(nil) }
      if meanings[number] == nil {
        meanings[number] = .some(tree.program(of: node).flatMap(knownFlags))
      }
      guard case .some(.some(let known)) = meanings[number],
        let word = tree.file.bytes.bigEndian(at: Int(node.payloadStart), count: 4)
      else { continue }
      let flags = word & 0xFF_FFFF
      if flags & ~known != 0 {
        examination.report(
          index, .found(flags), .unknown(flags & ~known),
          extent: Extent(byteOffset: Int(node.payloadStart) + 1, byteCount: 3))
      }
    }
  }

  /// The flags that a table has names for; `nil` when its rows do not begin with version and flags.
  private static func knownFlags(_ program: Program) -> UInt64? {
    guard program.syntax.versions != nil, program.rows.count > 1 else { return nil }
    // What a value's flags mean is said elsewhere: they are its type.
    guard case .flags(let names) = program.rows[1].meaning else { return 0 }
    return names().entries.reduce(0) { $0 | $1.value }
  }
}

extension Tree {
  /// Whether the atom at `index` stands beside another of its type where there may be one (14496-12 §6.2.3, table 1).
  ///
  /// - Complexity: O(*n*) in the atoms behind it in its container, of which some thousands are looked at.
  package func isDoubled(_ index: NodeIndex) -> Bool {
    let node = self[index]
    let container = parent(of: index)
    guard !node.isRaw, node.type.isListed(in: StructureRules.single(in: container.map { self[$0].type })) else {
      return false
    }
    guard let container else { return countAtTop(node.type) > 1 }
    if child(node.type, of: container) != index { return true }
    return children(of: container).prefix(StructureRules.siblings).contains {
      $0 > index && self[$0].type == node.type && !self[$0].isRaw
    }
  }
}

extension Diagnostic.Kind {
  static let atomMissing = Self(
    "atom-missing", .error, "'{wanted}' is missing in '{type}'",
    expected: "a '{wanted}'")
  static let atomDuplicated = Self(
    "atom-duplicated", .error, "another '{type}' in '{parent}', which may have one",
    expected: "one '{type}'")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func atomMissing(wanted: FourCC) -> Self {
    Self(.atomMissing, .wanted(wanted))
  }
}
