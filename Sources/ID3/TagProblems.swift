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
  static let paddingNotZero = Self(
    "padding-not-zero", .warning, "the padding holds other bytes than zeros",
    action: "{present} bytes are listed as raw")
  static let depthLimit = Self(
    "depth-limit", .warning, "frames are nested {promised} deep and deeper",
    action: "what lies deeper is listed as raw (--max-depth)")
  static let nodeLimit = Self(
    "node-limit", .warning, "more than {promised} nodes",
    action: "the rest is listed as raw (--max-nodes)")
}
