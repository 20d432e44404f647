/** A password hash as an export holds it, with what the export says about it. */
export type HashInput = {
  readonly hash: string
  /** Salt in a field of its own (Firebase, FusionAuth). */
  readonly salt?: string
  /** The algorithm that the provider declares, in its own word; it beats the look of the hash. */
  readonly declared?: string
  /** The provider whose export it came from, e.g. `firebase`. */
  readonly provider?: string
  /** Cost or work factor in a field of its own. */
  readonly factor?: number
  /** The length of an Argon2 digest in bytes, where its parameters name it (Gitea, Keycloak). */
  readonly digestBytes?: number
}

/** A hash with the texts of the fields beside it, of which those without a value say nothing. */
export function hashWith({
  hash,
  provider,
  declared,
  salt = null,
  factor = null,
}: {
  readonly hash: string
  readonly provider: string
  readonly declared: string | null
  readonly salt?: string | null
  readonly factor?: string | null
}): HashInput {
  const cost = Number(factor ?? Number.NaN)
  return {
    hash,
    provider,
    ...(declared === null ? {} : { declared }),
    ...(salt === null ? {} : { salt }),
    ...(Number.isSafeInteger(cost) ? { factor: cost } : {}),
  }
}

/** The families the core can verify (specification 4.5). */
export type HashFamily = 'bcrypt' | 'argon2' | 'firebase-scrypt'

/** Firebase scrypt's project parameters that go into each hash. The signer key is not among them: it goes to the core's configuration only. */
export type ScryptParameters = {
  /** Base64 salt separator, e.g. `Bw==`. */
  readonly separator: string
  readonly rounds: number
  readonly memoryCost: number
  /** Length of the decoded signer key in bytes, for the plausibility check; null when the key was not given. */
  readonly signerKeyLength: number | null
}

/** The verdict on one hash. `reason` is one plain sentence that never repeats the hash. */
export type HashVerdict =
  /** `accept`: sent as it is; `rewrite`: after a lossless rewrite (prefix or padding removed, parts put together); `warn`: with something the operator should know. */
  | {
      readonly kind: 'accept' | 'rewrite' | 'warn'
      readonly family: HashFamily
      readonly variant: string
      readonly send: string
      readonly reason: string
    }
  /** Cannot be imported. `unsupported`: another algorithm; `malformed`: broken; `incomplete`: the project's parameters are missing. */
  | {
      readonly kind: 'reject'
      readonly why: 'unsupported' | 'malformed' | 'incomplete'
      /** Name of the family for grouping, e.g. `pbkdf2`, `bcrypt_sha256`, `bcrypt`. */
      readonly family: string
      readonly reason: string
      readonly wayOut: string
    }
  /** The exporter removed the hash. */
  | { readonly kind: 'redacted'; readonly reason: string; readonly wayOut: string }
  /** The value says that this user has no password. `isUnset`: also in the source, so that none is missing in the export. */
  | { readonly kind: 'no-password'; readonly reason: string; readonly isUnset?: true }

/** The bucket of the preview that a hash falls into; every user is in exactly one. */
export type HashBucket =
  | { readonly kind: 'family'; readonly family: HashFamily }
  | { readonly kind: 'unsupported'; readonly family: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'redacted' }
  | { readonly kind: 'none' }

type Reject = Extract<HashVerdict, { kind: 'reject' }>

const withoutHash =
  'Create these users passwordless, exclude them, or migrate them outside this tool at their next login.'
const fromSource =
  'Export the hashes again and check that the column is wide enough and the text is not changed on the way.'

/** Another algorithm than the core knows. */
export function unsupported(family: string, reason: string, wayOut: string = withoutHash): Reject {
  return { kind: 'reject', why: 'unsupported', family, reason, wayOut }
}

/** A known algorithm, but the text is broken. */
export function malformed(family: string, reason: string): Reject {
  return { kind: 'reject', why: 'malformed', family, reason, wayOut: fromSource }
}

/** Firebase scrypt without what its project has to add. */
export function incomplete(reason: string, wayOut: string): Reject {
  return { kind: 'reject', why: 'incomplete', family: 'firebase-scrypt', reason, wayOut }
}
