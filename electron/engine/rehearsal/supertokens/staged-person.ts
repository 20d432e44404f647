import type { CoreContext } from '../context.ts'
import { javaTrim } from '../store/normalise-email.ts'
import type { StagedMethod, StagedPerson, StagedRole, StagedTotp } from '../store/staged-users.ts'
import { isWiderThan } from '../../../../shared/users/width.ts'
import { fieldReader, type FieldReader } from './field-reader.ts'
import { readStagedMethod } from './staged-method.ts'
import { widths } from './storage-limits.ts'

/** What was read of one user, or everything that is wrong with it. */
export type PersonRead =
  | { readonly ok: true; readonly person: StagedPerson }
  | { readonly ok: false; readonly errors: readonly string[] }

/**
 * Reads one user of a bulk import as real cores do, in the order of their errors. `externalIds`: those of the users
 * before it in the same request; its own is added. Throws SignerKeyMissing.
 */
export function readPerson(source: unknown, context: CoreContext, externalIds: Set<string>): PersonRead {
  const errors: string[] = []
  const fields = fieldReader(source, errors)
  const externalId = fields.text('externalUserId', '.')
  const userMetadata = fields.object('userMetadata', '.')
  const userRoles = readRoles(fields, context, errors)
  const totpDevices = readTotp(fields, context, errors)
  const loginMethods = readMethods(fields, context, errors)
  const externalUserId = externalId === undefined ? undefined : javaTrim(externalId)
  checkExternalId(externalUserId, externalIds, errors)
  checkRoleTenants(userRoles ?? [], loginMethods, errors)
  const [first] = loginMethods
  if (errors.length > 0 || first === undefined) return { ok: false, errors }
  return {
    ok: true,
    person: {
      id: primaryMethod(loginMethods, first).superTokensUserId,
      ...(externalUserId === undefined ? {} : { externalUserId }),
      ...(userMetadata === undefined ? {} : { userMetadata }),
      ...(userRoles === null ? {} : { userRoles }),
      ...(totpDevices === null ? {} : { totpDevices }),
      loginMethods,
    },
  }
}

/** The marked one, else the one that joined first. */
function primaryMethod(methods: readonly StagedMethod[], first: StagedMethod): StagedMethod {
  const marked = methods.find(({ isPrimary }) => isPrimary)
  const joined = (method: StagedMethod): number => method.timeJoinedInMSSinceEpoch
  return marked ?? methods.reduce((oldest, one) => (joined(one) < joined(oldest) ? one : oldest), first)
}

function readRoles(fields: FieldReader, { people }: CoreContext, errors: string[]): readonly StagedRole[] | null {
  const given = fields.list('userRoles', '.')
  if (given === undefined) return null
  return given.flatMap((one) => {
    const role = fieldReader(one, errors)
    const name = role.text('role', ' for a user role.', 'required')
    const tenantIds = role.texts('tenantIds', ' for a user role.', 'required')
    if (name === undefined || tenantIds === undefined) return []
    const kept = javaTrim(name)
    if (!people.roles.has(kept)) errors.push(`Role ${kept} does not exist.`)
    return [{ role: kept, tenantIds: tenantIds.map((tenant) => javaTrim(tenant).toLowerCase()) }]
  })
}

function readTotp(fields: FieldReader, { features }: CoreContext, errors: string[]): readonly StagedTotp[] | null {
  const given = fields.list('totpDevices', '.')
  if (given === undefined) return null
  if (!features.mfa) {
    errors.push('MFA must be enabled to import totp devices.')
    return null
  }
  const place = ' for a totp device.'
  return given.flatMap((one) => {
    const device = fieldReader(one, errors)
    const secretKey = device.text('secretKey', place, 'required')
    const period = device.number('period', place) ?? 30
    const skew = device.number('skew', place) ?? 1
    const deviceName = device.text('deviceName', place)
    if (period < 1) errors.push(`period should be > 0${place}`)
    if (skew < 0) errors.push(`skew should be >= 0${place}`)
    if (secretKey === undefined) return []
    return [{ secretKey, period, skew, ...(deviceName === undefined ? {} : { deviceName }) }]
  })
}

function readMethods(fields: FieldReader, context: CoreContext, errors: string[]): readonly StagedMethod[] {
  const given = fields.list('loginMethods', '.', 'required')
  if (given === undefined) return []
  if (given.length === 0) errors.push('At least one loginMethod is required.')
  if (given.length > 1 && !context.features.accountLinking) {
    errors.push('Account linking must be enabled to import multiple loginMethods.')
  }
  // Methods of one user that say nothing joined at the same moment.
  const now = context.clock()
  const atOnce = { ...context, clock: () => now }
  const methods = given.map((one) => readStagedMethod(one, atOnce, errors)).filter((one) => one !== null)
  if (methods.filter(({ isPrimary }) => isPrimary).length > 1) {
    errors.push('No two loginMethods can have isPrimary as true.')
  }
  return methods
}

function checkExternalId(id: string | undefined, seen: Set<string>, errors: string[]): void {
  if (id === undefined) return
  if (isWiderThan(id, widths.userId)) errors.push(`externalUserId ${id} is too long. Max length is ${widths.userId}.`)
  if (seen.has(id)) errors.push(`externalUserId ${id} is not unique. It is already used by another user.`)
  seen.add(id)
}

function checkRoleTenants(roles: readonly StagedRole[], methods: readonly StagedMethod[], errors: string[]): void {
  const known = new Set(methods.flatMap(({ tenantIds }) => tenantIds))
  for (const tenant of new Set(roles.flatMap(({ tenantIds }) => tenantIds))) {
    if (!known.has(tenant)) errors.push(`TenantId ${tenant} for a user role does not exist in loginMethods.`)
  }
}
