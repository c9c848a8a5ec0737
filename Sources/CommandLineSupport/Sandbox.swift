import ByteReading

/// What this process may not ask the system for, once it is inside: other computers, other processes,
/// and, where a call starts none, other programs.
///
/// A report needs none of these, so a file that took hold of the process would not reach them either.
/// Linux has such walls; elsewhere `enter` does nothing.
package enum Sandbox {
  /// How entering ended.
  package enum Outcome: Equatable, Sendable {
    /// The walls stand, for this process and all that it starts.
    case closed
    /// The kernel has no such walls, or refuses them.
    case refused(SystemError)
    /// This system or processor has none that we know.
    case unknown
  }

  /// A system call that is refused, by its number on each processor.
  package struct Call: Sendable {
    package let name: StaticString
    package let x86_64: UInt32
    package let arm64: UInt32

    init(_ name: StaticString, _ x86_64: UInt32, _ arm64: UInt32) {
      self.name = name
      self.x86_64 = x86_64
      self.arm64 = arm64
    }

    /// Those that reach other computers, which only a program that the call names (`--via`) needs.
    package static let network = [
      Call("socket", 41, 198), Call("connect", 42, 203), Call("bind", 49, 200),
      Call("socketpair", 53, 199),
    ]
    /// Those that no call of a tool needs.
    package static let always = [
      Call("ptrace", 101, 117),
      Call("process_vm_readv", 310, 270), Call("process_vm_writev", 311, 271),
      Call("io_uring_setup", 425, 425), Call("io_uring_enter", 426, 426),
      Call("io_uring_register", 427, 427), Call("pidfd_getfd", 438, 438),
    ]
    /// Those that start a program in place of this one.
    package static let programs = [Call("execve", 59, 221), Call("execveat", 322, 281)]
  }

  /// A processor, as the kernel names it to a filter.
  package enum Processor: UInt32, Sendable {
    /// `AUDIT_ARCH_X86_64`.
    case x86_64 = 0xC000_003E
    /// `AUDIT_ARCH_AARCH64`.
    case arm64 = 0xC000_00B7

    /// The one that this is compiled for; `nil` for one whose numbers we do not know.
    package static var current: Processor? {
      #if arch(x86_64)
        .x86_64
      #elseif arch(arm64)
        .arm64
      #else
        nil
      #endif
    }
  }

  /// An instruction of a filter, as the kernel reads it: `struct sock_filter`.
  package struct Instruction: Equatable, Sendable {
    package var code: UInt16
    /// How many instructions are skipped when a comparison holds.
    package var whenTrue: UInt8 = 0
    /// How many are skipped when it does not.
    package var whenFalse: UInt8 = 0
    package var operand: UInt32

    /// `BPF_LD | BPF_W | BPF_ABS`: 32 bits of what is known of the call.
    package static let load: UInt16 = 0x20
    /// `BPF_JMP | BPF_JEQ | BPF_K`.
    package static let jumpIfEqual: UInt16 = 0x15
    /// `BPF_JMP | BPF_JGE | BPF_K`.
    package static let jumpIfAtLeast: UInt16 = 0x35
    /// `BPF_RET | BPF_K`.
    package static let finish: UInt16 = 0x06
  }

  /// Answers of a filter.
  package enum Answer {
    /// `SECCOMP_RET_ALLOW`.
    package static let allow: UInt32 = 0x7FFF_0000
    /// `SECCOMP_RET_ERRNO` with EPERM.
    package static let refuse: UInt32 = 0x0005_0001
  }

  /// The filter for a processor.
  ///
  /// A call that is made as another processor's (32 bits on one of 64, and x32) is refused whatever its
  /// number: numbers mean other calls there.
  ///
  /// - Parameters:
  ///   - startsPrograms: Whether programs may be started.
  ///   - reachesOut: Whether these may reach other computers: what the kernel refuses this process it
  ///     refuses them.
  package static func filter(
    for processor: Processor, startsPrograms: Bool, reachesOut: Bool = false
  ) -> [Instruction] {
    let calls =
      Call.always + (reachesOut ? [] : Call.network) + (startsPrograms ? [] : Call.programs)
    var filter = [
      // `arch` of `struct seccomp_data`.
      Instruction(code: Instruction.load, operand: 4),
      // Over the instruction behind it, which refuses.
      Instruction(code: Instruction.jumpIfEqual, whenTrue: 1, operand: processor.rawValue),
      Instruction(code: Instruction.finish, operand: Answer.refuse),
      // `nr` of it.
      Instruction(code: Instruction.load, operand: 0),
    ]
    if processor == .x86_64 {
      // `__X32_SYSCALL_BIT` is in all numbers of x32.
      filter.append(
        Instruction(code: Instruction.jumpIfAtLeast, whenFalse: 1, operand: 0x4000_0000))
      filter.append(Instruction(code: Instruction.finish, operand: Answer.refuse))
    }
    for call in calls {
      let number = processor == .x86_64 ? call.x86_64 : call.arm64
      filter.append(Instruction(code: Instruction.jumpIfEqual, whenFalse: 1, operand: number))
      filter.append(Instruction(code: Instruction.finish, operand: Answer.refuse))
    }
    filter.append(Instruction(code: Instruction.finish, operand: Answer.allow))
    return filter
  }
}

extension CommonSettings {
  /// Raises the walls around this process, unless the call does without; call it before the first
  /// thread is started and the first file is opened. A call that names a program that reads a file from
  /// elsewhere leaves other programs and computers within reach.
  ///
  /// A kernel that refuses them is named to who asked for notes (`-v`).
  ///
  /// - Parameters:
  ///   - tool: Who says so.
  ///   - startsPrograms: Whether the call may have to start a program of its own accord.
  package func enterSandbox(tool: String, startsPrograms: Bool) {
    guard isSandboxed else { return }
    let result = Sandbox.enter(
      startsPrograms: startsPrograms || mayStartPager || setsUpGit || via.command != nil,
      reachesOut: via.command != nil)
    guard isVerbose, case .refused(let error) = result else { return }
    var text = ByteWriter()
    text.put(message: "the kernel refuses the sandbox: \(error)", from: tool)
    _ = StandardStream.error.tell(text.array, isASCII: isASCII)
  }

  /// Whether a report may go through a pager.
  private var mayStartPager: Bool {
    usesPager && !isQuiet && StandardStream.output.isTerminal
  }

  private var setsUpGit: Bool {
    gitSetup.flatMap { GitSetup.Scope(rawValue: $0) }.map { $0 != .nowhere } ?? false
  }
}
