import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff

/// A snapshot on disk, beside its file or in a folder of snapshots.
struct SnapshotFile {
  /// What names of snapshots end in.
  static let suffix = ".atoms"

  let path: FilePath
  /// The same as a file that can be written; `nil` for a snapshot that was named to be compared with.
  private let file: OutputFile?

  /// Where the snapshot of a file is kept; `nil` when the file lies outside of what a folder of
  /// snapshots can hold.
  init?(of file: FilePath, in folder: String?) {
    guard let folder else {
      path = FilePath(file.bytes + Array(Self.suffix.utf8))
      self.file = OutputFile(derived: path)
      return
    }
    var parts: [[UInt8]] = []
    for part in file.bytes.split(separator: UInt8(ascii: "/")).map({ Array($0) }) {
      if part == Array(".".utf8) { continue }
      if part == Array("..".utf8) { return nil }
      parts.append(part)
    }
    guard let last = parts.popLast() else { return nil }
    let output = OutputFile(
      derived: parts + [last + Array(Self.suffix.utf8)], in: FilePath(folder))
    self.file = output
    path = output.path
  }

  /// What reading came to.
  enum Content {
    case missing
    case snapshot(Snapshot)
    case failed(String)
    /// A merge left a conflict in it, which begins in this line.
    case conflict(line: Int)
  }

  /// A snapshot that was named.
  init(named path: FilePath) { (self.path, file) = (path, nil) }

  /// - Parameter memory: That of the call.
  func read(_ memory: Memory) -> Content {
    guard (try? FileStatus(of: path, followingLinks: true)) != nil else { return .missing }
    return Self.read(path, memory)
  }

  /// The bytes of the largest snapshot that is read.
  private static let largest = 64 << 20
  /// What a byte of the lines of a snapshot takes when it is read, about, and one of the file behind them.
  private static let bytesOfText = (line: 12, structure: 1)

  /// What reading a text takes: its bytes, which are there three times, and what is made of them.
  private static func bytes(toRead text: RawSpan) -> Int {
    let lines = Snapshot.linesEnd(in: text)
    return 3 * text.byteCount + lines * bytesOfText.line + (text.byteCount - lines) * bytesOfText.structure
  }

  /// Reads a snapshot, or says why it is none: the line, when one is wrong.
  private static func read(_ path: FilePath, _ memory: Memory) -> Content {
    do throws(SourceError) {
      let source = try ByteSource.open(path: path.bytes)
      guard source.byteCount <= largest else { return .failed("\(path.display): too large") }
      let share = MemoryShare(memory, for: Snapshot.noMemory)
      defer { share.shrink(by: share.count) }
      let noMemory = Content.failed("\(path.display): \(Snapshot.noMemory)")
      guard share.grow(by: Self.bytes(toRead: source.bytes)) else { return noMemory }
      var writer = ByteWriter()
      writer.put(bytes: source.bytes)
      let bytes = writer.array
      guard bytes.count == source.byteCount else { return noMemory }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return .failed("\(path.display): not UTF-8")
      }
      if let line = conflict(in: source.bytes) { return .conflict(line: line) }
      do throws(SnapshotError) {
        let snapshot = try Snapshot(parsing: text)
        if let message = refusal(ofProfileOf: snapshot, in: text) {
          return .failed("\(path.display):1:\(message)")
        }
        return .snapshot(snapshot)
      } catch {
        var message = ByteWriter()
        message.put(text: error.message, style: .name)
        // Nothing that is no snapshot is written over.
        if text.isEmpty { message.put(" — remove it, and --update writes one") }
        return .failed("\(path.display):\(error.line):\(error.column): \(message.string)")
      }
    } catch {
      return .failed("\(path.display): \(error.message)")
    }
  }

  /// What is wrong with the profile that the first line of a snapshot names: its column and why; `nil` where there is
  /// one of that name. What another would leave out is not known.
  private static func refusal(ofProfileOf snapshot: Snapshot, in text: String) -> String? {
    let profile = snapshot.profile
    guard DiffSettings.Profile(rawValue: profile) == nil else { return nil }
    let word = "profile"
    let behind = text.firstRange(of: word)?.upperBound ?? text.startIndex
    let start = text[behind...].firstIndex { $0 != " " && $0 != "\t" } ?? behind
    let column = text.unicodeScalars.distance(from: text.startIndex, to: start) + 1
    let known = DiffSettings.Profile.allCases.map(\.rawValue)
    // No name of a profile is nearly as long.
    let near = profile.utf8.count <= longestName ? nearest(to: profile, among: known) : nil
    var message = ByteWriter()
    message.put("\(column): '")
    message.put(text: profile, style: .name, limit: longestName)
    message.put("' is no profile")
    let advice = near.map { " — did you mean '\($0)'?" } ?? ": use \(listed(known))"
    message.put(advice)
    return message.string
  }

  /// The bytes of the name of a profile that is compared with ours, and the characters of it that are printed.
  private static let longestName = 64

  /// The line, from 1, of the first mark that git leaves of a conflict.
  private static func conflict(in bytes: RawSpan) -> Int? {
    let mark = Array("<<<<<<< ".utf8)
    var (at, number) = (0, 1)
    while !bytes.extracting(droppingFirst: at).hasPrefix(mark.rawBytes) {
      guard let end = bytes.offset(of: 0x0A, from: at) else { return nil }
      (at, number) = (end + 1, number + 1)
    }
    return number
  }

  /// Writes a snapshot, the folders it lies in as well.
  ///
  /// - Parameters:
  ///   - media: The file that it is of; another name of it is not written over.
  ///   - memory: That of the call.
  func write(_ snapshot: Snapshot, of media: FilePath, _ memory: Memory) throws(WritingError) {
    guard let file else { return }
    var text = ByteWriter()
    guard snapshot.write(to: &text, memory: memory), !text.hasFailed else {
      throw .isUnproved(Snapshot.noMemory.description)
    }
    // One that could not be read again would be of no use.
    let share = MemoryShare(memory, for: Snapshot.noMemory)
    defer { share.shrink(by: share.count) }
    guard text.count <= Self.largest, share.grow(by: Self.bytes(toRead: text.contents)) else {
      var reason = ByteWriter()
      reason.put("a snapshot of ")
      reason.put(grouped: UInt64(text.count))
      reason.put(
        text.count > Self.largest
          ? " bytes is larger than those that are read" : " bytes takes more memory to be read again than there is (--max-memory)")
      throw .isUnproved(reason.string)
    }
    try file.write(text.contents, sparing: Set(filesAt: [media]))
  }
}

extension Snapshot.Options {
  /// What is taken of a file that was opened.
  init(_ document: Document, _ selection: DiffSelection, profile: DiffSettings.Profile) {
    self.init()
    rules = .media
    self.profile = profile.rawValue
    leavesOut = { selection.leavesOut($0, $1, $2) }
    leavesOutRecorded = { selection.leavesOutRecorded($0, $1, $2) }
    if profile != .tags {
      media = {
        let digests = MediaFile.digests(of: document, media: true, payloads: false, tracks: false)
        guard let digest = digests.media else { return nil }
        var text = ByteWriter()
        text.put("sha256 ")
        text.put(digest: digest)
        return text.string
      }
      let shown = MediaFile.playback(of: document)
      if !shown.tracks.isEmpty { playback = shown }
    }
  }
}
