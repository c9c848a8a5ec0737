import ByteReading
import MediaFacts
package import Structure

/// What must hold of the file as a whole: its type, and what it claims to be.
enum FileRules {
  static let rules: [Rule] = [
    Rule(
      "movie-missing", .error, "there is no 'moov', so nothing says what the media is",
      "14496-12 §8.2.1",
      why: "'mdat' is bytes without a description: codecs, sizes and times stand in 'moov'.",
      players: "They cannot play the file.",
      mend:
        "If the recording was interrupted, a tool that rebuilds 'moov' from a good file of the same device may help.",
      test: movieMissing),
    Rule(
      "ftyp-not-first", .warning, "'ftyp' stands behind '{code}'", "14496-12 §4.3",
      why: "The type is placed as early as possible, so that few bytes tell what the file is.",
      players: "Those that look at the first bytes do not recognise the file.",
      mend: "Move 'ftyp' to the front.", of: "ftyp", test: typeFirst),
    Rule(
      "ftyp-missing", .note, "there is no 'ftyp'", "14496-12 §4.3",
      why: "Files without a type are taken for old MP4 or QuickTime files.",
      players: "Most play it; servers may give it no media type.",
      mend: "Put an 'ftyp' in front.", isThorough: true, test: typeMissing),
    Rule(
      "brand-not-compatible", .note,
      "the major brand '{code}' is not among the compatible brands", "14496-12 §4.3.3",
      why: "Readers decide by the compatible brands; the major one should be listed, too.",
      players:
        "Those that --plays asks go by either, or by the major one alone; MIAF and profiles of AVIF by these alone.",
      mend: "Add the major brand to compatible_brands.", isThorough: true, of: "ftyp styp",
      test: majorBrand),
    Rule(
      "brand-unmet", .warning,
      "the brand '{code}' promises '{wanted}', and there is none",
      "the specification of the brand",
      why: "A brand says what a reader needs to be able to do; this one says something else.",
      players: "They look for what is not there, or refuse a file that they could play.",
      mend: "Claim the brand of what is in the file.", of: "ftyp", test: unmet),
    Rule(
      "faststart", .note, "'moov' stands behind the media", "14496-12 §6.2.3",
      why: "Playback can begin only when 'moov' was read, and it comes last.",
      players: "Over a network they fetch the end of the file first, or all of it.",
      mend: "Move 'moov' to the front, as ffmpeg -movflags +faststart does.", isThorough: true,
      of: "moov", test: fastStart),
    Rule(
      "chunk-offset-64", .note, "64-bit chunk offsets in a file of less than 4 GiB",
      "14496-12 §8.7.5",
      why: "32-bit offsets would do, and are half as large.",
      players: "Very old ones do not know 'co64'.",
      mend: "Nothing needs to be done.", isThorough: true, of: "co64",
      test: { examination, index in
        if examination.tree.file.byteCount < 1 << 32 { examination.report(index) }
      }),
  ]

  private static let movieMissing: @Sendable (Examination) -> Void = { examination in
    guard let place = examination.tree.mediaWithoutMovie ?? typeAlone(examination) else { return }
    // Nothing is known of what lies in the part that is missing.
    examination.report(nil, because: [place], following: examination.truncation)
  }

  /// The `ftyp` of a file that is to be a movie, and has free space behind it at most; `nil` where there is more, of
  /// which nobody knows what it is, or where the brand is one of images, which have none.
  private static func typeAlone(_ examination: Examination) -> NodeIndex? {
    let tree = examination.tree
    guard let type = tree.child("ftyp", of: nil) else { return nil }
    let isAlone = tree.children(of: nil).allSatisfy { child in
      let node = tree[child]
      if node.isRaw { return node.marks.contains(.padding) }
      return node.type == "ftyp" || PlainAtoms.freeSpace.contains(node.type)
    }
    guard isAlone else { return nil }
    // What the file is as a whole is asked last: to find it out takes more than all of this.
    switch examination.document.synopsis.format {
    case .mp4, .quickTime, .mobile3GPP, .mobile3GPP2, .isoBaseMedia: break
    default: return nil
    }
    // Behind a brand that nobody knows another may say that it is for images.
    return brands(examination, type).contains("mif1") ? nil : type
  }

  private static let typeFirst: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard tree[index].depth == 0, tree.child("ftyp", of: nil) == index,
      let first = tree.firstChild(of: nil), first != index,
      !tree[first].isRaw
    else { return }
    // A signature comes before the type in JPEG 2000; a preview in old QuickTime files.
    for child in tree.children(of: nil) {
      if child == index { return }
      if !tree[child].type.isListed(in: "jP\\x20\\x20 JXL\\x20 pnot PICT uuid wide free skip") {
        examination.report(index, .code(tree[child].type))
        return
      }
    }
  }

  private static let typeMissing: @Sendable (Examination) -> Void = { examination in
    let tree = examination.tree
    if tree.child("moov", of: nil) != nil, tree.child("ftyp", of: nil) == nil {
      examination.report(nil)
    }
  }

  /// The brands of the node at `index`, the major one first, then those it is compatible with.
  static func brands(_ examination: Examination, _ index: NodeIndex) -> [FourCC] {
    examination.view(FileType.self, of: index).brands(atMost: 256)
  }

  private static let majorBrand: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let brands = brands(examination, index)
    guard let major = brands.first, !brands.dropFirst().contains(major) else { return }
    // A minimised image names its brands in two words: 'mif3', and as the version what it stands for
    // (23008-12 Annex O).
    if major == "mif3", brands.count == 1 { return }
    examination.reader.open(index)
    examination.report(index, .code(major), field: FileType[.major_brand])
  }

  private static let unmet: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard tree[index].depth == 0 else { return }
    for brand in brands(examination, index).prefix(64) {
      let wanted: StaticString
      var types: StaticString = ""
      switch brand {
      case "avif":
        wanted = "av01"
        types = "av01"
      case "heic", "heix":
        wanted = "hvc1"
        types = "hvc1 hvc2"
      case "avis":
        guard !hasSampleEntry(examination, in: "av01") else { continue }
        examination.report(
          index, .wanted("av01"), .code(brand))
        continue
      default: continue
      }
      guard let metadata = tree.child("meta", of: nil),
        let list = tree.child("iinf", of: metadata)
      else { continue }
      let isMet = tree.children(of: list).contains { child in
        examination.view(ItemEntry.self, of: child).code(.item_type)?.isListed(in: types) ?? false
      }
      if !isMet {
        let code = wanted.codes.first ?? FourCC(0)
        examination.report(index, .wanted(code), .code(brand))
      }
    }
  }

  private static func hasSampleEntry(_ examination: Examination, in types: StaticString) -> Bool {
    examination.atoms?.tracks.contains {
      $0.sampleEntry.map { examination.tree[$0].type.isListed(in: types) } ?? false
    } ?? false
  }

  private static let fastStart: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard tree[index].depth == 0, tree.child("moof", of: nil) == nil else { return }
    for child in tree.children(of: nil) {
      if child == index { return }
      if tree[child].type == "mdat", tree[child].size > 16 {
        examination.report(index)
        return
      }
    }
  }
}

extension Tree {
  /// Media of which nothing says what it is: the first `mdat` of a file that has no movie, and nothing that does
  /// without one; `nil` where something does say it, or there is none.
  ///
  /// - Complexity: O(*n*) in the boxes at the top.
  package var mediaWithoutMovie: NodeIndex? {
    guard let media = child("mdat", of: nil) else { return nil }
    for type in ["moov", "moof", "meta", "styp", "mini", "sidx", "!mov", "jP  ", "PICT", "pnot"]
      as [FourCC]
    where child(type, of: nil) != nil { return nil }
    return media
  }
}
