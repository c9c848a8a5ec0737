import CommandLineSupport
import Programs

@main
enum Main {
  static func main() { exitProcess(AtomTool.run(as: processName(), commandLineArguments())) }
}
