import ByteReading

/// The addresses that a page of comparisons has behind `#`: the paths of nodes and fields, of several pairs
/// behind the name of their file (`films/a.mp4:moov/mvhd.timescale`), and the names of the files.
///
/// Each is that of one place: the first that takes it has it.
struct DiffAddresses {
  private var known: Set<String> = []
  /// What stands before the paths of the pair that is written.
  private var scope = ""

  /// An address for a file, which no other one of the page has.
  ///
  /// - Parameter name: The name of the file; of several with one name the others have a number behind it.
  /// - Returns: The address.
  mutating func take(file name: String) -> String {
    var address = name
    var number = 1
    while !known.insert(address).inserted {
      number += 1
      address = "\(name) (\(number))"
    }
    return address
  }

  /// Makes paths those of a file.
  ///
  /// - Parameter file: The address of the file.
  mutating func enter(_ file: String) { scope = file + ":" }

  /// The address of a path in the file that was entered, or in the only one.
  ///
  /// - Parameter path: The path of a node or a field.
  /// - Returns: The address; `nil` for no path, and for one that another place has.
  mutating func take(_ path: String) -> String? {
    guard !path.isEmpty else { return nil }
    let address = scope + path
    return known.insert(address).inserted ? address : nil
  }

  /// Puts places that have the addresses of these paths and nothing else.
  ///
  /// - Parameters:
  ///   - paths: Paths of what stands behind them.
  ///   - output: What is written.
  mutating func put(_ paths: [String], to output: inout ByteWriter) {
    for path in paths {
      guard let address = take(path) else { continue }
      output.put("<a")
      Self.put(id: address, to: &output)
      output.put("></a>")
    }
  }

  /// Puts the attribute that makes an element the place of an address.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - output: What is written.
  static func put(id address: String, to output: inout ByteWriter) {
    output.put(" id=\"")
    output.put(markup: address)
    output.put("\"")
  }

  /// Puts the attribute that makes an element lead to an address.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - output: What is written.
  static func put(link address: String, to output: inout ByteWriter) {
    output.put(" href=\"#")
    // As the place is called, in which what acts on a reader is written out.
    var shown = ByteWriter()
    shown.put(text: address, style: .shown)
    for byte in shown.array {
      if isPlain(byte) {
        output.put(byte)
      } else {
        output.put("%")
        output.put(hex: UInt64(byte), digits: 2)
      }
    }
    output.put("\"")
  }

  /// Whether a byte of an address stands behind `#` as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "="),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
