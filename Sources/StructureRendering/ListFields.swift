import ByteReading
package import Structure

/// Fields that belong to a row of a list: what a table reads in some bytes of a file.
package struct ListFields {
  let document: Document
  private let program: Program
  private let place: Range<Int>
  private let context: any ContextSource

  /// - Parameters:
  ///   - program: The table.
  ///   - place: The bytes of the file that it reads.
  ///   - document: The file.
  ///   - context: Answers for what the table does not say itself.
  package init(_ program: Program, _ place: Range<Int>, of document: Document, context: any ContextSource) {
    self.program = program
    self.place = place
    self.document = document
    self.context = context
  }

  /// Reads them into `sink`.
  ///
  /// - Complexity: O(*n*) in the bytes, which are charged to the budget of the call.
  func walk(into sink: inout some FieldSink & ~Copyable) {
    document.work.charge(1 + place.count / 64)
    let bytes = document.tree.file.bytes
    var cursor = ByteCursor(bytes, over: Extent(byteOffset: place.lowerBound, byteCount: place.count))
    var walker = Walker()
    walker.walk(program, &cursor, context: context, into: &sink)
  }
}
