import { coreName, normaliseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { transaction } from '../document/transactions.ts'
import { currentTarget, listTargets, moveTarget } from '../document/targets.ts'
import { signAgain } from '../document/created-users.ts'
import type { Trust } from '../trust/trust.ts'

/** "Same core, new address": the outcomes at the current live core continue under the new address. */
export function moveCore(database: Database, baseUrl: string, trust: Trust): Result<null> {
  const before = currentTarget(database)
  if (before === undefined || before.kind !== 'live' || before.base_url === baseUrl) return ok(null)
  if (listTargets(database).some((target) => target.kind === 'live' && target.base_url === baseUrl)) {
    return problem(
      'core-known',
      'This migration was sent to that address before, as another core. Connect it as another core.',
    )
  }
  transaction(database, () => {
    signAgain(database, before.id, trust.provenance(before), trust.provenance({ ...before, base_url: baseUrl }))
    moveTarget(database, before.id, baseUrl, coreName(baseUrl))
  })
  return ok(null)
}

/** The document names this address, and it was never confirmed on this machine. */
export function isOnlyNamed(database: Database, trust: Trust, baseUrl: string): boolean {
  if (trust.knowsCore(baseUrl)) return false
  const named = listTargets(database).map((target) => target.base_url)
  const others = [getSetting(database, 'intended-core')?.baseUrl, getSetting(database, 'baseline')?.core]
  return [...named, ...others].some((one) => one !== undefined && normaliseOrNull(one) === baseUrl)
}

function normaliseOrNull(address: string): string | null {
  const wanted = normaliseBaseUrl(address)
  return wanted.ok ? wanted.value : null
}
