/// Names of this package that other modules have as well, `Path` and `View` of SwiftUI among them.
///
/// As members they are in nobody's way: `Media.Path` says which is meant, and a program that imports
/// both modules can go on writing `Path`.
public enum Media {}
