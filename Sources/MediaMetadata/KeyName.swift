import ByteReading

/// The name of a key, in which words are looked for: those that whoever made it up put together.
///
/// A word begins and ends where others do: at a blank, a mark or a digit, where capital letters begin or end, and in
/// small letters beside words that often stand with it. `city` stands in `locationCity` and `cityname`, not in `velocity`.
struct KeyName {
  private let name: String
  private let small: String

  init(_ name: String) {
    self.name = name
    small = name.lowercased()
  }

  /// Names that are longer are no names, and what stands anywhere in them counts.
  private static let longest = 256

  /// Whether one of `words`, which are in small letters, is a word of the name.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of the name and of the words.
  func hasWord(ofAny words: [StaticString]) -> Bool {
    // Most names have none, and their letters are not looked at one by one.
    guard small.hasBytes(ofAny: words) else { return false }
    guard name.utf8.count <= Self.longest else { return true }
    let text = Array(name.utf8)
    let bytes = text.rawBytes
    for word in words where bytes.hasWord(word.rawBytes) { return true }
    return false
  }

  /// What stands beside a word without a mark between: `devicename`, `albumartist`, `emailaddress`.
  fileprivate static let neighbours: [StaticString] = [
    "account", "age", "album", "alias", "altitude", "angle", "area", "artist", "asset", "at", "audio", "author",
    "balance", "bearing", "birth", "body", "box", "by", "camera", "capture", "captured", "cell", "city", "clip",
    "co", "code", "contact", "content", "coordinates", "country", "created", "creation", "data", "date", "datum",
    "day", "desc", "dest", "device", "digitized", "direction", "display", "district", "document", "email", "end",
    "es", "external", "file", "filming", "firmware", "first", "flag", "folder", "full", "geo", "given", "group",
    "hardware", "heading", "holder", "home", "id", "ids", "image", "img", "in", "info", "instance", "internal",
    "ip", "item", "key", "keys", "last", "lat", "latitude", "lens", "license", "local", "log", "lon", "long", "longitude",
    "mac", "mail", "main", "make", "maker", "man", "mastering", "measure", "media", "mix", "mixing", "mobile",
    "model", "modified", "name", "names", "nick", "no", "notice", "nr", "num", "number", "of", "order", "orig",
    "original", "os", "owner", "page", "path", "performer", "person", "phone", "photo", "picture", "pitch", "place",
    "point", "position", "postal", "processing", "product", "profile", "project", "province", "raw", "real",
    "recording", "reel", "ref", "region", "release", "rev", "revision", "right", "rights", "roll", "s",
    "satellites", "second", "segment", "serial", "session", "settings", "sex", "ship", "shooting", "shot", "smart",
    "software", "sort", "sound", "source", "spec", "specification", "speed", "stamp", "start", "state", "status",
    "street", "sub", "tele", "text", "third", "time", "to", "track", "type", "unique", "uri", "url", "user",
    "version", "video", "web", "webpage", "website", "work", "www", "yaw", "year",
  ]
}

extension RawSpan {
  fileprivate func hasWord(_ word: RawSpan) -> Bool {
    var start = 0
    while start &+ word.byteCount <= byteCount {
      defer { start &+= 1 }
      guard has(word, at: start) else { continue }
      let end = start &+ word.byteCount
      var (first, last) = (start, end)
      while !isBorder(first) { first &-= 1 }
      while !isBorder(last) { last &+= 1 }
      if isNeighbour(first, start, atMost: 3), isNeighbour(end, last, atMost: 3) { return true }
    }
    return false
  }

  /// Whether `word`, in small letters, begins at a byte, capital letters being the same.
  private func has(_ word: RawSpan, at start: Int) -> Bool {
    guard start &+ word.byteCount <= byteCount else { return false }
    for place in 0..<word.byteCount {
      guard let byte = byte(at: start &+ place), byte.lowercase == word.byte(at: place) else { return false }
    }
    return true
  }

  /// Whether a word may begin or end before a byte: `GPS|Latitude`, `location|City`, `city|_|1`.
  private func isBorder(_ place: Int) -> Bool {
    guard place > 0, let before = byte(at: place &- 1), let byte = byte(at: place), before.isLetter, byte.isLetter
    else { return true }
    guard byte.isUppercaseLetter else { return false }
    return before.isLowercaseLetter || self.byte(at: place &+ 1)?.isLowercaseLetter ?? false
  }

  /// Whether the bytes between two places are so many neighbours of words, or none.
  private func isNeighbour(_ start: Int, _ end: Int, atMost count: Int) -> Bool {
    if start >= end { return true }
    guard count > 0, end &- start <= 24 else { return false }
    for neighbour in KeyName.neighbours where start &+ neighbour.utf8CodeUnitCount <= end {
      guard has(neighbour.rawBytes, at: start) else { continue }
      if isNeighbour(start &+ neighbour.utf8CodeUnitCount, end, atMost: count &- 1) { return true }
    }
    return false
  }
}
