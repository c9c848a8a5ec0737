import Corpus
import Foundation

/// Prints figures: times of the libraries on made files, and of the tool against its peers.
///
/// There is nothing to pass or fail. Figures hold for the machine and the moment; those of a debug
/// build for nothing.
@main
struct Benchmarks {
  static let usage = """
    USAGE: Benchmarks [<options>] [<benchmark> ...]

    OPTIONS:
      --list                     List benchmarks and workloads.
      --runs <n>                 Measure this many times (default: 7).
      --workload <name>          Measure on this workload only; may be repeated.
      --count <n>                Of the workload that is written next so many rows, atoms, bytes.
      --write <name> <path>      Write a workload to a file and end.
      -h, --help                 Show help information.
    """

  var benchmarks: [Benchmark] = []
  var workloads: [Workload] = []
  var runs = 7
  var count: Int?

  static func main() {
    do {
      try Benchmarks(CommandLine.arguments.dropFirst())?.run()
    } catch {
      FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
      exit(2)
    }
  }

  /// Reads the command line; `nil` when it asked for something that is done already.
  init?(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    func value(of option: String) throws -> String {
      guard let value = arguments.popFirst() else { throw Problem("\(option) takes a value") }
      return value
    }
    func workload(_ name: String) throws -> Workload {
      guard let workload = Workload(rawValue: name) else {
        throw Problem("there is no workload '\(name)' (--list)")
      }
      return workload
    }
    while let argument = arguments.popFirst() {
      switch argument {
      case "--list":
        Self.list()
        return nil
      case "--look-up":
        // For the benchmark of the catalogue, which runs this program again.
        Benchmark.lookUp(percent: Int(try value(of: argument)) ?? 0)
        return nil
      case "-h", "--help":
        print(Self.usage)
        return nil
      case "--runs":
        guard let runs = Int(try value(of: argument)), runs > 0 else {
          throw Problem("--runs takes a number from 1 on")
        }
        self.runs = runs
      case "--workload":
        workloads.append(try workload(value(of: argument)))
      case "--count":
        guard let count = Int(try value(of: argument)), count > 0 else {
          throw Problem("--count takes a number from 1 on")
        }
        self.count = count
      case "--write":
        let workload = try workload(value(of: argument))
        try workload.write(to: value(of: argument), count: count)
        return nil
      default:
        guard let benchmark = Benchmark(rawValue: argument) else {
          throw Problem("there is no benchmark '\(argument)' (--list)")
        }
        benchmarks.append(benchmark)
      }
    }
    if benchmarks.isEmpty { benchmarks = Benchmark.allCases }
    if workloads.isEmpty { workloads = Workload.allCases }
  }

  static func list() {
    for benchmark in Benchmark.allCases {
      print(benchmark.rawValue.padded(to: 12) + benchmark.summary)
    }
    print("")
    for workload in Workload.allCases {
      print(workload.rawValue.padded(to: 12) + workload.summary)
    }
  }

  /// Writes each workload into a temporary folder, measures, and removes it.
  func run() throws {
    #if DEBUG
      print("This is a debug build: its figures say nothing (-c release).\n")
    #endif
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("atomtools-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for benchmark in benchmarks where !benchmark.takesWorkload {
      print("\(benchmark.rawValue): \(benchmark.summary)")
      try benchmark.run("", runs: runs)
    }
    let benchmarks = benchmarks.filter(\.takesWorkload)
    if benchmarks.isEmpty { return }
    for workload in workloads {
      let path = folder.appendingPathComponent(workload.rawValue + ".mp4").path
      print("\(workload.rawValue): \(workload.summary)")
      do {
        try workload.write(to: path)
        for benchmark in benchmarks { try benchmark.run(path, runs: runs) }
      } catch {
        print("  skipped: \(error)")
      }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

/// Why a call cannot be done.
struct Problem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
