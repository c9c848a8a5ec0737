import CommandLineSupport
import Corpus
import Foundation
import Testing

@testable import ContextServer

/// The Model Context Protocol, line by line.
@Suite struct ContextServerTests {
  private func server() throws -> ContextServer {
    try ContextServer(
      program: Array("/nonexistent/atomtool".utf8), version: "1",
      folders: [FilePath(Corpus.folder + "/mockups")])
  }

  private func answer(_ line: String) throws -> String? {
    try server().answer(toLine: Array(line.utf8))
  }

  @Test func aSessionBegins() throws {
    #expect(
      try answer(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{}}}"#
      )?.hasPrefix(
        #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"atomtools","version":"1"}"#
      ) == true)
    #expect(try answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
    #expect(
      try answer(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)
        == #"{"jsonrpc":"2.0","id":"a","result":{}}"#)
    // A revision that nobody knows is answered with the newest one here.
    #expect(
      try answer(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999"}}"#)?
        .contains(#""protocolVersion":"2025-06-18""#) == true)
  }

  @Test(arguments: [
    ("{", -32_700), ("\u{FF}", -32_700), ("[]", -32_600), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#, -32_601),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32_602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32_602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline"}}"#, -32_602),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":{"file":"a.mp4","out":"b"}}}"#,
      -32_602
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":{"file":"a.mp4","depth":-1}}}"#,
      -32_602
    ),
  ])
  func whatIsNoRequestIsRefused(line: String, code: Int) throws {
    let answer = try #require(try answer(line))
    #expect(answer.contains("\"code\":\(code),"), "\(answer)")
  }

  /// Files elsewhere, links that lead out, and what is no file are none that may be read.
  @Test(arguments: [
    "../README.md", "/etc/passwd", "..", ".", "", "a.mp4/../../README.md", "nothing.mp4", "a.mp4\\u0000",
    "-", "--help",
  ])
  func filesElsewhereAreNotRead(name: String) throws {
    let answer = try #require(
      try answer(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":{"file":"\#(name)"}}}"#
      ))
    #expect(answer.contains("is no file below the folders that may be read"), "\(answer)")
    #expect(answer.hasSuffix(#""isError":true}}"#))
  }

  @Test func aLinkThatLeadsOutIsNotFollowed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "in"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: folder.appending(path: "out.mp4"))
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "in/link.mp4"), withDestinationURL: folder.appending(path: "out.mp4"))
    let server = try ContextServer(
      program: Array("/nonexistent/atomtool".utf8), version: "1",
      folders: [FilePath(folder.path + "/in")])
    let answer = try #require(
      server.answer(
        toLine: Array(
          #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":{"file":"link.mp4"}}}"#
            .utf8)))
    #expect(answer.contains("is no file below the folders"), "\(answer)")
  }

  @Test func everyToolHasASchema() throws {
    let answer = try #require(
      try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    let tools = try #require(
      (object["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    #expect(tools.count == ServedTool.all.count + 1)
    for tool in tools {
      let schema = try #require(tool["inputSchema"] as? [String: Any])
      #expect(schema["type"] as? String == "object")
    }
  }

  @Test func jsonIsReadAsItIsDefined() {
    func reads(_ text: String) -> Bool { JSONValue(Array(text.utf8)) != nil }
    for text in [
      "null", " [ 1 , -0.5e+3 , true ] ", #"{"a":{"b":[]}}"#, #""\u0041\ud83d\ude00\n""#, "0", "-0",
    ] { #expect(reads(text), "\(text)") }
    for text in [
      "", "nul", "[1,]", "{\"a\"}", "{,}", "01", "1.", ".5", "+1", "\"\u{1}\"", #""\ud83d""#, #""\x""#,
      "1 2", "[", "\"", #"{"a":1,}"#, #""\u00g0""#,
    ] { #expect(!reads(text), "\(text)") }
    #expect(JSONValue(Array(#""\ud83d\ude00""#.utf8)) == .text("😀"))
    // Deep input ends; it is refused.
    #expect(!reads(String(repeating: "[", count: 100_000)))
    #expect(reads(String(repeating: "[", count: 60) + String(repeating: "]", count: 60)))
  }
}
