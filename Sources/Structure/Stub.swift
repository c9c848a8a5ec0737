import ByteReading
public struct ByteWriter: ~Copyable {}
public struct NodeReader {}
public struct Grouping: Sendable {}
