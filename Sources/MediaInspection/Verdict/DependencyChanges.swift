/// What is said otherwise of what samples need and what needs them, where both are sync samples or are not: by it
/// players choose where to begin and what to leave out.
///
/// What nothing is said of is what its kind is: a sync sample needs no other, and all others do. 3 says neither: it is
/// reserved (14496-12 §8.6.4.3), and Chromium refuses a fragment in MSE that has it for `sample_depends_on`.
struct DependencyChanges {
  /// Samples that are said to depend on others now, or no longer, whatever their samples hold.
  private var dependent = MarkedSamples()
  private var independent = MarkedSamples()
  /// Samples of which one of the values is reserved now.
  private var reserved = MarkedSamples()
  private var disposable = MarkedSamples()
  private var leading = MarkedSamples()
  private var redundant = MarkedSamples()

  /// What a sample needs, by what is said of it.
  private enum Need { case others, none, unknown }

  private static let reservedValue: UInt8 = 3

  /// Notes what is said of a sample in the second file that was not said of `x` in the first.
  ///
  /// - Parameters:
  ///   - x: The sample of the first file.
  ///   - y: That of the second, which is a sync sample if the first is.
  ///   - time: When that one is shown, in nanoseconds.
  mutating func add(_ x: Sample, _ y: Sample, _ time: Int64) {
    let needs = (before: Self.need(of: x), after: Self.need(of: y))
    var isReserved = false
    if needs.before != needs.after {
      switch needs.after {
      case .others: dependent.add(y, time)
      case .none: independent.add(y, time)
      case .unknown: isReserved = true
      }
    }
    // What 'sdtp' says of it is compared as a table.
    if x.fragment > 0, y.fragment > 0 {
      let (old, new) = (x.dependencies, y.dependencies)
      if Self.need(by: old) != Self.need(by: new) {
        if new.isDependedOn == Self.reservedValue { isReserved = true } else { disposable.add(y, time) }
      }
      if old.hasRedundancy != new.hasRedundancy {
        if new.hasRedundancy == Self.reservedValue { isReserved = true } else { redundant.add(y, time) }
      }
      if old.isLeading != new.isLeading { leading.add(y, time) }
    }
    if isReserved { reserved.add(y, time) }
  }

  private static func need(of sample: Sample) -> Need {
    switch sample.dependencies.dependsOn {
    case 0: sample.isSync ? .none : .others
    case 1: .others
    case 2: .none
    default: .unknown
    }
  }

  /// Whether a sample is needed, as far as what is said of it decides what players do: others may need one of which
  /// nothing is said.
  private static func need(by dependencies: Sample.Dependencies) -> Need {
    switch dependencies.isDependedOn {
    case 2: .none
    case reservedValue: .unknown
    default: .others
    }
  }

  /// The samples of each change, and what is said of one of them and of several.
  var changes: [(samples: MarkedSamples, one: String, many: String)] {
    [
      (dependent, "said to depend on others now", "said to depend on others now"),
      (independent, "said to depend on no other now", "said to depend on no others now"),
      (reserved, "said to have a reserved dependency now", "said to have a reserved dependency now"),
      (disposable, "said otherwise to be needed by others", "said otherwise to be needed by others"),
      (leading, "said otherwise to be leading", "said otherwise to be leading"),
      (redundant, "said otherwise to be coded twice", "said otherwise to be coded twice"),
    ]
  }
}
