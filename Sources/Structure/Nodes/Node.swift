public import ByteReading

/// One atom, frame, chunk or range of raw bytes: plain bits, 32 bytes, in document order.
public struct Node: BitwiseCopyable, Sendable {
  /// The offset of its first byte in its source.
  public var start: UInt64
  /// The number of bytes it uses, header included; never past its parent.
  public var size: UInt64
  /// Its type; 0 for raw bytes and padding.
  public var type: FourCC
  /// The first index that is not in its subtree; that of no node when no node stands behind it.
  public internal(set) var subtreeEnd: NodeIndex
  /// Which of the tree's tables describes it; ``noTable`` for none.
  public var table: UInt16
  /// The number of nodes around it.
  public var depth: UInt16
  /// Which source its offsets count in; 0 is the file.
  public var source: UInt16
  /// The number of bytes of its header.
  public var headerSize: UInt8
  /// What the scanner saw.
  public var marks: Marks

  /// A node whose subtree is not known yet.
  ///
  /// - Parameters:
  ///   - start: The offset of its first byte in its source.
  ///   - size: The number of bytes that it uses, header included.
  ///   - type: Its type; 0 for raw bytes and padding.
  ///   - table: The number of the table in the tree that describes it.
  ///   - depth: The number of nodes around it.
  ///   - source: The source that its offsets count in; 0 is the file.
  ///   - headerSize: The number of bytes of its header.
  ///   - marks: What the scanner saw.
  public init(
    start: UInt64, size: UInt64, type: FourCC, table: UInt16 = Node.noTable, depth: UInt16,
    source: UInt16 = 0, headerSize: UInt8, marks: Marks = []
  ) {
    self.start = start
    self.size = size
    self.type = type
    subtreeEnd = NodeIndex(bits: 0)
    self.table = table
    self.depth = depth
    self.source = source
    self.headerSize = headerSize
    self.marks = marks
  }

  /// The table number of a node that no table describes.
  public static let noTable: UInt16 = .max

  /// The offset after its last byte.
  public var end: UInt64 { start &+ size }
  /// The offset of its first byte after the header.
  public var payloadStart: UInt64 { start &+ UInt64(headerSize) }
  /// All its bits.
  public var extent: Extent { Extent(byteOffset: Int(start), byteCount: Int(size)) }
  /// The bits after its header.
  public var payload: Extent {
    Extent(byteOffset: Int(payloadStart), byteCount: Int(size) &- Int(headerSize))
  }
  /// Whether it stands for bytes that are not structure.
  public var isRaw: Bool { marks.contains(.raw) || marks.contains(.padding) }

  /// What the scanner saw.
  public struct Marks: OptionSet, BitwiseCopyable, Sendable {
    /// The bits of the marks.
    public let rawValue: UInt8
    /// Marks of these bits.
    ///
    /// - Parameter rawValue: The bits, each one of the marks below.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bytes that cannot be read as structure.
    public static let raw = Marks(rawValue: 1)
    /// Zeros or a terminator between structure.
    public static let padding = Marks(rawValue: 2)
    /// Its size says more than its parent, or the file, has.
    public static let clamped = Marks(rawValue: 4)
    /// Its size is zero: it goes on to the end of what it stands in.
    public static let toEnd = Marks(rawValue: 8)
    /// It was found behind a damaged neighbour.
    public static let recovered = Marks(rawValue: 16)
    /// A problem names it.
    public static let faulty = Marks(rawValue: 32)
    /// It is a chunk, a tag or another named part rather than an atom or a frame.
    public static let named = Marks(rawValue: 64)

    /// Its payload is coded: its fields lie in bytes that were derived from it, or cannot be read.
    public static let coded = Marks(rawValue: 128)

    /// Those of nodes that are not called by their type.
    package static let nameless: Marks = [.raw, .padding, .named]
  }
}
