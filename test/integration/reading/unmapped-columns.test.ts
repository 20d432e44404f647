import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, inspect as inspectFiles } from '../../support/cli.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn, folderOf, temporaryFolder } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const digest = (n: number) => createHash('md5').update(String(n)).digest('hex')
const bcrypt = (n: number) => `$2b$10$abcdefghijklmnopqrstuO${String(n).padStart(30, 'a')}u`

function csv(header: string, row: (n: number) => string, rows = 20): string {
  return `${header}\n${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}\n`
}

async function inspect(text: string, ...args: readonly string[]) {
  const folder = folderOf({ 'users.csv': text })
  const { code, out, err } = await cli(['inspect', 'users.csv', '--json', ...args], { cwd: folder })
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

describe('a password column under a name that fits weakly', () => {
  test('is taken when any of its values is surely a hash, and odd values are findings of their own users', async () => {
    const found = await inspect(
      csv(
        'Nr,E-Mail-Adresse,web_password',
        (n) => `${n},u${n}@acme.example,${n === 0 ? digest(0) : n === 1 ? '!' : bcrypt(n)}`,
      ),
    )
    expect(found).toMatchObject({
      ready: 19,
      blocked: { 'unsupported-hash': 1 },
      hashes: { bcrypt: 18, none: 1, unsupported: { md5: 1 } },
    })
  })

  const names = 'bcryptPassword passwordEncrypted web_password portal_passwd user_pass_hash user_pass_digest ds_senha'
  test.each(names.split(' '))('called %s is taken where no other column may be one', async (name) => {
    const found = await inspect(csv(`Nr,mail,${name}`, (n) => `${n},u${n}@acme.example,${digest(n)}`))
    expect(found).toMatchObject({ ready: 0, blocked: { 'unsupported-hash': 20 } })
  })

  test.each(['legacy_password_hash', 'old_pwd_digest'])(
    'called %s holds its users back while it only may be one',
    async (name) => {
      const text = csv(`Nr,mail,${name}`, (n) => `${n},u${n}@acme.example,${digest(n)}`)
      const found = await inspect(text)
      expect(found).toMatchObject({ ready: 0, blocked: { 'unmapped-hash': 20 } })
      expect(found.files[0].mapping.unused).toContainEqual(
        expect.objectContaining({ column: name, users: 20, blocked: 20 }),
      )
      expect(await inspect(text, '--decide', `unmapped-hash:${name}=import`)).toMatchObject({
        ready: 0,
        blocked: { 'unsupported-hash': 20 },
        hashes: { unsupported: { md5: 20 } },
      })
      expect(await inspect(text, '--decide', `unmapped-hash:${name}=ignore`)).toMatchObject({ ready: 20, blocked: {} })
    },
  )

  test('called Passwort, as a whole, is the password column, and its users wait for the kind of their hashes', async () => {
    const found = await inspect(csv('Nr,mail,Passwort', (n) => `${n},u${n}@acme.example,${digest(n)}`))
    expect(found).toMatchObject({
      ready: 0,
      blocked: { 'unsupported-hash': 20 },
      hashes: { unsupported: { md5: 20 } },
    })
    expect(found.files[0].mapping.unused.map(({ column }: { readonly column: string }) => column)).not.toContain(
      'Passwort',
    )
  })

  test('is decided by a mapping, too', async () => {
    const folder = temporaryFolder()
    const mapping = mappingOf({ mail: 'email' })
    fileIn(
      folder,
      'users.csv',
      csv('mail,blob', (n) => `u${n}@acme.example,${digest(n)}`),
    )
    fileIn(folder, 'silent.json', JSON.stringify(mapping))
    fileIn(folder, 'ignoring.json', JSON.stringify({ ...mapping, ignored: ['blob'] }))
    const run = async (name: string) =>
      JSON.parse((await cli(['inspect', 'users.csv', '--json', '--mapping', name], { cwd: folder })).out)
    expect(await run('silent.json')).toMatchObject({ ready: 0, blocked: { 'unmapped-hash': 20 } })
    expect(await run('ignoring.json')).toMatchObject({ ready: 20, blocked: {} })
  })
})

describe('a mapping file with decisions', () => {
  const decide = (column: string, decision: string) => ({ column, kind: 'password-hash', decision })
  const withMapping = async (decisions: readonly unknown[], ...args: readonly string[]) => {
    const folder = folderOf({ 'users.csv': csv('mail,blob', (n) => `u${n}@acme.example,${digest(n)}`) })
    const mapping = { version: 1, columns: [{ path: 'mail', target: 'email' }], fixedProvider: null, decisions }
    fileIn(folder, 'ours.json', JSON.stringify(mapping))
    return cli(['inspect', 'users.csv', '--mapping', 'ours.json', ...args], { cwd: folder })
  }

  test('answers what is asked about its columns, unless the command line says otherwise', async () => {
    const excluded = await withMapping([decide('blob', 'exclude')], '--json')
    expect(excluded.json).toMatchObject({ ready: 20, blocked: {}, decisionsWithoutEffect: [] })
    const imported = await withMapping([decide('blob', 'import')], '--json')
    expect(imported.json).toMatchObject({ blocked: { 'unsupported-hash': 20 }, decisionsWithoutEffect: [] })
    const otherwise = await withMapping([decide('blob', 'import')], '--json', '--decide', 'unmapped-hash:blob=ignore')
    expect(otherwise.json).toMatchObject({ ready: 20, blocked: {} })
  })

  test('names decisions that this file has no use for', async () => {
    const stale = [
      decide('blob', 'exclude'),
      decide('old_pw', 'import'),
      { ...decide('blob', 'exclude'), kind: 'phone' },
    ]
    const { json } = await withMapping(stale, '--json')
    expect(json).toMatchObject({
      ready: 20,
      decisionsWithoutEffect: [
        { column: 'old_pw', kind: 'password-hash', decision: 'import' },
        { column: 'blob', kind: 'phone', decision: 'exclude' },
      ],
    })
    const { out } = await withMapping(stale)
    expect(out).toMatch(/Decisions without effect: .*: old_pw \(password hash\), blob \(phone number\)\.\n/)
    expect((await withMapping([decide('blob', 'exclude')])).out).not.toMatch(/without effect/)
  })

  test('with a decision that nobody knows ends with one sentence', async () => {
    const { code, out, err } = await withMapping([decide('blob', 'exclude'), decide('pw', 'perhaps')])
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/entry 2 of “decisions” decides/)])
  })
})

test('hashes that come only after the records that a file is recognised by are found', async () => {
  const text = csv('id,email,blob', (n) => `${n},u${n}@acme.example,${n < 300 ? '' : bcrypt(n)}`, 310)
  const found = await inspect(text)
  expect(found).toMatchObject({ ready: 300, blocked: { 'unmapped-hash': 10 } })
  expect(found.files[0].mapping.unused).toContainEqual(expect.objectContaining({ column: 'blob', users: 10 }))
  expect(await inspect(text, '--decide', 'unmapped-hash:blob=import')).toMatchObject({
    ready: 310,
    hashes: { bcrypt: 10, none: 300 },
  })
})

test('a status counts the users of all of its values', async () => {
  const found = await inspect(csv('id,email,status', (n) => `${n},u${n}@acme.example,${n % 4 === 0 ? 2 : 1}`))
  expect(found.files[0].mapping.unused).toContainEqual({
    column: 'status',
    reason: 'possible status',
    users: 20,
    blocked: 20,
  })
})

test('takes the part of a country that a user lives in for no status', async () => {
  const places = ['NSW', 'VIC', 'QLD', 'WA']
  const found = await inspect(
    csv('id,user_email,user_city,user_state', (n) => `${n},u${n}@acme.example,Perth,${places[n % 4]}`),
  )
  expect(found).toMatchObject({ ready: 20, blocked: {} })
})

test('a password that is made of the address of its user is a password, and no other address', async () => {
  const address = (n: number) => `u${n}@acme.example`
  const found = await inspect(
    csv(
      'id,email,password',
      (n) => `${n},${address(n)},${n < 12 ? bcrypt(n) : `${address(n)}${n % 2 === 0 ? 'google' : '2024'}`}`,
    ),
  )
  const findings = (found.findings as readonly { code: string; group: string }[]).filter(({ code }) =>
    /unmapped/.test(code),
  )
  expect({ ready: found.ready, findings }).toEqual({ ready: 12, findings: [] })
})

test('an address in the column of passwords is asked about where its user has none, or another one', async () => {
  const found = await inspect(
    csv('id,phone,password', (n) => `${n},+49301234${100 + n},${n < 12 ? bcrypt(n) : `u${n}@acme.example`}`),
  )
  expect(found.findings).toContainEqual(expect.objectContaining({ code: 'unmapped-email', users: 8 }))
  const others = await inspect(
    csv('id,email,password', (n) => `${n},u${n}@acme.example,${n < 12 ? bcrypt(n) : `v${n}@acme.example`}`),
  )
  expect(others.findings).toContainEqual(expect.objectContaining({ code: 'unmapped-email', users: 8 }))
})

test('names both kinds of values that a column has', async () => {
  const found = await inspect(
    csv('id,email,old_pwd_digest', (n) => `${n},u${n}@acme.example,${n < 4 ? `u${n}@acme.test` : digest(n)}`),
  )
  expect(found.files[0].mapping.unused).toContainEqual(
    expect.objectContaining({ reason: 'possible password hash; possible email address', users: 20 }),
  )
})

test('takes the ID of an account of Windows for no hash, and what a user may do for no status', async () => {
  const found = await inspect(
    csv(
      'id,email,SID,delete_self_enabled',
      (n) => `${n},u${n}@acme.example,S-1-5-21-1004336348-1177238915-682003330-${n},true`,
    ),
  )
  expect(found).toMatchObject({ ready: 20, blocked: {} })
  expect(JSON.stringify(found.files[0].mapping)).not.toContain('password hash')
})

test('what was read as what is named, with the reason', async () => {
  const found = await inspect(
    csv('Email Address [Required],Password [Required],Ort', (n) => `u${n}@acme.example,${bcrypt(n)},Ulm`),
  )
  expect(found.files[0].mapping).toEqual({
    tables: [],
    unusedTables: [],
    columns: [
      {
        column: 'Email Address [Required]',
        becomes: 'email',
        confidence: 'exact',
        reason: 'it is called “Email Address [Required]”, and all samples are email addresses',
      },
      {
        column: 'Password [Required]',
        becomes: 'password-hash',
        confidence: 'likely',
        reason: 'it is called “Password [Required]”, and all samples are password hashes',
      },
    ],
    unused: [{ column: 'Ort', reason: 'nothing in its name or values says a login' }],
    possibleFlags: [],
  })
})

test.each([
  [
    'email',
    'email,mot_de_passe',
    ['123,Geheim1!', '124,Geheim2!', '125,Geheim3!'],
    'none of the samples are email addresses',
  ],
  [
    'phone',
    'id,email,phone',
    ['1,ann@acme.example,unknown', '2,ben@acme.example,unknown'],
    'none of the samples are phone numbers',
  ],
  ['phone_number', 'id,email,phone_number', ['1,ann@acme.example,<e164>'], 'none of the samples are phone numbers'],
  [
    'user_id',
    'user_id,username',
    ['7585800001,ann_1', '7585800001,ann_1', '7585800001,ann_1'],
    'all records have the same',
  ],
])('a column that is called like a login says what its values are instead: %s', async (column, header, rows, words) => {
  const { json } = await inspectFiles({ 'users.csv': `${header}\n${rows.join('\n')}\n` })
  const reason = `it is called “${column}”, but ${words}`
  expect(json).toMatchObject({ files: [{ mapping: { unused: expect.arrayContaining([{ column, reason }]) } }] })
})

test('the second field of a form for the password is named as such', async () => {
  const { json } = await inspectFiles({
    'users.yml': '- email: ann@acme.example\n  password: Geheim1!\n  password_confirmation: Geheim1!\n',
  })
  expect(JSON.stringify(json)).toContain('it is called like the password as users enter it once more')
})

test('a field that a known export does not read is counted', async () => {
  const folder = temporaryFolder()
  const user = (n: number) => ({
    user_id: `auth0|${n}`,
    email: `u${n}@acme.example`,
    identities: [{ provider: 'auth0', user_id: String(n), connection: 'db' }],
    user_metadata: { legacy: { hash: bcrypt(n), backup: `other${n}@acme.example` } },
  })
  fileIn(folder, 'users.ndjson', [0, 1, 2].map((n) => JSON.stringify(user(n))).join('\n'))
  const { out } = await cli(['inspect', 'users.ndjson'], { cwd: folder })
  expect(out).toMatch(/3 {2}Possible password hash in an unmapped column: user_metadata\.legacy\.hash {2}\(--decide /)
  expect(out).toMatch(/3 {2}Email address in a column not mapped as one: user_metadata\.legacy\.backup/)
  expect(out).toMatch(
    /not used: user_metadata\.legacy\.hash \(possible password hash where another value was taken; 3 users\)/,
  )
})

test('the reports say what was read as what, as inspect does, also when the export is gone', async () => {
  const folder = folderOf({ 'users.csv': csv('mail,Ort,blob', (n) => `u${n}@acme.example,Ulm ${n},${digest(n)}`) })
  const core = await startScriptedCore()
  const seen = JSON.parse((await cli(['inspect', 'users.csv', '--json'], { cwd: folder })).out)
  await cli(['run', 'users.csv', '--core', core.url, '--dialect', 'documented', '--yes', '--document', 'm.migration'], {
    cwd: folder,
  })
  rmSync(join(folder, 'users.csv'))
  const report = async (format: string) => {
    await cli(['report', 'm.migration', '--format', format, '--out', 'out'], { cwd: folder })
    return readFileSync(join(folder, 'out'), 'utf8')
  }
  const [json, page] = [await report('json'), (await report('html')).replaceAll(/\s+/g, ' ')]
  expect(seen.files[0].mapping.unused).toMatchObject([{ column: 'Ort' }, { column: 'blob', users: 20, blocked: 20 }])
  expect(JSON.parse(json).audit.files[0].mapping).toEqual(seen.files[0].mapping)
  const section = /<h2>Columns of users.csv<\/h2>.*?<\/section>/.exec(page)?.[0]
  expect(section).toMatch(/1 of 3 columns is used.*<code>mail<\/code>.*<td>Email<\/td>.*it is called “mail”/)
  expect(section).toMatch(
    /Columns that were not used.*<code>Ort<\/code>.*nothing in its name.*<code>blob<\/code>.*>20</,
  )
  for (const text of [JSON.stringify(JSON.parse(json).audit.files), section]) expect(text).not.toMatch(/@acme|Ulm \d/)
})

test('an ID at a third party is imported for the provider that the record names', async () => {
  const record = (n: number) => ({
    id: n,
    email: `u${n}@acme.example`,
    provider: 'google',
    g: { id: `1173955420396099495${30 + n}` },
  })
  const folder = folderOf({ 'users.json': JSON.stringify([1, 2, 3].map(record)) })
  const inspected = async (...args: readonly string[]) =>
    (await cli(['inspect', 'users.json', '--json', ...args], { cwd: folder })).json
  expect(await inspected()).toMatchObject({ ready: 0, blocked: { 'unmapped-provider-id': 3 } })
  expect(await inspected('--decide', 'unmapped-provider-id:g.id=import')).toMatchObject({
    ready: 3,
    loginMethods: { thirdParty: 3 },
  })
})

test('the number of a row under no name is no ID, and one of Telegram is a login there', async () => {
  const { files } = await inspect(csv(',email,telegram_id', (n) => `${n},u${n}@acme.example,4532794${20 + n}`))
  expect(files[0].mapping.columns.map(({ column }: { column: string }) => column)).toEqual(['email', 'telegram_id'])
  expect(files[0].mapping.unused).toMatchObject([{ column: 'column_1' }])
})

describe('a column of which only the operator knows what it is', () => {
  const found = async (header: string, row: (n: number) => string) => {
    const { findings, ready } = await inspect(csv(header, row))
    const about = (
      findings as readonly { code: string; group: string; blocks: boolean; option: string | null }[]
    ).filter(({ code }) => code.startsWith('may-be-'))
    return { ready, about: about.map(({ code, group, blocks, option }) => [code, group, blocks, option]) }
  }

  test('is a finding where it is another key beside the source ID, and holds nothing back', async () => {
    expect(await found('id,email,member_no,city', (n) => `${n},u${n}@acme.example,M-10${n},Bonn`)).toEqual({
      ready: 20,
      about: [['may-be-source-id', 'member_no', false, '--mapping FILE']],
    })
    const uuid = (n: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + n}`
    expect((await found('id,email,public_id', (n) => `${n},u${n}@acme.example,${uuid(n)}`)).about).toEqual([
      ['may-be-source-id', 'public_id', false, '--mapping FILE'],
    ])
  })

  test('a user name says that nobody signs in to the core with it', async () => {
    const { files } = await inspect(csv('id,email,username', (n) => `${n},u${n}@acme.example,ann${n % 3}`))
    expect(files[0].mapping.unused).toEqual([
      {
        column: 'username',
        reason: 'it looks like user names, but users sign in to the core by email or phone number',
      },
    ])
  })

  test('is none where its values come again, and is said once where they are asked about', async () => {
    expect((await found('id,email,plan_no', (n) => `${n},u${n}@acme.example,P-${n % 3}`)).about).toEqual([])
    expect((await found('id,email,via', (n) => `${n},u${n}@acme.example,${n % 2 ? 'google' : 'local'}`)).about).toEqual(
      [],
    )
  })
})

test('a field that only records far behind have is asked about where its name says that it keeps users out', async () => {
  const folder = temporaryFolder()
  const late = (more: Readonly<Record<string, unknown>>) =>
    JSON.stringify(
      Array.from({ length: 700 }, (_, n) => ({
        id: n,
        email: `u${n}@acme.example`,
        meta: { lang: 'de' },
        ...(n === 650 ? more : {}),
      })),
    )
  const questionsFor = async (more: Readonly<Record<string, unknown>>) => {
    fileIn(folder, 'users.json', late(more))
    const { json } = await cli(['inspect', 'users.json', '--json'], { cwd: folder })
    return [json?.['ready'], json?.['blocked']]
  }
  for (const more of [
    { banReason: 'spam' },
    { deletedAt: '2024-01-01' },
    { isActive: false },
    { meta: { blocked: true } },
  ])
    expect(await questionsFor(more)).toEqual([699, { 'unmapped-status': 1 }])
  for (const more of [{ isActive: true }, { bio: 'x' }, { meta: { lang: 'en', city: 'Bonn' } }, { deletedAt: null }])
    expect(await questionsFor(more)).toEqual([700, {}])
})

test('rows of two columns of addresses, of which no name tells the login, are users who are asked about', async () => {
  const found = await inspect(csv('Nr,dienstlich,privat', (n) => `${n + 1},u${n}@acme.example,u${n}@home.example`, 3))
  expect(found).toMatchObject({
    users: 3,
    unreadable: 0,
    findings: [
      { code: 'no-login', users: 3 },
      { code: 'unmapped-email', users: 3 },
      { code: 'unmapped-email', users: 3 },
      { code: 'may-be-source-id', group: 'Nr' },
    ],
  })
})

test('where only some IDs at a third party are told by their values, the whole column is asked about as well', async () => {
  const cwd = temporaryFolder()
  const id = (n: number) => (n % 5 === 0 ? `1${String(n).padStart(20, '0')}` : `7${String(n).padStart(15, '0')}`)
  const rows = Array.from(
    { length: 20 },
    (_, n) => `${n},u${n}@acme.example,${n % 5 === 0 ? 'google' : 'facebook'},${id(n)}`,
  )
  fileIn(cwd, 'list.csv', `id,email,provider,external_id\n${rows.join('\n')}\n`)
  const { out } = await cli(['inspect', 'list.csv'], { cwd })
  expect(out).toContain('Provider user ID in an unmapped column: external_id')
  expect(out).toContain('This column may hold IDs at a third party: external_id')
  expect(out).toMatch(
    /not used: external_id \(it may be a provider user ID, but that is not sure: .*; possible provider user ID; 4 users\)/,
  )
})

test('a picture that third parties host is no ID there', async () => {
  const rows = Array.from({ length: 6 }, (_, n) => {
    const [provider, picture] = n < 4 ? ['google.com', `https://lh3.acme.example/a/${n}x=s96-c`] : ['email', '']
    return `${n},u${n}@acme.example,${provider},${picture}`
  })
  for (const name of ['profile_pic', 'avatar', 'photoUrl']) {
    const cwd = folderOf({ 'list.csv': `id,email,provider,${name}\n${rows.join('\n')}\n` })
    expect((await cli(['inspect', 'list.csv'], { cwd })).out).not.toContain('IDs at a third party')
  }
})

test('a PIN that may be a post code is asked about, and beside a city it is no key of the users', async () => {
  const cwd = temporaryFolder()
  const rows = (more: string) =>
    Array.from({ length: 20 }, (_, n) => `u${n}@acme.example,${more}${100_000 + n * 317}`).join('\n')
  fileIn(cwd, 'pins.csv', `email,pincode\n${rows('')}\n`)
  fileIn(cwd, 'places.csv', `email,city,pincode\n${rows('Bonn,')}\n`)
  const asked = async (file: string) => {
    const { json } = await cli(['inspect', file, '--json'], { cwd })
    const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly title: string }[]
    return findings.filter(({ code }) => /^may-be|^unmapped/.test(code)).map(({ title }) => title)
  }
  expect(await asked('pins.csv')).toEqual(['Possible password hash in an unmapped column: pincode'])
  expect(await asked('places.csv')).toEqual([])
})

const some = [0, 1, 2, 3, 4, 5]

test('a column without a name with addresses in some records is not said to hold no login', async () => {
  const rows = some.map((at) => `Ann${at},Lee${at},u${at},${at % 2 === 0 ? `u${at}@acme.example` : 'xd'},secret${at}`)
  const { out } = await cli(['inspect', 'users.csv'], { cwd: folderOf({ 'users.csv': `${rows.join('\n')}\n` }) })
  expect(out).toContain('not used: 4 (some of its values are email addresses: map it as the email')
  expect(out).not.toContain('secret1')
})
