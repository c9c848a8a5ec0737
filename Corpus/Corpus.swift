/// Where the corpus lies.
public enum Corpus {
  /// The folder of the corpus: the one this file stands in.
  public static let folder = String(#filePath.dropLast("/Corpus.swift".count))
}
