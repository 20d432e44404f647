import { ok, problem, type Result } from '../result.ts'

/** The address of a core, taken apart once. All urls are without a trailing slash. */
export type BaseUrl = {
  /** Normalised: the identity of a live target. Operations are appended to it. */
  readonly url: string
  /** Scheme, host and port: what a saved key is bound to. */
  readonly origin: string
  /** The app's url: what follows an `appid-…` part is a tenant and left out. Without such a part: the same as `url`. */
  readonly appUrl: string
  /** Without the last part of the path, where that could be a tenant; else null. */
  readonly parentUrl: string | null
  /** `http:` to another machine: hashes and the key can be read on the network. Needs the operator's word. */
  readonly insecure: boolean
}

/**
 * Reads the address that an operator typed or pasted. Its own path is kept; a trailing slash, a default port and
 * capitals in the host make no difference. Refuses what cannot be a base url and says which part is wrong.
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const typed = text.trim()
  if (typed === '')
    return problem('address-empty', 'Enter the address of the core, for example https://core.example.com.')
  // URL drops line breaks and tabs silently; an address that was pasted with more around it must not pass.
  if (/[\s\p{Cc}]/u.test(typed))
    return problem('address-invalid', 'The address contains white space. Enter only the address.')
  if (!hasScheme.test(typed)) {
    return problem('address-without-protocol', 'Start the address with https://, for example https://core.example.com.')
  }
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (url === null) return problem('address-invalid', 'This is not a valid web address. Check the host and port.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return problem('address-protocol', `A core address starts with https:// or http://, not ${url.protocol}//.`)
  }
  if (/^[^/]*\/\/[^/?#\\]*@/.test(typed)) {
    return problem(
      'address-user-info',
      'Remove the user name and password before the @. Enter the key in its own field.',
    )
  }
  if (typed.includes('?'))
    return problem('address-query', 'Remove the ? and everything after it. The address of a core has no query.')
  if (typed.includes('#'))
    return problem('address-fragment', 'Remove the # and everything after it. The address of a core has no fragment.')
  return ok(taken(url))
}

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/** An address of HTTP or HTTPS, which may have been typed without its scheme; null: it is another one, or none. */
export function webAddress(typed: string, scheme: 'http' | 'https'): URL | null {
  const text = hasScheme.test(typed) ? typed : `${scheme}://${typed}`
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

/** A core for people: host and path of its address. Nothing else that is written about a core is shown as its name. */
export function coreName(baseUrl: string): string {
  const parsed = parseBaseUrl(baseUrl)
  return parsed.ok ? parsed.value.url.slice(parsed.value.url.indexOf('//') + 2) : 'an address that cannot be used'
}

/** The one spelling of an address that stands for its core: two that differ only in spelling are the same target. */
export function normaliseBaseUrl(text: string): Result<string> {
  const parsed = parseBaseUrl(text)
  return parsed.ok ? ok(parsed.value.url) : parsed
}

function taken(url: URL): BaseUrl {
  const parts = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .slice(1)
  const app = parts.findIndex((part) => /^appid-/i.test(part))
  const last = parts.at(-1)
  const below = (path: readonly string[]) => [url.origin, ...path].join('/')
  return {
    url: below(parts),
    origin: url.origin,
    appUrl: app === -1 ? below(parts) : below(parts.slice(0, app + 1)),
    parentUrl: last === undefined || app === parts.length - 1 ? null : below(parts.slice(0, -1)),
    insecure: url.protocol === 'http:' && !isLoopback(url.hostname),
  }
}

/** Names and addresses that never leave this machine. Of `x.localhost` the system may ask the network. */
export function isLoopback(hostname: string): boolean {
  const name = withoutBrackets(hostname.toLowerCase())
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** The host of an address as sockets take it: an address of IP version 6 without its brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** A host and a port as an address has them: an address of IP version 6 in brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

/** Longer than any key; short enough to fit into the 8 KiB that a core takes for all headers. */
const maxKey = 4096

/**
 * Reads a key as a file, a prompt or a field gave it. Blank: no key, and no header is sent. The sentences of a refusal
 * never repeat the key.
 */
export function parseApiKey(text: string): Result<string | null> {
  const key = text.trim()
  if (key === '') return ok(null)
  if (/[\r\n]/.test(key)) {
    return problem('key-with-line-breaks', 'The API key contains a line break. Enter only the key, on one line.')
  }
  if (!/^[\x20-\x7e]+$/.test(key)) {
    return problem(
      'key-with-odd-characters',
      'The API key contains a character that cannot be sent. Copy it again from the core’s configuration.',
    )
  }
  if (key.length > maxKey) {
    return problem('key-too-long', `The API key is longer than ${maxKey} characters. Check that it is the right key.`)
  }
  return ok(key)
}
