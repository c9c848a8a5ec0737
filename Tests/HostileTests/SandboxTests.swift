import Corpus
import Foundation
import Testing

/// What the system refuses the programs, tried from inside; on Linux.
@Suite(.enabled(if: EnvironmentTests.isLinux, "the walls are those of Linux"))
struct SandboxTests {
  /// Calls of the system and the number of the error that each ended with, by `SandboxProbe`.
  private func probe(_ arguments: String = "") throws -> [String: String] {
    let run = try Programs.shell("'\(Programs.beside)/SandboxProbe' \(arguments)", in: "/")
    #expect(run.code == 0, "\(run.errorText)")
    var results: [String: String] = [:]
    for line in run.text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { results[String(words[0])] = String(words[1]) }
    }
    return results
  }

  private static let always = [
    "socket", "connect", "bind", "socketpair", "ptrace", "process_vm_readv", "process_vm_writev",
    "io_uring_setup", "io_uring_enter", "io_uring_register", "pidfd_getfd", "socket-in-a-thread",
  ]
  private static let programs = ["execve", "execveat", "spawn"]

  @Test func everyCallIsRefusedInside() throws {
    let outside = try probe()
    let inside = try probe("inside")
    // A kernel without filters would have to be looked at: nothing is passed over.
    #expect(inside["enter"] == "closed")
    for call in Self.always + Self.programs { #expect(inside[call] == "1", "\(call)") }
    #if arch(x86_64)
      #expect(inside["x32"] == "1")
    #endif
    // Other calls end as outside: a bad descriptor.
    #expect(inside["read"] == "9" && outside["read"] == "9")
    // It is the walls that refuse, where nobody else does.
    for call in ["connect", "bind", "execve", "execveat", "spawn", "socket-in-a-thread"] {
      #expect(outside[call] != nil && outside[call] != "1", "\(call)")
    }
  }

  @Test func programsStartWhereTheCallNeedsThem() throws {
    let inside = try probe("inside programs")
    #expect(inside["enter"] == "closed")
    for call in Self.always { #expect(inside[call] == "1", "\(call)") }
    for call in Self.programs { #expect(inside[call] != nil && inside[call] != "1", "\(call)") }
    #expect(inside["spawn"] == "0")
  }

  /// A call that names a program that reads a file from elsewhere leaves this and no more within reach.
  @Test func theNetworkIsInReachWhereTheCallNamesAProgram() throws {
    let inside = try probe("inside programs network")
    let outside = try probe()
    #expect(inside["enter"] == "closed")
    for call in Self.always {
      let isNetwork = ["socket", "connect", "bind", "socketpair", "socket-in-a-thread"].contains(call)
      #expect(isNetwork ? inside[call] == outside[call] : inside[call] == "1", "\(call)")
    }
    #expect(inside["spawn"] == "0")
  }

  /// How many filters the kernel asks for a program that waits for its input, and whether it may get
  /// privileges; above those of the shell that starts it.
  ///
  /// More is written than a pipe holds: the write ends when the program has begun to read, however
  /// long it took to start.
  private func filters(_ call: String) throws -> (count: Int, hasNoNewPrivileges: Bool) {
    let folder = try Folder()
    let run = try Programs.shell(
      """
      mkfifo in
      exec 4<>in
      \(call) <in >/dev/null 2>&1 &
      child=$!
      timeout 60 head -c 70000 /dev/zero >&4 || echo 'nothing was read'
      for process in $$ $child; do
        sed -n 's/^Seccomp_filters:[[:space:]]*//p; s/^NoNewPrivs:[[:space:]]*/n/p' \
          /proc/$process/status
      done
      kill -TERM $child
      """, in: folder.path)
    let lines = run.text.split(separator: "\n")
    let counts = lines.compactMap { Int($0) }
    try #require(counts.count == 2, "\(run.text) \(run.errorText)")
    return (counts[1] - counts[0], lines.filter { $0.hasPrefix("n") }.last == "n1")
  }

  @Test(arguments: [
    ("atomdump", "-"), ("id3dump", "-"), ("atomdiff", "- '\(EnvironmentTests.movie)'"),
  ])
  func theProgramsAreInside(tool: String, operands: String) throws {
    let found = try filters("\(tool) \(operands)")
    #expect(found.count == 1 && found.hasNoNewPrivileges)
    let outside = try filters("\(tool) --no-sandbox \(operands)")
    #expect(outside.count == 0)
  }

  /// A pager, and git, are started behind the walls; without a terminal nothing is.
  @Test(
    .enabled(
      if: EnvironmentTests.has("script") && EnvironmentTests.has("git"),
      "script and git are not installed"))
  func pagerAndGitStillStart() throws {
    let folder = try Folder()
    let run = try Programs.shell(
      """
      cp '\(EnvironmentTests.movie)' film.mov
      git init -q; git config user.email a@example.com; git config user.name A
      git add .; git commit -qm one
      atomdiff -q HEAD:film.mov film.mov; echo $?
      PAGER='echo paged; cat' script -qec 'atomdump -f film.mov' /dev/null </dev/null | head -n 1
      atomdump --install-git=local >/dev/null; echo $?
      """, in: folder.path)
    let lines = run.text.split(whereSeparator: \.isNewline)
    #expect(lines == ["0", "paged", "0"], "\(run.text) \(run.errorText)")
  }
}
