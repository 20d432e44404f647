import { expect, test } from 'vitest'
import { formatOf } from '../../../../shared/exports/index.ts'
import { recognise } from '../../../../shared/exports/recognise.ts'

/** The reason for which a record is passed over, or its kind; null: it is a user. */
function skipped(record: Readonly<Record<string, unknown>>): string | null {
  const recognition = recognise({ header: Object.keys(record), records: [record] })
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) throw new Error('It is no known table.')
  const entry = format.read(record, recognition)
  if (entry.kind === 'aside') return entry.what
  return entry.kind === 'unreadable' ? entry.reason : null
}

const gitea = {
  id: 1,
  lower_name: 'ann',
  name: 'ann',
  email: 'ann@acme.example',
  passwd: '',
  passwd_hash_algo: 'bcrypt',
  salt: '',
  is_active: 1,
  prohibit_login: 0,
  login_type: 0,
  login_source: 0,
}

test('entries of Gitea that are no persons are told apart', () => {
  const reasons = [0, 1, 2, 3, 4, 5].map(
    (type) =>
      skipped({ ...gitea, type })
        ?.split(/[ ,]/)
        .slice(0, 4)
        .join(' ') ?? null,
  )
  expect(reasons).toEqual([
    null,
    'This is an organization',
    'This name is reserved',
    'This name is reserved',
    'bot',
    'This is a user',
  ])
})

const mattermost = {
  id: 'a',
  username: 'ann',
  email: 'ann@acme.example',
  emailverified: true,
  authservice: '',
  authdata: null,
  deleteat: 0,
  password: '',
}
const mediawiki = {
  user_id: 1,
  user_name: 'Ann',
  user_password: '',
  user_email: 'ann@acme.example',
  user_email_authenticated: '',
  user_token: 'x',
}

test('bots of Mattermost and users that MediaWiki keeps for itself are no persons', () => {
  expect([skipped(mattermost), skipped(mediawiki)]).toEqual([null, null])
  expect(skipped({ ...mattermost, email: 'surveybot@localhost' })).toContain('bot')
  expect(skipped({ ...mediawiki, user_token: '*** INVALID ***' })).toContain('MediaWiki')
})
