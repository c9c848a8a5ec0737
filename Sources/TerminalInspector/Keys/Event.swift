/// What a person did, or a terminal answered.
package enum Event: Hashable, Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Text that was pasted, at most ``InputDecoder/longestPaste`` characters of it.
  case paste(String)
  /// The colour of the background, 0...255 each.
  case background(red: Int, green: Int, blue: Int)
  /// The terminal has this size now.
  case resize(columns: Int, rows: Int)
  /// Time passed: work that is left goes on.
  case tick
  /// What is looked at is another file now, or a shorter one.
  case fileChanged
}

/// A key, as the person means it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace, enter, tab
    case escape
    case function(Int)
  }

  package var code: Code
  package var isControl = false
  package var isAlternate = false
  package var isShift = false

  package init(_ code: Code) { self.code = code }
  package init(_ character: Unicode.Scalar) { code = .character(character) }

  /// The key with the control key held.
  package static func control(_ character: Unicode.Scalar) -> Key {
    var key = Key(character)
    key.isControl = true
    return key
  }
}

/// What a mouse did; places count from 0.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable { case press, drag, release, wheelUp, wheelDown }

  package var action: Action
  package var x: Int
  package var y: Int

  package init(_ action: Action, x: Int, y: Int) {
    self.action = action
    self.x = x
    self.y = y
  }
}
