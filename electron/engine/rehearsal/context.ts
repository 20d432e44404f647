import type { Random } from './random.ts'
import type { Codes, VerificationTokens } from './store/codes.ts'
import type { Links } from './store/links.ts'
import type { People } from './store/people.ts'
import type { StagedUsers } from './store/staged-users.ts'
import type { Tenants, UserIds } from './store/stored-user.ts'
import type { Users } from './store/users.ts'

/** Features that real cores want a license for, or that only cores with a database have. */
export type Features = {
  readonly accountLinking: boolean
  readonly multiTenancy: boolean
  /** TOTP devices. */
  readonly mfa: boolean
  /** False: a core that keeps everything in memory. */
  readonly bulkImport: boolean
}

export const allFeatures: Features = { accountLinking: true, multiTenancy: true, mfa: true, bulkImport: true }

/** The input of an answer besides its request: state, configuration, clock and random numbers. */
export type CoreContext = {
  readonly users: Users
  readonly userIds: UserIds
  readonly links: Links
  readonly codes: Codes
  readonly verificationTokens: VerificationTokens
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly random: Random
  /** Null: no key is asked for. */
  readonly apiKey: string | null
  /** Base64; null: Firebase scrypt cannot be imported (specification 4.5, rule 3). */
  readonly signerKey: string | null
  readonly people: People
  readonly tenants: Tenants
  readonly staged: StagedUsers
  readonly features: Features
  /** Connections to the database that were never given back, see the fault of that name. */
  readonly connections: { lost: number }
  /** Empty, or like `/auth`. */
  readonly basePath: string
}

/** One HTTP request, as the pure core sees it. */
export type CoreRequest = {
  /** In capitals, e.g. `POST`. */
  readonly method: string
  /** Without the query, percent-encoding untouched, e.g. `/recipe/signinup/code`. */
  readonly path: string
  /** Without the question mark; empty when there is none. */
  readonly query: string
  /** Names in lower case, as node:http gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** One answer; the shell adds length and connection headers. */
export type CoreReply = {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** The pure core: what it answers to a request. Only answers that hash a password are promises. */
export type Answer = (request: CoreRequest) => CoreReply | Promise<CoreReply>

const jsonType = 'application/json;charset=UTF-8'
const textType = 'text/html;charset=UTF-8'

/** A JSON answer in one line with a newline at its end. */
export function json(value: object): CoreReply {
  return { status: 200, contentType: jsonType, body: `${JSON.stringify(value)}\n` }
}

/** A text answer with a newline at its end; cores send errors as `text/html`. */
export function text(status: number, sentence: string): CoreReply {
  return { status, contentType: textType, body: `${sentence}\n` }
}

/** The value of a header that must come once; undefined when it is missing. */
export function header(request: CoreRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Takes the base path off a request path; null when the path does not lie under it. `basePath` is empty or like `/auth`. */
export function underBasePath(path: string, basePath: string): string | null {
  if (basePath === '') return path
  if (path === basePath) return '/'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null
}
