internal import CLibrary

/// The kernel's figures of this process, as Prometheus' client libraries report them.
enum ProcessFigures {
  /// Seconds of processor time, in user and system mode.
  static var cpuSeconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
      let own = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    guard getrusage(own, &usage) == 0 else { return 0 }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Bytes of memory that are in RAM; 0 where there is no `/proc`.
  static var residentBytes: Int {
    let pages = text(of: "/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Open file descriptors; 0 where there is no `/proc`.
  static var openFiles: Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without `.`, `..` and the folder itself.
    return max(0, count - 3)
  }

  /// The number of file descriptors that may be open.
  static var maximumFiles: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
      let resource = RLIMIT_NOFILE
    #endif
    return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : 0
  }

  /// When this was first asked for, which the service does as it starts; in seconds since 1970.
  static let startTime: Double = {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }()

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
