package import ByteReading

/// Atoms whose payload is bytes that no table of theirs describes, told by their types.
package enum PlainAtoms {
  /// Those that take room and are read by nobody (14496-12 §8.1.2; QTFF, Wide Atom).
  package static let freeSpace: [FourCC] = ["free", "skip", "wide"]

  /// Those that hold media, into which tables elsewhere lead (14496-12 §8.1.1, §8.1.4, §8.11.11).
  package static let mediaData: [FourCC] = ["mdat", "idat", "imda"]
}
