import CSystem
import Testing

@testable import CommandLineSupport

/// The filter that the kernel is given, carried out here for both processors.
@Suite struct SandboxTests {
  /// What the kernel would do: the answer of a filter for a call.
  private func answer(
    _ filter: [Sandbox.Instruction], number: UInt32, processor: UInt32
  ) throws -> UInt32 {
    var loaded: UInt32 = 0
    var place = 0
    while place < filter.count {
      let instruction = filter[place]
      place += 1
      switch instruction.code {
      case 0x20:
        #expect(instruction.operand == 0 || instruction.operand == 4)
        loaded = instruction.operand == 0 ? number : processor
      case 0x15:
        place += Int(loaded == instruction.operand ? instruction.whenTrue : instruction.whenFalse)
      case 0x35:
        place += Int(loaded >= instruction.operand ? instruction.whenTrue : instruction.whenFalse)
      case 0x06: return instruction.operand
      default: Issue.record("instruction \(instruction.code)")
      }
    }
    Issue.record("a filter ends without an answer")
    return 0
  }

  private func number(of call: Sandbox.Call, on processor: Sandbox.Processor) -> UInt32 {
    processor == .x86_64 ? call.x86_64 : call.arm64
  }

  @Test(
    arguments: [Sandbox.Processor.x86_64, .arm64], [(false, false), (true, false), (true, true)])
  func whatIsNamedIsRefusedAndNoMore(
    processor: Sandbox.Processor, allowed: (programs: Bool, network: Bool)
  ) throws {
    let filter = Sandbox.filter(
      for: processor, startsPrograms: allowed.programs, reachesOut: allowed.network)
    let refused =
      Sandbox.Call.always + (allowed.network ? [] : Sandbox.Call.network)
      + (allowed.programs ? [] : Sandbox.Call.programs)
    let numbers = Set(refused.map { number(of: $0, on: processor) })
    #expect(numbers.count == refused.count)
    for call in UInt32(0)..<1_000 {
      let found = try answer(filter, number: call, processor: processor.rawValue)
      #expect(found == (numbers.contains(call) ? 0x0005_0001 : 0x7FFF_0000), "\(call)")
    }
  }

  /// 32 bits on a processor of 64, and the other processor: `AUDIT_ARCH_I386`, `AUDIT_ARCH_ARM`.
  @Test(arguments: [Sandbox.Processor.x86_64, .arm64])
  func callsOfOtherProcessorsAreRefused(processor: Sandbox.Processor) throws {
    let filter = Sandbox.filter(for: processor, startsPrograms: true)
    for other in [0x4000_0003, 0x4000_0028, 0xC000_003E, 0xC000_00B7] as [UInt32]
    where other != processor.rawValue {
      for call in [0, 1, 41, 102, 359] as [UInt32] {
        #expect(try answer(filter, number: call, processor: other) == 0x0005_0001)
      }
    }
  }

  @Test func numbersOfX32AreRefused() throws {
    let filter = Sandbox.filter(for: .x86_64, startsPrograms: true)
    for call in [0x4000_0000, 0x4000_0029, 0x4000_0208, 0xFFFF_FFFF] as [UInt32] {
      #expect(try answer(filter, number: call, processor: 0xC000_003E) == 0x0005_0001)
    }
  }

  #if os(Linux)
    /// The numbers of the processor that this runs on are those of the system's headers.
    @Test func numbersAreThoseOfTheSystem() throws {
      let processor = try #require(Sandbox.Processor.current)
      let system: [String: Int32] = [
        "socket": __NR_socket, "connect": __NR_connect, "bind": __NR_bind,
        "socketpair": __NR_socketpair, "ptrace": __NR_ptrace,
        "process_vm_readv": __NR_process_vm_readv, "process_vm_writev": __NR_process_vm_writev,
        "io_uring_setup": __NR_io_uring_setup, "io_uring_enter": __NR_io_uring_enter,
        "io_uring_register": __NR_io_uring_register, "pidfd_getfd": __NR_pidfd_getfd,
        "execve": __NR_execve, "execveat": __NR_execveat,
      ]
      for call in Sandbox.Call.always + Sandbox.Call.network + Sandbox.Call.programs {
        let expected = try #require(system["\(call.name)"])
        #expect(number(of: call, on: processor) == UInt32(expected), "\(call.name)")
      }
    }
  #endif
}
