extension Recipe {
  /// Files with content credentials, whose hashes are right by how they are made.
  static let credentials: [Recipe] = [
    Recipe("made/c2pa-blocks.mp4", "content credentials with hashes of the media data in blocks of 32 bytes") {
      bytes(Credentials.film())
    },
    Recipe("made/c2pa-fragments.mp4", "content credentials with a tree of hashes over three fragments") {
      bytes(Credentials.fragments())
    },
  ]
}
