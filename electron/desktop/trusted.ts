/** The parts of Electron's WebFrameMain that tell who is speaking. */
export type Frame = { readonly origin: string; readonly parent: unknown }

/**
 * Whether a message comes from our own page: from a frame that still exists, that is the window's main frame, and
 * whose origin is ours.
 */
export function isTrustedSender(frame: Frame | null, origin: string): boolean {
  return frame !== null && frame.parent === null && frame.origin === origin
}

/** Whether an address belongs to our own page. Custom schemes have no origin in Node, so the parts are compared. */
export function isOwnAddress(address: string, origin: string): boolean {
  try {
    const wanted = new URL(origin)
    const { protocol, host, username, password } = new URL(address)
    return protocol === wanted.protocol && host === wanted.host && username === '' && password === ''
  } catch {
    return false
  }
}

/** The one permission the page has: to put a text on the clipboard after a click. */
export function isAllowedPermission(permission: string, origin: string, own: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(origin, own)
}
