/// What the outline says of an atom where a template cannot say it. Each function writes nothing
/// when there is nothing to say, and reads at most ``rows`` rows of a table.
enum Summaries {
  /// Tables with more rows are summarised by their count alone.
  static let rows = 4_096
}
