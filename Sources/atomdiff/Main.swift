import Programs

@main
enum Main {
  static func main() { Program.atomdiff.runAndExit() }
}
