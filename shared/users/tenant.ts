import { nameKey } from './name-key.ts'

/** The tenant that every app of a core begins with, and that its own address stands for. */
export const publicTenant = 'public'

/** The longest name of a tenant that real cores keep. */
const maxTenant = 64

/** Names that real cores refuse, because their own paths begin so. */
const reserved: ReadonlySet<string> = new Set(['recipe', 'config', 'users', 'hello'])

/** Whether this can be the name of a tenant of the core, where it becomes a part of a path. */
export function isTenantName(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name) && name.length <= maxTenant && !reserved.has(name) && !name.startsWith('appid-')
}

/** The name that decisions about a tenant of the source are kept under: ids of organizations may differ in case only. */
export function tenantKey(value: string): string {
  return nameKey(value)
}
