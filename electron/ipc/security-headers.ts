/** The permissions of the page: it loads its own files, talks to its own origin, nothing else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Sent with every reply of app:// and of the loopback host. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  'cache-control': 'no-store',
}

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED'

/** The warning where the environment wanted certificates not to be verified. */
const stillVerified = `${variable} is ignored: certificates are always verified. Trust a private authority by its certificate instead.`

/**
 * Takes Node's switch against the verification of certificates out of the environment, before any worker inherits it.
 * Returns the warning for the operator; null: the switch was not set.
 */
export function verifyCertificates(): string | null {
  const was = process.env[variable]
  delete process.env[variable]
  return was === undefined || was === '1' || was === '' ? null : stillVerified
}
