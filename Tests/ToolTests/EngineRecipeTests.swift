import Corpus
import Foundation
import Testing

/// The recipes of the article on many files, run as they stand there, where their engine is installed.
@Suite struct EngineRecipeTests {
  private static let article =
    Corpus.folder + "/../Sources/MediaReports/MediaReports.docc/ManyFiles.md"

  /// What stands in the block behind the mark of a recipe.
  private static func recipe(_ name: String) throws -> String {
    let text = try String(contentsOfFile: article, encoding: .utf8)
    let mark = try #require(text.range(of: "<!-- recipe: \(name) -->\n```"))
    let body = text[mark.upperBound...].drop { $0 != "\n" }.dropFirst()
    let end = try #require(body.range(of: "\n```"))
    return String(body[..<end.lowerBound]) + "\n"
  }

  private static func has(_ command: String) -> Bool {
    (try? Run.run("/bin/sh", ["-c", command], in: "/", environment: path, input: nil))?.code == 0
  }

  /// Programs of engines may be installed by a person, too.
  private static let path = [
    "PATH": Run.programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
  ]
  private static let hasSQLite = has("sqlite3 :memory: \"SELECT '{}' ->> 'a'\"")
  private static let hasDuckDB = has("python3 -c 'import duckdb'")
  private static let hasParallel = has("parallel --version | grep -q 'GNU parallel'")
  private static let hasSpark = has("java -version 2>/dev/null && python3 -c 'import pyspark'")

  /// A folder `films` with media of all kinds, one file that is none and one that is empty, whose names a shell
  /// would take apart.
  private static func films() throws -> Scratch {
    let folder = try Scratch()
    for name in [
      "encoded/hevc-hev1.mp4", "encoded/aac-5.1.mp4", "mockups/movie.mov", "mockups/track.mp3",
      "mockups/corrupt.mp4", "mockups/fast.mp4", "mockups/slow.mp4",
    ] {
      try folder.copy(name, to: "films/" + name.split(separator: "/")[1])
    }
    try folder.copy("mockups/a.mp4", to: "films/two words; 'quoted' $HOME\n.mp4")
    try folder.write(Array("no media at all".utf8), to: "films/no media.mp4")
    try folder.write([], to: "films/-empty.mp4")
    return folder
  }

  private static func run(_ recipe: String, in folder: String) throws -> Run {
    try Run.run("/bin/sh", ["-c", recipe], in: folder, environment: path, input: nil)
  }

  /// A line as an engine takes it apart, in order of paths.
  private static func rows(_ folder: String) throws -> [(path: String, error: String?)] {
    let text = try String(contentsOfFile: folder + "/facts.jsonl", encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let row = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      return (try #require(row["path"] as? String), row["error"] as? String)
    }.sorted { $0.0 < $1.0 }
  }

  /// Each file has one line, those that cannot be read with their error, by both ways.
  @Test func everyFileHasALine() throws {
    let folder = try Self.films()
    let own = try Self.run(Self.recipe("atomdump"), in: folder.path)
    #expect(own.code == 0, "\(own.errorText)")
    let rows = try Self.rows(folder.path)
    #expect(rows.count == 10)
    let bad = rows.filter { $0.error != nil }
    #expect(bad.map(\.path) == ["films/-empty.mp4", "films/no media.mp4"])
    #expect(bad.first?.error == "the file is empty")
    let parts = try Self.run(Self.recipe("xargs"), in: folder.path)
    #expect(parts.code == 0, "\(parts.errorText)")
    #expect(try Self.rows(folder.path).map(\.path) == rows.map(\.path))
  }

  @Test(.enabled(if: hasParallel, "GNU parallel is not installed"))
  func everyFileHasALineByParallel() throws {
    let folder = try Self.films()
    let parts = try Self.run(Self.recipe("parallel"), in: folder.path)
    #expect(parts.code == 0, "\(parts.errorText)")
    let rows = try Self.rows(folder.path)
    #expect(rows.count == 10)
    #expect(rows.filter { $0.error != nil }.map(\.path) == ["films/-empty.mp4", "films/no media.mp4"])
    #expect(rows.contains { $0.path == "films/two words; 'quoted' $HOME\n.mp4" })
  }

  /// Workers that work elsewhere read the same files, and Parquet has a row for each.
  @Test(.enabled(if: hasSpark, "Spark for Python, or Java, is not installed"))
  func questionsToSpark() throws {
    let folder = try Self.films()
    // A name of bytes that are no UTF-8, and one with a line feed: neither is a line of text.
    let copy = "cp films/slow.mp4 \"$(printf 'films/\\377.mp4')\""
    #expect(try Run.run("/bin/sh", ["-c", copy], in: folder.path, environment: Self.path, input: nil).code == 0)
    try folder.write(Array(try Self.recipe("spark").utf8), to: "questions.py")
    var environment = Self.path
    environment["PYSPARK_SUBMIT_ARGS"] = "--master local-cluster[2,1,1024] pyspark-shell"
    for (name, value) in ProcessInfo.processInfo.environment where environment[name] == nil {
      environment[name] = value
    }
    // A cluster takes its time to begin.
    let run = try Child.run(
      "/usr/bin/env", ["python3", "questions.py"], in: folder.path, environment: environment,
      limit: 300)
    let lines = run.text.split(separator: "\n")
    #expect(run.code == 0, "\(run.errorText.suffix(2_000))")
    #expect(lines.first == "files|11|2", "\(run.text)")
    #expect(lines.dropFirst().first?.hasSuffix("/films/hevc-hev1.mp4") == true)
    #expect(lines.last == "parquet|11")
  }

  @Test(.enabled(if: hasSQLite, "sqlite3 with JSON is not installed"))
  func questionsToSQLite() throws {
    let folder = try Self.films()
    _ = try Self.run(Self.recipe("atomdump"), in: folder.path)
    let run = try Self.run(Self.recipe("sqlite3"), in: folder.path)
    #expect(run.code == 0 && run.errorText == "", "\(run.errorText)")
    #expect(run.lines.prefix(2) == ["files|10|2", "hev1|films/hevc-hev1.mp4"])
    #expect(run.lines.count == 5, "\(run.text)")
  }

  /// Both engines count the same, and Parquet has a row for each file.
  @Test(.enabled(if: hasSQLite && hasDuckDB, "DuckDB for Python, or sqlite3, is not installed"))
  func questionsToDuckDB() throws {
    let folder = try Self.films()
    _ = try Self.run(Self.recipe("atomdump"), in: folder.path)
    let other = try Self.run(Self.recipe("sqlite3"), in: folder.path)
    try folder.write(Array(try Self.recipe("duckdb").utf8), to: "questions.sql")
    let program = """
      import duckdb
      connection = duckdb.connect()
      for statement in duckdb.extract_statements(open('questions.sql').read()):
        result = connection.execute(statement)
        if statement.type == duckdb.StatementType.SELECT:
          for row in result.fetchall(): print('|'.join(map(str, row)))
      """
    let run = try Run.run(
      "/usr/bin/env", ["python3", "-c", program], in: folder.path, environment: Self.path, input: nil)
    #expect(run.code == 0, "\(run.errorText)")
    #expect(Array(run.lines.prefix(5)) == other.lines, "\(run.text)")
    #expect(run.lines.last == "parquet|10")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/facts.parquet"))
  }

  /// slow.mp4 and fast.mp4 differ in where `moov` stands; a.mp4 has other media.
  @Test(.enabled(if: hasDuckDB, "DuckDB for Python is not installed"))
  func tracksOfTheSameSamplesAreFound() throws {
    let folder = try Self.films()
    _ = try Self.run(Self.recipe("digests"), in: folder.path)
    try folder.write(Array(try Self.recipe("duplicates").utf8), to: "questions.sql")
    let program = """
      import duckdb
      connection = duckdb.connect()
      for statement in duckdb.extract_statements(open('questions.sql').read()):
        result = connection.execute(statement)
        if statement.type == duckdb.StatementType.SELECT:
          for row in result.fetchall(): print('|'.join(map(str, row)))
      """
    let run = try Run.run(
      "/usr/bin/env", ["python3", "-c", program], in: folder.path, environment: Self.path, input: nil)
    #expect(run.code == 0, "\(run.errorText)")
    #expect(
      run.lines.contains { $0.contains("films/fast.mp4 1") && $0.contains("films/slow.mp4 1") },
      "\(run.text)")
  }
}
