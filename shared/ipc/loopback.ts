/** Messages between the page and the loopback host besides the contract. */

/** The purpose of an upload: the request that takes it next, or files dropped on the page. */
export const uploadPurposes = ['export', 'scrypt', 'mapping', 'authority', 'document', 'offer'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** The most bytes that one uploaded file may have: 4 GiB. */
export const maxUpload = 4 * 1024 ** 3

/** One line of the event stream, as JSON; empty lines only keep the connection alive. */
export type StreamLine =
  | { readonly kind: 'event'; readonly event: string; readonly value: unknown }
  /** A file is ready at /download/<id>, once. */
  | { readonly kind: 'download'; readonly id: string; readonly name: string }

/** The paths of the host, all below its own address. */
export const loopbackPaths = {
  /** POST the one-time token of the address, get the bearer. */
  session: '/session',
  /** POST an input to /bridge/<channel>, get its `Result`. */
  bridge: '/bridge/',
  /**
   * POST a `HostChallenge`, answered by a stream of lines, whose first is the host's proof. Without the bearer: a process
   * that took the port of an ended host learns nothing from it.
   */
  events: '/events',
  /** POST when the last progress was taken. */
  ack: '/ack',
  /** POST a file's bytes with `name` and `purpose` in the query, get `Result<id>`. */
  upload: '/upload',
  /** GET a file once. */
  download: '/download/',
} as const

/** Anyone with the bearer can make both: the page says who it is, and the host that answers has to do the same. */
export type HostChallenge = {
  /** 32 random bytes, base64url; used once. */
  readonly challenge: string
  /** HMAC-SHA-256 of `page CHALLENGE` under the bearer, base64url. */
  readonly mac: string
}

/** The signed texts, by signer. */
export const signedBy = {
  page: (challenge: string): string => `page ${challenge}`,
  host: (challenge: string): string => `host ${challenge}`,
} as const
