import ByteReading
import CommandLineSupport
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Opens a file, or says on `talk` why it cannot be. A file that is one of many is not kept open.
  func open(
    _ item: FileWalk.Item, _ talk: inout ByteWriter, refusal: inout Refusal, amongMany: Bool = false
  ) -> Opened? {
    func refuse(_ name: String, _ path: [UInt8], _ message: String, isOther: Bool = false) {
      refusal = Refusal(name: name, path: path, message: message, isOther: isOther)
      say("\(name): \(message)", &talk)
    }
    let name: String
    let path: [UInt8]
    var source: ByteSource
    switch item {
    case .problem(let file, let problem):
      refuse(file.display, file.bytes, "\(problem)")
      return nil
    case .standardInput:
      name = "standard input"
      path = Array("-".utf8)
      do throws(SourceError) {
        source = try openInput()
      } catch {
        refuse(name, path, error.message)
        return nil
      }
    case .file(let file):
      if let remote = settings.via.remote { return open(file, remote, &talk, refusal: &refusal) }
      name = file.display
      path = file.bytes
      do throws(SourceError) {
        source = try file.open(amongMany: amongMany)
      } catch {
        refuse(name, path, error.message)
        return nil
      }
    }
    if settings.skipped > 0, source.byteCount > 0, settings.skipped >= source.byteCount {
      refuse(name, path, "--skip passes over all of it: it has \(Words.counted(UInt64(source.byteCount), "byte", "bytes"))")
      return nil
    }
    source = source.dropping(first: settings.skipped)
    do throws(MediaFileError) {
      return try opened(source, name: name, path: path, &talk)
    } catch {
      refuse(name, path, error.message, isOther: true)
      if case .unknownFormat("") = error, isAlone { say(whatToDoWith: source, &talk) }
      return nil
    }
  }

  /// The structure of a file, and what is wrong with it.
  func opened(
    _ source: ByteSource, name: String, path: [UInt8], _ talk: inout ByteWriter
  ) throws(MediaFileError) -> Opened {
    var document = try MediaFile.open(source, limits: settings.limits, as: settings.reading)
    if settings.opensItems {
      document = MediaFile.openingItems(of: document, limits: settings.limits)
    }
    // Of several files their number is printed.
    let progress = isAlone && countsFrames ? Progress(ofBytes: source.byteCount, in: name) : nil
    MediaFile.check(
      document, name: path == [UInt8(ascii: "-")] ? nil : path,
      isThorough: isThorough, countingFrames: countsFrames, runsRules: settings.runsRules
    ) { done, _ in
      progress?.show(done)
    }
    progress?.clear()
    var opened = Opened(document: document, source: source, name: name, path: path)
    apply(settings.policy, to: &opened, &talk)
    return opened
  }

  /// Shows the first bytes of a file of unknown format, and where an atom stands in it.
  func say(whatToDoWith source: ByteSource, _ talk: inout ByteWriter) {
    var row = "  "
    var characters = ""
    for offset in 0..<min(16, source.byteCount) {
      let byte = source.bytes.byte(at: offset) ?? 0
      let digits = String(byte, radix: 16)
      row += (byte < 16 ? "0" : "") + digits + " "
      characters.unicodeScalars.append(
        byte.isPrintable ? Unicode.Scalar(byte) : ".")
    }
    talk.put(row + " |" + characters + "|\n")
    guard let atom = MediaFile.firstAtom(in: source) else { return }
    let place = "0x" + String(UInt64(settings.skipped) &+ atom.offset, radix: 16)
    talk.put("  '\(atom.type.key)' stands at \(place): --skip \(place)\n")
  }

  /// Whether the report is one that goes through every frame of a stream of audio.
  var countsFrames: Bool {
    isThorough || settings.kind == .privacy || settings.render.fields != .none
      || [.json, .tree, .line, .yaml].contains(settings.form) || isJudgedByFrames
  }

  /// Whether the report, of a file that is fetched in parts, has no place to say that its frames were not
  /// looked at.
  private var isJudgedByFrames: Bool {
    guard settings.via.command != nil else { return false }
    if settings.isQuiet { return true }
    return switch settings.kind {
    case .plot, .expectations: true
    default: false
    }
  }

  /// Whether all rules run.
  private var isThorough: Bool {
    switch settings.kind {
    case .check, .about, .plays, .table: true
    default: false
    }
  }

  /// Opens files that make one movie together; `nil` when one of them cannot be.
  func open(
    _ items: [FileWalk.Item], _ talk: inout ByteWriter, refusal: inout Refusal
  ) -> Opened? {
    let isJoined = items.count > 1
    guard let item = items.first,
      var opened = open(item, &talk, refusal: &refusal, amongMany: isJoined)
    else { return nil }
    for item in items.dropFirst() {
      guard let segment = open(item, &talk, refusal: &refusal, amongMany: true) else {
        refusal.isOther = false
        return nil
      }
      opened.segments.append(segment)
    }
    return opened
  }

  /// Writes what stands for a file that was not opened: its line, where each file has one, and its document
  /// where its absence would look like an answer.
  func put(_ refusal: Refusal, to output: inout ByteWriter) {
    if settings.isQuiet { return }
    if settings.form == .textconv { return put(textconv: refusal, to: &output) }
    let failure = FailureRecords(refusal.message, of: refusal.path, options: settings.render)
    switch settings.report {
    case .about, .check, .outline, .list, .stats, .table:
      if settings.form == .line || settings.form == .nodes { failure.write(as: .json(isPretty: false), to: &output) }
    case .privacy, .plays:
      if let form = settings.form.document(isPretty: settings.render.isPretty) {
        failure.write(as: form, to: &output)
      } else if settings.form == .plain {
        PrivacyRecords.putPlain(unread: refusal.message, name: isAlone ? nil : refusal.path, to: &output)
      }
    default: break
    }
  }
}
