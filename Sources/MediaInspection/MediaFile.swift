public import Atoms
public import ByteReading
public import Structure

public struct MediaFileError: Error { public var message: String { "" } }

public enum MediaFile {
  public static func open(_ source: ByteSource, limits: Limits = Limits()) throws(MediaFileError) -> Document {
    let document = Document.atoms(of: source, limits: limits)
    return document
  }
}
