public import ByteReading
import MediaFacts
public import Structure

extension Snapshot {
  /// What `document` is like.
  ///
  /// - Parameters:
  ///   - document: The opened file.
  ///   - options: What is written of it.
  /// - Complexity: O(*n*) in the bytes of the file.
  public init(_ document: Document, options: Options = Options()) {
    self.init(profile: options.profile)
    playback = options.playback.map { Line($0.summary) }
    let share = MemoryShare(document.memory, for: Self.noMemory)
    var found: [Node] = []
    isComplete = SnapshotRecords.forEach(of: document, options: options, paths: IdentityPaths(document)) { record in
      guard record.isWritten else { return true }
      let node = Node(
        path: record.path,
        fields: record.fields.filter { !$0.isHidden }.map { Field(name: $0.name, value: $0.value) })
      return share.grow(by: record.byteCount) && share.append(node, to: &found)
    }
    nodes = found
    guard options.keepsFile else {
      media = options.media?().map { Line($0) }
      return
    }
    let known = KnownProblems(options.rules.check?(document) ?? document)
    if known != KnownProblems() { problems = known }
    let parts = options.rules.parts?(document)
    // Who compares the file with what is kept of it needs the same digests.
    if let parts, let known = KnownParts(parts, areAbsent: false) {
      document.tree.file.learn(known)
    }
    keep(parts.flatMap { StandIn(of: document, parts: $0) }, of: document, options)
  }

  /// Keeps what stands for the file, or `nil`, and what that says of the media.
  ///
  /// - Parameters:
  ///   - file: What stands for the file; `nil` for no file.
  ///   - document: The opened file.
  ///   - options: What is written of it.
  /// - Complexity: O(*n*) in the bytes of the media where it has no parts.
  public mutating func keep(_ file: StandIn?, of document: Document, _ options: Options) {
    standIn = file
    media = options.media(of: document, from: file).map { Line($0) }
  }

  /// Writes the lines of a snapshot of `document` without keeping them; the lines of the file as a whole
  /// are not among them.
  ///
  /// - Parameters:
  ///   - document: The opened file.
  ///   - options: What is written of it.
  ///   - output: Where the lines are written to.
  /// - Complexity: O(*n*) in the bytes of the file.
  public static func writeLines(
    of document: Document, options: Options, to output: inout ByteWriter
  ) {
    var writer = ByteWriter()
    swap(&writer, &output)
    _ = SnapshotRecords.forEach(of: document, options: options, paths: IdentityPaths(document)) { record in
      guard record.isWritten else { return true }
      var isAlone = true
      for field in record.fields where !field.isHidden {
        isAlone = false
        put(record.path, field.name, field.value, to: &writer)
      }
      if isAlone { put(record.path, "", "", to: &writer) }
      return !writer.hasFailed
    }
    swap(&writer, &output)
  }
}
