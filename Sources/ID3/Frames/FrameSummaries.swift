/// What the outline says of frames where a template cannot say it. A function that has no
/// summary for a frame does not write.
enum FrameSummaries {
}
