/// The hash function of FIPS 180-4, for the one test that needs it.
enum SHA256 {
  static func base64(_ message: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let digest = hash(message) + [0]
    var text = ""
    for start in stride(from: 0, to: digest.count, by: 3) {
      let word = Int(digest[start]) << 16 | Int(digest[start + 1]) << 8 | Int(digest[start + 2])
      for shift in [18, 12, 6, 0] { text.append(alphabet[word >> shift & 63]) }
    }
    return text.dropLast() + "="
  }

  private static func hash(_ message: [UInt8]) -> [UInt8] {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    // The first 32 bits of the fractional parts of the primes' roots.
    func fraction(_ root: Double) -> UInt32 { UInt32(UInt64(root * 4_294_967_296) & 0xFFFF_FFFF) }
    func cubeRoot(_ value: Double) -> Double {
      var root = value / 3
      for _ in 0..<60 { root -= (root * root * root - value) / (3 * root * root) }
      return root
    }
    let constants = primes.map { fraction(cubeRoot(Double($0))) }
    var state = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
    }
    func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[start + index * 4 + $1]) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let small = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
        let large = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
        words.append(words[index - 16] &+ small &+ words[index - 7] &+ large)
      }
      var work = state
      for index in 0..<64 {
        let large = rotate(work[4], 6) ^ rotate(work[4], 11) ^ rotate(work[4], 25)
        let choice = work[4] & work[5] ^ ~work[4] & work[6]
        let first = work[7] &+ large &+ choice &+ constants[index] &+ words[index]
        let small = rotate(work[0], 2) ^ rotate(work[0], 13) ^ rotate(work[0], 22)
        let majority = work[0] & work[1] ^ work[0] & work[2] ^ work[1] & work[2]
        work = [
          first &+ small &+ majority, work[0], work[1], work[2], work[3] &+ first, work[4], work[5], work[6],
        ]
      }
      for index in 0..<8 { state[index] &+= work[index] }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }
}
