import Foundation

/// A browser without a window that is driven by its own protocol: Chromium, where it is installed.
///
/// Commands go through a pipe as JSON that ends in a zero byte (`--remote-debugging-pipe`), so that
/// nothing listens on a port.
final class Browser {
  /// The name of the program; `nil` where there is none, and tests say that they skip.
  static let program = program(of: ["chromium", "chromium-browser", "google-chrome", "chrome"])

  /// The first program of these names that `PATH` leads to.
  static func program(of names: [String]) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in names {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let commands = Pipe()
  private let replies = Pipe()
  private let profile: URL
  private var buffer: [UInt8] = []
  private var number = 0
  private var session: String?
  /// What the page reported since it was opened: requests, messages, exceptions.
  private(set) var requests: [String] = []
  private(set) var messages: [String] = []

  init(width: Int = 1_400, height: Int = 900) throws {
    guard let program = Self.program else { throw Failure(description: "there is no browser") }
    profile = FileManager.default.temporaryDirectory
      .appendingPathComponent("browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The browser reads from 3 and writes to 4.
    process.arguments = [
      "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh", program,
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--disable-extensions", "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--force-color-profile=srgb",
      "--hide-scrollbars", "--window-size=\(width),\(height)",
      "--user-data-dir=\(profile.path)", "--remote-debugging-pipe", "about:blank",
    ]
    process.standardInput = commands
    process.standardOutput = replies
    process.standardError = FileHandle.nullDevice
    try process.run()
    let targets = try send("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    let page = targets.first { $0["type"] as? String == "page" }?["targetId"] as? String
    let target =
      try page ?? send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    session =
      try send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
      as? String
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility", "DOM"] {
      try send("\(domain).enable")
    }
    try resize(width, height)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }

  // MARK: Commands

  /// Sends a command and waits for its result; events that come meanwhile are noted.
  @discardableResult
  func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    let own = number
    var message: [String: Any] = ["id": own, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    var bytes = try JSONSerialization.data(withJSONObject: message)
    bytes.append(0)
    try commands.fileHandleForWriting.write(contentsOf: bytes)
    while true {
      let reply = try next()
      if reply["id"] as? Int == own {
        if let error = reply["error"] { throw Failure(description: "\(method): \(error)") }
        return reply["result"] as? [String: Any] ?? [:]
      }
      note(reply)
    }
  }

  /// The next message of the browser.
  private func next() throws -> [String: Any] {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let message = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let data = replies.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(description: "the browser has ended") }
      buffer += data
    }
  }

  private func note(_ event: [String: Any]) {
    let parameters = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Network.requestWillBeSent":
      let request = parameters["request"] as? [String: Any]
      requests.append(request?["url"] as? String ?? "?")
    case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
      messages.append("\(parameters)")
    case "Page.loadEventFired": isLoaded = true
    default: break
    }
  }

  private var isLoaded = false

  /// Opens a page and waits until it is loaded.
  func open(_ url: String) throws {
    requests = []
    messages = []
    isLoaded = false
    // From nothing: a page that differs in its hash alone would not be loaded again.
    try send("Page.navigate", ["url": "about:blank"])
    while !isLoaded { note(try next()) }
    isLoaded = false
    requests = []
    try send("Page.navigate", ["url": url])
    while !isLoaded { note(try next()) }
  }

  func reload() throws {
    isLoaded = false
    try send("Page.reload")
    while !isLoaded { note(try next()) }
  }

  func resize(_ width: Int, _ height: Int) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// Emulates a medium (`screen`, `print`) and a theme (`light`, `dark`).
  func emulate(medium: String = "screen", theme: String = "light") throws {
    try send(
      "Emulation.setEmulatedMedia",
      ["media": medium, "features": [["name": "prefers-color-scheme", "value": theme]]])
  }

  /// The value of an expression: text, a number, a flag, or a list of them.
  @discardableResult
  func value<T>(of expression: String, as type: T.Type = T.self) throws -> T {
    let result = try send(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let exception = result["exceptionDetails"] {
      throw Failure(description: "\(expression): \(exception)")
    }
    let found = (result["result"] as? [String: Any])?["value"]
    guard let value = found as? T else {
      throw Failure(description: "\(expression) is \(String(describing: found))")
    }
    return value
  }

  /// Presses and releases the mouse in the middle of the first element that a selector means.
  func click(_ selector: String) throws {
    let place = try value(
      of: """
        (() => { const part = document.querySelector(\(quoted(selector))); part.scrollIntoView({block: "nearest"});
        const box = part.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()
        """, as: [Double].self)
    for kind in ["mousePressed", "mouseReleased"] {
      try send(
        "Input.dispatchMouseEvent",
        ["type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
    }
  }

  /// Presses a key: its name (`ArrowDown`, `Enter`) or its character.
  func press(_ key: String) throws {
    var event: [String: Any] = ["type": "keyDown", "key": key]
    if key.count == 1 { event["text"] = key }
    let codes = [
      "Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
      "ArrowDown": 40, "Home": 36, "End": 35,
    ]
    if let code = codes[key] { event["windowsVirtualKeyCode"] = code }
    if key == "Enter" { event["text"] = "\r" }
    try send("Input.dispatchKeyEvent", event)
    event["type"] = "keyUp"
    event["text"] = nil
    try send("Input.dispatchKeyEvent", event)
  }

  /// The nodes of the tree that screen readers see: role and name of each that has one.
  func accessible() throws -> [(role: String, name: String)] {
    let nodes = try send("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    return nodes.compactMap { node in
      guard node["ignored"] as? Bool != true,
        let role = (node["role"] as? [String: Any])?["value"] as? String
      else { return nil }
      return (role, (node["name"] as? [String: Any])?["value"] as? String ?? "")
    }
  }

  /// Writes what is seen to a file, as PNG.
  func screenshot(to file: String) throws {
    let data = try send("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
    try Data(base64Encoded: data)?.write(to: URL(fileURLWithPath: file))
  }

  private func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }
}
