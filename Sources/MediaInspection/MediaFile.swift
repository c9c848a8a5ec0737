public import Atoms
public import ByteReading
public import Structure

public enum MediaFile {
  public static func open(_ source: ByteSource, limits: Limits = Limits()) -> Document {
    Document.atoms(of: source, limits: limits)
  }
}
