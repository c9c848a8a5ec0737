public import Structure
public import StructureRendering

/// What a call of a dump tool asks for.
public struct DumpSettings: CommonSettings {
  /// What is written.
  public enum Format: Sendable, Equatable {
    case text, json, tree, line, nodes, plain, textconv, raw, payload
  }

  public var format = Format.text
  public var paths: [Path] = []
  /// The paths as they were written, for messages.
  public var pathTexts: [String] = []
  /// The list that is written instead of the atoms.
  public var list: ListRequest?
  /// The initialization segment of the media segments that are listed.
  public var initialization: String?
  /// Whether `--limit` was given: lists have another default than tables.
  public var hasLimit = false
  /// Fields, bytes, depth and rows; width and colour are filled in when the terminal is known.
  public var render = RenderOptions()
  public var limits = Limits()
  /// Whether `--depth all` was given, so that a terminal folds nothing.
  public var unfoldsAll = false
  public var isCheck = false
  /// Whether the file as a whole is told of, and not its nodes.
  public var isAbout = false
  /// Whether digests of the media are told.
  public var showsDigests = false
  /// Files of expectations, and after they were read what stands in them.
  public var expectationFiles: [String] = []
  public var expectations: [(file: String, list: [Expectation])] = []
  /// Whether expectations are written instead of a report.
  public var writesExpectations = false
  /// The rule to explain; `list` for all of them.
  public var explains: String?
  public var isStrict = false
  public var isQuiet = false
  public var isVerbose: Bool {
    get { render.tellsMediaType }
    set { render.tellsMediaType = newValue }
  }
  public var isASCII: Bool {
    get { render.isASCII }
    set { render.isASCII = newValue }
  }
  public var exitsZero = false
  public var color = ColorChoice.auto
  public var width: Int?
  public var usesPager = true
  public var isRecursive = false
  public var extensions: [String] = []
  public var jobs: Int?
  public var printsSchema = false
  public var gitSetup: String?
  /// Whether what files are made of is counted instead of shown.
  public var countsTypes = false
  /// The type that the catalogue is asked for, empty for all; nothing when files are asked for.
  public var boxes: String?

  public init() {}
}
