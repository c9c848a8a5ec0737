import ByteReading
import Structure

/// What must hold of encrypted tracks.
enum ProtectionRules {
  static let rules: [Rule] = [
    Rule(
      "protection-missing", .error, "'{type}' is encrypted, and no 'sinf' says how",
      "14496-12 §8.12.1",
      why: "'sinf' names the scheme and what the samples are before they were encrypted.",
      players: "They cannot tell what to decrypt, nor what to decode.",
      mend: "Encrypt again.", of: "encv enca enct encs encm encu",
      test: { examination, index in
        let tree = examination.tree
        guard let parent = tree.parent(of: index), tree[parent].type == "stsd",
          tree.child("sinf", of: index) == nil
        else { return }
        examination.report(index)
      }),
    Rule(
      "scheme-missing", .error, "a protection scheme without '{wanted}'",
      "14496-12 §8.12.2, 23001-7 §4",
      why: "'schm' names the scheme and 'schi' holds its parameters.",
      players: "They do not know how to decrypt.",
      mend: "Encrypt again.", of: "sinf", test: scheme),
    Rule(
      "initialization-vector-size", .error, "initialisation vectors of {found} bytes",
      expected: "0, 8 or 16 bytes", "23001-7 §8.2.1",
      why: "The block cipher takes vectors of 8 or 16 bytes, or one that is constant.",
      players: "They cannot decrypt.",
      mend: "Write the size that was encrypted with.", of: "tenc", test: vectorSize),
    Rule(
      "auxiliary-offset-outside", .error,
      "auxiliary information at 0x{offset:x}, the file ends at 0x{end:x}",
      "14496-12 §8.7.9",
      why: "The initialisation vectors are looked for at this place.",
      players: "They cannot decrypt.",
      mend: "Correct the offset.", of: "saio", test: auxiliaryOffset),
    Rule(
      "auxiliary-offset-elsewhere", .warning,
      "auxiliary information at 0x{offset:x}, that of 'senc' begins at 0x{end:x}",
      "14496-12 §8.7.9, 23001-7 §7.2",
      why: "The box and the offsets are two ways to the same initialisation vectors.",
      players: "Those that go by the offsets decrypt to noise.",
      mend: "Correct the offset.", of: "saio", test: auxiliaryPlace),
    Rule(
      "auxiliary-sizes-differ", .error,
      "the sizes come to {claimed|bytes}, 'senc' has {found} for as many samples",
      "14496-12 §8.7.8, 23001-7 §7.2",
      why: "The sizes and the box are two ways to the same initialisation vectors.",
      players: "They read the vectors of one sample as those of another, or refuse the file.",
      mend: "Write the sizes that 'senc' has.", of: "saiz", test: auxiliarySizes),
    Rule(
      "auxiliary-pair-missing", .error, "'{type}' without '{wanted}'",
      "14496-12 §8.7.8, §8.7.9",
      why: "Sizes and places of auxiliary information are of use only together.",
      players: "They cannot find the initialisation vectors.",
      mend: "Write both, or neither.", of: "saiz saio",
      test: { examination, index in
        let tree = examination.tree
        let other: FourCC = tree[index].type == "saiz" ? "saio" : "saiz"
        guard let parent = tree.parent(of: index), tree.child(other, of: parent) == nil else {
          return
        }
        examination.report(index, .wanted(other))
      }),
  ]

  private static let scheme: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    // Schemes before common encryption name themselves elsewhere (`imif`).
    if tree.child("imif", of: index) != nil { return }
    guard let type = tree.child("schm", of: index) else {
      examination.report(index, .wanted("schm"))
      return
    }
    guard tree.child("schi", of: index) == nil,
      examination.reader.view(SchemeType.self, of: type).code(.scheme_type)?
        .isListed(in: "cenc cbc1 cens cbcs") ?? false
    else { return }
    examination.report(index, .wanted("schi"))
  }

  private static let vectorSize: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let fields = examination.view(TrackEncryption.self, of: index)
    guard let isProtected = fields.number(.default_isProtected), isProtected == 1,
      let size = fields.number(.default_Per_Sample_IV_Size)
    else { return }
    if ![0, 8, 16].contains(size) {
      examination.report(
        index, .found(size), field: TrackEncryption[.default_Per_Sample_IV_Size])
    } else if size == 0, let constant = fields.number(.default_constant_IV_size),
      constant != 8, constant != 16
    {
      examination.report(
        index, .found(constant), field: TrackEncryption[.default_constant_IV_size])
    }
  }

  /// What the offsets in a `saio` that stands in `parent` count from; `nil` where that cannot be said.
  private static func base(of parent: NodeIndex, _ examination: Examination) -> UInt64? {
    examination.tree[parent].type == "traf" ? TrackFragmentHeader.base(of: parent, in: examination.document) : 0
  }

  private static let auxiliaryPlace: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index),
      let box = tree.child("senc", of: parent)
        ?? tree.ancestor("trak", of: index).flatMap({ tree.child("senc", of: $0) })
    else { return }
    let places = examination.view(AuxiliaryOffsets.self, of: index)
    // Of other data about samples there may be more.
    if let type = places.code(.aux_info_type), !type.isListed(in: AuxiliaryOffsets.typesOfEncryption) { return }
    let entries = examination.view(SampleEncryption.self, of: box)
    // Before common encryption the box had fields of its own in front. Without bytes in it nobody reads any.
    guard let flags = entries.number(.flags), flags & 1 == 0, tree[box].payload.byteCount > 8,
      tree[index].source == 0, tree[box].source == 0, (entries.number(.sample_count) ?? 0) > 0
    else { return }
    // Of several that stand side by side one is of this.
    guard tree.child("saio", of: parent) == index,
      tree.children(of: parent).allSatisfy({ $0 == index || tree[$0].type != "saio" })
    else { return }
    let start = tree[box].payloadStart &+ 8
    let first: (Extent, UInt64)? =
      examination.withRows(.entries, of: AuxiliaryOffsets.self, at: index) { table in
        guard table.count > 0, let offsets = table.column(.offset, in: AuxiliaryOffsets.self) else { return nil }
        return (table.extent(ofRow: 0), table.raw(row: 0, column: offsets))
      } ?? nil
    guard let (extent, offset) = first else { return }
    guard let base = base(of: parent, examination) else { return }
    let (place, isBehindAll) = base.addingReportingOverflow(offset)
    // A copy may lie among media.
    var top = parent
    while let around = tree.parent(of: top) { top = around }
    guard !isBehindAll, place != start, place >= tree[top].start, place < tree[top].end else { return }
    examination.report(index, .offset(place), .end(start), extent: extent)
  }

  /// Compares what the sizes of all samples come to with what the box has for them.
  private static let auxiliarySizes: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index) else { return }
    // That of a track stands beside its media.
    let holder = tree[parent].type == "stbl" ? tree.ancestor("trak", of: index) ?? parent : parent
    guard let box = tree.child("senc", of: holder) else { return }
    let (sizes, vectors) = (examination.view(AuxiliarySizes.self, of: index), examination.view(SampleEncryption.self, of: box))
    guard let count = sizes.number(.sample_count), count > 0, vectors.number(.sample_count) == count,
      sizes.code(.aux_info_type)?.isListed(in: "cenc cbc1 cens cbcs") ?? true
    else { return }
    let each = sizes.number(.default_sample_info_size) ?? 0
    let claimed: UInt64
    if each > 0 {
      let (product, isMore) = count.multipliedReportingOverflow(by: each)
      claimed = isMore ? .max : product
    } else {
      guard let column = sizes.column(.sample_info_size, of: .entries), UInt64(column.count) == count else { return }
      claimed = column.sum(of: 0..<column.count)
    }
    // Version, flags and the count; where these say so, an algorithm, a size and a key.
    let head: UInt64 = (vectors.number(.flags) ?? 0) & 1 == 1 ? 28 : 8
    let bytes = UInt64(tree[box].payload.byteCount)
    guard bytes >= head, bytes - head != claimed else { return }
    examination.report(index, .claimed(claimed), .found(bytes - head), because: [box])
  }

  private static let auxiliaryOffset: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index) else { return }
    // Where it cannot be said it is no less than this.
    let base = base(of: parent, examination) ?? tree.ancestor("moof", of: index).map { tree[$0].start } ?? 0
    let end = UInt64(tree.file.byteCount)
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: AuxiliaryOffsets.self, at: index) { table in
        guard let offsets = table.column(.offset, in: AuxiliaryOffsets.self)
        else { return nil }
        for row in 0..<table.count {
          let (offset, overflow) = base.addingReportingOverflow(
            table.raw(row: row, column: offsets))
          if overflow || offset >= end {
            return (table.extent(ofRow: row), overflow ? .max : offset)
          }
        }
        return nil
      } ?? nil
    guard let (extent, offset) = found else { return }
    examination.report(
      index, .offset(offset), .end(end), extent: extent, following: examination.truncation)
  }
}
