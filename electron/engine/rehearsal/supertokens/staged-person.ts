import { isObject } from '../../../../shared/json.ts'
import { isWiderThan } from '../../../../shared/users/width.ts'
import type { CoreContext } from '../context.ts'
import { javaTrim, normaliseEmail, normalisePhone } from '../store/normalise-email.ts'
import type { StagedMethod, StagedPerson, StagedRole, StagedTotp } from '../store/staged-users.ts'
import { onlyPublic, publicTenant } from '../store/stored-user.ts'
import { columnWidths } from './call.ts'
import { type Algorithm, hashPrefix, wrongFormat } from './import-hash.ts'

const aMethod = ' for a loginMethod.'

/** Thrown where real cores answer 500 to the whole request: a scrypt hash, and no signer key. */
export class SignerKeyMissing extends Error {}

/** Reads one login method of a user that is staged; null when a field that everything hangs on is wrong. */
function readStagedMethod(source: unknown, context: CoreContext, errors: string[]): StagedMethod | null {
  const fields = fieldReader(source, errors)
  const recipeId = fields.text('recipeId', aMethod, 'required')
  const tenants = fields.texts('tenantIds', aMethod)
  const isVerified = fields.flag('isVerified', aMethod) ?? false
  const isPrimary = fields.flag('isPrimary', aMethod) ?? false
  const joined = fields.number('timeJoinedInMSSinceEpoch', aMethod)
  if (recipeId === undefined) return null
  if (!isRecipe(recipeId)) {
    errors.push('Invalid recipeId for loginMethod. Pass one of emailpassword, thirdparty or, passwordless!')
    return null
  }
  if (joined !== undefined && joined > context.clock()) {
    errors.push('timeJoined cannot be in future for a loginMethod.')
  }
  if (joined !== undefined && joined < 0) errors.push('timeJoined cannot be < 0 for a loginMethod.')
  const rest = readers[recipeId](fields, errors, context)
  const tenantIds = readTenants(tenants, recipeId, context, errors)
  const head = { tenantIds, isVerified, isPrimary, timeJoinedInMSSinceEpoch: joined ?? context.clock() }
  if (rest === null) return null
  const method = { ...head, ...rest, superTokensUserId: context.random.uuid() }
  // Real cores quote the whole method here, its hash too.
  if (tenantIds.length === 0) errors.push(`LoginMethod '${JSON.stringify(method)}' has no tenantId`)
  return method
}

type Recipe = StagedMethod['recipeId']

function isRecipe(text: string): text is Recipe {
  return text === 'emailpassword' || text === 'thirdparty' || text === 'passwordless'
}

type Rest<R extends Recipe> = Omit<
  Extract<StagedMethod, { recipeId: R }>,
  'tenantIds' | 'isVerified' | 'isPrimary' | 'timeJoinedInMSSinceEpoch' | 'superTokensUserId'
>

const readers: {
  readonly [R in Recipe]: (fields: FieldReader, errors: string[], context: CoreContext) => Rest<R> | null
} = { emailpassword: readPassword, thirdparty: readThirdParty, passwordless: readPasswordless }

function readTenants(
  given: readonly string[] | undefined,
  recipe: Recipe,
  { tenants, features }: CoreContext,
  errors: string[],
): readonly string[] {
  if (given === undefined) return onlyPublic
  const names = given.map((name) => javaTrim(name).toLowerCase())
  return names.filter((name) => {
    if (name !== publicTenant && !features.multiTenancy) {
      errors.push('Multitenancy must be enabled before importing users to a different tenant.')
      return false
    }
    const isKnown = tenants.has(name)
    if (!isKnown) errors.push(`Invalid tenantId: ${name} for ${recipe} recipe.`)
    return isKnown
  })
}

function readPassword(fields: FieldReader, errors: string[], { signerKey }: CoreContext): Rest<'emailpassword'> | null {
  const place = ' for an emailpassword recipe.'
  const email = fields.text('email', place, 'required')
  const passwordHash = fields.text('passwordHash', place)
  const algorithm = fields.text('hashingAlgorithm', place)
  const plainTextPassword = fields.text('plainTextPassword', place)
  if (email !== undefined) checkWidth('email', normaliseEmail(email), columnWidths.email, errors)
  const kept = { recipeId: 'emailpassword' as const, email: normaliseEmail(email ?? '') }
  if (passwordHash !== undefined && algorithm !== undefined) {
    const hashingAlgorithm = readAlgorithm(algorithm, javaTrim(passwordHash), signerKey, errors)
    checkWidth('passwordHash', javaTrim(passwordHash), columnWidths.passwordHash, errors)
    return hashingAlgorithm === null ? null : { ...kept, passwordHash: javaTrim(passwordHash), hashingAlgorithm }
  }
  if (plainTextPassword !== undefined) return { ...kept, plainTextPassword }
  errors.push(`Either (passwordHash, hashingAlgorithm) or plainTextPassword is required${place}`)
  return null
}

function readAlgorithm(given: string, hash: string, signerKey: string | null, errors: string[]): Algorithm | null {
  const name = javaTrim(given).toUpperCase()
  if (name !== 'BCRYPT' && name !== 'ARGON2' && name !== 'FIREBASE_SCRYPT') {
    const known = 'bcrypt, argon2 or, firebase_scrypt!'
    errors.push(`Invalid hashingAlgorithm for emailpassword recipe. Pass one of ${known}`)
    return null
  }
  if (hashPrefix(hash) !== name) errors.push(wrongFormat[name])
  else if (name === 'FIREBASE_SCRYPT' && signerKey === null) throw new SignerKeyMissing()
  return name
}

function readThirdParty(fields: FieldReader, errors: string[]): Rest<'thirdparty'> | null {
  const place = ' for a thirdparty recipe.'
  const email = fields.text('email', place, 'required')
  const thirdPartyId = fields.text('thirdPartyId', place, 'required')
  const thirdPartyUserId = fields.text('thirdPartyUserId', place, 'required')
  if (email !== undefined) checkWidth('email', normaliseEmail(email), columnWidths.email, errors)
  if (thirdPartyId !== undefined) checkWidth('thirdPartyId', thirdPartyId, columnWidths.provider, errors)
  if (thirdPartyUserId !== undefined)
    checkWidth('thirdPartyUserId', thirdPartyUserId, columnWidths.providerUserId, errors)
  if (email === undefined || thirdPartyId === undefined || thirdPartyUserId === undefined) return null
  return { recipeId: 'thirdparty', email: normaliseEmail(email), thirdPartyId, thirdPartyUserId }
}

function readPasswordless(fields: FieldReader, errors: string[]): Rest<'passwordless'> | null {
  const place = ' for a passwordless recipe.'
  const email = fields.text('email', place)
  const phoneNumber = fields.text('phoneNumber', place)
  if (email === undefined && phoneNumber === undefined) {
    errors.push(`Either email or phoneNumber is required${place}`)
    return null
  }
  if (email !== undefined) checkWidth('email', normaliseEmail(email), columnWidths.email, errors)
  if (phoneNumber !== undefined) {
    checkWidth('phoneNumber', normalisePhone(phoneNumber), columnWidths.phoneNumber, errors)
  }
  return {
    recipeId: 'passwordless',
    ...(email === undefined ? {} : { email: normaliseEmail(email) }),
    ...(phoneNumber === undefined ? {} : { phoneNumber: normalisePhone(phoneNumber) }),
  }
}

function checkWidth(name: string, value: string, width: number, errors: string[]): void {
  if (isWiderThan(value, width)) errors.push(`${name} ${value} is too long. Max length is ${width}.`)
}

/** Where a field stands, as real cores say it: ` for a loginMethod.`, or `.` at the top. */
type Place = string

/**
 * Reads fields of one JSON object in the wording of real cores' bulk import, and collects every error instead of
 * stopping at the first.
 */
type FieldReader = {
  readonly text: (name: string, place: Place, wanted?: 'required') => string | undefined
  readonly number: (name: string, place: Place) => number | undefined
  readonly flag: (name: string, place: Place) => boolean | undefined
  readonly object: (name: string, place: Place) => Readonly<Record<string, unknown>> | undefined
  readonly list: (name: string, place: Place, wanted?: 'required') => readonly unknown[] | undefined
  readonly texts: (name: string, place: Place, wanted?: 'required') => readonly string[] | undefined
}

function fieldReader(source: unknown, errors: string[]): FieldReader {
  const fields = isObject(source) ? source : {}
  const read = <T>(
    name: string,
    place: Place,
    wanted: string | undefined,
    type: { readonly name: string; readonly is: (value: unknown) => value is T },
  ): T | undefined => {
    const value = fields[name]
    if (value === undefined) {
      if (wanted !== undefined) errors.push(`${name} is required${place}`)
      return undefined
    }
    if (type.is(value)) return value
    errors.push(`${name} should be of type ${type.name}${place}`)
    return undefined
  }
  return {
    text: (name, place, wanted) => read(name, place, wanted, { name: 'string', is: isText }),
    number: (name, place) => read(name, place, undefined, { name: 'integer', is: isNumber }),
    flag: (name, place) => read(name, place, undefined, { name: 'boolean', is: isFlag }),
    object: (name, place) => read(name, place, undefined, { name: 'object', is: isObject }),
    list: (name, place, wanted) => read(name, place, wanted, { name: 'array of object', is: isList }),
    texts: (name, place, wanted) => read(name, place, wanted, { name: 'array of string', is: isTexts }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every(isText)
}

/** One parsed user, or all its errors. */
type PersonRead =
  | { readonly ok: true; readonly person: StagedPerson }
  | { readonly ok: false; readonly errors: readonly string[] }

/**
 * Reads one user of a bulk import as real cores do, in the order of their errors. `externalIds`: ids of the users
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

/** The method marked as primary, else the first to join. */
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
  // Methods of one user without a time have the same one.
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
  if (isWiderThan(id, columnWidths.userId))
    errors.push(`externalUserId ${id} is too long. Max length is ${columnWidths.userId}.`)
  if (seen.has(id)) errors.push(`externalUserId ${id} is not unique. It is already used by another user.`)
  seen.add(id)
}

function checkRoleTenants(roles: readonly StagedRole[], methods: readonly StagedMethod[], errors: string[]): void {
  const known = new Set(methods.flatMap(({ tenantIds }) => tenantIds))
  for (const tenant of new Set(roles.flatMap(({ tenantIds }) => tenantIds))) {
    if (!known.has(tenant)) errors.push(`TenantId ${tenant} for a user role does not exist in loginMethods.`)
  }
}
