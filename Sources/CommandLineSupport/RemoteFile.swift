package import ByteReading

/// How files are read that are not on this disk.
package struct RemoteSettings: Equatable, Sendable {
  /// The program that prints a range of bytes.
  package var command: RangeCommand
  /// The bytes of the file; `nil` when the answers say it.
  package var size: Int?
  /// The bytes that may be fetched of a file.
  package var limit = defaultLimit
  /// The seconds without a byte after which an answer is not waited for.
  package var seconds = defaultSeconds

  package static let defaultLimit = 64 << 20
  package static let defaultSeconds = 60

  package init(command: RangeCommand) { self.command = command }
}

/// Why a file that is not on this disk was not read.
package struct FetchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A fragment to follow the name of the file.
  package let message: String
  package var description: String { message }
}

/// Which file was not read, and why.
package struct RemoteFailure: Error, Sendable {
  /// What the file is called.
  package let operand: [UInt8]
  package let error: FetchError

  package init(operand: [UInt8], error: FetchError) {
    self.operand = operand
    self.error = error
  }
}

/// A file of which a program prints ranges.
///
/// Nobody says beforehand which bytes a report needs. So it is made without being shown: what it came to
/// and what it looked at, and was not there, is fetched, and it is made anew, until nothing was missing.
/// What is shown then is what the file would give if it were here; or it is not shown.
package final class RemoteFile {
  /// The bytes of the first request.
  package static let firstCount = 32 << 10
  /// The bytes of a request, at most.
  package static let mostCount = 16 << 20
  /// How many requests a file may take.
  package static let requestLimit = 1_000
  /// Bytes between two that are missing for which no request of their own is made.
  private static let distance = 16 << 10
  /// The bytes that are fetched for a page that was looked at.
  private static let leastCount = 16 << 10
  /// The bytes of a file whose size is not known yet.
  private static let unknownSize = 1 << 42

  private let settings: RemoteSettings
  /// What the file is called.
  package let operand: [UInt8]
  private let bytes: FetchedBytes
  /// The size of the file, when it is known.
  package private(set) var size: Int?
  /// How many requests were made.
  package private(set) var requestCount = 0
  /// The bytes that are fetched for what was looked at; more each time.
  private var ahead = firstCount
  /// Whether more was looked at the last time than may be fetched.
  private var isTooMuch = false
  private let notice: FetchNotice?

  /// Asks for the beginning of a file.
  ///
  /// - Parameter showsProgress: Whether a terminal is told how far it is.
  package init(
    _ operand: [UInt8], _ settings: RemoteSettings, showsProgress: Bool
  ) throws(FetchError) {
    self.settings = settings
    self.operand = operand
    size = settings.size
    notice = showsProgress ? FetchNotice() : nil
    do throws(SourceError) {
      bytes = try FetchedBytes(capacity: max(1, settings.size ?? Self.unknownSize))
    } catch {
      throw FetchError(message: error.message)
    }
    if size != 0 { try fetch(0..<min(Self.firstCount, size ?? .max)) }
  }

  /// How many bytes were fetched.
  package var byteCount: Int { bytes.byteCount }

  /// The file as far as it was fetched; what was not is zeros, and must not be believed.
  package var source: ByteSource { bytes.source(byteCount: size ?? 0) }

  /// Fetches the structure of the file, and finds out how large it is.
  ///
  /// - Parameter draft: Goes through the structure as far as it is there: what it wants is where the file
  ///   goes on.
  package func measure(_ draft: (ByteSource) -> Void) throws(FetchError) {
    defer { notice?.clear() }
    while true {
      let count = size ?? Self.unknownSize
      draft(bytes.source(byteCount: count))
      let wanted = bytes.takeMissing(in: 0..<count, looks: false).wanted
      bytes.forgetLooks()
      if wanted.isEmpty, size != nil { return }
      guard !wanted.isEmpty else {
        throw FetchError(
          message: "what was read of it (\(bytes.byteCount.grouped) bytes) does not say how large it is: --size N does")
      }
      try fetch(all: wanted, looked: [])
    }
  }

  /// Fetches what was looked at and was not there, or some of it.
  ///
  /// - Returns: Whether nothing was missing.
  package func fetchMissing() throws(FetchError) -> Bool {
    defer { notice?.clear() }
    let missing = bytes.takeMissing(in: 0..<(size ?? 0), looks: true)
    if missing.wanted.isEmpty, missing.touched.isEmpty { return true }
    bytes.forgetLooks()
    // Once may be a search through bytes that are zeros here.
    let isMore = missing.touched.reduce(byteCount) { $0 + $1.count } > settings.limit
    if isMore, isTooMuch { throw tooMuch }
    isTooMuch = isMore
    try fetch(all: missing.wanted, looked: missing.touched)
    return false
  }

  /// What `body` makes of files, once it came to nothing that was not fetched.
  ///
  /// - Parameter body: Called any number of times; only what the last call made is of these files.
  package static func read<Value>(
    _ files: [RemoteFile], _ body: () -> Value
  ) throws(RemoteFailure) -> Value {
    while true {
      let value = body()
      var isWhole = true
      for file in files {
        do throws(FetchError) {
          if try !file.fetchMissing() { isWhole = false }
        } catch {
          throw RemoteFailure(operand: file.operand, error: error)
        }
      }
      if isWhole { return value }
    }
  }

  /// Whether all that was looked at since something was fetched is there.
  package var isWhole: Bool {
    let missing = bytes.takeMissing(in: 0..<(size ?? 0), looks: true)
    return missing.wanted.isEmpty && missing.touched.isEmpty
  }

  /// What was fetched, in one line.
  package var summary: String {
    let requests = requestCount == 1 ? "1 request" : "\(requestCount.grouped) requests"
    let whole = size.map { " of \($0.grouped)" } ?? ""
    let origin =
      settings.size != nil ? " (the size is that of --size)" : " (a short answer told the size)"
    return "fetched \(byteCount.grouped)\(whole) bytes in \(requests)\(origin)"
  }

  // MARK: Requests

  /// Fetches what a scanner wants, and as much of what was looked at as is fetched at a time.
  private func fetch(all wanted: [Range<Int>], looked: [Range<Int>]) throws(FetchError) {
    var ranges: [Range<Int>] = []
    var left = ahead
    for range in wanted {
      ranges.append(range.count < Self.leastCount ? extended(range, to: wantedCount) : range)
    }
    for range in looked where left > 0 {
      let part = range.lowerBound..<range.lowerBound + min(range.count, left)
      ranges.append(part.count < Self.leastCount ? extended(part, to: Self.leastCount) : part)
      left -= part.count
    }
    // The more was needed, the more is taken at a time.
    ahead = min(Self.mostCount, ahead * 2)
    for range in FetchedBytes.union(ranges, within: Self.distance) {
      for piece in bytes.missing(in: aligned(range)) {
        var at = piece.lowerBound
        while at < piece.upperBound, size.map({ at < $0 }) ?? true {
          let end = min(piece.upperBound, at + Self.mostCount, size ?? .max)
          try fetch(at..<end)
          at = end
        }
      }
    }
  }

  /// The bytes that are fetched where an atom begins: fewer when there are many.
  private var wantedCount: Int { requestCount < 8 ? Self.firstCount : Self.leastCount }

  private func extended(_ range: Range<Int>, to count: Int) -> Range<Int> {
    range.lowerBound..<max(range.upperBound, range.lowerBound + min(count, bytes.capacity - range.lowerBound))
  }

  /// Whole pages, from the one that the byte before stands in where the size is not known: a file that ends
  /// where the range begins has one byte to answer with then, and no server an error.
  private func aligned(_ range: Range<Int>) -> Range<Int> {
    let page = FetchedBytes.pageSize
    let first = size == nil ? max(0, range.lowerBound - 1) : range.lowerBound
    let end = range.upperBound + (page - range.upperBound % page) % page
    return first / page * page..<min(end, bytes.capacity)
  }

  /// Asks for a range, which begins with a page, and keeps the answer.
  private func fetch(_ range: Range<Int>) throws(FetchError) {
    guard requestCount < Self.requestLimit else {
      throw FetchError(
        message: "\(requestCount.grouped) requests are not enough to read what is asked for: nothing is said of it")
    }
    let (total, isTooLarge) = bytes.byteCount.addingReportingOverflow(range.count)
    guard !isTooLarge, total <= settings.limit else { throw tooMuch }
    requestCount += 1
    notice?.show(requestCount, bytes.byteCount)
    let answer = RangeAnswer.of(
      settings.command.words(for: range, of: operand), count: range.count,
      seconds: settings.seconds, isToldOutput: settings.command.namesOutput)
    let asked = "\(settings.command.program), asked for bytes \(range.lowerBound)-\(range.upperBound - 1),"
    switch answer {
    case .bytes(let found):
      try take(found, for: range, asked)
    case .tooLong:
      throw FetchError(
        message: "\(asked) printed more than these \(range.count.grouped): it does not print ranges")
    case .late:
      throw FetchError(
        message: "\(asked) printed nothing for \(settings.seconds) s and was ended (--timeout)")
    case .notStarted(let error): throw FetchError(message: "\(settings.command.program): \(error)")
    case .killed(let signal): throw FetchError(message: "\(asked) was ended by signal \(signal)")
    case .failed(let code, let said):
      let words = said.isEmpty ? "" : ": \(FilePath(said).display)"
      throw FetchError(message: "\(asked) ended with exit code \(code)\(words)")
    }
  }

  private var tooMuch: FetchError {
    FetchError(
      message: """
        more has to be read than \(settings.limit.grouped) bytes, which is what may be fetched: \
        nothing is said of it (--fetch-limit SIZE allows more)
        """)
  }

  private func take(
    _ found: [UInt8], for range: Range<Int>, _ asked: String
  ) throws(FetchError) {
    if bytes.repeatsBeginning(found, at: range.lowerBound) {
      throw FetchError(message: "\(asked) printed the beginning of the file: it does not print ranges")
    }
    if found.count < range.count {
      let end = range.lowerBound + found.count
      if let size {
        let origin = settings.size != nil ? "--size says" : "an earlier answer said"
        throw FetchError(
          message: "\(asked) printed \(found.count.grouped): \(origin) that there are \(size.grouped)")
      }
      // An empty answer says that the end is somewhere before, and here when that was seen.
      guard !found.isEmpty || range.lowerBound == 0
        || bytes.missing(in: range.lowerBound - 1..<range.lowerBound).isEmpty
      else {
        throw FetchError(
          message: "\(asked) printed nothing: the file ends before, nobody says where (--size N does)")
      }
      size = end
    }
    guard bytes.store(found, at: range.lowerBound) else {
      throw FetchError(message: "there is no memory for \(found.count.grouped) bytes")
    }
  }
}

/// One line on a terminal that says how much was fetched, once it takes a second.
private final class FetchNotice {
  private let start = monotonicNanoseconds()
  private var isShown = false

  func show(_ requests: Int, _ bytes: Int) {
    guard StandardStream.error.isTerminal else { return }
    guard monotonicNanoseconds() &- start >= 1_000_000_000 else { return }
    isShown = true
    _ = StandardStream.error.write("\r\(bytes) bytes fetched, request \(requests)\u{1B}[K")
  }

  func clear() {
    if isShown { _ = StandardStream.error.write("\r\u{1B}[K") }
    isShown = false
  }
}
