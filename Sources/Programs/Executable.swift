import CommandLineSupport

/// A program of this package. Each is an executable of its own, and `atomtool` is all of them.
package struct Executable: Sendable {
  /// What people type.
  package let name: String
  private let work: @Sendable (_ arguments: [[UInt8]]) -> Int32

  /// - Parameters:
  ///   - name: What people type.
  ///   - work: Makes the program and runs it: of the programs in one file only one is made.
  init(_ name: String, _ work: @escaping @Sendable (_ arguments: [[UInt8]]) -> Int32) {
    self.name = name
    self.work = work
  }

  /// The version of all programs and libraries.
  package static let version = "0.1.0"

  /// All programs.
  package static let all = [atomdump, id3dump, atomdiff]

  /// Runs it and gives its exit code.
  ///
  /// - Parameter arguments: The bytes of the arguments, without the name of the program.
  package func run(_ arguments: [[UInt8]]) -> Int32 { work(arguments) }

  /// Runs it with the arguments of the process, and ends the process.
  package func runAndExit() -> Never { exitProcess(run(commandLineArguments())) }
}
