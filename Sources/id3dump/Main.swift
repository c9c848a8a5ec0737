import Programs

@main
enum Main {
  static func main() { Executable.id3dump.runAndExit() }
}
