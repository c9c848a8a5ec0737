import ByteReading
import CommandLineSupport
import MediaMetadata
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpSettings {
  /// The option that asks what a file gives away.
  static var privacyOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "privacy", group: .judge,
        gist: "what names a person",
        summary: "List what may name a person, place, device or account; exit 1 if there is any.",
        details: """
          Metadata, tags, and texts and times in fields, but for the words that programs write into every \
          file. What was not read is listed: formats inside atoms, bytes whose meaning is not known, \
          pictures, keys that nobody knows, titles and lyrics, which nobody judges, media. Names on the sleeve \
          of a published work and of programs are listed and not counted. With --strict all of this makes exit \
          code 1, too.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .privacy },
      CommandOption(
        "deep", group: .judge,
        gist: "read samples, too",
        summary: "Read media as well for --privacy: messages of encoders, telemetry, timed metadata, positions in texts.",
        details: """
          All samples are gone through whose coding a table describes, and each is read whole. What is \
          still not read is listed: codings that no table describes, encrypted samples, media data that no \
          table refers to. What pictures show and sound and subtitles say is not judged.
          """
      ) { settings, _ in settings.isDeep = true },
    ]
  }
}

extension DumpFile {
  /// Writes what the file gives away.
  ///
  /// - Returns: The exit code: 1 when there is something personal, or with `--strict` a name of a published work or of a
  ///   program, or something that was not read.
  func privacy(
    _ opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter
  ) -> Int32 {
    let document = opened.document
    let progress = Progress(ofBytes: document.tree.file.byteCount, in: opened.name)
    let privacy = MediaFile.privacy(of: document, readsMedia: settings.isDeep) { progress.advance(by: $0) }
    progress.clear()
    if !settings.isQuiet { put(privacy, of: opened, options, to: &output) }
    let isStrictlyFound = settings.isStrict && (privacy.creditCount > 0 || privacy.programCount > 0 || !privacy.isComplete)
    return privacy.count > 0 || isStrictlyFound ? 1 : 0
  }

  private func put(
    _ privacy: Privacy, of opened: Opened, _ options: RenderOptions, to output: inout ByteWriter
  ) {
    var options = options
    if settings.form == .plain, !isAlone {
      options.recordPrefix = opened.cell
    }
    let records = PrivacyRecords(
      privacy, of: opened.document, name: opened.path, options: options)
    if let form = settings.form.document(isPretty: options.isPretty) {
      records.write(as: form, to: &output)
    } else if settings.form == .plain {
      records.putPlain(to: &output)
    } else {
      PrivacyText(privacy, of: opened.document, options: options)
        .write(name: opened.name, to: &output)
    }
  }
}
