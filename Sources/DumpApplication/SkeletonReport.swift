import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure

extension DumpSettings {
  /// The option that writes a file without what it shows, plays and says.
  static var skeletonOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "skeleton", value: .required("OUT", .file), group: .write,
        gist: "structure alone",
        summary: "Write the file to OUT without what it shows, plays and says: to attach to a report.",
        details: """
          Types, sizes, counts and offsets stay; media, pictures, texts, times and values of metadata are \
          zeros, or the letter x where a zero would end what it stands in; so are the bytes of decoders that no field \
          divides (headers, ICC profiles). OUT gets its name only when every node has its place in it, but for those within what is \
          zeros (compressed movies, XMP and Exif, packets of media), and --privacy finds nothing. Names of keys and numbers that decoders need stay, and say what made the file; \
          of numbers that read as letters the last line says "not proved", and the exit code is 1.
          """, onlyOne: "report"
      ) { settings, value in
        settings.report = .skeleton
        settings.outputPlace = value
      }
    ]
  }

  /// Why skeletons of so many files are not written; `nil` when they are.
  func refusal(ofSkeletonsOf count: Int) -> String? {
    guard report == .skeleton else { return nil }
    if count > 1 { return "--skeleton is of one file: give it one" }
    if outputPlace == "-" { return "--skeleton is read back before it gets its name: '-' is none, ./- a file" }
    if opensItems { return "--skeleton has all items as they are: it does not go with --open-items" }
    return skipped > 0 ? "--skeleton is of a whole file: it does not go with --skip" : nil
  }
}

extension DumpFile {
  /// Writes the skeleton of a file, and says how much of it is zeros.
  ///
  /// - Returns: The exit code: 2 when it was not written, 1 when something in it was not read, which is said.
  func skeleton(_ opened: Opened, _ talk: inout ByteWriter) -> Int32 {
    guard let place = settings.outputPlace else { return 2 }
    let skeleton = MediaFile.skeleton(of: opened.document)
    let file = OutputFile(named: FilePath(place))
    let zeros = (0..<skeleton.blanks.count).lazy.map { place in
      Int(clamping: skeleton.blanks[place].start)..<Int(clamping: skeleton.blanks[place].end)
    }
    if isRehearsal {
      // What is no zeros is copied, and has to be there.
      var start = 0
      for range in zeros {
        opened.source.want(start..<max(start, range.lowerBound))
        start = max(start, range.upperBound)
      }
      opened.source.want(start..<max(start, opened.source.byteCount))
      return 0
    }
    var unproved: [String] = []
    do throws(WritingError) {
      if let fault = fault(of: opened) { throw fault }
      let fills = skeleton.fills.map { Int(clamping: $0.start)..<Int(clamping: max($0.start, $0.end)) }
      try file.write(
        opened.source.bytes, zeros: zeros, fills: fills, of: Skeleton.fill, sparing: settings.inputs
      ) { descriptor in
        skeleton.isComplete ? fault(of: descriptor, opened, &unproved) : Skeleton.Fault.incomplete.words
      }
    } catch {
      say(error.message(for: file.path), &talk)
      return 2
    }
    if !settings.isQuiet { say(skeleton, at: file.path, opened, to: &talk) }
    guard !unproved.isEmpty else { return 0 }
    // The exit code says it alone to those who asked for silence.
    if !settings.isQuiet {
      say(
        "\(file.path.display): not proved: \(unproved.joined(separator: "; ")): "
          + "left as in the file, look at it before you pass it on", &talk)
    }
    return 1
  }

  /// What is wrong with a file that was written as the skeleton of another.
  ///
  /// - Parameter unproved: Gets the places in it that nobody read, in words.
  private func fault(of descriptor: Int32, _ opened: Opened, _ unproved: inout [String]) -> String? {
    do {
      let source = try ByteSource.open(descriptor: descriptor)
      guard source.byteCount == opened.source.byteCount else { return Skeleton.Fault.incomplete.words }
      var limits = settings.limits
      limits.memory = Memory()
      let result = try MediaFile.open(source, limits: limits, as: opened.document.format)
      let proof = Skeleton.proof(in: result, of: opened.document)
      unproved = proof.unread.map { unread in
        unread.words + (unread.node.map { ", at " + result.path(of: $0) } ?? "")
      }
      return proof.fault?.words
    } catch {
      return "it could not be read again"
    }
  }

  /// `movie.mov: 4 of 5 kB are zeros in out.mov: media 3 kB, …`
  private func say(
    _ skeleton: Skeleton, at path: FilePath, _ opened: Opened, to talk: inout ByteWriter
  ) {
    talk.put(opened.name)
    talk.put(": ")
    talk.put(grouped: skeleton.byteCount)
    talk.put(" of ")
    talk.put(grouped: opened.source.byteCount)
    talk.put(" bytes are zeros in ")
    talk.put(path.display)
    var separator: StaticString = ": "
    for part in Skeleton.Part.allCases where skeleton.byteCounts[part.rawValue] > 0 {
      talk.put(separator)
      talk.put(part.noun)
      talk.put(" ")
      talk.put(grouped: skeleton.byteCounts[part.rawValue])
      separator = ", "
    }
    let filled = skeleton.fills.reduce(UInt64(0)) { $0 &+ $1.count }
    if filled > 0 {
      talk.put("; ")
      talk.put(grouped: filled)
      talk.put(filled == 1 ? " byte is the letter x" : " bytes are the letter x")
    }
    talk.put("\n")
  }
}

extension Skeleton.Part {
  fileprivate var noun: StaticString {
    switch self {
    case .media: "media"
    case .metadata: "metadata"
    case .text: "texts"
    case .time: "times"
    }
  }
}

extension Skeleton.Fault {
  fileprivate var words: String {
    switch self {
    case .incomplete: "what has to be zeros is not known of all of the file"
    case .node(let path): "without what is zeros, \(path) would be read in another way"
    case .added(let path): "without what is zeros, \(path) would be read, which is not in the file"
    case .says(let path): "\(path) would still say something of a person, place or device"
    }
  }
}
