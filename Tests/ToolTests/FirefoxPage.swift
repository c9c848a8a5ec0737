import Foundation

/// A page that Firefox opens without a window, where it is installed, and what the script of the page says.
///
/// What a script gives to `dump` goes to standard output, so that nothing listens on a port.
struct FirefoxPage {
  /// The name of the program; `nil` where there is none, and tests say that they skip.
  static let program = Browser.program(of: ["firefox", "firefox-esr"])

  /// Where a page may write to, and how Firefox is to behave: it plays without a gesture, and asks nobody.
  private static let preferences = """
    user_pref("browser.dom.window.dump.enabled", true);
    user_pref("media.autoplay.default", 0);
    user_pref("media.autoplay.blocking_policy", 0);
    user_pref("media.gmp-manager.updateEnabled", false);
    user_pref("browser.shell.checkDefaultBrowser", false);
    user_pref("browser.startup.homepage_override.mstone", "ignore");
    user_pref("datareporting.policy.dataSubmissionEnabled", false);
    user_pref("toolkit.telemetry.enabled", false);
    user_pref("app.update.enabled", false);
    user_pref("network.dns.disabled", true);
    """

  /// Opens a page, and returns the rest of the first line that its script writes and that begins with `mark`.
  /// - Throws: `Browser.Failure` when there is no such line within `seconds`.
  static func line(after mark: String, of page: URL, seconds: Double) throws -> String {
    guard let program else { throw Browser.Failure(description: "there is no Firefox") }
    let profile = FileManager.default.temporaryDirectory.appendingPathComponent("firefox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: profile) }
    try Data(preferences.utf8).write(to: profile.appendingPathComponent("user.js"))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--headless", "--no-remote", "--profile", profile.path, page.absoluteString]
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": profile.path]) { _, new in new }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Asked to end it may go on, and its children with the pipe.
    let end = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    defer {
      end.cancel()
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    // Whatever holds a page up, the read below ends.
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
    var written: [UInt8] = []
    while true {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      written += data
      // A long line comes in many parts: it is looked for when a line has its end.
      guard data.contains(UInt8(ascii: "\n")) else { continue }
      let lines = String(decoding: written, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      if let line = lines.dropLast().first(where: { $0.hasPrefix(mark) }) { return String(line.dropFirst(mark.count)) }
    }
    throw Browser.Failure(description: "Firefox has said nothing in \(seconds) s")
  }
}
