package import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure
import StructureRendering

extension DumpSettings {
  /// The options that all dump tools share, in the order of their help; `pathDetails` says with
  /// examples of the tool's format what a path can be.
  package static func options(pathDetails: String) -> [CommandOption<DumpSettings>] {
    show(pathDetails) + tableOptions + findOptions + plotOptions + write
      + lookOptions(verbose: "Tell the media type, and notes as well as errors and warnings.")
      + judge + privacyOptions + skeletonOptions + playsOptions
      + fileOptions(
        recursive: "Look into directories; what is media neither by name nor by content is passed over.",
        jobs: "Read N files at a time.")
      + readingOptions + viaOptions
      + limitOptions + [gitOption]
  }

  /// The option of a tool whose format has a catalogue of types.
  package static var catalogueOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "boxes", value: .optional("TYPE", .known(.types), alone: "all types"), group: .show,
        gist: "layouts of boxes",
        summary: "Print the catalogue of atoms (boxes), or how those of TYPE are laid out.",
        details: """
          TYPE is four characters (stsz, @nam), the 32 digits of a uuid, * \
          for tables of many types, a brand (isom; brands for all of them), or a word that titles are \
          searched for. Goes with --json and --plain; needs no file.
          """, listing: .usage, onlyOne: "report"
      ) { settings, value in settings.report = .catalogue(value ?? "") },
      CommandOption(
        "open-items", group: .show,
        gist: "open Exif, grids, covers",
        summary: "Open items that are no images (Exif, XMP, grids, overlays, tone maps), and covers.",
        details: """
          Each is a node below the entry of its item, infe, with its fields (-f) and bytes (-x) where \
          they lie in the file. Those whose data lie in several pieces stay closed. A cover or thumbnail of JPEG has a \
          node below the one that holds it: its segments, with Exif, profile and IPTC.
          """
      ) { settings, _ in settings.opensItems = true },
    ]
  }

  /// The word by which the format is asked for that files are read as; `nil` where they are read as what they look like.
  var readingWord: String? { reading.map { $0.id == .isoBaseMedia ? "mp4" : "id3" } }

  /// How files are read that are damaged, or begin behind other bytes.
  private static var readingOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "as", value: .required("FORMAT", .words(["mp4", "id3"])), group: .files,
        gist: "read as a format",
        summary: "Read files as FORMAT, whatever they look like.",
        details: "mp4 is for all that is made of atoms, id3 for tags and sound between them."
      ) { settings, value in settings.reading = value == "mp4" ? .isoBaseMedia : .taggedAudio },
      CommandOption(
        "skip", value: .required("N", .number(0...Int.max)), group: .files,
        gist: "pass over N bytes",
        summary: "Pass over the first N bytes of files.",
        details: "Offsets count from there, as those in a file do that stands behind other bytes."
      ) { settings, value in settings.skipped = value.flatMap { Int($0) } ?? 0 },
    ]
  }

  /// The path behind a colon, with which the inspector begins one; `nil` where there is none.
  private static func path(behindColonOf text: String) -> String? {
    guard text.hasPrefix(":"), (try? Path(String(text.dropFirst()))) != nil else { return nil }
    return String(text.dropFirst())
  }

  private static func show(_ pathDetails: String) -> [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "interactive", "i", group: .show,
        gist: "browse tree, bytes",
        summary: "Look around on the terminal: tree, fields, bytes, samples, problems.",
        details: """
          ? shows the keys and q leaves; the exit code is 2 where a file could not be read, else 0, \
          whatever was seen. Several files are one behind the other (Ctrl-N); with \
          standard input keys come from the terminal. -p says what is looked at first. Nothing is \
          written but what w is asked for.
          """, onlyOne: "report"
      ) { settings, _ in
        settings.report = .inspection
        // So that no program can be started behind the walls of the sandbox.
        settings.usesPager = false
      },
      CommandOption(
        "follow", group: .show,
        gist: "watch a file grow",
        summary: "Show atoms as they are written to FILE, or arrive (-): like tail -f.",
        details: """
          A row for each at the top once all of it is there, or as deep as -d says, and how much is there of \
          the last one. That the file was cut, replaced or written over is said on standard error. It ends \
          with the signal that ends it, or when the name of the file is gone; of - with the input.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .follow },
      CommandOption(
        "about", group: .show,
        gist: "what the file is",
        summary: "Tell of the file as a whole: container, tracks, chapters, location, verdict.",
        details: """
          With --json as one document, whose schema --about --schema prints; with --plain as one line a \
          file; in its place --table=COLUMNS writes other columns. Tables of sizes are read for bit rates, and all \
          rules run for the verdict.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .about },
      CommandOption(
        "digest", value: .optional("ALGORITHM", .words(["sha256"]), alone: "sha256"),
        group: .show, gist: "hash the media",
        summary: "Tell digests of the media, too.",
        details: """
          Of the payload of each atom that holds media, and of the samples of each track in the \
          order in which they are decoded: ffmpeg -c copy -f streamhash gives the same.
          """
      ) { settings, _ in settings.showsDigests = true },
      CommandOption(
        "path", "p", value: .required("PATH", .known(.paths)), group: .show,
        gist: "only these nodes",
        summary: "Show only the nodes that PATH means, with their fields.",
        details: pathDetails, isRepeatable: true
      ) { settings, value throws(UsageError) in
        let text = value ?? ""
        do throws(PathError) {
          settings.paths.append(try Path(text))
          settings.pathTexts.append(text)
        } catch {
          throw UsageError(
            "'\(text)' is not a path: \(error.message) (at character \(error.position + 1))",
            nextStep: Self.path(behindColonOf: text).map { "did you mean '\($0)'?" } ?? "see --help=all for examples")
        }
      },
      CommandOption(
        "fields", "f", value: .optional("LEVEL", .words(["all", "raw"]), alone: "all"),
        group: .show, gist: "every field",
        summary: "Show the fields below each row.",
        details: "raw shows numbers as they are stored, without units and names."
      ) { settings, value in settings.render.fields = value == "raw" ? .raw : .all },
      CommandOption(
        "hex", "x",
        value: .optional("STYLE", .words(["fields", "dump", "xxd"]), alone: "fields"),
        group: .show, gist: "bytes beside fields",
        summary: "Show the bytes beside their meaning.",
        details: """
          fields lays each field on its bytes, dump is rows of sixteen with the names of the \
          fields that begin there, xxd is what xxd -r reads back, nothing left out.
          """
      ) { settings, value in
        settings.render.hex = value == "dump" ? .dump : value == "xxd" ? .xxd : .fields
      },
      CommandOption(
        "preview", "X", value: .optional("N", .number(1...4096), alone: "16"), group: .show,
        gist: "first bytes of rows",
        summary: "Show the first N bytes under each row."
      ) { settings, value in settings.render.preview = value.flatMap { Int($0) } ?? 16 },
      CommandOption(
        "depth", "d", value: .required("N", .number(1...4096, or: ["all"])), group: .show,
        gist: "levels shown",
        summary: "Stop after this many levels.",
        details: "all also unfolds what a terminal folds.",
        fallback: "all, but a long outline folds on a terminal"
      ) { settings, value in
        settings.render.depth = value.flatMap { Int($0) }
        settings.unfoldsAll = value == "all"
        settings.hasDepth = true
      },
      CommandOption(
        "limit", "n", value: .required("N", .number(0...Int.max, or: ["all"])), group: .show,
        gist: "rows of tables",
        summary: "Show at most N rows of a table, half from each end.", fallback: "6"
      ) { settings, value in
        settings.render.limit = value.flatMap { Int($0) }
        settings.hasLimit = true
      },
      CommandOption(
        "bytes", value: .required("N", .number(0...Int.max, or: ["all"])), group: .show,
        summary: "Show at most N opaque bytes of a field.",
        details: """
          In all forms with fields; what is left out is a place and a size. -x=xxd, --raw and \
          --payload are whole.
          """, fallback: "16 in text, 256 in JSON, YAML and --plain", listing: .hidden
      ) { settings, value in
        settings.render.bytes = value.flatMap { Int($0) }.map { .first($0) } ?? .all
      },
      CommandOption(
        "stats", group: .show,
        gist: "count types, bytes",
        summary: "Count types and bytes: what files are made of, and what is not understood.",
        details: """
          Of each file and of all together, with --json and --plain as well; with -r DIR of a whole \
          collection.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .stats },
    ]
  }

  private static var write: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "json", "j", value: .optional("SHAPE", .words(["flat", "tree"]), alone: "flat"),
        group: .write, gist: "one JSON document",
        summary: "Write JSON: one document a file.",
        details: """
          flat lists all nodes in the order of the file, tree puts children into their parents. \
          Fields are always there, those of a header that no member says among them; -x adds all of them and \
          their bytes. --schema prints the JSON Schema.
          """, onlyOne: "format"
      ) { settings, value in settings.form = value == "tree" ? .tree : .json },
      CommandOption(
        "jsonl", value: .optional("UNIT", .words(["file", "node"]), alone: "file"), group: .write,
        gist: "one line a file",
        summary: "Write JSON Lines: one a file, or one a node.",
        details: """
          A file that cannot be read has a line too, its path and its error, in lines of the outline, --about, \
          --check and --privacy; of a folder with --ext.
          """, onlyOne: "format"
      ) { settings, value in settings.form = value == "node" ? .nodes : .line },
      CommandOption(
        "yaml", group: .write, gist: "the same as YAML",
        summary: "Write YAML: what --json says, one document a file.",
        onlyOne: "format"
      ) { settings, _ in settings.form = .yaml },
      CommandOption(
        "html", value: .optional("OUT", .file, alone: "written to the output"), group: .write,
        gist: "page for a browser",
        summary: "Write a page to look at in a browser: tree, fields, bytes, pictures, problems.",
        details: """
          The page needs nothing else and asks for nothing. OUT is a file, or a directory, which \
          several files need; where these have one name, directories above stand in front of it.
          """,
        onlyOne: "format"
      ) { settings, value in
        settings.form = .html
        settings.outputPlace = value == "-" ? nil : value
      },
      CommandOption(
        "html-max", value: .required("SIZE", .number((128 << 10)...(1 << 30))), group: .write,
        gist: "size limit of pages",
        summary: "Write pages of at most SIZE bytes: 800K, 20M.",
        details: """
          What does not fit is left out in this order, and each page says so: payload, rows of \
          tables, fields, nodes; pictures that take more than a third.
          """, fallback: "5M"
      ) { settings, value in
        settings.pageLimit = value.flatMap { Int($0) } ?? settings.pageLimit
        settings.hasPageLimit = true
      },
      CommandOption(
        "svg", value: .optional("OUT", .file, alone: "written to the output"), group: .write,
        gist: "pictures as SVG",
        summary: "Write pictures of --plot as SVG.",
        details: """
          OUT is a file, or a directory, which several files need. --width is in pixels, 960 without it.
          """, onlyOne: "format"
      ) { settings, value in
        settings.form = .svg
        settings.outputPlace = value == "-" ? nil : value
      },
      CommandOption(
        "plain", group: .write,
        gist: "TAB-separated rows",
        summary: "Write TAB-separated records: path, type, offset, size, summary.",
        details: """
          With -f one record a field: path with field, field, offset, size, value. With several \
          files each record begins with the name of its file.
          """,
        onlyOne: "format"
      ) { settings, _ in settings.form = .plain },
      CommandOption(
        "textconv", group: .write,
        gist: "text for git diff",
        summary: "Write text for git diff: one field a line, no offsets.",
        details: """
          What git config diff.NAME.textconv asks for. Positions are told by what they point into, \
          long tables and long bytes by their CRC-32; -n all writes tables out. As with --no-check \
          the exit code tells problems of reading alone.
          """, onlyOne: "format"
      ) { settings, _ in settings.form = .textconv },
      CommandOption(
        "raw", group: .write, gist: "bytes of a node",
        summary: "Write the bytes of the nodes that -p means.",
        details: """
          Of an item (-p 'infe[id=1]') its data, of samples (--samples=1:17) theirs, one behind the other, \
          as they are stored; when some are missing none are written. Refuses to write to a terminal.
          """, onlyOne: "format"
      ) { settings, _ in settings.form = .raw },
      CommandOption(
        "payload", group: .write, gist: "without its header",
        summary: "As --raw, without headers.", onlyOne: "format"
      ) { settings, _ in settings.form = .payload },
      schemaOption(of: "--json, --jsonl and --yaml"),
    ]
  }

  private static var judge: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "check", group: .judge, gist: "problems only",
        summary: "Run all rules, and print only problems.",
        details: """
          Tables are read whatever their size. -v tells advice as well, --explain ID what a rule is \
          about.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .check },
      CommandOption(
        "no-check", group: .judge,
        summary: "Run no rules: the exit code tells problems of reading alone.",
        details: """
          For who wants structure only. The report ends in 'not checked' in place of a verdict. \
          --textconv runs none in any case.
          """, listing: .hidden
      ) { settings, _ in settings.skipsRules = true },
      CommandOption("strict", group: .judge, gist: "warnings fail, too",
        summary: "Warnings make exit code 1, too.") {
        settings, _ in settings.isStrict = true
      },
      CommandOption(
        "expect", value: .required("FILE", .file), group: .judge,
        gist: "compare with a list",
        summary: "Compare with the expectations in FILE; exit 1 if one does not hold.",
        details: """
          A line is expect PATH, expect PATH absent, expect PATH.field OP VALUE with = != < <= > >=, \
          or expect PATH.field matches 'text*'; # begins a comment. All values that a path means \
          have to compare so, and there has to be one. What is absent has to be so in a file of which all was \
          read. With --json as one document for each file.
          """, isRepeatable: true, onlyOne: "report"
      ) { settings, value in
        settings.report = .expectations
        settings.expectationFiles.append(value ?? "")
      },
      CommandOption(
        "expect-from", group: .judge,
        gist: "write such a list",
        summary: "Write what FILE is like as expectations, ready to be edited.", onlyOne: "report"
      ) { settings, _ in settings.report = .expectationsOf },
      CommandOption(
        "explain", value: .optional("ID", .known(.explained), alone: "a list of all rules"), group: .judge,
        gist: "what a rule means",
        summary: "Explain the rule of a problem; needs no file.",
        details: """
          Why the rule matters, what players do with files that break it, and how to mend them. The \
          ID may also be the next argument. The list ends with the rules of --plays alone.
          """, onlyOne: "report"
      ) { settings, value in settings.report = .explanation(value ?? "list") },
      exitZeroOption,
    ]
  }
}
