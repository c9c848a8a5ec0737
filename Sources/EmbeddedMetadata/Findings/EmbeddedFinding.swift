/// One thing that Exif or XMP says, with its value and where it stands.
package struct EmbeddedFinding: Sendable {
  /// What it is about, for who asks what a file gives away.
  package enum Subject: Sendable, Equatable {
    case place, person, device, serialNumber, identifier, moment, software, picture, comment, other
  }

  /// What one is among the entries of its directory.
  package enum Role: Sendable {
    /// An entry that says something itself.
    case entry
    /// The version of the directory, which says how the others are written.
    case version
    /// What several entries say together.
    case composed
    /// Numbers that are not known: each is a fraction of zeros.
    case unknown
    /// One that says something of others alone, which are not there: a height without a place, and the sides of one.
    case lone
  }

  /// What its tag is called: `DateTimeOriginal`; of a tag that has no name its number. Of XMP the property,
  /// and what stands in it: `dc:creator[1]`, `xmpMM:History[2]/stEvt:action`.
  package let name: String
  /// The number of its tag; 0 in XMP.
  package let tag: UInt16
  package let subject: Subject
  /// As people read it: `1/60 s`, `47.6358° N`; the text itself of a text; `nil` for bytes that nobody
  /// describes.
  package let text: String?
  /// The number, of one that is a number and no choice among names.
  package let number: Double?
  /// The bytes of its values, in their source.
  package let values: Range<Int>
  /// The path of its field behind that of the node of its directories: `parts[1].IFD0.entries[3]`; empty in
  /// XMP.
  package let fieldPath: String
  /// What it is among the entries.
  package var role = Role.entry
  /// Of the last one that is given, where the first entry begins that is left out, in their source; `nil` when
  /// all are given.
  package var nextLeftOut: Int?
}
