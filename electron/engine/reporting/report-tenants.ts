import { sentTo, tenantOf, type Call } from '../../../shared/planning/call.ts'

/** What the report calls the tenant of the address where the core did not tell its name. */
export const ofAddress = ''

/**
 * The tenant of the core that a call is sent to. What belongs to the whole app has all tenants of its user. `own`: the
 * name of the tenant of the address; null: it is not known.
 */
export function tenantText(call: Call, calls: readonly Call[], own: string | null): string | null {
  if (isOfTenant(call)) return tenantOf(call) ?? own
  return tenantTexts(calls, own)
}

/** All tenants of the core that calls are sent to, each once. */
export function tenantTexts(calls: readonly Call[], own: string | null): string | null {
  const names = new Set(calls.filter(isOfTenant).map((call) => tenantOf(call) ?? own ?? ofAddress))
  const text = [...names].filter((name) => name !== ofAddress).join(' ')
  return text === '' ? null : text
}

function isOfTenant(call: Call): boolean {
  return 'tenant' in sentTo(call, 'any')
}
