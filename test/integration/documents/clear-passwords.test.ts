import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DraftBatch } from '../../../electron/engine/import-pipeline/draft-batch.ts'
import { readDrafts } from '../../../electron/engine/import-pipeline/read-drafts.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const planning = { choices: noChoices, context: { scrypt: null, dialect: 'supertokens' } } as const

/** Everything of a file that would be written to the document, as one text. */
async function stored(name: string, content: string): Promise<string> {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  const unknown = { digest: null, format: null, compression: null, encoding: null, recognition: null, mapping: null }
  const unread = { provider_override: null, records: 0, unreadable: 0, other: {}, complete: false, problem: null }
  const whole = { truncation: null, truncationAccepted: false }
  const batches: DraftBatch[] = []
  const read = await readDrafts(
    { file: { path, name, size: content.length, ...unknown, ...unread, ...whole }, planning, users: 'planned' },
    {
      signal: new AbortController().signal,
      onDigest: () => undefined,
      onFacts: () => undefined,
      onBatches: (some) => void batches.push(...some),
    },
  )
  if (!read.ok) throw new Error(read.error.message)
  return JSON.stringify(batches)
}

/** Passwords that look like a hash, like no hash, like a mark of no password, or like what a format would take for its own. */
const passwords = [
  'hunter2',
  '!Passw0rd',
  '*Passw0rd*',
  'abJnggxhB/yWI',
  '$tr0ng$Passw0rd',
  '$2cool4uAndMore',
  '{noop}swordfish',
  'correct horse battery staple',
  'CorrectHorseBatteryStaple1',
  'U29tZVBhc3N3b3JkT2ZTb21lYm9keQ==',
  'sha1$mypassword',
  'fakeHash:salt=fakeSalt1:password=swordfish',
  "b'MyOwnPassword'",
  '\\x68756e74657232',
]
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

describe('a clear password is never stored', () => {
  test.each([
    ['a column called password', 'password'],
    ['a column called password_hash', 'password_hash'],
    ['a column that is not mapped', 'old_password_2'],
  ])('of %s', async (_, column) => {
    const rows = passwords.map((password, index) => `${index},user${index}@acme.example,${quoted(password)}`)
    const text = await stored('users.csv', `id,email,${column}\n${rows.join('\n')}\n`)
    expect(text).toContain('user3@acme.example')
    expect(passwords.filter((password) => text.includes(JSON.stringify(password).slice(1, -1)))).toEqual([])
  })

  test.each([
    [
      'Django',
      (password: string) => ({
        username: 'ann',
        email: 'ann@acme.example',
        password,
        is_superuser: 0,
        is_staff: 0,
        last_login: '',
      }),
    ],
    ['Laravel', (password: string) => ({ id: 1, email: 'ann@acme.example', password, remember_token: '' })],
    ['Passport', (password: string) => ({ id: 1, email: 'ann@acme.example', password, google_id: '' })],
    [
      'an export with a declared algorithm',
      (password: string) => ({
        id: 1,
        email: 'ann@acme.example',
        password_hash: password,
        hash_algorithm: 'bcrypt',
        salt: 'c2FsdA==',
      }),
    ],
    [
      'Firebase',
      (password: string) => ({
        localId: 'a',
        email: 'ann@acme.example',
        emailVerified: true,
        passwordHash: password,
        salt: 'c2FsdA==',
        providerUserInfo: [],
      }),
    ],
    [
      'Keycloak, written for import',
      (password: string) => ({
        id: 'a',
        username: 'ann',
        email: 'ann@acme.example',
        enabled: true,
        credentials: [{ type: 'password', value: password, temporary: false }],
      }),
    ],
    [
      'Zitadel, written for import',
      (password: string) => ({
        userId: 'a',
        user: { userName: 'ann', profile: {}, email: { email: 'ann@acme.example' }, password },
      }),
    ],
    [
      'SCIM',
      (password: string) => ({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        id: 'a',
        userName: 'ann@acme.example',
        password,
      }),
    ],
    [
      'Microsoft Graph, written for import',
      (password: string) => ({
        userPrincipalName: 'ann@acme.example',
        accountEnabled: true,
        passwordProfile: { password, forceChangePasswordNextSignIn: false },
      }),
    ],
    [
      'Appwrite',
      (password: string) => ({
        $id: 'a',
        email: 'ann@acme.example',
        emailVerification: true,
        password,
        hash: 'plaintext',
      }),
    ],
    [
      'Auth0, written for import',
      (password: string) => ({
        email: 'ann@acme.example',
        custom_password_hash: { algorithm: 'bcrypt', hash: { value: password } },
      }),
    ],
    [
      'SuperTokens, written for its bulk import',
      (password: string) => ({
        loginMethods: [{ recipeId: 'emailpassword', email: 'ann@acme.example', plainTextPassword: password }],
      }),
    ],
    [
      'Okta, written for import',
      (password: string) => ({
        id: 'a',
        status: 'STAGED',
        profile: { login: 'ann@acme.example', email: 'ann@acme.example' },
        credentials: { password: { value: password } },
      }),
    ],
    [
      'test users of IdentityServer',
      (password: string) => ({ SubjectId: '1', Username: 'ann@acme.example', Password: password, Claims: [] }),
    ],
  ])('of %s', async (_, user) => {
    for (const password of passwords) {
      const text = await stored('users.json', JSON.stringify([user(password), user(password)]))
      expect(text).toContain('ann@acme.example')
      expect(text.includes(JSON.stringify(password).slice(1, -1)) ? password : null).toBeNull()
    }
  })
})
