import NIOHTTP1

/// The headers that every answer has, so that the page can load nothing from elsewhere and be used by no other page.
enum SecurityHeaders {
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
    "media-src 'self' blob:", "font-src 'self'",
    "connect-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
  ].joined(separator: "; ")

  /// The headers.
  static let all: [(String, String)] = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Permissions-Policy", "camera=(self), microphone=(), geolocation=()"),
    ("Cache-Control", "no-store"),
  ]

  /// The headers for a page of an origin that may load files, too; nil for the server's own.
  static func headers(for origin: String?) -> [(String, String)] {
    guard let origin else { return all }
    return all.filter { $0.0 != "Cross-Origin-Resource-Policy" } + [
      ("Cross-Origin-Resource-Policy", "cross-origin"), ("Access-Control-Allow-Origin", origin), ("Vary", "Origin"),
    ]
  }
}
