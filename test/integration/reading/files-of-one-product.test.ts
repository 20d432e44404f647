import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const uuid = (at: number) => `5f0c7a1e-0000-4000-8000-00000000000${at}`
const lines = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`

const clerkId = (at: number) => `user_2MadeUp00000000000000000${at}`
const clerkTable = (mailOf = mail) =>
  lines(
    'id,username,primary_email_address,verified_email_addresses,unverified_email_addresses,totp_secret,password_digest,password_hasher',
    (at) => `${clerkId(at)},,${mailOf(at)},${mailOf(at)},,,${madeUpBcrypt(at)},bcrypt`,
  )
const clerkApi = (change: (at: number) => object = () => ({})) =>
  JSON.stringify(
    some.map((at) => ({
      id: clerkId(at),
      object: 'user',
      primary_email_address_id: `idn_${at}`,
      email_addresses: [{ id: `idn_${at}`, email_address: mail(at), verification: { status: 'verified' } }],
      external_accounts:
        at === 1
          ? [{ provider: 'oauth_google', provider_user_id: '103547991597142000001', email_address: mail(at) }]
          : [],
      public_metadata: { plan: `plan${at}` },
      password_enabled: true,
      banned: at === 2,
      created_at: 1_700_000_000_000 + at,
      ...change(at),
    })),
  )

async function counts(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const { json } = await inspect(files, options)
  const { users, joined, ready, blocked, findings } = json ?? {}
  return { users, joined, ready, blocked, findings }
}

const together = { users: 6, joined: 6 }

/** Users of other products in two forms each, as one file and another have them. */
const inTwoForms: Readonly<Record<string, readonly [string, string]>> = {
  'the dump and the API of Supabase': [
    lines(
      'instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,raw_app_meta_data,raw_user_meta_data,created_at',
      (at) =>
        `${uuid(0)},${uuid(at)},authenticated,authenticated,${mail(at)},${madeUpBcrypt(at)},2024-01-15 10:30:00+00,{},{},2024-01-15 10:30:00+00`,
    ),
    JSON.stringify({
      users: some.map((at) => ({
        id: uuid(at),
        aud: 'authenticated',
        role: 'authenticated',
        email: mail(at),
        email_confirmed_at: '2024-01-15T10:30:00Z',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: {},
        created_at: '2024-01-15T10:30:00Z',
        is_anonymous: false,
      })),
    }),
  ],
  'the portal and the API of Entra': [
    lines(
      'userPrincipalName,displayName,surname,mail,givenName,id,userType,accountEnabled,creationType,invitationState',
      (at) => `${mail(at)},User,Lee,${mail(at)},Ann,${uuid(at)},Member,True,,`,
    ),
    JSON.stringify({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users',
      value: some.map((at) => ({
        id: uuid(at),
        userPrincipalName: mail(at),
        displayName: 'User',
        mail: mail(at),
        otherMails: [],
        accountEnabled: true,
        identities: [{ signInType: 'emailAddress', issuer: 'acme.example', issuerAssignedId: mail(at) }],
      })),
    }),
  ],
  'the dump and the list of users of Discourse, which has no IDs': [
    [
      'COPY public.users (id, username, created_at, updated_at, name, active, username_lower, admin, trust_level, staged, moderator, suspended_till) FROM stdin;',
      ...some.map((at) => `${at}\tu${at}\t2024-01-01\t2024-01-01\tUser\tt\tu${at}\tf\t1\tf\tf\t\\N`),
      '\\.',
      'COPY public.user_emails (id, user_id, email, "primary", created_at, updated_at) FROM stdin;',
      ...some.map((at) => `${at}\t${at}\t${mail(at)}\tt\t2024-01-01\t2024-01-01`),
      '\\.',
      '',
    ].join('\n'),
    lines(
      'name,username,email,created_at,last_seen_at,trust_level,approved,suspended_at,suspended_till,active,admin,moderator,staged,secondary_emails',
      (at) => `User,u${at},${mail(at)},2024-01-01,,1,true,,,true,false,false,false,`,
    ),
  ],
}

const notJoined = ['same-email-elsewhere', 'same-id-elsewhere', 'same-id-in-files']

async function joinedOnce(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  const codes = z
    .array(z.object({ code: z.string() }))
    .parse(json?.findings)
    .map(({ code }) => code)
  return codes.filter((code) => notJoined.includes(code))
}

test.each(Object.entries(inTwoForms))('%s have the same users', async (_, [one, other]) => {
  expect(await counts({ 'one.txt': one, 'other.txt': other })).toMatchObject({ users: 6 })
  expect(await joinedOnce({ 'one.txt': one, 'other.txt': other })).toEqual([])
  expect(await counts({ 'other.txt': other, 'one.txt': one })).toMatchObject({ users: 6 })
})

test('users of two installations who have the same small number stay apart, and nothing is asked', async () => {
  const [dump] = inTwoForms['the dump and the list of users of Discourse, which has no IDs'] ?? []
  const other = dump?.replaceAll('@acme.example', '@other.example') ?? ''
  expect(await counts({ 'one.sql': dump ?? '', 'other.sql': other })).toMatchObject({ users: 12, blocked: {} })
})

test('a list without IDs of whom few are in the dump is asked about, and joined by decision', async () => {
  const [dump = '', list = ''] = inTwoForms['the dump and the list of users of Discourse, which has no IDs'] ?? []
  const files = { 'dump.sql': dump, 'list.csv': list.replaceAll(/user([2-6])@/g, 'other$1@') }
  expect(await counts(files)).toMatchObject({ users: 12, blocked: { 'same-id-in-files': 2 } })
  expect(await counts(files, '--decide', 'same-id-in-files=join')).toMatchObject({ users: 11, blocked: {} })
})

describe('the table of the dashboard of Clerk beside the users of its API', () => {
  test('has the same users, and each fills what the other one lacks', async () => {
    const files = { 'users.csv': clerkTable(), 'users.json': clerkApi() }
    expect(await counts(files)).toMatchObject({ ...together, ready: 5, blocked: { disabled: 1 } })
    const [first, second] = await usersOf(files)
    expect(first).toMatchObject({
      email: mail(1),
      emailVerified: true,
      hash: { hash: madeUpBcrypt(1) },
      identities: [{ userId: '103547991597142000001' }],
      profile: { metadata: { public_metadata: { plan: 'plan1' } }, joined: '1700000000001' },
    })
    expect(second).toMatchObject({ standing: 'disabled' })
  })

  test('in any order of the files', async () => {
    expect(await counts({ 'a.json': clerkApi(), 'b.csv': clerkTable() })).toMatchObject(together)
  })

  test('asks about a user with another address, who is joined by decision and keeps the one beside the password', async () => {
    const files = {
      'users.csv': clerkTable((at) => (at === 4 ? 'old@acme.example' : mail(at))),
      'users.json': clerkApi(),
    }
    const { findings, ...undecided } = await counts(files)
    expect(undecided).toEqual({ users: 7, joined: 5, ready: 4, blocked: { disabled: 1, 'same-id-in-files': 2 } })
    expect(findings).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 2 }))
    const decided = await counts(files, '--decide', 'same-id-in-files=join')
    expect(decided).toMatchObject({ ...together, ready: 5, blocked: { disabled: 1 } })
    expect(await counts(files, '--decide', 'same-id-in-files=separate')).toMatchObject({ users: 7, ready: 6 })
  })

  test('calls nobody verified whom one of them calls unverified', async () => {
    const unverified = (at: number) => ({
      email_addresses: [{ id: `idn_${at}`, email_address: mail(at), verification: { status: 'unverified' } }],
    })
    const files = { 'users.csv': clerkTable(), 'users.json': clerkApi(unverified) }
    expect((await usersOf(files)).map(({ emailVerified }) => emailVerified)).toEqual(some.map(() => false))
  })

  test('sends nothing of users with two passwords before a decision', async () => {
    const changed = clerkTable().replace(madeUpBcrypt(3), madeUpBcrypt(9))
    const { findings, ...undecided } = await counts({ 'old.csv': clerkTable(), 'new.csv': changed })
    expect(undecided).toMatchObject({ users: 7, joined: 5, ready: 5, blocked: { 'same-id-in-files': 2 } })
    expect(findings).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 2 }))
    const decided = await counts({ 'old.csv': clerkTable(), 'new.csv': changed }, '--decide', 'same-id-in-files=join')
    expect(decided).toMatchObject(together)
    expect(decided.findings).toContainEqual(expect.objectContaining({ code: 'second-hash', users: 1 }))
  })
})

const guides = join(import.meta.dirname, '../../../docs/sources')
const exportsFolder = join(import.meta.dirname, '../../fixtures/exports')

/** The files that a guide tells to give together. Hash parameters are entered and are no file of users. */
const filesOfGuides: Readonly<Record<string, readonly string[]>> = {
  'aspnet-identity': ['users.csv', 'logins.csv'],
  auth0: ['users.ndjson', 'password-hashes.ndjson'],
  clerk: ['dashboard.csv', 'api.ndjson'],
  firebase: ['auth-export.json'],
  keycloak: ['acme-users-0.json', 'acme-users-1.json'],
  okta: ['users.json', 'password-health.csv'],
  stytch: ['users.json', 'password-hashes.csv'],
}

test('every guide that tells of several files names files that give each user once', async () => {
  const several = readdirSync(guides).filter((name) =>
    /^You will have (?:[2-9]|1 file or)/m.test(readFileSync(join(guides, name), 'utf8')),
  )
  expect(several.map((name) => name.replace('.md', '')).toSorted()).toEqual(Object.keys(filesOfGuides))
  for (const [provider, names] of Object.entries(filesOfGuides)) {
    const texts = names.map((name) => [name, readFileSync(join(exportsFolder, provider, name), 'utf8')] as const)
    expect([provider, await joinedOnce(Object.fromEntries(texts))]).toEqual([provider, []])
  }
})
