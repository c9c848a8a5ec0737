extension Array where Element == UInt8 {
  /// These bytes of atoms with one changed: the first at `path`, types separated by slashes, as
  /// `moov/trak/tkhd`. Another than the first has its number, as in `moov/trak[2]/tkhd`. The sizes of the
  /// atoms around it are corrected; nothing else is.
  ///
  /// `change` gets the whole atom, and gives what stands there instead.
  ///
  /// - Precondition: There is such an atom; the mistake is in our own source.
  public func changing(_ path: String, _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
    Self.changed(self, path.split(separator: "/").map(String.init)[...], change)
  }

  /// With the atom at `path` replaced by `piece`.
  public func replacing(_ path: String, @AtomBuilder _ piece: () -> Piece) -> [UInt8] {
    let bytes = piece().bytes
    return changing(path) { _ in bytes }
  }

  /// Without the atom at `path`.
  public func removing(_ path: String) -> [UInt8] { changing(path) { _ in [] } }

  /// With `piece` at the end of the atom at `path`.
  public func adding(to path: String, @AtomBuilder _ piece: () -> Piece) -> [UInt8] {
    let bytes = piece().bytes
    return changing(path) { Self.resized($0 + bytes) }
  }

  /// With `piece` behind the atom at `path`.
  public func adding(behind path: String, @AtomBuilder _ piece: () -> Piece) -> [UInt8] {
    let bytes = piece().bytes
    return changing(path) { $0 + bytes }
  }

  /// With bytes overwritten in the atom at `path`, `offset` bytes behind its header of eight.
  public func setting(
    _ path: String, at offset: Int, @AtomBuilder _ piece: () -> Piece
  ) -> [UInt8] {
    let bytes = piece().bytes
    return changing(path) { atom in
      var atom = atom
      atom.replaceSubrange(8 + offset..<8 + offset + bytes.count, with: bytes)
      return atom
    }
  }

  /// The bytes that stand in these atoms before others begin.
  private static let prefixes: [String: Int] = [
    "stsd": 8, "dref": 8, "meta": 4, "iinf": 6, "iref": 4, "avc1": 78, "avc3": 78, "hvc1": 78, "av01": 78, "encv": 78, "apco": 78,
    "vp09": 78, "mp4a": 28, "Opus": 28, "fLaC": 28,
  ]

  private static func changed(
    _ bytes: [UInt8], _ path: ArraySlice<String>, _ change: ([UInt8]) -> [UInt8]
  ) -> [UInt8] {
    let parts = path.first?.split(separator: "[") ?? []
    var before = parts.count == 2 ? (Int(parts[1].dropLast()) ?? 1) - 1 : 0
    var result: [UInt8] = []
    var at = 0
    var isDone = false
    while at + 8 <= bytes.count {
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      precondition(size >= 8 && at + size <= bytes.count, "these atoms are broken already")
      let atom = [UInt8](bytes[at..<at + size])
      let type = String(decoding: atom[4..<8], as: UTF8.self)
      at += size
      guard !isDone, type == parts.first ?? "" else {
        result += atom
        continue
      }
      guard before == 0 else {
        before -= 1
        result += atom
        continue
      }
      isDone = true
      if path.count == 1 {
        result += change(atom)
      } else {
        let start = 8 + (prefixes[type] ?? 0)
        result += resized(
          atom[..<start] + changed([UInt8](atom[start...]), path.dropFirst(), change))
      }
    }
    precondition(isDone, "there is no '\(path.first ?? "")'")
    return result
  }

  /// An atom with its size corrected.
  private static func resized(_ atom: some Collection<UInt8>) -> [UInt8] {
    var atom = [UInt8](atom)
    for place in 0..<4 {
      atom[place] = UInt8(truncatingIfNeeded: atom.count >> (8 * (3 - place)))
    }
    return atom
  }
}
