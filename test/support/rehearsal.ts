import { onTestFinished } from 'vitest'
import { type Faults, type FaultsInput, parseFaults } from '../../electron/engine/rehearsal/faults/faults.ts'
import {
  startRehearsalCore,
  type RehearsalCore,
  type RehearsalOptions,
} from '../../electron/engine/rehearsal/rehearsal-core.ts'

/** An embedded core on a free port, stopped when the test ends. */
export async function startCore(
  options: Partial<Omit<RehearsalOptions, 'faults'>> & { readonly faults?: FaultsInput } = {},
): Promise<RehearsalCore> {
  const { faults, ...rest } = options
  const core = await startRehearsalCore({
    dialect: 'documented',
    apiKey: null,
    signerKey: null,
    ...rest,
    ...(faults === undefined ? {} : { faults: madeFaults(faults) }),
  })
  if (!core.ok) throw new Error(core.error.message)
  onTestFinished(() => core.value.stop())
  return core.value
}

export function madeFaults(faults: FaultsInput): Faults {
  const parsed = parseFaults(faults)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

/** Every user of a core in short, sorted: what it is known by and how it logs in. */
export function usersIn(core: RehearsalCore): readonly string[] {
  return core
    .users({ from: 0, limit: 1_000_000 })
    .rows.map((row) => [...row.loginMethods, ...row.providers, ...row.emails, ...row.phoneNumbers].join(' '))
    .toSorted()
}

/** Sends a request to a core as another system would; the body of the reply. */
export async function post(
  baseUrl: string,
  path: string,
  body: object,
): Promise<{ readonly user: { readonly id: string } }> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await reply.json()) as { user: { id: string } }
}

/** Signs a user of Google up at a core; the id of the new user. */
export async function signUpAt(baseUrl: string, thirdPartyUserId: string, email: string): Promise<string> {
  const identity = { thirdPartyId: 'google', thirdPartyUserId, email: { id: email, isVerified: true } }
  return (await post(baseUrl, '/recipe/signinup', identity)).user.id
}
