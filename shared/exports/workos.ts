import type { Entry, ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import { emptyUser } from '../users/user.ts'
import { booleanField, hasFields, metadataFields, profileOfUser, shareOf, textField, timeField } from './fields.ts'

/** WorkOS: the users of its API, which has neither hashes nor, in this list, ids at third parties. */
export const workos: ExportFormat = {
  provider: 'workos',
  title: 'WorkOS',
  recognise: ({ records }: Sample) => {
    if (shareOf(records, isWorkosUser) < 0.8) return null
    const reason = 'its users have an id like "user_01..." beside email_verified, as the API of WorkOS gives them'
    return { provider: 'workos', shape: 'users of the API, which never have hashes', reason, role: 'users' }
  },
  read: readWorkosUser,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_verified', becomes: 'Email verified' },
    { path: 'metadata', becomes: 'Metadata', whole: true },
    { path: 'created_at', becomes: 'Time joined' },
  ],
}

function isWorkosUser(record: SourceRecord): boolean {
  return (
    hasFields(record, 'email', 'email_verified') &&
    /^user_01[0-9A-HJKMNP-TV-Z]{24}$/.test(textField(record, 'id') ?? '')
  )
}

function readWorkosUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'id')
  const email = textField(record, 'email')
  if (sourceId === null && email === null)
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email.' }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: booleanField(record, 'email_verified'),
      ...profileOfUser({ metadata: metadataFields(record, 'metadata'), joined: timeField(record, 'created_at') }),
    },
    keys: sourceId === null ? [] : [`workos:${sourceId}`],
  }
}
