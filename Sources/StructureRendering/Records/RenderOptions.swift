public import MediaFacts
public import Structure

/// How much is shown of a file, and how it looks.
public struct RenderOptions: Sendable {
  /// Which nodes are shown; all when empty.
  public var selection = Selection()
  /// Levels shown; `nil` for all.
  public var depth: Int?
  /// Rows of a table or items of a list shown, half from each end; `nil` for all.
  public var limit: Int? = 6
  /// Opaque bytes of a field that are shown.
  public var bytes = ByteDetail.usual
  /// Which fields are shown.
  public var fields = FieldDetail.none
  /// How bytes are shown beside fields; `nil` for no bytes.
  public var hex: HexStyle?
  /// Bytes shown under each row of the outline; 0 for none.
  public var preview = 0
  /// Columns a line may have; `nil` for any number.
  public var width: Int?
  /// Lines of the screen; `nil` when the output is not a screen.
  public var height: Int?
  /// Whether the output has colours.
  public var hasColor = false
  /// Whether guides and signs are ASCII.
  public var isASCII = false
  /// Whether JSON is indented.
  public var isPretty = false
  /// Whether nodes hold their children in JSON.
  public var isNested = false
  /// Whether the header of an outline says what the file is called on the web.
  public var saysMediaType = false
  /// Digests of the media, for JSON; `nil` when they are not asked for.
  public var digests: MediaDigests?
  /// What every record begins with, escaped: the name of the file when there are several.
  public var recordPrefix = ""
  /// The tool and its version, for machine formats.
  public var toolName = ""
  /// The version of the tool, for machine formats.
  public var toolVersion = ""

  /// The options that programs have unless a call says otherwise.
  public init() {}

  /// How many opaque bytes of a field are shown; what is left out is a place and a size.
  public enum ByteDetail: Sendable, Equatable {
    /// 16 in text, 256 in the machine forms.
    case usual
    /// At most so many.
    case first(Int)
    /// All of them.
    case all

    /// The bytes shown of a field where nothing else was asked for than `usual`.
    func count(orUsually usual: Int) -> Int {
      switch self {
      case .usual: usual
      case .first(let count): max(0, count)
      case .all: .max
      }
    }

    /// What the machine forms write of a field.
    var inRecords: Int { count(orUsually: 256) }
    /// What text writes of a field.
    var inText: Int { count(orUsually: 16) }
  }

  /// How fields are shown below a node.
  public enum FieldDetail: Sendable { case none, all, raw }
  /// How bytes are shown.
  public enum HexStyle: Sendable {
    /// Each field on its bytes.
    case fields
    /// Rows of sixteen, tinted by field.
    case dump
    /// What `xxd -r` reads.
    case xxd
  }
}

/// The nodes that paths have selected, in document order, with a field each may be narrowed to.
public struct Selection: Sendable {
  /// The nodes, each with the field that it is narrowed to; `nil` for all of it.
  public var nodes: [(node: NodeIndex, field: FieldPath?)] = []
  /// Whether there is a selection at all; without one everything is shown.
  public var isActive = false

  /// No selection: everything is shown.
  public init() {}
}
