import CSystem
import CommandLineSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Tries what the sandbox refuses and prints how each call ended: its name, and the number of the
/// error or 0. Without arguments it stands outside; `inside` enters first, `inside programs` leaves
/// programs to be started, `inside programs network` other computers to be reached as well.
///
/// The calls are made with arguments that can do no harm where they are allowed.
@main
struct SandboxProbe {
  nonisolated static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "inside" {
      let outcome = Sandbox.enter(
        startsPrograms: arguments.contains("programs"), reachesOut: arguments.contains("network"))
      print("enter \(outcome)")
    }
    #if os(Linux)
      tryCalls()
      tryInAThread()
      report("read", __NR_read, -1)
      // Last, because where it is allowed nothing comes after it.
      startsProgram()
    #endif
  }

  #if os(Linux)
    /// A thread that is started behind the walls is behind them, too.
    nonisolated private static func tryInAThread() {
      let thread = Thread {
        Self.report("socket-in-a-thread", __NR_socket, 2, 1)
        ended.signal()
      }
      thread.start()
      ended.wait()
    }

    nonisolated private static let ended = DispatchSemaphore(value: 0)

    nonisolated private static func tryCalls() {
      // An Internet socket for a stream; others without a descriptor.
      report("socket", __NR_socket, 2, 1)
      report("connect", __NR_connect, -1)
      report("bind", __NR_bind, -1)
      report("socketpair", __NR_socketpair, -1)
      // Attaches to no process.
      report("ptrace", __NR_ptrace, 16, -1)
      report("process_vm_readv", __NR_process_vm_readv, -1)
      report("process_vm_writev", __NR_process_vm_writev, -1)
      report("io_uring_setup", __NR_io_uring_setup)
      report("io_uring_enter", __NR_io_uring_enter, -1)
      report("io_uring_register", __NR_io_uring_register, -1)
      report("pidfd_getfd", __NR_pidfd_getfd, -1)
      report("execve", __NR_execve)
      report("execveat", __NR_execveat, -1)
      #if arch(x86_64)
        // `getpid` under its number of x32.
        report("x32", 0x4000_0000 + __NR_getpid)
      #endif
    }

    nonisolated private static func report(
      _ name: String, _ number: Int32, _ a: Int = 0, _ b: Int = 0
    ) {
      let result = csystem_call(Int(number), a, b, 0, 0, 0, 0)
      print(name, result < 0 ? -result : 0)
      if name.hasPrefix("socket"), result >= 0 { close(Int32(truncatingIfNeeded: result)) }
    }

    nonisolated private static func startsProgram() {
      var process: pid_t = 0
      let words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
      // A list of terminated strings that ends in a null pointer, as `execvp` wants.
      let code = unsafe posix_spawnp(&process, "true", nil, nil, words, environ)
      print("spawn", code)
    }
  #endif
}
