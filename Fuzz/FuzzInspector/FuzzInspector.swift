import FuzzOracles

#if FUZZING
  /// Tries one input; libFuzzer brings the rest of the program.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe FuzzTarget.inspector.run(UnsafeBufferPointer(start: start, count: count))
  }
#else
  import Foundation

  @main
  struct Replay {
    static func main() {
      exit(FuzzTarget.inspector.replay(Array(CommandLine.arguments.dropFirst())))
    }
  }
#endif
