import ByteReading
import Structure

/// How many bits hold numbers from 0 to `count` − 1.
func bitsNeeded(for count: UInt64) -> UInt64 {
  count <= 1 ? 0 : UInt64(64 - (count - 1).leadingZeroBitCount)
}

/// How many pictures the sets of reference pictures of HEVC have, one set after another: each may be coded by
/// what it changes in the one before, and then has a flag for each picture of that one and one more
/// (23008-2 §7.4.8).
struct ReferencePictureSets: FieldFollower {
  /// The distances of pictures before and behind the current one, nearest first, of the set that was read
  /// last.
  private var before: [Int] = []
  private var behind: [Int] = []
  /// The set that is being read.
  private var reading = Reading()

  private struct Reading {
    var negative: UInt64 = 0
    var positive: UInt64 = 0
    var sign: UInt64 = 0
    /// How far the set before is moved; `nil` in a set that does not refer to it.
    var move: Int?
    var before: [Int] = []
    var behind: [Int] = []
    /// Whether each picture of the set before is one of this, too.
    var keeps: [Bool] = []
  }

  /// The flags that a set has which refers to the one before; 0 where there is none before.
  private(set) var number: UInt64 = 0

  /// The fields that say something of a set.
  private enum Part {
    case refers, sign, distance, isUsed, isKept, negative, positive, before, behind, isListed
  }

  private static let parts: [(row: StaticString, part: Part)] = [
    (row: "used_by_curr_pic_flag", part: .isUsed),
    (row: "use_delta_flag", part: .isKept),
    (row: "delta_poc_s0_minus1", part: .before),
    (row: "delta_poc_s1_minus1", part: .behind),
    (row: "used_by_curr_pic_s0_flag", part: .isListed),
    (row: "used_by_curr_pic_s1_flag", part: .isListed),
    (row: "inter_ref_pic_set_prediction_flag", part: .refers),
    (row: "delta_rps_sign", part: .sign),
    (row: "abs_delta_rps_minus1", part: .distance),
    (row: "num_negative_pics", part: .negative),
    (row: "num_positive_pics", part: .positive),
  ]

  mutating func read(_ name: StaticString, _ value: UInt64) {
    guard let part = Self.parts.first(where: { $0.row.isSame(as: name) })?.part else { return }
    switch part {
    case .refers: reading = Reading()
    case .sign: reading.sign = value
    case .distance:
      let distance = Int(truncatingIfNeeded: value) &+ 1
      reading.move = reading.sign == 1 ? 0 &- distance : distance
    case .isUsed:
      reading.keeps.append(true)
      // A picture that is not used now may be kept for later: then a flag says so.
      if value == 1 { predict() }
    case .isKept:
      if let last = reading.keeps.indices.last { reading.keeps[last] = value == 1 }
      predict()
    case .negative: reading.negative = value
    case .positive:
      reading.positive = value
      list()
    case .before:
      reading.before.append(
        (reading.before.last ?? 0) &- Int(truncatingIfNeeded: value) &- 1)
    case .behind:
      reading.behind.append(
        (reading.behind.last ?? 0) &+ Int(truncatingIfNeeded: value) &+ 1)
    case .isListed: list()
    }
  }

  /// Takes the set for read when all the pictures that it lists were.
  private mutating func list() {
    guard UInt64(reading.before.count) == reading.negative,
      UInt64(reading.behind.count) == reading.positive
    else { return }
    finish(reading.before, reading.behind)
  }

  /// Takes the set for read when there is a flag for each picture of the one before, and one for that
  /// itself.
  private mutating func predict() {
    let keeps = reading.keeps
    guard let move = reading.move, keeps.count == before.count + behind.count + 1 else { return }
    let (own, middle) = (keeps[keeps.count - 1], before.count)
    let movedBefore = before.indices.filter { keeps[$0] }.map { before[$0] &+ move }
    let movedBehind = behind.indices.filter { keeps[middle + $0] }.map { behind[$0] &+ move }
    let moved = own ? [move] : []
    finish(
      movedBehind.reversed().filter { $0 < 0 } + moved.filter { $0 < 0 }
        + movedBefore.filter { $0 < 0 },
      movedBefore.reversed().filter { $0 > 0 } + moved.filter { $0 > 0 }
        + movedBehind.filter { $0 > 0 })
  }

  private mutating func finish(_ before: [Int], _ behind: [Int]) {
    (self.before, self.behind) = (before, behind)
    reading = Reading()
    number = UInt64(before.count) + UInt64(behind.count) + 1
  }
}

/// Whether another difference follows in a scaling list of AVC: none does behind one that leads to zero
/// (14496-10 §7.3.2.1.1.1).
struct ScalingList: FieldFollower {
  private var last: UInt64 = 8
  /// 1 when a difference follows, else 0.
  private(set) var number: UInt64 = 1

  mutating func read(_ name: StaticString, _ value: UInt64) {
    guard name.isSame(as: "delta_scale") else { return }
    last = (last &+ value) & 0xFF
    if last == 0 { number = 0 }
  }
}
