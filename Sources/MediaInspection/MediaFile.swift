import Atoms
public import ByteReading
import EmbeddedMetadata
import ID3
public import MediaFacts
import SoundFiles
public import Structure

/// Opens anything we know, by content and not by name.
///
/// ```swift
/// let document = try MediaFile.open(path: "film.mp4")
/// document.synopsis.formatName    // "MP4 (isom)"
/// ```
public enum MediaFile {
  /// The structure of the file, and what is said of it as a whole.
  ///
  /// A damaged file is opened as far as it can be read: it is enough that it begins as something we
  /// know.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - limits: What the file may cost.
  ///   - format: What it is read as, whatever it looks like; `nil` to go by its content.
  ///   - tables: Tables of boxes and frames that are read before those of the formats.
  /// - Returns: The opened document.
  /// - Throws: `MediaFileError` when the content is empty or is none of our formats.
  public static func open(
    _ source: ByteSource, limits: Limits = Limits(), as format: Format? = nil,
    tables: OwnTables = OwnTables()
  ) throws(MediaFileError) -> Document {
    guard source.byteCount > 0 else { throw .empty }
    if let format {
      let document = read(source, as: format, limits: limits, tables: tables)
      // Of a file in which nothing is what somebody calls it that is wrong with it, whatever else it may be.
      if document.isUnknownSound { document.problems.setSeverity(of: "audio-missing", to: .error) }
      return document
    }
    let formats = Format.all
    let found =
      formats.first { $0.recognise(source.bytes, .begins) }
      ?? formats.first { $0.recognise(source.bytes, .perhaps) }
    if let found { return read(source, as: found, limits: limits, tables: tables) }
    let likeness = Signature.description(of: source.bytes)
    // One damaged header in front hides no other. Where a file begins later, offsets in it count from
    // there.
    guard likeness.isEmpty, let first = firstAtom(in: source), first.type != "ftyp",
      first.offset <= 4_096
    else { throw .unknownFormat(likeness) }
    return read(source, as: .isoBaseMedia, limits: limits, tables: tables)
  }

  /// The structure of the file at `path`, as ``open(_:limits:as:tables:)`` gives it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limits: What the file may cost.
  ///   - format: What it is read as, whatever it looks like; `nil` to go by its content.
  ///   - tables: Tables of boxes and frames that are read before those of the format.
  /// - Returns: The opened document.
  /// - Throws: `UnreadableFile`, which names the path, when it cannot be read, is empty, or is none of
  ///   our formats.
  public static func open(
    path: String, limits: Limits = Limits(), as format: Format? = nil,
    tables: OwnTables = OwnTables()
  ) throws(UnreadableFile) -> Document {
    let source: ByteSource
    do {
      source = try ByteSource.open(path: path)
    } catch {
      throw UnreadableFile(path: path, reason: .bytes(error))
    }
    do {
      return try open(source, limits: limits, as: format, tables: tables)
    } catch {
      throw UnreadableFile(path: path, reason: .content(error))
    }
  }

  /// The first atom of the top that is found behind the first bytes of a file that is of no known format.
  package static func firstAtom(in source: ByteSource) -> (offset: UInt64, type: FourCC)? {
    AtomFinder.first(in: source, 0..<UInt64(source.byteCount))
  }

  /// The structure of a file as far as it can be read in this format, whatever it begins with.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - format: The format.
  ///   - limits: What the file may cost.
  ///   - tables: Tables of boxes and frames that are read before those of the format.
  /// - Returns: The document, which no rule has looked at.
  public static func read(
    _ source: ByteSource, as format: Format, limits: Limits = Limits(),
    tables: OwnTables = OwnTables()
  ) -> Document {
    let document = format.scan(source, limits, tables)
    document.describe(as: format)
    return document
  }

  /// The same file with nodes for the data of items that are no images: Exif and XMP, and how images are put
  /// together of others; each stands below the entry of its item, although its bytes lie elsewhere. Pictures of JPEG
  /// that are the value of metadata have a node below the one that holds them, of which they stay a field: covers,
  /// thumbnails of cameras, pictures in the frames of a tag.
  ///
  /// Only the first bytes of them are read for it, by which their format is known. Items whose data lie
  /// in several pieces stay closed.
  ///
  /// - Returns: `document` itself when it has none of these.
  package static func openingItems(
    of document: Document, limits: Limits = Limits(), tables: OwnTables = OwnTables()
  ) -> Document {
    if let format = document.format, format.id == .taggedAudio {
      let tree = document.tree
      guard tree.indices.contains(where: {
        // `PIC` in tags of version 2.
        tree[$0].type == "APIC" || tree[$0].type == FourCC(0x50_4943)
      }) else { return document }
      let opened = Document.tags(of: tree.file, limits: limits, tables: tables, opensPictures: true)
      opened.describe(as: format)
      return opened
    }
    let items = OpenedItems(of: document)
    guard let format = document.format, format.id == .isoBaseMedia, !items.isEmpty else {
      return document
    }
    let opened = Document.atoms(
      of: document.tree.file, limits: limits, tables: tables, embedded: EmbeddedFormats.scan,
      opening: items)
    if let words = items.leftOut { opened.memory.leaveOut(words) }
    opened.describe(as: format)
    return opened
  }

  /// Goes through the structure of a file of which only the beginning is there, and whose size is not known:
  /// the scanner wants (`ByteSource.want`) what says it. Only atoms say one behind the other how long they
  /// are; others would be looked for at an end that is none.
  package static func sketch(_ source: ByteSource, limits: Limits = Limits()) {
    guard Format.isoBaseMedia.recognise(source.bytes, .begins) else { return }
    _ = read(source, as: .isoBaseMedia, limits: limits)
  }

  /// The bytes of audio whose frames are counted without being asked, which takes some milliseconds.
  package static let countedByteCount: UInt64 = 32 << 20

  /// Whether a check of the document looks at every frame of audio: of a file that is fetched in parts
  /// nobody does without being asked, unless all of it is there.
  package static func countsFrames(of document: Document, isAsked: Bool) -> Bool {
    if isAsked || document.audioByteCount == 0 { return true }
    let file = document.tree.file
    return document.audioByteCount <= countedByteCount && !file.isMissing(0..<file.byteCount)
  }

  /// The types of nodes that are media or free space, and are not looked into.
  package static let payloadTypes: [FourCC] = PlainAtoms.mediaData + PlainAtoms.freeSpace

  /// The tables of atoms, for who prints them.
  package static var atoms: Catalogue { .atoms }

  /// The brands that have names, for who prints the tables of atoms.
  package static var brands: [CatalogueEntry] { Catalogue.brands }

  /// The tables of formats that lie inside atoms and frames.
  package static var embedded: Catalogue { .embedded }

  /// The tables of all formats, by what they are called in tests: whoever goes through all tables goes through these,
  /// and a format that is added is added here.
  package static let catalogues: [(name: String, catalogue: Catalogue)] = [
    ("atoms", .atoms), ("frames", .frames3), ("tags", .tags), ("tag parts", .tagParts),
    ("tag items", .tagItems), ("audio", .audio), ("AIFF", .aiff), ("WAV", .wav), ("DSF", .dsf),
    ("DSDIFF", .dsdiff), ("embedded", .embedded),
  ]

  /// Looks at every frame of a stream of audio, so that its length is that of the frames.
  ///
  /// - Returns: Whether it came to the end before it was cancelled.
  package static func countFrames(of document: Document, isCancelled: () -> Bool) -> Bool {
    guard document.countAudioFrames(isCancelled: isCancelled) else { return false }
    if let format = document.format { document.describe(as: format) }
    return true
  }

  /// The document with all that is wrong with the file among its problems, as its format and `rules`
  /// say; the one that is given stays as it is.
  ///
  /// - Parameters:
  ///   - document: An opened file. One that was checked is checked anew.
  ///   - rules: Rules of a program's own, which run behind those of the format.
  ///   - name: The file's name, for the rule that compares it with the content.
  ///   - isThorough: Whether all rules run, over tables of any size; else those of structure, and of
  ///     tables that are not long.
  ///   - countingFrames: Whether every frame of a stream of audio is looked at, which goes through the
  ///     whole file.
  /// - Returns: Another document of the same tree, its problems in document order.
  /// - Complexity: O(*n*) in the number of nodes, and of table rows when it is thorough, and of frames
  ///   where they are counted.
  public static func checked(
    _ document: Document, rules: [Rule] = [], name: [UInt8]? = nil, isThorough: Bool = false,
    countingFrames: Bool = false
  ) -> Document {
    let checked = Document(copying: document.unchecked)
    check(checked, name: name, isThorough: isThorough, countingFrames: countingFrames)
    if !rules.isEmpty {
      checked.runRules(
        MediaExamination(checked, name: name, isThorough: true), rules)
    }
    return checked
  }

  /// Looks for what is wrong with an opened file, as its format says, and adds it to the document's
  /// problems.
  ///
  /// - Parameters:
  ///   - name: The file's name, for the rule that compares it with the content.
  ///   - isThorough: Whether all rules of ``Structure/Rule/all`` run, over tables of any size; else
  ///     those that an outline runs: of structure, and of tables that are not long.
  ///   - countingFrames: Whether every frame of a stream of audio is looked at, too, which goes
  ///     through the whole file, and checksums are held against it. The frames of at most
  ///     ``countedByteCount`` bytes always are looked at, so that all reports say one length.
  ///   - runsRules: Whether rules run at all. Without them the document has the problems that reading
  ///     finds, and says that it was not checked.
  ///   - progress: Called now and then with how many bytes of how many were looked at for that.
  /// - Complexity: O(*n*) in the number of nodes, and of table rows when it is thorough, and of
  ///   frames where they are counted.
  package static func check(
    _ document: Document, name: [UInt8]? = nil, isThorough: Bool = false,
    countingFrames: Bool = false, runsRules: Bool = true,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    var examination = Format.Examination()
    examination.name = name
    examination.isThorough = isThorough
    examination.countsFrames = countingFrames
    examination.runsRules = runsRules
    if let format = document.format {
      format.check(document, examination, progress)
      // Rules that were not run to their end checked nothing.
      document.problems.areChecked = runsRules && document.work.leftOut.isEmpty
    }
    document.noteLimits()
  }
}

/// Why a file is not opened.
public enum MediaFileError: Error, Equatable, Sendable {
  /// It has no bytes.
  case empty
  /// It is none of our formats; with what it looks like, as in `looks like a PNG image`, or empty.
  case unknownFormat(String)
}

extension MediaFileError: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }

  /// The error as people read it.
  public var message: String {
    switch self {
    case .empty: "the file is empty"
    case .unknownFormat(""): "not a format that is known here"
    case .unknownFormat(let likeness):
      "not a format that is known here: \(likeness)"
        + (Signature.reader(ofWhat: likeness).map { ", which \($0)" } ?? "")
    }
  }
}

/// A file that was not opened, and why.
///
/// ```swift
/// do {
///   let document = try MediaFile.open(path: "film.mp4")
/// } catch {
///   print(error)    // film.mp4: no such file
/// }
/// ```
public struct UnreadableFile: Error, Equatable, Sendable, CustomStringConvertible {
  /// What stood in the way.
  public enum Reason: Equatable, Sendable {
    /// Its bytes could not be read.
    case bytes(SourceError)
    /// They are of no format that is known.
    case content(MediaFileError)
  }

  /// The path as it was given.
  public let path: String
  /// What stood in the way.
  public let reason: Reason

  /// An error about a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file as it was given.
  ///   - reason: Why it cannot be opened.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The path and the reason, as people read it.
  public var description: String {
    switch reason {
    case .bytes(let error): "\(path): \(error.message)"
    case .content(let error): "\(path): \(error.message)"
    }
  }
}

extension OwnTables {
  /// Tables of boxes and of frames of a program's own.
  ///
  /// - Parameters:
  ///   - boxes: Families for QuickTime, MP4 and HEIF files.
  ///   - frames: Families for ID3v2 tags of all versions.
  public init(boxes: [any SyntaxFamily.Type] = [], frames: [any SyntaxFamily.Type] = []) {
    var catalogues: [Catalogue] = []
    if !boxes.isEmpty { catalogues.append(Catalogue(.atoms, adding: boxes)) }
    if !frames.isEmpty { catalogues += Self.frames(frames) }
    self.init(catalogues)
  }
}
