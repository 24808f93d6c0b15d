/// CRC-32 with the polynomial of zlib, as the worked numbers of the pipeline state it.
func checksum(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = .max
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
  }
  return ~crc
}
