import type { SourceRecord } from '../mapping/export-format.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry } from '../mapping/export-format.ts'
import { hasFields, objectField, textField } from './fields.ts'
import { profileOfUser, timeField } from './profile-fields.ts'
import { idField } from './own-columns.ts'
import { third } from './third-party-columns.ts'

const parties = ['google', 'facebook', 'twitter', 'github', 'linkedin', 'apple'] as const

/** The schema of the widespread tutorial: `local.email` and `local.password` beside `google.id`, `facebook.id`. */
export function isTutorialUser(record: SourceRecord): boolean {
  if (hasFields(record, 'email') || hasFields(record, 'password')) return false
  const local = objectField(record, 'local')
  return (local !== null && hasFields(local, 'email', 'password')) || partiesOf(record).length > 0
}

export function readTutorialUser(record: SourceRecord): Entry {
  const sourceId = idField(record, '_id', 'id')
  const local = objectField(record, 'local') ?? {}
  const identities = partiesOf(record)
  const email = textField(local, 'email') ?? identities.find((one) => one.email !== null)?.email ?? null
  if (sourceId === null && email === null && identities.length === 0)
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email.' }
  const hash = textField(local, 'password')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      hasPassword: hash !== null,
      hash: hash === null ? null : { hash, provider: 'passport' },
      identities,
      ...profileOfUser({ joined: timeField(record, 'createdAt', 'created_at') }),
    },
    keys: sourceId === null ? [] : [`passport:${sourceId}`],
  }
}

function partiesOf(record: SourceRecord): readonly Identity[] {
  return parties.flatMap((name) => {
    const data = objectField(record, name)
    const id = data === null ? null : textField(data, 'id')
    return data === null || id === null ? [] : [third(name, id, textField(data, 'email'))]
  })
}
