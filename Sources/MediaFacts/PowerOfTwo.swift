/// 2 to the power of a number between 0 and 20: whole powers, and the series of the rest of it.
///
/// Cameras say apertures and times so (APEX, Exif 3.0 Annex C; the iris of EBU Tech 3349).
package func powerOfTwo(_ exponent: Double) -> Double {
  let whole = exponent.rounded(.down)
  let rest = (exponent - whole) * 0.693_147_180_559_945_3
  var sum = 1.0
  var term = 1.0
  for step in 1...16 {
    term *= rest / Double(step)
    sum += term
  }
  return Double(sign: .plus, exponent: Int(whole), significand: 1) * sum
}
