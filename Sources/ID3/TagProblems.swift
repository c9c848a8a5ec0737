import Structure

extension Diagnostic.Kind {
  static let tagTruncated = Self(
    "tag-truncated", .error,
    "needs {promised} bytes, {present} are there: {other} bytes are missing",
    action: "read what is there")
  static let frameExceedsTag = Self(
    "frame-exceeds-tag", .error, "size is {promised}, {present} bytes of the tag are left",
    action: "read to the end of the tag")
  static let frameEmpty = Self(
    "frame-empty", .warning, "size is 0", expected: "a frame has at least one byte of data")
  static let frameHeaderTruncated = Self(
    "frame-header-truncated", .error, "{present} bytes are left, too few for a frame",
    action: "listed as raw")
  static let notAFrame = Self(
    "not-a-frame", .error, "no frame identifier begins here",
    expected: "letters A–Z and digits, or zeros", action: "{present} bytes are listed as raw")
  static let notAFrameBefore = Self(
    "not-a-frame", .error, "no frame identifier begins here",
    expected: "letters A–Z and digits, or zeros",
    action: "{present} bytes are listed as raw, up to the next frame at 0x{other:x}")
  static let frameIdentifierInvalid = Self(
    "frame-identifier-invalid", .warning, "'{type}' is no frame identifier",
    expected: "letters A–Z and digits",
    action: "read as an unknown frame, since its size ends at 0x{present:x}, where one may end")
  static let paddingNotZero = Self(
    "padding-not-zero", .warning, "the padding holds other bytes than zeros",
    action: "{present} bytes are listed as raw")
  static let depthLimit = Self(
    "depth-limit", .warning, "frames are nested {promised} deep and deeper",
    action: "what lies deeper is listed as raw (--max-depth)")
  static let nodeLimit = Self(
    "node-limit", .warning, "more than {promised} nodes",
    action: "the rest is listed as raw (--max-nodes)")
  static let tagCompressed = Self(
    "tag-compressed", .warning, "the whole tag is compressed in a way that nobody defined",
    action: "listed as raw")
  static let tagVersionUnknown = Self(
    "tag-version-unknown", .warning, "version is 2.{present}",
    expected: "2.2, 2.3 or 2.4", action: "its frames are listed as raw")
  static let footerDiffers = Self(
    "footer-differs", .warning, "the footer does not repeat the header",
    expected: "3DI, and version, flags and size {promised} as in the header")
  static let extendedHeaderWrong = Self(
    "extended-header-invalid", .error,
    "the extended header has a size of {promised}, {present} bytes are there",
    action: "read as if there were none")
  static let paddingDiffers = Self(
    "padding-differs", .note,
    "the extended header promises {promised} bytes of padding, there are {present}")
  static let checksumWrong = Self(
    "checksum-wrong", .error, "the checksum is 0x{promised:x}, that of the frames is 0x{present:x}")
  static let frameSizePlain = Self(
    "frame-size-not-syncsafe", .warning,
    "the size is stored as a plain number: {present}, which read as syncsafe would be {promised}",
    expected: "a size of four groups of seven bits",
    action: "read as a plain number, here and wherever it fits")
  static let frameSizeSyncsafe = Self(
    "frame-size-syncsafe", .warning,
    "the size is stored as in version 4: {present}, which read as a plain number would be {promised}",
    expected: "a plain number", action: "read as syncsafe, here and wherever it fits")
  static let frameIdentifierOld = Self(
    "frame-identifier-old", .warning,
    "the identifier is one of version 2 with a zero or a space behind it",
    action: "read as the frame of version 2, here and wherever it occurs")
  static let frameSizeHighBits = Self(
    "frame-size-high-bits", .warning,
    "the size has bits set that no such size has, and as a plain number would be {promised}",
    expected: "a size of four groups of seven bits", action: "read without them: {present}")
  static let frameSizeStored = Self(
    "frame-size-unsynchronised", .warning,
    "the sizes of frames count the {present} zeros that un-synchronisation put in",
    expected: "sizes of the frames as they were before",
    action: "frames found where they are stored, and the zeros taken out of each")
  static let unsynchronisationAbsent = Self(
    "unsynchronisation-absent", .warning,
    "said to be un-synchronised, and is not: these bytes would not be here",
    expected: "a zero between FF and what follows, and nowhere else",
    action: "read as it is stored, here and wherever the same holds")
  static let tagSizePlain = Self(
    "tag-size-not-syncsafe", .warning,
    "the size is stored as a plain number: {present}, which read as syncsafe would be {promised}",
    expected: "a size of four groups of seven bits",
    action: "read as a plain number, since the tag ends there")
  static let tagSizeHighBits = Self(
    "tag-size-high-bits", .warning,
    "the size has bits set that no such size has, and as a plain number would be {promised}",
    expected: "a size of four groups of seven bits", action: "read without them: {present}")
  static let inflateLonger = Self(
    "inflate-longer", .warning,
    "the compressed data should give {promised} bytes and gives more",
    action: "inflated as many")
  static let dataLengthWrong = Self(
    "data-length-wrong", .warning, "the data length is {promised}, there are {present} bytes")
  static let dataLengthMissing = Self(
    "data-length-missing", .warning, "compressed without a data length")
  static let inflateNested = Self(
    "inflate-nested", .warning, "compressed frames are nested deeper than {promised}",
    action: "not inflated")
  static let seekWrong = Self(
    "seek-wrong", .warning, "no tag begins at {promised} (0x{promised:x}), where it points",
    action: "not followed")
  static let notAField = Self(
    "not-a-field", .error, "no field begins here", expected: "three letters and five digits",
    action: "{present} bytes are listed as raw")
  static let notAnItem = Self(
    "not-an-item", .error, "no item begins here",
    expected: "two numbers and a key of printable characters with a zero behind it",
    action: "{present} bytes are listed as raw")
  static let itemExceedsTag = Self(
    "item-exceeds-tag", .error, "size is {promised}, {present} bytes of the tag are left",
    action: "read to the end of the tag")
}
