import Programs

@main
enum Main {
  static func main() { Program.atomdump.runAndExit() }
}
