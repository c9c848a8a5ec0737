package import ByteReading
package import Structure

/// What a program asks of an inspector: files to look at, and how.
///
/// Programs hand an inspector to the application that reads their options, so that neither of the two
/// knows the other.
package struct InspectorCall: Sendable {
  /// The program, for messages.
  package var tool: String
  /// The files as they were named.
  package var files: [FilePath]
  /// Whether the two files are compared.
  package var isPair: Bool
  /// The paths of what is looked at first; empty for what is worth it.
  package var paths: [String] = []
  package var color: ColorChoice
  /// Whether only ASCII characters are drawn.
  package var isASCII: Bool
  /// Opens and checks a file, or says why not; how far it is is noted meanwhile.
  package var open: @Sendable (FilePath, ReadingProgress) -> Opening
  /// Runs all rules over an opened file, tables of any length included, and gives what is known then.
  package var check: @Sendable (Document, FilePath) -> Document

  /// How opening ended.
  package enum Opening: Sendable {
    case opened(Document)
    /// Why not, without the name of the file.
    case failed(String)
  }

  package init(
    tool: String, files: [FilePath], isPair: Bool = false, color: ColorChoice, isASCII: Bool,
    open: @escaping @Sendable (FilePath, ReadingProgress) -> Opening,
    check: @escaping @Sendable (Document, FilePath) -> Document
  ) {
    self.tool = tool
    self.files = files
    self.isPair = isPair
    self.color = color
    self.isASCII = isASCII
    self.open = open
    self.check = check
  }
}

/// Shows files to a person until that person leaves, and gives the exit code.
package typealias Inspector = @Sendable (InspectorCall) -> Int32
