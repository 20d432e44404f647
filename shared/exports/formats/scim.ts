import { isClearBehindMark, judgeAbsence } from '../../hashes/absence.ts'
import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { clearPassword } from '../../hashes/mask-hash.ts'
import type { HashInput } from '../../hashes/verdict.ts'
import { textOf } from '../../mapping/cell.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { otherEntry } from '../../mapping/rows/unread-rows.ts'
import { newUser } from '../../users/user.ts'
import { asEmail, field, profileOfUser, shareOf, withoutContact } from '../fields.ts'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** SCIM (RFC 7643): users of any directory with this protocol, whose responses have no passwords; files for import may have them or their hashes. */
export const scim: ExportFormat = {
  provider: 'scim',
  title: 'SCIM directory',
  recognise: ({ records }: Sample) => {
    if (!records.some(isScimUser) || shareOf(records, isOfScim) < 0.8) return null
    const reason =
      'its records name the schema of a SCIM user, or have a userName beside a list of emails and their resource type'
    return { provider: 'scim', shape: 'users', reason, role: 'users' }
  },
  read: readScimUser,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'userName', becomes: 'Email where there is no other' },
    { path: 'emails[0].value', becomes: 'Email, the primary one' },
    { path: 'phoneNumbers[0].value', becomes: 'Phone number, the primary one' },
    { path: 'active', becomes: 'Disabled when no', flag: 'lets-in' },
    ...['accountLocked', 'accountDisabled'].map((flag) => ({
      path: `${enterprise}.${flag}`,
      becomes: 'Disabled',
      flag: 'keeps-out' as const,
    })),
    { path: 'roles', becomes: 'Role', whole: true },
    { path: 'meta.created', becomes: 'Time joined' },
  ],
}

function isOfScim(record: SourceRecord): boolean {
  return isScimUser(record) || schemasOf(record).some((schema) => /^urn:(?:ietf:params:)?scim:schemas:/.test(schema))
}

function isScimUser(record: SourceRecord): boolean {
  if (
    schemasOf(record).some((schema) =>
      /^urn:(?:ietf:params:scim:schemas:core:2\.0:User|scim:schemas:core:1\.0)$/.test(schema),
    )
  ) {
    return field.has(record, 'userName')
  }
  return field.has(record, 'userName', 'emails') && kindOf(record) === 'User'
}

function schemasOf(record: SourceRecord): readonly string[] {
  const listed = record['schemas']
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : []
}

function kindOf(record: SourceRecord): string | null {
  return field.text(field.object(record, 'meta') ?? {}, 'resourceType')
}

function readScimUser(record: SourceRecord): Entry {
  const kind = kindOf(record) ?? (schemasOf(record).some((schema) => schema.endsWith(':Group')) ? 'Group' : null)
  if (kind !== null && kind !== 'User') return otherEntry(record, kind.slice(0, 80))
  const sourceId = field.text(record, 'id')
  const email = primaryOf(record, 'emails') ?? asEmail(field.text(record, 'userName'))
  const phone = primaryOf(record, 'phoneNumbers')?.replace(/^tel:/i, '') ?? null
  if (sourceId === null && email === null && phone === null) return withoutContact
  const password = field.text(record, 'password')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      phone,
      hasPassword: password === null ? null : true,
      hash: password === null ? null : hashOf(password),
      standing: field.isOff(record, 'lets-in', 'active') || isLocked(record) ? 'disabled' : 'active',
      ...profileOfUser({
        roles: field.roles(record, 'roles'),
        joined: field.time(field.object(record, 'meta') ?? {}, 'created'),
      }),
    }),
    keys: sourceId === null ? [] : [`scim:${sourceId}`],
  }
}

/** The protocol has passwords in clear text there; servers write the hash, or a mark in its place. */
function hashOf(password: string): HashInput {
  const isAbsent = judgeAbsence(password) !== null && !isClearBehindMark(password)
  const isHash = hashLikeness(password) === 'certain' || isAbsent
  return isHash ? { hash: password, provider: 'scim' } : clearPassword(password, 'scim')
}

/** An extension of a product may lock the account, as that of WSO2 does. */
function isLocked(record: SourceRecord): boolean {
  return Object.keys(record).some((name) => {
    const extension = name.startsWith('urn:') ? field.object(record, name) : null
    return extension !== null && field.isOff(extension, 'keeps-out', 'accountLocked', 'accountDisabled')
  })
}

/** The value marked as primary, else the one for work, else the first. Some servers list bare values. */
function primaryOf(record: SourceRecord, name: string): string | null {
  const values = record[name]
  const [first]: readonly unknown[] = Array.isArray(values) ? values : []
  if (typeof first === 'string') return textOf(first)
  const listed = field.list(record, name) ?? []
  const chosen =
    listed.find((one) => field.flag(one, 'primary') === true) ??
    listed.find((one) => field.text(one, 'type')?.toLowerCase() === 'work') ??
    listed[0]
  return chosen === undefined ? null : field.text(chosen, 'value')
}
