import { clearTextMark } from '../hashes/mask-hash.ts'
import type { HashInput } from '../hashes/verdict.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { emptyUser, type Standing } from '../users/user.ts'
import {
  booleanField,
  hasFields,
  listField,
  objectField,
  profileOfUser,
  shareOf,
  textField,
  third,
  timeField,
} from './fields.ts'

/** Zitadel: the organizations of its export and import, and the users of its APIs, which never have hashes. */
export const zitadel: ExportFormat = {
  provider: 'zitadel',
  title: 'Zitadel',
  recognise: recogniseZitadel,
  read: (record) => (isLink(record) ? readLink(record) : readZitadelUser(record)),
  fields: [
    { path: 'userId', becomes: 'Source ID' },
    { path: 'user.email.email', becomes: 'Email' },
    { path: 'user.email.isEmailVerified', becomes: 'Email verified' },
    { path: 'user.phone.phone', becomes: 'Phone number' },
    { path: 'user.hashedPassword.value', becomes: 'Password hash' },
    { path: 'user.idps[0].configId', becomes: 'Provider' },
    { path: 'user.idps[0].externalUserId', becomes: 'Provider user ID' },
    { path: 'idpId', becomes: 'Provider' },
    { path: 'providedUserId', becomes: 'Provider user ID' },
    { path: 'human.email.email', becomes: 'Email' },
    { path: 'human.email.isVerified', becomes: 'Email verified' },
    { path: 'human.phone.phone', becomes: 'Phone number' },
    { path: 'state', becomes: 'Disabled' },
    { path: 'user.otpCode', becomes: 'TOTP secret' },
    { path: 'details.creationDate', becomes: 'Time joined' },
  ],
}

function recogniseZitadel({ records }: Sample): Recognition | null {
  if (shareOf(records, isOfZitadel) < 0.8) return null
  const imported = records.some((record) => objectField(record, 'user') !== null)
  const found = { provider: 'zitadel', role: 'users' } as const
  return imported
    ? { ...found, shape: 'organizations', reason: 'its users have a userId and a user with a profile, as in dataOrgs' }
    : {
        ...found,
        shape: 'users of the API, which never have hashes',
        reason: 'its users have a state like USER_STATE_ACTIVE',
      }
}

function isOfZitadel(record: SourceRecord): boolean {
  if (isLink(record)) return true
  const user = objectField(record, 'user')
  if (user !== null && hasFields(record, 'userId')) return hasFields(user, 'userName')
  return (
    textField(record, 'state')?.startsWith('USER_STATE_') === true &&
    (hasFields(record, 'human') || hasFields(record, 'machine'))
  )
}

/** An entry of `userLinks`, or of the import's form of it. */
function isLink(record: SourceRecord): boolean {
  return hasFields(record, 'userId', 'idpId') && !hasFields(record, 'user')
}

function readLink(record: SourceRecord): Entry {
  const owner = textField(record, 'userId')
  const id = textField(record, 'providedUserId', 'idpUserId', 'externalUserId')
  if (owner === null) return { kind: 'unreadable', reason: 'This login has no userId to find its user by.' }
  const provider = textField(record, 'idpName') ?? textField(record, 'idpId') ?? 'unknown'
  return { kind: 'part', part: { identities: [third(provider, id ?? '')] }, keys: [`zitadel:${owner}`] }
}

function readZitadelUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'userId', 'id')
  const user = objectField(record, 'user') ?? objectField(record, 'human')
  const isMachine =
    hasFields(record, 'machine') || (user !== null && !hasFields(user, 'email') && !hasFields(user, 'profile'))
  if (isMachine) return { kind: 'unreadable', reason: 'This is a machine user and no person; it was left out.' }
  if (user === null)
    return { kind: 'unreadable', reason: 'This record is no user: it has neither a profile nor an email.' }
  const email = objectField(user, 'email') ?? {}
  const phone = objectField(user, 'phone') ?? {}
  const hash = hashOf(user)
  const fromApi = objectField(record, 'human') !== null
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: textField(email, 'email', 'address'),
      emailVerified: booleanField(email, 'isEmailVerified', 'isVerified') ?? false,
      phone: textField(phone, 'phone', 'number'),
      phoneVerified: booleanField(phone, 'isPhoneVerified', 'isVerified'),
      // The API tells when a password was set, where there is one.
      hasPassword: hash !== null || textField(user, 'passwordChanged') !== null ? true : fromApi ? null : false,
      hash,
      identities: (listField(user, 'idps') ?? []).map((one) =>
        third(
          textField(one, 'configId', 'idpId') ?? 'unknown',
          textField(one, 'externalUserId', 'idpExternalId') ?? '',
        ),
      ),
      standing: standingOf(textField(record, 'state')),
      ...profileOfUser({
        totp: [textField(user, 'otpCode') ?? []].flat(),
        joined: timeField(objectField(record, 'details') ?? {}, 'creationDate'),
      }),
    },
    keys: sourceId === null ? [] : [`zitadel:${sourceId}`],
  }
}

/** `algorithm` is left out of what is passed on: Zitadel itself goes by the hash, which says its own. */
function hashOf(user: SourceRecord): HashInput | null {
  const hash = textField(objectField(user, 'hashedPassword') ?? {}, 'value', 'hash')
  if (hash !== null) return { hash, provider: 'zitadel' }
  return textField(user, 'password') === null ? null : { hash: clearTextMark, provider: 'zitadel' }
}

function standingOf(state: string | null): Standing {
  if (state === 'USER_STATE_DELETED') return 'deleted'
  return /^USER_STATE_(?:INACTIVE|LOCKED|SUSPEND)/.test(state ?? '') ? 'disabled' : 'active'
}
