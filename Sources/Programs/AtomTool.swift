import ByteReading
import CommandLineSupport
import ContextServer

/// `atomtool`: all programs in one file. Under the name of a program, as archives link it, it is that
/// program; under its own it is the one that its first argument names.
package enum AtomTool {
  /// Runs what the name of the process or its first argument asks for, and gives the exit code.
  ///
  /// - Parameters:
  ///   - process: The path by which the process was started.
  ///   - arguments: The arguments behind it.
  package static func run(as process: [UInt8], _ arguments: [[UInt8]]) -> Int32 {
    let name = process.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    if let program = program(name) { return program.run(arguments) }
    guard let first = arguments.first else {
      _ = StandardStream.error.tell(Array(usage.utf8))
      return 2
    }
    if let program = program(first) { return program.run(Array(arguments.dropFirst())) }
    switch String(decoding: first, as: UTF8.self) {
    case "--help=all": return answer(usage)
    case "-h", "--help", "help":
      guard arguments.count > 1, arguments[1] != Array("all".utf8) else { return answer(usage) }
      return help(arguments[1], topic: arguments.count > 2 ? arguments[2] : nil)
    case let word where word.hasPrefix("--help="): return help(Array(first.dropFirst("--help=".utf8.count)), topic: nil)
    case "--man": return fail("each program has a man page of its own — try 'atomtool atomdump --man'")
    case "--mcp":
      do throws(UsageError) {
        let folders = arguments.dropFirst().map { FilePath($0) }
        return try ContextServer(
          program: process, version: Executable.version, folders: folders
        ).run()
      } catch {
        return fail("\(error)")
      }
    case "-V", "--version": return answer("atomtool \(Executable.version)\n")
    default:
      return fail(
        "no program is called '\(String(decoding: first, as: UTF8.self))' — try 'atomtool --help'")
    }
  }

  private static func program(_ name: [UInt8]) -> Executable? {
    Executable.all.first { Array($0.name.utf8) == name }
  }

  /// Shows the help of the program of this name, or on a topic of it.
  private static func help(_ name: [UInt8], topic: [UInt8]?) -> Int32 {
    guard let program = program(name) else {
      return fail("topics of help are those of a program — try 'atomtool atomdump --help=paths'")
    }
    return program.run([Array("--help".utf8) + (topic.map { Array("=".utf8) + $0 } ?? [])])
  }

  private static func fail(_ message: String) -> Int32 {
    var text = ByteWriter()
    text.put(message: message, from: "atomtool")
    _ = StandardStream.error.tell(text.array)
    return 2
  }

  private static func answer(_ text: String) -> Int32 {
    let text = StandardStream.output.isASCII ? text.inASCII : text
    if case .failed = StandardStream.output.write(text) { return 2 }
    return 0
  }

  private static let usage = """
    atomtool — atomdump, id3dump and atomdiff in one file

    Usage: atomtool PROGRAM [options] FILE...

    Examples:
      atomtool atomdump movie.mov       outline of every atom
      atomtool id3dump track.mp3        outline of every tag and frame
      atomtool atomdiff a.mp4 b.mp4     what changed
      atomtool atomdump --help          what a program can do
      atomtool --mcp films/             serve the Model Context Protocol on standard
                                        input and output: files below films/ only
      ln -s atomtool atomdump           under a program's name it is that program

    More: atomtool PROGRAM --help=TOPIC · --help=all · man PROGRAM

    """
}
