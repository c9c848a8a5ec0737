import Structure

extension Diagnostic.Kind {
  static let tagTruncated = Self(
    "tag-truncated", .error,
    "needs {needed} bytes, {left} are there: {missing} bytes are missing",
    action: "read what is there")
  static let frameExceedsTag = Self(
    "frame-exceeds-tag", .error, "size is {claimed}, {left|bytes} of the tag left",
    action: "read to the end of the tag")
  static let frameEmpty = Self(
    "frame-empty", .warning, "size is 0", expected: "a frame has at least one byte of data")
  static let frameHeaderTruncated = Self(
    "frame-header-truncated", .error, "{left|bytes} left, too few for a frame",
    action: "listed as raw")
  static let notAFrame = Self(
    "not-a-frame", .error, "no frame identifier begins here",
    expected: "letters A–Z and digits, or zeros", action: "{length} bytes are listed as raw")
  static let notAFrameBefore = Self(
    "not-a-frame", .error, "no frame identifier begins here",
    expected: "letters A–Z and digits, or zeros",
    action: "{length} bytes are listed as raw, up to the next frame at 0x{next:x}")
  static let frameIdentifierInvalid = Self(
    "frame-identifier-invalid", .warning, "'{type}' is no frame identifier",
    expected: "letters A–Z and digits",
    action: "read as an unknown frame, since its size ends at 0x{end:x}, where one may end")
  static let paddingNotZero = Self(
    "padding-not-zero", .warning, "the padding holds other bytes than zeros",
    action: "{length} bytes are listed as raw")
  static let depthLimit = Self(
    "depth-limit", .warning, "frames are nested {limit} deep and deeper",
    action: "what lies deeper is listed as raw (--max-depth)", isOfStructure: true)
  static let nodeLimit = Self(
    "node-limit", .warning, "more than {limit} nodes",
    action: "the rest is listed as raw (--max-nodes)", isOfStructure: true)
  static let tagCompressed = Self(
    "tag-compressed", .warning, "the whole tag is compressed in a way that nobody defined",
    action: "listed as raw")
  static let tagVersionUnknown = Self(
    "tag-version-unknown", .warning, "version is 2.{found}",
    expected: "2.2, 2.3 or 2.4", action: "its frames are listed as raw")
  static let footerDiffers = Self(
    "footer-differs", .warning, "the footer does not repeat the header",
    expected: "3DI, and version, flags and size {expected} as in the header")
  static let appendedTagFooter = Self(
    "appended-tag-no-footer", .note, "a tag behind other bytes has no footer",
    expected: "a tag of version 2.4 with one, or a tag at the start")
  static let extendedHeaderWrong = Self(
    "extended-header-invalid", .error,
    "the extended header has a size of {claimed}, {left} bytes are there",
    action: "read as if there were none")
  static let paddingDiffers = Self(
    "padding-differs", .note,
    "the extended header promises {claimed} bytes of padding, there are {found}")
  static let checksumWrong = Self(
    "checksum-wrong", .error, "the checksum is 0x{claimed:x}, that of the frames is 0x{found:x}")
  static let frameSizePlain = Self(
    "frame-size-not-syncsafe", .warning,
    "the size is stored as a plain number: {found}, which read as syncsafe would be {otherwise}",
    expected: "a size of four groups of seven bits",
    action: "read as a plain number, here and wherever it fits")
  static let frameSizeSyncsafe = Self(
    "frame-size-syncsafe", .warning,
    "the size is stored as in version 4: {found}, which read as a plain number would be {otherwise}",
    expected: "a plain number", action: "read as syncsafe, here and wherever it fits")
  static let frameIdentifierOld = Self(
    "frame-identifier-old", .warning,
    "the identifier is one of version 2 with a zero or a space behind it",
    action: "read as the frame of version 2, here and wherever it occurs")
  static let frameSizeHighBits = Self(
    "frame-size-high-bits", .warning,
    "the size has bits set that no such size has, and as a plain number would be {otherwise}",
    expected: "a size of four groups of seven bits", action: "read without them: {found}")
  static let frameSizeStored = Self(
    "frame-size-unsynchronised", .warning,
    "the sizes of frames count the {count} zeros that un-synchronisation put in",
    expected: "sizes of the frames as they were before",
    action: "frames found where they are stored, and the zeros taken out of each")
  static let unsynchronisationAbsent = Self(
    "unsynchronisation-absent", .warning,
    "said to be un-synchronised, and is not: these bytes would not be here",
    expected: "a zero between FF and what follows, and nowhere else",
    action: "read as it is stored, here and wherever the same holds")
  static let tagSizePlain = Self(
    "tag-size-not-syncsafe", .warning,
    "the size is stored as a plain number: {found}, which read as syncsafe would be {otherwise}",
    expected: "a size of four groups of seven bits",
    action: "read as a plain number, since the tag ends there")
  static let tagSizeHighBits = Self(
    "tag-size-high-bits", .warning,
    "the size has bits set that no such size has, and as a plain number would be {otherwise}",
    expected: "a size of four groups of seven bits", action: "read without them: {found}")
  static let inflateLonger = Self(
    "inflate-longer", .warning,
    "the compressed data should give {expected} bytes and gives more",
    action: "inflated as many")
  static let compressedRest = Self(
    "compressed-rest", .warning, "{count} bytes stand behind the compressed data", action: "not read")
  static let dataLengthWrong = Self(
    "data-length-wrong", .warning, "the data length is {claimed}, there are {found} bytes")
  static let dataLengthMissing = Self(
    "data-length-missing", .warning, "compressed without a data length")
  static let inflateNested = Self(
    "inflate-nested", .warning, "compressed frames are nested deeper than {limit}",
    action: "not inflated")
  static let seekWrong = Self(
    "seek-wrong", .warning, "no tag begins at {offset} (0x{offset:x}), where it points",
    action: "not followed")
  static let notAField = Self(
    "not-a-field", .error, "no field begins here", expected: "three letters and five digits",
    action: "{length} bytes are listed as raw")
  static let notAnItem = Self(
    "not-an-item", .error, "no item begins here",
    expected: "two numbers and a key of printable characters with a zero behind it",
    action: "{length} bytes are listed as raw")
  static let itemExceedsTag = Self(
    "item-exceeds-tag", .error, "size is {claimed}, {left|bytes} of the tag left",
    action: "read to the end of the tag")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func tagTruncated(needed: UInt64, left: UInt64, missing: UInt64) -> Self {
    Self(.tagTruncated, .needed(needed), .left(left), .missing(missing))
  }
  static func frameExceedsTag(claimed: UInt64, left: UInt64) -> Self {
    Self(.frameExceedsTag, .claimed(claimed), .left(left))
  }
  static func frameHeaderTruncated(left: UInt64) -> Self {
    Self(.frameHeaderTruncated, .left(left))
  }
  static func notAFrame(length: UInt64) -> Self {
    Self(.notAFrame, .length(length))
  }
  static func notAFrameBefore(length: UInt64, next: UInt64) -> Self {
    Self(.notAFrameBefore, .length(length), .next(next))
  }
  static func frameIdentifierInvalid(end: UInt64) -> Self {
    Self(.frameIdentifierInvalid, .end(end))
  }
  static func paddingNotZero(length: UInt64) -> Self {
    Self(.paddingNotZero, .length(length))
  }
  static func depthLimit(limit: UInt64) -> Self {
    Self(.depthLimit, .limit(limit))
  }
  static func nodeLimit(limit: UInt64) -> Self {
    Self(.nodeLimit, .limit(limit))
  }
  static func tagVersionUnknown(found: UInt64) -> Self {
    Self(.tagVersionUnknown, .found(found))
  }
  static func footerDiffers(expected: UInt64) -> Self {
    Self(.footerDiffers, .expected(expected))
  }
  static func extendedHeaderWrong(claimed: UInt64, left: UInt64) -> Self {
    Self(.extendedHeaderWrong, .claimed(claimed), .left(left))
  }
  static func paddingDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.paddingDiffers, .claimed(claimed), .found(found))
  }
  static func checksumWrong(claimed: UInt64, found: UInt64) -> Self {
    Self(.checksumWrong, .claimed(claimed), .found(found))
  }
  static func frameSizePlain(found: UInt64, otherwise: UInt64) -> Self {
    Self(.frameSizePlain, .found(found), .otherwise(otherwise))
  }
  static func frameSizeSyncsafe(found: UInt64, otherwise: UInt64) -> Self {
    Self(.frameSizeSyncsafe, .found(found), .otherwise(otherwise))
  }
  static func frameSizeHighBits(otherwise: UInt64, found: UInt64) -> Self {
    Self(.frameSizeHighBits, .otherwise(otherwise), .found(found))
  }
  static func frameSizeStored(count: UInt64) -> Self {
    Self(.frameSizeStored, .count(count))
  }
  static func unsynchronisationAbsent(count: UInt64) -> Self {
    Self(.unsynchronisationAbsent, .count(count))
  }
  static func tagSizePlain(found: UInt64, otherwise: UInt64) -> Self {
    Self(.tagSizePlain, .found(found), .otherwise(otherwise))
  }
  static func tagSizeHighBits(otherwise: UInt64, found: UInt64) -> Self {
    Self(.tagSizeHighBits, .otherwise(otherwise), .found(found))
  }
  static func inflateLonger(expected: UInt64) -> Self {
    Self(.inflateLonger, .expected(expected))
  }
  static func compressedRest(count: UInt64) -> Self {
    Self(.compressedRest, .count(count))
  }
  static func dataLengthWrong(claimed: UInt64, found: UInt64) -> Self {
    Self(.dataLengthWrong, .claimed(claimed), .found(found))
  }
  static func inflateNested(limit: UInt64) -> Self {
    Self(.inflateNested, .limit(limit))
  }
  static func seekWrong(offset: UInt64) -> Self {
    Self(.seekWrong, .offset(offset))
  }
  static func notAField(length: UInt64) -> Self {
    Self(.notAField, .length(length))
  }
  static func notAnItem(length: UInt64) -> Self {
    Self(.notAnItem, .length(length))
  }
  static func itemExceedsTag(claimed: UInt64, left: UInt64) -> Self {
    Self(.itemExceedsTag, .claimed(claimed), .left(left))
  }
}
