import Programs

@main
enum Main {
  static func main() { Program.id3dump.runAndExit() }
}
