import { base64 } from '../../hashes/base64.ts'
import { clearPassword } from '../../hashes/mask-hash.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { newUser, type Identity, type Standing } from '../../users/user.ts'
import type { StateWords } from '../../mapping/entries/state-words.ts'
import { asEmail, field, profileOfUser, shareOf, third, withoutContact } from '../fields.ts'

/** The invitation of a guest. */
const guestStates: StateWords = { active: ['Accepted'], asked: ['PendingAcceptance'] }

/** Microsoft Entra ID, its external tenants and Azure AD B2C: users of Microsoft Graph, and the CSV lists of the portal and the Microsoft 365 admin center. */
export const entra: ExportFormat = {
  provider: 'entra',
  title: 'Microsoft Entra ID and Azure AD B2C',
  recognise: ({ records }: Sample) => {
    if (shareOf(records, isEntraUser) < 0.8) return null
    const name = 'a userPrincipalName, as Microsoft Graph and the portal give it'
    const hasName = records.some((record) => field.has(record, 'userPrincipalName'))
    const listed = 'an Object Id and a User principal name, as the admin center of Microsoft 365 gives them'
    const isListed = records.some((record) => field.has(record, 'User principal name'))
    const other = isListed ? listed : 'identities with an issuerAssignedId, as Microsoft Graph gives them'
    const reason = `its users have ${hasName ? name : other}`
    return { provider: 'entra', shape: 'users, which never have hashes', reason, role: 'users' }
  },
  read: readEntraUser,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'mail', becomes: 'Email where no identity has one' },
    { path: 'otherMails', becomes: 'Email where there is no other' },
    { path: 'userPrincipalName', becomes: 'Email where there is no other' },
    { path: 'mobilePhone', becomes: 'Phone number' },
    { path: 'identities[0].signInType', becomes: 'Login method: password or third party' },
    { path: 'identities[0].issuer', becomes: 'Provider' },
    { path: 'identities[0].issuerAssignedId', becomes: 'Email, or ID at the third party' },
    { path: 'objectId', becomes: 'Source ID' },
    { path: 'signInNames[0].type', becomes: 'Login method: password' },
    { path: 'signInNames[0].value', becomes: 'Email' },
    { path: 'userIdentities[0].issuer', becomes: 'Provider' },
    { path: 'userIdentities[0].issuerUserId', becomes: 'ID at the third party, in base64' },
    { path: 'accountEnabled', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'externalUserState', becomes: 'Asked about until the invitation is accepted', states: guestStates },
    { path: 'createdDateTime', becomes: 'Time joined' },
    { path: 'Object Id', becomes: 'Source ID' },
    { path: 'User principal name', becomes: 'Email' },
    { path: 'Alternate email addresses', becomes: 'Email where the name is none' },
    { path: 'Mobile Phone', becomes: 'Phone number' },
    { path: 'Block credential', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'Soft deletion time stamp', becomes: 'Deleted' },
    { path: 'When created', becomes: 'Time joined' },
  ],
}

function isEntraUser(record: SourceRecord): boolean {
  if (field.has(record, 'User principal name', 'Object Id')) return true
  const more = ['id', 'identities', 'signInNames', 'accountEnabled', 'mail'].some((name) => field.has(record, name))
  // A query for chosen columns may omit the name; only Microsoft Graph has such identities.
  const [login] = field.list(record, 'identities') ?? []
  if (login !== undefined && field.has(login, 'issuer', 'issuerAssignedId', 'signInType')) return true
  // Entries of Active Directory have a userPrincipalName, too.
  return field.has(record, 'userPrincipalName') && more && !field.has(record, 'dn') && !field.has(record, 'objectClass')
}

function readEntraUser(record: SourceRecord): Entry {
  const sourceId = field.text(record, 'id', 'objectId', 'Object Id')
  const logins = [...(field.list(record, 'identities') ?? []), ...loginsOfAzure(record)]
  const email = emailOf(record, logins)
  const dialed = logins.find((login) => typeOf(login) === 'phonenumber')
  const phone =
    (dialed === undefined ? null : field.text(dialed, 'issuerAssignedId')) ??
    field.text(record, 'mobilePhone', 'Mobile Phone')
  if (sourceId === null && email === null && phone === null) return withoutContact
  const local = logins.some((login) => /^(?:emailaddress|username|phonenumber)$/.test(typeOf(login)))
  const clear = field.text(field.object(record, 'passwordProfile') ?? {}, 'password')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      phone,
      emailIsLogin: logins.some(isMailCode),
      hasPassword: local || clear !== null ? true : null,
      hash: clear === null ? null : clearPassword(clear, 'entra'),
      identities: logins.flatMap(toIdentity),
      standing: standingOf(record),
      ...profileOfUser({ joined: field.time(record, 'createdDateTime', 'When created') }),
    }),
    keys: sourceId === null ? [] : [`entra:${sourceId}`],
  }
}

/** The logins of a user as Azure AD Graph gave them, before Microsoft Graph: names to sign in with, and third parties with their IDs in base64. */
function loginsOfAzure(record: SourceRecord): readonly SourceRecord[] {
  const names = (field.list(record, 'signInNames') ?? []).map((name) => ({
    signInType: field.text(name, 'type'),
    issuerAssignedId: field.text(name, 'value'),
  }))
  const thirdParties = (field.list(record, 'userIdentities') ?? []).map((one) => {
    const id = field.text(one, 'issuerUserId')
    return {
      signInType: 'federated',
      issuer: field.text(one, 'issuer'),
      issuerAssignedId: id === null ? null : printableIn(id),
    }
  })
  return [...names, ...thirdParties]
}

/** The ID in base64; an ID that is no such text is kept as it is. */
function printableIn(id: string): string {
  const text = base64.padded(id) === null ? '' : String.fromCharCode(...base64.decode(id))
  return /^[\x21-\x7e]{3,}$/.test(text) ? text : id
}

/** The kind of a login, in lower case: `emailaddress`, `username`, `phonenumber`, `userprincipalname` or `federated`. Only the last one is at a third party. */
function typeOf(login: SourceRecord): string {
  return (field.text(login, 'signInType', 'type') ?? '').toLowerCase()
}

/** Whether a login is by a code sent by email, which has `mail` as its issuer. */
function isMailCode(login: SourceRecord): boolean {
  return typeOf(login) === 'federated' && field.text(login, 'issuer')?.toLowerCase() === 'mail'
}

function toIdentity(login: SourceRecord): readonly Identity[] {
  if (typeOf(login) !== 'federated' || isMailCode(login)) return []
  return [third(field.text(login, 'issuer') ?? 'unknown', field.text(login, 'issuerAssignedId') ?? '')]
}

/** The email of a user: that of the login first. A name in onmicrosoft.com is not a mailbox. */
function emailOf(record: SourceRecord, logins: readonly SourceRecord[]): string | null {
  const login = logins.find((one) => typeOf(one) === 'emailaddress' || isMailCode(one))
  const others = record['otherMails']
  const other: unknown = Array.isArray(others) ? others[0] : null
  const name = asEmail(field.text(record, 'userPrincipalName', 'User principal name'))
  return (
    (login === undefined ? null : asEmail(field.text(login, 'issuerAssignedId'))) ??
    field.text(record, 'mail') ??
    (typeof other === 'string' && other !== '' ? other : null) ??
    field.text(record, 'alternateEmailAddress') ??
    (name === null || /#EXT#|\.onmicrosoft\.com$/i.test(name)
      ? asEmail(field.text(record, 'Alternate email addresses'))
      : name)
  )
}

function standingOf(record: SourceRecord): Standing {
  if (field.text(record, 'deletedDateTime', 'Soft deletion time stamp') !== null) return 'deleted'
  const isOff = field.isOff(record, 'lets-in', 'accountEnabled') || field.isOff(record, 'keeps-out', 'Block credential')
  return isOff ? 'disabled' : 'active'
}
