extension Range<Int> {
  /// The first number for which a condition does not hold that holds for those before it, and for none behind it:
  /// where in a list in order something stands, or would stand.
  ///
  /// - Parameter isBefore: The condition.
  /// - Returns: A number of the range; its upper bound when the condition holds for all.
  /// - Complexity: O(log *n*) questions.
  @inlinable package func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
