package import CommandLineSupport
package import MediaFacts
import MediaInspection
package import Structure
package import StructureRendering

/// What a call of a dump tool asks for.
package struct DumpSettings: CommonSettings {
  /// What is written.
  package enum Format: Sendable, Equatable {
    case text, json, tree, line, nodes, plain, textconv, raw, payload
  }

  package var format = Format.text
  package var paths: [Path] = []
  /// The paths as they were written, for messages.
  package var pathTexts: [String] = []
  /// The list that is written instead of the atoms.
  package var list: ListRequest?
  /// The initialization segment of the media segments that are listed.
  package var initialization: String?
  /// Whether `--limit` was given: lists have another default than tables.
  package var hasLimit = false
  /// Fields, bytes, depth and rows; width and colour are filled in when the terminal is known.
  package var render = RenderOptions()
  package var limits = Limits()
  /// How files are read, whatever they look like; `nil` to go by their content.
  package var reading: MediaFacts.Format?
  /// The bytes at the start of files that are passed over.
  package var skipped = 0
  /// Whether `--depth all` was given, so that a terminal folds nothing.
  package var unfoldsAll = false
  package var isCheck = false
  /// Whether the file as a whole is told of, and not its nodes.
  package var isAbout = false
  /// Whether digests of the media are told.
  package var showsDigests = false
  /// Files of expectations, and after they were read what stands in them.
  package var expectationFiles: [String] = []
  package var expectations: [(file: String, list: [Expectation])] = []
  /// Whether expectations are written instead of a report.
  package var writesExpectations = false
  /// The rule to explain; `list` for all of them.
  package var explains: String?
  package var isStrict = false
  package var isQuiet = false
  package var isVerbose: Bool {
    get { render.tellsMediaType }
    set { render.tellsMediaType = newValue }
  }
  package var isASCII: Bool {
    get { render.isASCII }
    set { render.isASCII = newValue }
  }
  package var exitsZero = false
  package var color = ColorChoice.auto
  package var width: Int?
  package var usesPager = true
  package var isRecursive = false
  package var extensions: [String] = []
  package var jobs: Int?
  package var printsSchema = false
  package var gitSetup: String?
  /// Whether what files are made of is counted instead of shown.
  package var countsTypes = false
  /// The type that the catalogue is asked for, empty for all; nothing when files are asked for.
  package var boxes: String?

  package init() {}
}
