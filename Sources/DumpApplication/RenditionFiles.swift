import ByteReading
package import CommandLineSupport
import MediaInspection
package import Structure

/// Where renditions are read from: the system, or what a test gives under names.
package struct RenditionFiles: Sendable {
  /// The text of a list.
  package let text: @Sendable (FilePath) throws(UsageError) -> String
  /// The file of a segment; an error says why it cannot be read, without its name.
  package let open: @Sendable (FilePath) throws(UsageError) -> Document
  package let exists: @Sendable (FilePath) -> Bool
  /// What a file is whichever of its names is given; `nil` where a name says it.
  package let identity: @Sendable (FilePath) -> FileStatus.Identity?

  package init(
    text: @escaping @Sendable (FilePath) throws(UsageError) -> String,
    open: @escaping @Sendable (FilePath) throws(UsageError) -> Document,
    exists: @escaping @Sendable (FilePath) -> Bool,
    identity: @escaping @Sendable (FilePath) -> FileStatus.Identity? = { _ in nil }
  ) {
    (self.text, self.open, self.exists, self.identity) = (text, open, exists, identity)
  }

  static func ofTheSystem(limits: Limits) -> RenditionFiles {
    RenditionFiles(
      text: { path throws(UsageError) in try path.readText() },
      open: { path throws(UsageError) in
        let source: ByteSource
        do throws(SourceError) { source = try path.open(amongMany: true) } catch {
          throw UsageError(error.message)
        }
        do throws(MediaFileError) { return try MediaFile.open(source, limits: limits) } catch {
          throw UsageError(error.message)
        }
      },
      exists: { (try? FileStatus(of: $0, followingLinks: true)) != nil },
      identity: { (try? FileStatus(of: $0, followingLinks: true))?.identity })
  }

  /// Files that were opened before. What a list names is not one of them: a program that the call names
  /// would get names that the call does not.
  static func opened(_ documents: [FilePath: Document]) -> RenditionFiles {
    RenditionFiles(
      text: { path throws(UsageError) in throw UsageError("\(path.display): a list is not read here") },
      open: { path throws(UsageError) in
        guard let document = documents[path] else { throw UsageError("it was not read, or is no media") }
        return document
      },
      exists: { documents[$0] != nil })
  }
}
