import type { BulkPerson } from '../../../shared/core-api/bulk-person.ts'
import { type CoreFacts, unknownFacts } from '../../../shared/core-api/check-result.ts'
import { isAtLeast } from '../../../shared/core-api/dialects.ts'
import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import { publicTenant } from '../../../shared/users/tenant.ts'
import type { CoreClient } from './core-client.ts'

/** The result of the check of the connection. */
type CoreAddress = { readonly base_url: string; readonly app_url: string | null; readonly cdi_version: string | null }

/** A core that does not answer these questions still connects; its facts are unknown then. */
const maxMs = 15_000

type Features = Pick<CoreFacts, 'accountLinking' | 'totp'>

/** A device is named so that nothing but the license can be wrong with it; the login methods are what is refused. */
const refusedPerson: BulkPerson = {
  totp: [{ secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone', period: 30, skew: 1 }],
  methods: [
    { recipe: 'passwordless', isVerified: false },
    { recipe: 'passwordless', isVerified: false },
  ],
}

/** The ID of no user. */
const unknownUserId = '00000000-0000-4000-8000-000000000000'

type Asking = {
  readonly send: <O extends OperationName>(operation: O, args: OperationArgs[O]) => ReturnType<CoreClient['send']>
}

/** Tries, so that one lost reply does not turn account linking off for all users. */
const maxTries = 3

/**
 * Finds out what a real core offers besides the operations of its version. Creates no user: the one request that could
 * is about a person that every core refuses, because its login methods have neither an email nor a phone number.
 */
export async function readCoreFacts(
  client: Pick<CoreClient, 'send'>,
  { cdi_version: cdiVersion, ...address }: CoreAddress,
  stopping?: AbortSignal,
): Promise<CoreFacts> {
  const timeout = AbortSignal.timeout(maxMs)
  const signal = stopping === undefined ? timeout : AbortSignal.any([timeout, stopping])
  const asking: Asking = { send: (operation, args) => client.send(operation, args, signal) }
  const features = await readFeatures(asking, cdiVersion ?? '0')
  const roles = await readNames(asking, 'list-roles', (outcome) => outcome.roles, 10_000)
  const tenants = await readNames(asking, 'list-tenants', (outcome) => outcome.tenants, 100_000)
  return { ...unknownFacts, ...features, roles, tenants, ownTenant: ownTenant(address) }
}

/** The tenant whose path the address is: what it has behind that of the app. */
function ownTenant({ base_url: url, app_url: app }: Omit<CoreAddress, 'cdi_version'>): string {
  return app === null || !url.startsWith(`${app}/`) ? publicTenant : url.slice(app.length + 1).toLowerCase()
}

async function readFeatures(client: Asking, cdiVersion: string): Promise<Features> {
  if (!isAtLeast(cdiVersion, '4.0')) return { accountLinking: false, totp: false }
  return (isAtLeast(cdiVersion, '5.3') ? await askByBulk(client) : null) ?? (await askByLinking(client))
}

/** Real cores name everything that is wrong with a person at once, a missing license among it. */
async function askByBulk(client: Asking): Promise<Features | null> {
  const outcome = await ask(client, 'import-one', refusedPerson)
  if (outcome.kind !== 'failed' || !/Either email or phoneNumber is required/.test(outcome.message)) return null
  return {
    accountLinking: !/Account linking must be enabled/.test(outcome.message),
    totp: !/MFA must be enabled/.test(outcome.message),
  }
}

/** Cores without bulk import are asked to link a user who does not exist. */
async function askByLinking(client: Asking): Promise<Features> {
  const outcome = await ask(client, 'make-primary', { recipeUserId: unknownUserId })
  const isKnown = outcome.kind === 'failed' && /Unknown user ID/.test(outcome.message)
  const isRefused = outcome.kind === 'stop' && outcome.why === 'licence-required'
  return { accountLinking: isKnown ? true : isRefused ? false : null, totp: null }
}

/** The names in a list of the core, at most `most`, without names that no core can have. */
async function readNames(
  client: Asking,
  list: 'list-roles' | 'list-tenants',
  of: (outcome: Extract<ReplyOutcome, { kind: 'success' }>) => readonly string[] | undefined,
  most: number,
): Promise<string[] | null> {
  const outcome = await ask(client, list, {})
  const names = outcome.kind === 'success' ? of(outcome) : undefined
  return names?.filter((name) => name.length <= 256).slice(0, most) ?? null
}

async function ask<O extends OperationName>(
  client: Asking,
  operation: O,
  args: OperationArgs[O],
): Promise<ReplyOutcome> {
  for (let tries = 1; ; tries += 1) {
    const { outcome } = await client.send(operation, args)
    if (outcome.kind !== 'retry' || tries === maxTries) return outcome
  }
}
