import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure

/// What the values of options may go on as, for a shell that completes a call.
struct KnownValues {
  /// The words that begin as what was typed.
  ///
  /// - Parameter files: Those of the call.
  func completing(_ request: CompletionRequest, _ files: [FilePath]) -> [String] {
    switch request.words {
    case .paths: MediaFile.completions(of: request.beginning, inFirstOf: files.map(\.bytes))
    case .tracks: request.matching(tracks(of: files))
    case .rules: request.matching(Rule.identifiers.sorted(), isList: true)
    case .explained:
      request.matching(
        (Array(Rule.identifiers) + PlayerRules.catalogue().rules.map(\.id)).sorted())
    case .types: request.matching(types)
    case .players:
      request.matching(
        PlayerRules.catalogue().players.map(\.id) + PlayerRules.catalogue().groups.map(\.name) + ["list"],
        isList: true)
    case .columns: request.matching(columns(of: request), isList: true)
    }
  }

  /// Handlers and identifiers of the tracks of the first file.
  private func tracks(of files: [FilePath]) -> [String] {
    guard let document = MediaFile.first(of: files.map(\.bytes)) else { return [] }
    let tracks = document.synopsis.tracks
    return tracks.map(\.handler.key) + tracks.map { String($0.id) }
  }

  private var types: [String] {
    (MediaFile.atoms.entries.filter { $0.type.rawValue != 0 } + MediaFile.brands).map(\.key)
  }

  /// Columns of a table; of the order also with the sign that turns it.
  private func columns(of request: CompletionRequest) -> [String] {
    let last = request.beginning.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
    let names = FileTable.Column.names(after: String(last.hasPrefix("-") ? last.dropFirst() : last))
    return last.hasPrefix("-") ? names.map { "-" + $0 } : names
  }
}
