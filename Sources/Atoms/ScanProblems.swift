import ByteReading
import Structure

extension Diagnostic.Kind {
  static let fileTruncated = Self(
    "file-truncated", .error,
    "needs {needed} bytes, the file ends after {left} of them: {missing} bytes are missing",
    isOfStructure: true)
  static let atomExceedsParent = Self(
    "atom-exceeds-parent", .error,
    "size is {claimed} (0x{claimed:x}) but its parent '{parent}' ends at 0x{end:x}: at most {left} bytes fit",
    action: "read to the end of the parent", isOfStructure: true)
  static let atomExceedsParentRecovered = Self(
    "atom-exceeds-parent", .error,
    "size is {claimed} (0x{claimed:x}) but its parent '{parent}' ends at 0x{end:x}: at most {left} bytes fit",
    action:
      "read as {size} bytes: its fields need no more, and from there atoms tile '{parent}' exactly",
    isOfStructure: true)
  static let atomSizeInvalid = Self(
    "atom-size-invalid", .error, "size is {claimed}, less than the header of an atom",
    action: "the rest of what it stands in, {left} bytes, is listed as raw", isOfStructure: true)
  static let atomSizeWrong = Self(
    "atom-size-invalid", .error,
    "size is {claimed}, and another atom begins at 0x{next:x}",
    action: "read as {length} bytes, up to there", isOfStructure: true)
  static let notAnAtomBefore = Self(
    "not-an-atom", .error, "no atom begins here",
    action: "{length} bytes are listed as raw, up to the next atom at 0x{next:x}",
    isOfStructure: true)
  static let atomSizeZero = Self(
    "atom-size-zero", .warning, "size is 0, which is for the last atom of a file",
    action: "read to the end of its parent")
  static let headerTruncated = Self(
    "atom-header-truncated", .error, "{left|bytes} left, too few for an atom",
    action: "listed as raw", isOfStructure: true)
  static let notAnAtom = Self(
    "not-an-atom", .error, "zeros where an atom should begin, then other bytes",
    action: "{length} bytes are listed as raw", isOfStructure: true)
  static let zerosGoOn = Self(
    "not-an-atom", .error, "{count} zeros where an atom should begin; what is behind these was not looked at",
    action: "{length} bytes are listed as raw", isOfStructure: true)
  static let behindTerminator = Self(
    "terminator-not-last", .note, "{length} bytes stand behind the terminator of the list",
    action: "listed as raw")
  static let notAnAtomRecovered = Self(
    "not-an-atom", .error, "{length} zeros where an atom should begin",
    action: "passed over: from there atoms tile the file exactly", isOfStructure: true)
  static let extendedTypeTruncated = Self(
    "atom-header-truncated", .error,
    "{left|bytes} left for the extended type of a 'uuid', too few",
    expected: "16 bytes that say what it is", action: "its bytes are listed as they are",
    isOfStructure: true)
  static let inflateNested = Self(
    "inflate-nested", .warning, "compressed movies are nested deeper than {limit}",
    action: "not inflated")
  static let depthLimit = Self(
    "depth-limit", .warning, "atoms are nested {limit} deep and deeper",
    action: "what lies deeper is listed as raw (--max-depth)", isOfStructure: true)
  static let nodeLimit = Self(
    "node-limit", .warning, "more than {limit} atoms",
    action: "the rest is listed as raw (--max-nodes)", isOfStructure: true)
  static let trackLimit = Self(
    "track-limit", .warning, "has {count} tracks, and reports look into {limit}",
    action: "the rest are listed as atoms")
  static let memoryExhausted = Self(
    "memory-exhausted", .error, "there is no memory for more than {limit} atoms",
    action: "the rest is listed as raw", isOfStructure: true)
}

/// What each of these kinds says, under its names.
extension Finding {
  static func fileTruncated(needed: UInt64, left: UInt64, missing: UInt64) -> Self {
    Self(.fileTruncated, .needed(needed), .left(left), .missing(missing))
  }
  static func atomExceedsParent(claimed: UInt64, end: UInt64, left: UInt64) -> Self {
    Self(.atomExceedsParent, .claimed(claimed), .end(end), .left(left))
  }
  static func atomExceedsParentRecovered(claimed: UInt64, end: UInt64, left: UInt64) -> Self {
    Self(.atomExceedsParentRecovered, .claimed(claimed), .end(end), .left(left))
  }
  static func atomSizeInvalid(claimed: UInt64, left: UInt64) -> Self {
    Self(.atomSizeInvalid, .claimed(claimed), .left(left))
  }
  static func atomSizeWrong(claimed: UInt64, next: UInt64, length: UInt64) -> Self {
    Self(.atomSizeWrong, .claimed(claimed), .next(next), .length(length))
  }
  static func notAnAtomBefore(length: UInt64, next: UInt64) -> Self {
    Self(.notAnAtomBefore, .length(length), .next(next))
  }
  static func headerTruncated(left: UInt64) -> Self {
    Self(.headerTruncated, .left(left))
  }
  static func zerosGoOn(count: UInt64, length: UInt64) -> Self { Self(.zerosGoOn, .count(count), .length(length)) }
  static func notAnAtom(length: UInt64) -> Self {
    Self(.notAnAtom, .length(length))
  }
  static func behindTerminator(length: UInt64) -> Self {
    Self(.behindTerminator, .length(length))
  }
  static func notAnAtomRecovered(length: UInt64) -> Self {
    Self(.notAnAtomRecovered, .length(length))
  }
  static func extendedTypeTruncated(left: UInt64) -> Self {
    Self(.extendedTypeTruncated, .left(left))
  }
  static func inflateNested(limit: UInt64) -> Self {
    Self(.inflateNested, .limit(limit))
  }
  static func depthLimit(limit: UInt64) -> Self {
    Self(.depthLimit, .limit(limit))
  }
  static func nodeLimit(limit: UInt64) -> Self {
    Self(.nodeLimit, .limit(limit))
  }
  static func memoryExhausted(limit: UInt64) -> Self {
    Self(.memoryExhausted, .limit(limit))
  }
}
