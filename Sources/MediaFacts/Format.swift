public import ByteReading
public import Structure

/// A format of files, with all that is done with it: a value, so that a new one is an entry in a list
/// and nobody asks for names.
///
/// ```swift
/// if document.format?.id == .isoBaseMedia { … }
/// ```
public struct Format: Sendable {
  /// Which format it is. Open: whoever adds a format adds a member.
  public struct ID: RawRepresentable, Hashable, Sendable {
    /// A word that never changes, for programs.
    public let rawValue: String

    /// A format by its word.
    ///
    /// - Parameter rawValue: A word that never changes, for programs.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What is known of the first bytes of a file.
  public enum Likelihood: Sendable {
    /// It begins as files of the format do.
    case begins
    /// It may be one that is damaged or cut, if no other format is likelier.
    case perhaps
  }

  /// What a document is looked through for.
  public struct Examination {
    /// The file's name, for rules that compare it with the content.
    public var name: [UInt8]?
    /// Whether all rules run, over tables of any size.
    public var isThorough = false
    /// Whether every frame of a stream is looked at, which goes through the whole file.
    public var countsFrames = false
    /// Whether rules run at all; else only what reports say of a file is found out, and what reading
    /// finds wrong is put in order.
    public var runsRules = true

    /// Rules run as far as an outline needs them.
    public init() {}
  }

  /// Which format it is.
  public let id: ID
  /// For people: `ISO base media file`.
  public let name: StaticString
  /// What people call one of its nodes: `atom`.
  public let node: StaticString
  /// Whether a file of these bytes is of the format, as likely as is asked for.
  public let recognise: @Sendable (_ bytes: RawSpan, _ likelihood: Likelihood) -> Bool
  /// Finds the nodes of a file, without reading fields.
  public let scan:
    @Sendable (_ file: ByteSource, _ limits: Limits, _ tables: OwnTables) -> Document
  /// Says what the file is as a whole.
  public let synopsis: @Sendable (_ document: Document) -> Synopsis
  /// Looks for what is wrong, and adds it to the document's problems.
  package let check:
    @Sendable (
      _ document: Document, _ examination: Examination,
      _ progress: (_ done: Int, _ total: Int) -> Void
    ) -> Void
  /// What can be wrong.
  public let rules: @Sendable () -> [Rule]
  /// What follows from what in its fields.
  public let derivations: @Sendable () -> [Derivation]

  /// - Parameters:
  ///   - id: A word for programs that no other format has.
  ///   - name: Its name, for people.
  ///   - node: What people call one of its nodes.
  ///   - recognise: Whether a file of these bytes is of the format.
  ///   - scan: Finds the nodes of a file.
  ///   - synopsis: Says what a file is as a whole.
  ///   - rules: What can be wrong.
  ///   - derivations: What follows from what in its fields.
  ///   - check: Looks for what is wrong.
  public init(
    id: ID, name: StaticString, node: StaticString,
    recognise: @escaping @Sendable (_ bytes: RawSpan, _ likelihood: Likelihood) -> Bool,
    scan:
      @escaping @Sendable (_ file: ByteSource, _ limits: Limits, _ tables: OwnTables) -> Document,
    synopsis: @escaping @Sendable (_ document: Document) -> Synopsis,
    rules: @autoclosure @escaping @Sendable () -> [Rule] = [],
    derivations: @autoclosure @escaping @Sendable () -> [Derivation] = [],
    check:
      @escaping @Sendable (
        _ document: Document, _ examination: Examination,
        _ progress: (_ done: Int, _ total: Int) -> Void
      ) -> Void
  ) {
    self.id = id
    self.name = name
    self.node = node
    self.recognise = recognise
    self.scan = scan
    self.synopsis = synopsis
    self.rules = rules
    self.derivations = derivations
    self.check = check
  }
}

/// What hangs on a document: its format, and what that says of it as a whole, found out when somebody asks.
private final class FileFacts: DocumentFacts {
  let format: Format?
  private let known: Guarded<Synopsis?>

  /// - Parameter synopsis: What is said of the file; `nil` is what the format says of it.
  init(_ format: Format?, _ synopsis: Synopsis? = nil) {
    self.format = format
    known = Guarded(synopsis)
  }

  func synopsis(of document: Document) -> Synopsis {
    if let found = known.value { return found }
    // It is found out without the lock: whoever does asks other things of the document.
    let found = format?.synopsis(document) ?? Synopsis()
    known.value = found
    return found
  }
}

extension Document {
  /// The format that the document was opened as; `nil` when no format did.
  public var format: Format? { (facts as? FileFacts)?.format }

  /// What the format calls one of the nodes: `atom`, `frame`, `chunk`; `node` where no format says it.
  public var nodeWord: StaticString { tree.catalogues.first?.nodeKind ?? format?.node ?? "node" }

  /// What is said of the file as a whole; empty until whoever knows the format has set it.
  public package(set) var synopsis: Synopsis {
    get { (facts as? FileFacts)?.synopsis(of: self) ?? Synopsis() }
    set { facts = FileFacts(format, newValue) }
  }

  /// Hangs the format on the document, which says what the file is as a whole when somebody asks, as it is then.
  ///
  /// Where steps are limited it says so at once: what rules have spent is missing later.
  package func describe(as format: Format) {
    facts = FileFacts(format, limits.steps < .max ? format.synopsis(self) : nil)
  }
}
