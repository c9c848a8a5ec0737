extension ByteSource {
  /// Keeps what the file is called as long as it is mapped (``MappedNames``).
  ///
  /// - Parameter name: As it may be shown anywhere.
  package func keep(name: String) {
    guard isMapped else { return }
    let start = unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    MappedNames.add(start, count: byteCount, called: name)
  }
}
