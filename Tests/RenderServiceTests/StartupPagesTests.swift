import Testing

@testable import RenderService

@Suite("Pages of code")
struct StartupPagesTests {
  @Test(arguments: [
    ("55d0c6b1f000-55d0c6b20000 r-xp 005ee000 08:01 1234  /usr/bin/ilsrenderd\n", 0x55d0_c6b1_f000 as UInt?),
    ("55d0c6b1f000-55d0c6b20000 rw-p 005ee000 08:01 1234  /usr/bin/ilsrenderd", nil),
    ("55d0c6b1f000-55d0c6b20000 r--p 005ee000 08:01 1234  /usr/bin/ilsrenderd", nil),
    ("7ffd1a3f2000-7ffd1a3f4000 r-xp 00000000 00:00 0     [vdso]", nil),
    ("7f5c3a000000-7f5c3a021000 r-xp 00000000 00:00 0", nil), ("nonsense", nil), ("", nil),
  ])
  func onlyCodeOfFilesIsLetGo(line: String, start: UInt?) {
    let range = StartupPages.code(in: line)
    #expect(range?.lowerBound == start)
    #expect(range?.count == (start == nil ? nil : 4096))
  }

  /// What was let go is read again from its file.
  @Test func theProgramGoesOn() async throws {
    StartupPages.release()
    try await ServiceUnderTest.run { service in
      let answer = try await service.post("/render", markdown: "# Hello")
      #expect(answer.status == 200)
    }
  }
}
