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

  private static let auxiliaryOffset: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let parent = tree.parent(of: index) else { return }
    // In fragments offsets count from the fragment, unless its header names a base.
    var base: UInt64 = 0
    if tree[parent].type == "traf" {
      base = tree.parent(of: parent).map { tree[$0].start } ?? 0
      if let header = tree.child("tfhd", of: parent),
        let given = examination.view(TrackFragmentHeader.self, of: header).number(.base_data_offset)
      {
        base = given
      }
    }
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
