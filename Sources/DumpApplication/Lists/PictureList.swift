import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering

/// The pictures of a file, each written to a file of its own (`--artwork OUT`).
struct PictureList {
  private let document: Document
  private let pictures: [Entry]

  /// A picture, and what tells its file from those of the others.
  private struct Entry {
    let artwork: MetadataArtwork
    let item: MetadataItem
    /// `-2`, `-chapter-2`; empty for the only one.
    let suffix: String
  }

  init(_ document: Document) {
    self.document = document
    let fields = MediaFile.fields(of: document)
    let covers: [(artwork: MetadataArtwork, item: MetadataItem)] =
      fields["artwork"]?.candidates.compactMap { candidate in
        guard case .artwork(let artwork) = candidate.value, let item = candidate.items.first
        else { return nil }
        return (artwork, item)
      } ?? []
    var pictures: [Entry] = []
    for (index, cover) in covers.enumerated() {
      pictures.append(
        Entry(artwork: cover.artwork, item: cover.item, suffix: covers.count > 1 ? "-\(index + 1)" : ""))
    }
    let parts = MediaFile.chapterPictures(of: document)
    let isOnly = covers.isEmpty && parts.count == 1
    var counts: [String: Int] = [:]
    for part in parts {
      let suffix = Self.suffix(of: part)
      let count = (counts[suffix] ?? 0) + 1
      counts[suffix] = count
      pictures.append(
        Entry(
          artwork: part.artwork, item: part.item, suffix: isOnly ? "" : count > 1 ? "\(suffix).\(count)" : suffix))
    }
    self.pictures = pictures
  }

  /// What the name of a picture of a chapter has before the number of that.
  static let chapter = "-chapter"
  /// How the name of a picture of a table of contents ends.
  static let contents = "-contents"

  /// `-chapter-2`, `-contents`.
  private static func suffix(of picture: ChapterPicture) -> String {
    if picture.isOfContents { return contents }
    return chapter + (picture.number.map { "-\($0)" } ?? "")
  }

  static let columns: [ListColumn] = [
    ListColumn(.file, title: "file", isLeft: true),
    ListColumn(.mediaType),
    ListColumn(.width),
    ListColumn(.height),
    ListColumn(.size),
    ListColumn(.offset, title: "offset"),
    ListColumn(.identifier, title: "from", isLeft: true),
    ListColumn(.path),
    ListColumn(.pictureType),
    ListColumn(.description),
    ListColumn(title: "picture", isLeft: true),
  ]

  /// Writes the pictures to `place` and reports each.
  ///
  /// - Parameters:
  ///   - place: A directory, in which the files are called as `name` is, or the name of a file.
  ///     Several are numbered, those of chapters as these are; the extension is that of the content.
  ///   - names: What the pictures of some files are called in a directory, by the paths of these.
  ///   - isRehearsal: Whether nothing is written, and what would be is fetched.
  ///   - say: Told what could not be written, and why.
  /// - Returns: Whether all were written.
  func write(
    _ list: inout ListRenderer, to place: FilePath, named name: FilePath,
    in names: [[UInt8]: [UInt8]] = [:], isRehearsal: Bool,
    say: (_ message: String) -> Void
  ) -> Bool {
    guard !pictures.isEmpty else {
      list.none("no artwork")
      return true
    }
    var rows: [[ListValue]] = []
    var paths = MetadataPaths(document)
    var isWritten = true
    for picture in pictures {
      let own = names[name.bytes].map { FilePath($0 + [UInt8(ascii: ".")]) } ?? name
      let path = Self.path(place, name: own, suffix: picture.suffix, fileExtension: picture.artwork.fileExtension)
      let file = path == place ? OutputFile(named: path) : OutputFile(derived: path)
      if isRehearsal {
        picture.artwork.bytes.want()
        rows.append(row(picture.artwork, picture.item, paths.path(of: picture.item), path))
        continue
      }
      do throws(WritingError) {
        try picture.artwork.bytes.withBytes { bytes throws(WritingError) in
          try file.write(bytes, replaces: false)
        }
      } catch {
        say(error.message(for: path))
        isWritten = false
        continue
      }
      rows.append(row(picture.artwork, picture.item, paths.path(of: picture.item), path))
    }
    guard !rows.isEmpty else { return isWritten }
    list.titles(for: rows)
    for row in rows { list.row(row) }
    return isWritten
  }

  var isEmpty: Bool { pictures.isEmpty }

  /// Writes the bytes of the first picture.
  ///
  /// - Parameter isRehearsal: Whether nothing is written, and what would be is fetched.
  /// - Returns: What is to be said of it: that there are more; `nil` where there is none as well.
  func write(to output: inout ByteWriter, isRehearsal: Bool) -> String? {
    guard let first = pictures.first?.artwork else { return nil }
    if isRehearsal {
      first.bytes.want()
    } else {
      first.bytes.withBytes { output.put(bytes: $0) }
    }
    return pictures.count > 1
      ? "the first of \(pictures.count) pictures is written; --artwork=DIRECTORY writes all" : nil
  }

  /// Where a picture goes: `OUT/track-2.jpg`, or `OUT-2.jpg` with the extension of the content.
  private static func path(
    _ place: FilePath, name: FilePath, suffix: String, fileExtension: String
  ) -> FilePath {
    var base: FilePath
    if place.isDirectory {
      let slash = UInt8(ascii: "/")
      let last = name.bytes[(name.bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0)...]
      let file = FilePath(Array(last)).withoutExtension
      base = place.appending(
        file.bytes.isEmpty || last == [UInt8(ascii: "-")] ? Array("artwork".utf8) : file.bytes)
    } else {
      base = place.withoutExtension
    }
    base.bytes += Array(suffix.utf8)
    base.bytes += Array(".\(fileExtension)".utf8)
    return base
  }

  private func row(
    _ artwork: MetadataArtwork, _ item: MetadataItem, _ place: String, _ path: FilePath
  ) -> [ListValue] {
    let picture = artwork.picture
    var shown = ByteWriter()
    if artwork.isLink {
      shown.put("link")
    } else {
      // As the file declares it.
      shown.put(text: artwork.mediaType, style: .name)
    }
    if let picture, picture.width > 0, picture.height > 0 {
      shown.put(" ")
      shown.put(decimal: UInt64(picture.width))
      shown.put("×")
      shown.put(decimal: UInt64(picture.height))
    }
    shown.put(", ")
    shown.put(artwork.bytes.count, "byte", "bytes")
    if let type = artwork.type {
      shown.put(", type ")
      shown.put(decimal: UInt64(type))
    }
    if let description = artwork.description, !description.isEmpty {
      shown.put(", \"")
      shown.put(text: description, style: .text)
      shown.put("\"")
    }
    func size(_ number: Int?) -> ListValue {
      number.flatMap { $0 > 0 ? .number(UInt64($0)) : nil } ?? .absent
    }
    return [
      .shown(ShownText(path.display)), .text(FileText(artwork.mediaType)), size(picture?.width),
      size(picture?.height), .number(UInt64(artwork.bytes.count)),
      artwork.bytes.fileOffset.map { .offset($0) } ?? .absent,
      .text(FileText(item.identifier.text)), .shown(ShownText(place)),
      artwork.type.map { .number(UInt64($0)) } ?? .absent,
      artwork.description.map { .text(FileText($0)) } ?? .absent, .shown(ShownText(shown.string)),
    ]
  }
}

extension FilePath {
  /// Whether it is a directory, or written like one.
  var isDirectory: Bool {
    if bytes.last == UInt8(ascii: "/") { return true }
    return (try? FileStatus(of: self, followingLinks: true))?.kind == .directory
  }
}
