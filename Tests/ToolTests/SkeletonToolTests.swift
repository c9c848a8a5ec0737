// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import Testing

/// `--skeleton`, as somebody calls it.
@Suite struct SkeletonToolTests {
  private static func run(_ arguments: String..., in folder: String) throws -> Run {
    try Run.run(Run.atomdump, arguments, in: folder, environment: [:], input: nil)
  }

  /// It is written, says what it is, gives nothing away, and a diff names what became zeros.
  @Test func itIsWrittenAndProved() throws {
    let folder = try Scratch()
    let original = Corpus.path(of: "mockups/movie.mov")
    let run = try Self.run("--skeleton=out.mov", original, in: folder.path)
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.output == [])
    #expect(run.errorText.contains(" bytes are zeros in out.mov: media "), "\(run.errorText)")
    let privacy = try Self.run("--privacy", "out.mov", in: folder.path)
    #expect(privacy.code == 0, "\(privacy.text)")
    let paths = "atomdump --plain FILE | cut -f 1,2,3,4"
    let before = try Run.shell(paths.replacing("FILE", with: original), in: folder.path)
    let after = try Run.shell(paths.replacing("FILE", with: "out.mov"), in: folder.path)
    #expect(before.lines.count > 40 && before.lines == after.lines)
    let diff = try Run.shell("atomdiff --profile exact '\(original)' out.mov", in: folder.path)
    #expect(diff.code == 1)
    for zeroed in ["font_name", "@nam", "compressorname", "mdat"] {
      #expect(diff.text.contains(zeroed), "\(diff.text)")
    }
  }

  /// Everywhere else it is the standard output, which nobody can read back: a file of this name was written.
  @Test func itIsWrittenToAFile() throws {
    let folder = try Scratch()
    let run = try Self.run("--skeleton=-", Corpus.path(of: "mockups/movie.mov"), in: folder.path)
    #expect(run.code == 2 && run.output == [] && run.errorText.contains("'-' is none, ./- a file"), "\(run.errorText)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  /// Numbers that read as letters stay: the last line says so, and the exit code.
  @Test func whatIsNotProvedIsSaid() throws {
    let folder = try Scratch()
    let header = atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000, 400, 0x1_0000); u16(0x100); zeros(46); text("Anna, born in 1970"); zeros(6); u32(2) }
      }
    }
    _ = try folder.write(header, to: "film.mp4")
    let run = try Self.run("--skeleton=out.mp4", "film.mp4", in: folder.path)
    #expect(run.code == 1)
    let last = run.errorText.split(separator: "\n").last ?? ""
    #expect(last.contains("out.mp4: not proved: ") && last.contains("\"mvhd\", 16 bytes, at moov/mvhd"), "\(run.errorText)")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/out.mp4"))
    let silent = try Self.run("-q", "--skeleton=other.mp4", "film.mp4", in: folder.path)
    #expect(silent.code == 1 && silent.errorText == "", "\(silent.errorText)")
  }

  /// What comes by a pipe has one too, and a file that breaks a rule is written without a word of that.
  @Test func ofAPipe() throws {
    let folder = try Scratch()
    let original = Corpus.path(of: "broken/chunks-swapped.mp4")
    let run = try Run.shell("cat '\(original)' | atomdump -q --skeleton=out.mp4 -; echo $?", in: folder.path)
    #expect(run.text == "0\n" && run.errorText == "", "\(run.errorText)")
    let status = try FileManager.default.attributesOfItem(atPath: folder.path + "/out.mp4")
    let size = try FileManager.default.attributesOfItem(atPath: original)[.size] as? Int
    #expect(status[.size] as? Int == size)
  }

  /// A skeleton of a skeleton is the same file.
  @Test func ofASkeletonItIsTheSame() throws {
    let folder = try Scratch()
    _ = try Self.run("-q", "--skeleton=a.mov", Corpus.path(of: "mockups/movie.mov"), in: folder.path)
    let again = try Self.run("-q", "--skeleton=b.mov", "a.mov", in: folder.path)
    #expect(again.code == 0 && again.errorText == "", "\(again.errorText)")
    let (a, b) = (folder.path + "/a.mov", folder.path + "/b.mov")
    #expect(FileManager.default.contentsEqual(atPath: a, andPath: b))
  }

  /// The media takes no room on the disk, and is not read: a hole of 1 GiB takes no time.
  @Test func mediaIsAHole() throws {
    let folder = try Scratch()
    let size = 1 << 30
    let film = atoms { Parts.film() }
    let header = atoms { u32(UInt32(size)); code("mdat") }
    let path = try folder.write(film + header + Array("not a hole".utf8), to: "film.mp4")
    #expect(unsafe truncate(path, off_t(film.count + size)) == 0)
    let run = try Self.run("--skeleton=out.mp4", path, in: folder.path)
    #expect(run.code == 0, "\(run.errorText)")
    var status = stat()
    #expect(unsafe stat(folder.path + "/out.mp4", &status) == 0)
    #expect(Int(status.st_size) == film.count + size)
    #expect(Int(status.st_blocks) * 512 < 1 << 20)
  }

  /// Nothing is written over a file that is read, to a device, a folder or a terminal, nor for two files.
  @Test func whereItIsNotWritten() throws {
    let folder = try Scratch()
    let path = try folder.copy("mockups/movie.mov", to: "movie.mov")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.mov", withDestinationPath: path)
    let refused = [
      (["--skeleton=movie.mov", "movie.mov"], "is read by this call and is not written over"),
      (["--skeleton=link.mov", "movie.mov"], "is read by this call and is not written over"),
      (["--skeleton=/dev/null", "movie.mov"], "is no regular file and is not written to"),
      (["--skeleton=.", "movie.mov"], "is a directory"),
      (["--skeleton=out.mov", "movie.mov", "movie.mov"], "--skeleton is of one file"),
      (["--skeleton=out.mov", "--skip=1", "movie.mov"], "does not go with --skip"),
      (["--skeleton=out.mov", "--json", "movie.mov"], "--json does not go with --skeleton"),
    ]
    for (arguments, message) in refused {
      let run = try Run.run(Run.atomdump, arguments, in: folder.path, environment: [:], input: nil)
      #expect(run.code == 2, "\(arguments)")
      #expect(run.errorText.contains(message), "\(arguments): \(run.errorText)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    // The same file by another way: standard input was not among what is read.
    for option in ["--skeleton=movie.mov", "--skeleton=link.mov", "--html=movie.mov", "--html=link.mov", "--plot=order --svg=movie.mov"] {
      let run = try Run.shell("atomdump \(option) - <movie.mov; echo $?", in: folder.path)
      #expect(run.text == "2\n" && run.errorText.contains("is read by this call and is not written over"), "\(option): \(run.errorText)")
    }
    for operands in ["movie.mov movie.mov", "list.m3u8"] {
      try Data("#EXTM3U\n#EXT-X-STREAM-INF:\na.m3u8\n#EXT-X-STREAM-INF:\na.m3u8?\n".utf8)
        .write(to: URL(fileURLWithPath: folder.path + "/list.m3u8"))
      try Data("#EXTM3U\nmovie.mov\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.m3u8"))
      let names = operands == "list.m3u8" ? ["movie.mov", "list.m3u8", "a.m3u8"] : ["movie.mov", "link.mov"]
      for name in names {
        let run = try Run.shell("atomdump --align --svg=\(name) \(operands); echo $?", in: folder.path)
        #expect(run.text == "2\n" && run.errorText.contains("is read by this call and is not written over"), "\(name): \(run.errorText)")
      }
      for name in ["list.m3u8", "a.m3u8"] { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["link.mov", "movie.mov"])
    guard Run.hasTerminals else { return }
    let terminal = try Run.shell("screen 24x80 atomdump --skeleton=/dev/tty movie.mov", in: folder.path)
    #expect(terminal.text.contains("is no regular file and is not written to"), "\(terminal.text)")
  }
}
