/** Targets of a source column. */
export const mappingTargets = [
  'source-id',
  'email',
  'email-verified',
  'phone',
  'phone-verified',
  'password-hash',
  'salt',
  'hash-algorithm',
  'provider',
  'provider-user-id',
  'provider-email',
  'disabled',
  'deleted',
  'metadata',
  'role',
  'totp-secret',
  'time-joined',
  'tenant',
] as const

export type MappingTarget = (typeof mappingTargets)[number]

/** Values of these are never shown, whatever their column is called. */
export function isSecretTarget(target: MappingTarget): boolean {
  return target === 'password-hash' || target === 'salt' || target === 'totp-secret'
}

/** Of several columns with one of these every one counts, and not only the first that has a value. */
const cumulativeTargets: ReadonlySet<MappingTarget> = new Set([
  'email-verified',
  'phone-verified',
  'disabled',
  'deleted',
  'metadata',
  'role',
  'totp-secret',
  'tenant',
])

export function isCumulative(target: MappingTarget): boolean {
  return cumulativeTargets.has(target)
}

/** Without a column for one of these, the users of a file have no login. */
export const loginTargets: readonly MappingTarget[] = ['email', 'phone', 'password-hash', 'provider-user-id']

/** Whether some column has a login. */
export function mapsLogin({ columns }: { readonly columns: readonly { readonly target: MappingTarget }[] }): boolean {
  return columns.some(({ target }) => loginTargets.includes(target))
}

/** Columns for these tell users apart. */
export const identifyingTargets: readonly MappingTarget[] = ['source-id', 'email', 'phone', 'provider-user-id']

/** Whether messages reach a user by it. */
export function isContactTarget(target: MappingTarget): boolean {
  return target === 'email' || target === 'phone'
}

/** Targets that may have the same value in every record, where no column has it. */
export const constantTargets = ['email-verified', 'phone-verified', 'hash-algorithm', 'salt', 'disabled'] as const

/** Data besides logins that the core can keep: proposed where name and values say so, and used only when it is mapped, but for tenants of several users. */
export const proposedTargets: readonly MappingTarget[] = ['tenant', 'time-joined']

/** Targets of presets, whose rules say which users are disabled or deleted and which columns are kept as metadata. */
export type PresetTarget = Exclude<MappingTarget, 'disabled' | 'deleted' | 'metadata'>

/** Targets of columns that keep people out, which a known format can have besides its own. */
export const standingTargets: readonly MappingTarget[] = ['disabled', 'deleted']
