import type { DocumentView } from '../../../shared/ipc/views.ts'
import { tenantValue } from '../../../shared/planning/tenant-choice.ts'
import { matchTenant, type TenantMatch } from '../../../shared/planning/tenants.ts'
import { currentCoreFacts } from '../document/core-facts.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'

/** Rows and options that a screen can show; with more tenants one decision for all others is the way. */
export const maxShownTenants = 500

/** The tenants of the source with what stands for each, and those that the core has. */
export function tenantViews(database: Database): Pick<DocumentView, 'tenants' | 'coreTenants'> {
  const sources = getSetting(database, 'source-tenants') ?? []
  if (sources.length === 0) return { tenants: [], coreTenants: null }
  const [choices, core] = [getChoices(database), currentCoreFacts(database)]
  return {
    tenants: sources.slice(0, maxShownTenants).map(({ source }) => {
      const match = matchTenant(source, choices, core, sources.length === 1)
      return { source, mapped: mappedTo(match), missing: match.kind === 'missing' }
    }),
    coreTenants: core?.tenants?.filter((tenant) => tenant !== core.ownTenant).slice(0, maxShownTenants) ?? null,
  }
}

function mappedTo(match: TenantMatch): string | null {
  if (match.kind === 'tenant' || match.kind === 'missing')
    return tenantValue(match.id === null ? { kind: 'default' } : { kind: 'name', name: match.id })
  return match.kind === 'excluded' ? 'exclude' : null
}
