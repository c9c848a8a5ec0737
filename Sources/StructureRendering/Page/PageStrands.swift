import ByteReading

extension PageRenderer {
  /// Something that goes on in time beside others, whose place a cursor in the pictures shows.
  public struct Strand: Sendable {
    /// A part of it that is shown from one time to another, in microseconds of its own time.
    public struct Step: Sendable {
      /// When it begins to be shown, in microseconds of its own time.
      public var start: Int64
      /// When it ends.
      public var end: Int64
      /// Where its bytes begin in the file; `nil` when it is not known.
      public var offset: UInt64?
      /// The marks of pictures that show it: those whose numbers these are among.
      public var numbers: ClosedRange<Int>
      /// What is said of it.
      public var text: String

      /// A part that is shown for some time.
      ///
      /// - Parameters:
      ///   - start: When it begins to be shown, in microseconds of its own time.
      ///   - end: When it ends.
      ///   - offset: Where its bytes begin in the file; `nil` when it is not known.
      ///   - numbers: The numbers of the marks that show it.
      ///   - text: What is said of it.
      public init(
        start: Int64, end: Int64, offset: UInt64?, numbers: ClosedRange<Int>, text: String
      ) {
        self.start = start
        self.end = end
        self.offset = offset
        self.numbers = numbers
        self.text = text
      }
    }

    /// A stretch of the common time in which a part of its own is played.
    public struct Edit: Sendable {
      /// Microseconds of the common time.
      public var start: Int64
      /// Where the stretch ends, in microseconds of the common time.
      public var end: Int64
      /// Microseconds of its own time at the start.
      public var from: Int64
      /// How much of its own time passes in a second of the common one, times 65,536.
      public var rate: Int64

      /// A stretch of the common time.
      ///
      /// - Parameters:
      ///   - start: Its beginning, in microseconds of the common time.
      ///   - end: Its end.
      ///   - from: Microseconds of its own time at the start.
      ///   - rate: How much of its own time passes in a second of the common one, times 65,536.
      public init(start: Int64, end: Int64, from: Int64, rate: Int64) {
        self.start = start
        self.end = end
        self.from = from
        self.rate = rate
      }
    }

    /// What it is called.
    public var name: String
    /// The number by which the marks of pictures name it.
    public var owner: Int
    /// The stretches of the common time in which it is played.
    public var edits: [Edit]
    /// In the order of their starts.
    public var steps: [Step]

    /// Something that goes on in time.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - owner: The number by which the marks of pictures name it.
    ///   - edits: The stretches of the common time in which it is played.
    ///   - steps: Its parts, in the order of their starts.
    public init(name: String, owner: Int, edits: [Edit], steps: [Step]) {
      self.name = name
      self.owner = owner
      self.edits = edits
      self.steps = steps
    }
  }

  /// The strands as the data of a page, as far as a part of `limit` has room: the first whose steps do
  /// not fit and all behind it are left out.
  ///
  /// - Returns: Whether all of them are there.
  static func put(_ strands: [Strand], limit: Int, into text: inout PageRecords) -> Bool {
    text.openArray()
    var left = limit
    for strand in strands {
      var own = PageRecords()
      put(strand, into: &own)
      let written = own.finish()
      guard written.count <= left else {
        text.closeArray()
        return false
      }
      left -= written.count
      text.element(.tight)
      text.output.put(written)
    }
    text.closeArray()
    return true
  }

  private static func put(_ strand: Strand, into text: inout PageRecords) {
    text.openArray()
    text.element(.tight)
    text.put(text: strand.name)
    text.element(.tight)
    text.put(count: strand.owner)
    text.element(.tight)
    text.openArray()
    for edit in strand.edits {
      text.element(.tight)
      text.put([edit.start, edit.end, edit.from, edit.rate])
    }
    text.closeArray()
    text.element(.tight)
    text.openArray()
    for step in strand.steps {
      text.element(.tight)
      text.openArray()
      let offset = step.offset.flatMap { Int64(exactly: $0) } ?? -1
      for number in [
        step.start, step.end, offset, Int64(step.numbers.lowerBound), Int64(step.numbers.upperBound),
      ] {
        text.element(.tight)
        text.put(signed: number)
      }
      text.element(.tight)
      text.put(text: step.text)
      text.closeArray()
    }
    text.closeArray()
    text.closeArray()
  }
}

extension PageRecords {
  /// Puts numbers as a list.
  fileprivate mutating func put(_ numbers: [Int64]) {
    openArray()
    for number in numbers {
      element(.tight)
      put(signed: number)
    }
    closeArray()
  }
}
