import { hashSync } from 'bcryptjs'
import type { CoreContext } from '../context.ts'
import type { StagedMethod, StagedPerson } from '../store/staged-users.ts'
import type { StoredUser } from '../store/stored-user.ts'
import { inTenant, thirdPartyKey } from '../store/users.ts'
import { primaryWithSameContact } from './linked-accounts.ts'

/** Undoes the imports of people, the last first: a chunk is one transaction. */
export type UndoLog = (() => void)[]

type PersonImported =
  | { readonly kind: 'ok' }
  /** The core names this person as the reason. */
  | { readonly kind: 'failed'; readonly message: string }
  /**
   * The core's database refuses the whole chunk without naming a user. `message`: the text of `/bulk-import/import`.
   */
  | { readonly kind: 'refused'; readonly message: string }

/** Imports one staged person, all of it. Adds each step to `undo`, also when it ends halfway. */
export function importPerson(context: CoreContext, person: StagedPerson, undo: UndoLog): PersonImported {
  const missing = (person.userRoles ?? []).find(({ role }) => !context.people.roles.has(role))
  if (missing !== undefined) return failed(`[Role ${missing.role} does not exist.]`)
  for (const method of person.loginMethods) {
    const refused = keysOfOthers(context, method)
    if (refused !== null) return refused
    const user = context.users.put(loginOf(method))
    undo.push(() => context.users.remove(user))
  }
  return link(context, person, undo) ?? addRest(context, person, undo)
}

function failed(message: string): PersonImported {
  return { kind: 'failed', message }
}

/** The user that has this login already, in the words of a real core on PostgreSQL. */
function keysOfOthers({ users }: CoreContext, method: StagedMethod): PersonImported | null {
  for (const tenant of method.tenantIds) {
    const at = (key: string | undefined): string => inTenant(tenant, key ?? '')
    if (method.recipeId === 'emailpassword') {
      if (users.passwordByEmail.has(at(method.email))) {
        return failed(`E003: A user with email ${method.email} already exists in emailpassword loginMethod.`)
      }
    } else if (method.recipeId === 'thirdparty') {
      // No E005: the database plugin looks for the constraint of another table, so no user is named.
      const key = thirdPartyKey(method.thirdPartyId, method.thirdPartyUserId)
      if (users.thirdPartyByKey.has(at(key))) return { kind: 'refused', message: 'translated' }
    } else if (method.email !== undefined && users.passwordlessByEmail.has(at(method.email))) {
      return failed(`E006: A user with email ${method.email} already exists in passwordless loginMethod.`)
    } else if (method.phoneNumber !== undefined && users.passwordlessByPhone.has(at(method.phoneNumber))) {
      const phone = method.phoneNumber
      return failed(`E007: A user with phoneNumber ${phone} already exists in passwordless loginMethod.`)
    }
  }
  return null
}

function loginOf(method: StagedMethod): StoredUser {
  const email = method.email ?? null
  return {
    id: method.superTokensUserId,
    recipe: method.recipeId,
    timeJoined: method.timeJoinedInMSSinceEpoch,
    email,
    phoneNumber: method.recipeId === 'passwordless' ? (method.phoneNumber ?? null) : null,
    provider: method.recipeId === 'thirdparty' ? method.thirdPartyId : null,
    providerUserId: method.recipeId === 'thirdparty' ? method.thirdPartyUserId : null,
    passwordHash: method.recipeId === 'emailpassword' ? passwordOf(method) : null,
    verifiedEmail: method.isVerified ? email : null,
    tenantIds: method.tenantIds,
  }
}

/** Cheap to compute: no real password is kept here. */
const rounds = 4

function passwordOf(method: Extract<StagedMethod, { recipeId: 'emailpassword' }>): string {
  return method.passwordHash ?? hashSync(method.plainTextPassword ?? '', rounds)
}

/** Several login methods become one primary user, also when none is marked as primary. */
function link(context: CoreContext, { id, loginMethods }: StagedPerson, undo: UndoLog): PersonImported | null {
  const isLinked = loginMethods.length > 1 || loginMethods.some(({ isPrimary }) => isPrimary)
  if (!isLinked) return null
  // In this order a method that joined at the same moment as the primary one stands before it, as real cores have it.
  for (const method of loginMethods.toReversed()) {
    const user = context.users.byId.get(method.superTokensUserId)
    if (user === undefined) continue
    if (primaryWithSameContact(context, user, id) !== null) {
      const why = 'but the account info is already associated with another primary user.'
      return failed(`E022: We tried to create the primary user for the userId ${id} ${why}`)
    }
    context.links.link(user.id, id)
    undo.push(() => context.links.unlink(user.id))
  }
  return null
}

/** External id, metadata, roles and TOTP. They are stored under the external ID, where there is one. */
function addRest(context: CoreContext, person: StagedPerson, undo: UndoLog): PersonImported {
  const { people, userIds, users } = context
  const { id, externalUserId } = person
  const shown = externalUserId ?? id
  if (externalUserId !== undefined) {
    if (userIds.idByExternal.has(externalUserId)) return { kind: 'refused', message: duplicateId(id, externalUserId) }
    if (users.byId.has(externalUserId)) {
      return failed(`E030: The externalUserId ${externalUserId} is already a userId of another user.`)
    }
    userIds.map(id, externalUserId, null)
    undo.push(() => userIds.unmap(id))
  }
  undo.push(() => people.forget(shown))
  for (const { secretKey, period, skew, deviceName } of person.totpDevices ?? []) {
    if (deviceName === undefined) return failed(namelessDevice(id, secretKey, period, skew, context.clock()))
    people.addTotp(shown, { name: deviceName, secretKey, period, skew })
  }
  if (person.userMetadata !== undefined) people.putMetadata(shown, person.userMetadata)
  for (const { role, tenantIds } of person.userRoles ?? []) {
    for (const tenant of tenantIds) people.giveRole(tenant, shown, role)
  }
  return { kind: 'ok' }
}

function duplicateId(id: string, externalId: string): string {
  return (
    'io.supertokens.pluginInterface.exceptions.StorageQueryException: java.sql.BatchUpdateException: Batch entry 0 ' +
    'INSERT INTO userid_mapping (app_id, supertokens_user_id, external_user_id) VALUES' +
    `(('public'), ('${id}'), ('${externalId}')) was aborted: ERROR: duplicate key value violates unique constraint ` +
    `"userid_mapping_external_user_id_key"\n  Detail: Key (app_id, external_user_id)=(public, ${externalId}) already ` +
    'exists.  Call getNextException to see other errors in the batch.'
  )
}

/** Real cores quote the statement, its secret too. */
function namelessDevice(id: string, secret: string, period: number, skew: number, now: number): string {
  return (
    'E036: java.sql.BatchUpdateException: Batch entry 0 INSERT INTO totp_user_devices (app_id, user_id, device_name, ' +
    `secret_key, period, skew, verified, created_at) VALUES (('public'), ('${id}'), (NULL), ('${secret}'), ` +
    `('${period}'::int4), ('${skew}'::int4), ('TRUE'), ('${now}'::int8)) ON CONFLICT (app_id, user_id, device_name) ` +
    `DO UPDATE SET secret_key = ('${secret}'), period = ('${period}'::int4), skew = ('${skew}'::int4), created_at = ` +
    `('${now}'::int8), verified = ('TRUE') was aborted: ERROR: null value in column "device_name" of relation ` +
    `"totp_user_devices" violates not-null constraint\n  Detail: Failing row contains (public, ${id}, null, ` +
    `${secret}, ${period}, ${skew}, t, ${now}).  Call getNextException to see other errors in the batch.`
  )
}
