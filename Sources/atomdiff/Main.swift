import Programs

@main
enum Main {
  static func main() { Executable.atomdiff.runAndExit() }
}
