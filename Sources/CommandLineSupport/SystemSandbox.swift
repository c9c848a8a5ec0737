#if os(Linux)
  import CSystem
#endif

extension Sandbox {
  /// Closes the walls around this process and all that it starts; they do not open again.
  ///
  /// - Parameters:
  ///   - startsPrograms: Whether programs may still be started.
  ///   - reachesOut: Whether these may reach other computers.
  package static func enter(startsPrograms: Bool, reachesOut: Bool = false) -> Outcome {
    #if os(Linux)
      guard let processor = Processor.current else { return .unknown }
      let refused = csystem_no_new_privileges()
      guard refused == 0 else { return .refused(SystemError(code: refused)) }
      let filter = filter(
        for: processor, startsPrograms: startsPrograms, reachesOut: reachesOut
      ).map {
        sock_filter(code: $0.code, jt: $0.whenTrue, jf: $0.whenFalse, k: $0.operand)
      }
      let code = unsafe filter.withUnsafeBufferPointer { instructions in
        // The kernel copies as many instructions as are counted here.
        unsafe csystem_filter(instructions.baseAddress, UInt16(clamping: instructions.count))
      }
      return code == 0 ? .closed : .refused(SystemError(code: code))
    #else
      return .unknown
    #endif
  }
}
