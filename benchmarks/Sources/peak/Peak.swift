#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `peak PROGRAM [ARGUMENT...]`: runs a program and prints the most memory that was resident, in KB, as the last line of
/// standard error. Its exit status is the program's.
///
/// A program of its own, because the kernel counts to a child what its parent had when it was started: the parent must
/// be small. What is printed is never less than what this program takes itself, about 5 MB.
@main
enum Peak {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let program = arguments.first else { fail("usage: peak PROGRAM [ARGUMENT...]") }
    var vector = arguments.map { strdup($0) }
    vector.append(nil)
    var child = pid_t()
    let failure = posix_spawnp(&child, program, nil, nil, vector, environ)
    guard failure == 0 else { fail("peak: \(program): \(String(cString: strerror(failure)))") }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child else { fail("peak: \(program) was lost") }
    say("\(usage.ru_maxrss)")
    // The status as a shell gives it: what the program returned, or 128 and the signal that ended it.
    exit(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F)
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private static func fail(_ text: String) -> Never {
    say(text)
    exit(2)
  }
}
