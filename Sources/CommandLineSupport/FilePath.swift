package import ByteReading

/// The name of a file as the system has it: bytes, which need not be UTF-8.
package struct FilePath: Hashable, Sendable {
  /// The bytes of the name, without a terminator.
  package var bytes: [UInt8]

  /// The path with these bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// The path with the UTF-8 bytes of `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether this is the operand `-`, which means standard input.
  package var isStandardInput: Bool { bytes == [UInt8(ascii: "-")] }

  /// The path as it may be shown anywhere: control characters, those that change the direction of
  /// text, and bytes that are not UTF-8 are written `\xNN`, a backslash `\\`, no name at all `''`.
  package var display: String {
    if bytes.isEmpty { return "''" }
    // Most names are plain.
    if bytes.allSatisfy({ $0.isPrintable && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let sequence = rest.prefix(length)
      if let scalars = String(validating: sequence, as: UTF8.self)?.unicodeScalars,
        let scalar = scalars.first, scalars.count == 1, !Self.isHidden(scalar)
      {
        text += scalar == "\\" ? "\\\\" : String(scalar)
        rest = rest.dropFirst(sequence.count)
      } else {
        text += (first < 0x10 ? "\\x0" : "\\x") + String(first, radix: 16)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The bytes behind the last period of the last component; `nil` when there is none, or when
  /// the name begins with its only period.
  package var fileExtension: ArraySlice<UInt8>? {
    let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    guard let period = name.lastIndex(of: UInt8(ascii: ".")), period > name.startIndex
    else { return nil }
    return name[(period + 1)...]
  }

  /// The path of `name` in the directory at this path.
  package func appending(_ name: [UInt8]) -> FilePath {
    let separator = UInt8(ascii: "/")
    return FilePath(bytes.last == separator ? bytes + name : bytes + [separator] + name)
  }

  /// The path as seen from a folder, by the names alone: links are not followed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - here: What relative names count from.
  /// - Returns: `nil` where one of the two is relative and `here` is not known, or leads up from the root.
  package func relative(to folder: FilePath, whereNamesCountFrom here: FilePath?) -> FilePath? {
    guard let own = steps(from: here), let other = folder.steps(from: here) else { return nil }
    var common = 0
    while common < min(own.count, other.count), own[common] == other[common] { common += 1 }
    let names = Array(repeating: Array("..".utf8), count: other.count - common) + own[common...]
    return FilePath(Array(names.joined(separator: [UInt8(ascii: "/")])))
  }

  /// The names on the way from the root, without `.` and `..`.
  private func steps(from here: FilePath?) -> [[UInt8]]? {
    let slash = UInt8(ascii: "/")
    var whole = bytes
    if whole.first != slash {
      guard let here else { return nil }
      whole = here.bytes + [slash] + whole
    }
    var found: [[UInt8]] = []
    for name in whole.split(separator: slash) {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        if found.popLast() == nil { return nil }
      } else {
        found.append(Array(name))
      }
    }
    return found
  }

  /// Whether a terminal would act on `scalar` instead of showing it.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: InvisibleScalars.contains(scalar.value)
    }
  }
}

extension FilePath: CustomStringConvertible {
  package var description: String { display }
}

extension FilePath {
  /// Opens the regular file of this name, which is named where it shrinks while it is read.
  ///
  /// - Parameter amongMany: Whether the file is one of thousands that are open together.
  package func open(amongMany: Bool = false) throws(SourceError) -> ByteSource {
    let source = try ByteSource.open(path: bytes, amongMany: amongMany)
    source.keep(name: display)
    return source
  }

  /// What a file of text says: rules, expectations. Larger than 16 MiB no such file is.
  ///
  /// - Throws: `UsageError`, which names the file.
  package func readText() throws(UsageError) -> String {
    let source: ByteSource
    do throws(SourceError) {
      source = try ByteSource.open(path: bytes)
    } catch {
      throw UsageError("\(display): \(error.message)")
    }
    guard source.byteCount <= 16 << 20 else { throw UsageError("\(display): too large") }
    var text = ByteWriter()
    text.put(bytes: source.bytes)
    return text.string
  }
}
