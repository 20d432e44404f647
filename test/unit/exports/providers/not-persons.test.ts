import { expect, test } from 'vitest'
import { formatOf } from '../../../../shared/exports/index.ts'
import { recognise } from '../../../../shared/exports/recognise.ts'

/** The kind of a record that is read and is no user; null: it is a user. */
function kindOf(record: Readonly<Record<string, unknown>>): string | null {
  const recognition = recognise({ header: Object.keys(record), records: [record] })
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) throw new Error('It is no known table.')
  const entry = format.read(record, recognition)
  if (entry.kind === 'unreadable') throw new Error(entry.reason)
  return entry.kind === 'aside' ? entry.what : null
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
  const kinds = [0, 1, 2, 3, 4, 5].map((type) => kindOf({ ...gitea, type }))
  expect(kinds).toEqual([null, 'organization', 'reserved name', 'reserved name', 'bot', 'user of another server'])
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
  expect([kindOf(mattermost), kindOf(mediawiki)]).toEqual([null, null])
  expect(kindOf({ ...mattermost, email: 'surveybot@localhost' })).toBe('bot')
  expect(kindOf({ ...mediawiki, user_token: '*** INVALID ***' })).toBe('system account')
})
