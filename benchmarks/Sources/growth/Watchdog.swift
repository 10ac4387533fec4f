internal import Foundation

/// Ends the process, with the text that is being measured, if one measurement takes more than a minute of processor time.
enum Watchdog {
  // Written by the main thread before the alarm that reads it is set.
  nonisolated(unsafe) private static var current = ""

  static func begin(_ text: GrowingText, in mode: RenderingMode) {
    current = "timeout\t\(mode.name)\t\(text)\n"
    signal(SIGPROF) { _ in
      Watchdog.current.withCString { pointer in _ = write(STDOUT_FILENO, pointer, strlen(pointer)) }
      _exit(3)
    }
    var minute = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 60, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &minute, nil)
  }
}
