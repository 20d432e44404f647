import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { mappingSchema } from '../../../shared/mapping/mapping.ts'
import { areTotpSecrets } from '../../../shared/mapping/columns/secrets/totp-columns.ts'
import { profileColumns } from '../../../shared/mapping/columns/profile-columns.ts'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Column = readonly [name: string, ...values: string[]]

/** Suggestions of a table given by its columns, as `target confidence` by name. */
function suggested(...columns: readonly Column[]): Record<string, string> {
  const header = columns.map(([name]) => name)
  const rows = Math.max(...columns.map((column) => column.length - 1))
  const records = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(([name, ...values]) => [name, values[row] ?? ''])),
  )
  const found = suggestMapping({ header, records }).columns
  return Object.fromEntries(
    found.flatMap(({ path, suggestion }) =>
      suggestion === null ? [] : [[path, `${suggestion.target} ${suggestion.confidence}`]],
    ),
  )
}

const emails = ['ann@acme.example', 'ben@acme.example'] as const
const bcrypt = `$2b$10$${'e'.repeat(53)}`

describe('suggestMapping', () => {
  it('takes the one column named after emails where a few of them are broken', () => {
    const values = [...['ann', 'ben', 'cleo', 'dora'].map((name) => `${name}@acme.example`), 'eva(at)acme.example']
    expect(suggested(['E-mail de acesso', ...values])).toEqual({ 'E-mail de acesso': 'email likely' })
    expect(suggested(['Kürzel', ...values])).not.toEqual({ Kürzel: 'email likely' })
  })

  it.each(['0x', '\\x'])('takes digests behind %s for hashes under the name of a password', (mark) => {
    const digests = ['a1'.repeat(16), 'b2'.repeat(16)].map((digest) => `${mark}${digest}`)
    expect(suggested(['PwdHash', ...digests], ['mail', ...emails])).toMatchObject({ PwdHash: 'password-hash exact' })
  })

  it('takes no sentence for a password, as a form or its translation has', () => {
    const labels = ['password', 'Mit dem Passwort anmelden', 'Parola ile oturum aç'] as const
    expect(suggested(['title', 'Login', 'Giriş'], labels)).toEqual({ password: 'password-hash unsure' })
    expect(suggested(['email', ...emails], ['password', 'ann secret', 'Mit 1 Wort'])).toMatchObject({
      password: 'password-hash likely',
    })
  })

  it('asks about no third party where all sign in with passwords of the table', () => {
    const mode = ['auth_mode', 'local', 'local'] as const
    const guid = ['guid', '0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as const
    expect(suggested(['email', ...emails], mode, guid)).not.toHaveProperty('auth_mode')
    expect(suggested(['email', ...emails], ['auth_mode', 'local', 'google'], guid)).toHaveProperty('auth_mode')
  })

  it('takes an empty column for no login, though no value of it is anything else', () => {
    expect(suggestMapping({ header: ['SEQUENTIAL'], records: [] }).columns).toMatchObject([{ suggestion: null }])
  })

  it('knows the usual columns by name and values', () => {
    expect(
      suggested(
        ['User ID', '1', '2'],
        ['E-Mail', ...emails],
        ['emailVerified', 'true', 'false'],
        ['mobile_number', '+49 30 1234567', '(030) 555-0199'],
        ['password_hash', bcrypt, ''],
        ['is_active', '1', '0'],
        ['deleted_at', '', '2024-01-01 10:00:00'],
      ),
    ).toEqual({
      'User ID': 'source-id exact',
      'E-Mail': 'email exact',
      emailVerified: 'email-verified exact',
      mobile_number: 'phone exact',
      password_hash: 'password-hash exact',
      is_active: 'disabled likely',
      deleted_at: 'deleted exact',
    })
  })

  it.each(['Email consent', 'email_opt_in', 'email_notifications', 'EmailFrequency'])(
    'takes no %s for an email',
    (name) => {
      expect(suggested(['contact', ...emails], [name, 'yes', 'no'])).toEqual({ contact: 'email likely' })
      expect(suggested(['email', ...emails], [name, 'yes', 'no'])).toEqual({ email: 'email exact' })
    },
  )

  it.each(['login', 'username', 'Benutzername', 'user.login'])(
    'takes the emails in a %s, where no other column has them',
    (name) => {
      expect(suggested([name, ...emails], ['note', 'a', 'b'])).toMatchObject({ [name]: 'email likely' })
      expect(suggested(['email', ...emails], [name, ...emails])).toMatchObject({ email: 'email exact' })
    },
  )

  it.each(['Item.disabled.BOOL', 'Item.profile.M.disabled.BOOL'])('passes over the types of DynamoDB: %s', (name) => {
    expect(suggested(['Item.email.S', ...emails], [name, 'true', 'false'])).toMatchObject({ [name]: 'disabled likely' })
  })

  it.each(['password_md5', 'passwd-sha1', 'pwd_sha256', 'PasswordSHA512', 'pass_bcrypt'])(
    'takes a %s for a password',
    (name) => {
      const digests = ['0cc175b9c0f1b6a831c399e269772661', '92eb5ffee6ae2fec3ad71c777531578f']
      expect(suggested(['email', ...emails], [name, ...digests])[name]).toMatch(/^password-hash (?:exact|likely)$/)
    },
  )

  it('takes UUIDs without dashes for no password where their column is called an id', () => {
    const uuids = ['b2f4f00baf5645b8a0b8662746151137', '3055fa851be140588c0e6c165cacdbb5'] as const
    const digests = ['0cc175b9c0f1b6a831c399e269772661', '92eb5ffee6ae2fec3ad71c777531578f'] as const
    const users = [
      ['id', '18', '19'],
      ['email', ...emails],
    ] as const
    for (const name of ['user_id', 'from_entity_id', 'organizationId'])
      expect(suggested(...users, [name, ...uuids])[name] ?? '').not.toContain('password')
    for (const name of ['pass_id', 'password', 'x7'])
      expect(suggested(...users, [name, ...uuids])[name]).toContain('password-hash')
    expect(suggested(...users, ['entity_id', ...digests])).toMatchObject({ entity_id: 'password-hash unsure' })
  })

  it('takes the one column of addresses whatever it is called, unless it is called like those of other people', () => {
    const hashes = ['Lösenord', bcrypt, bcrypt] as const
    expect(suggested(['brevlada', ...emails], hashes)).toMatchObject({ brevlada: 'email likely' })
    expect(suggested(['ds_email', ...emails], ['Ort', 'Ulm', 'Bonn'])).toMatchObject({ ds_email: 'email likely' })
    expect(suggested(['manager', ...emails], hashes)).toMatchObject({ manager: 'email unsure' })
    expect(suggested(['brevlada', ...emails], ['x', ...emails], hashes)).toMatchObject({ brevlada: 'email unsure' })
    expect(suggested(['brevlada', emails[0], emails[0]], hashes)).toMatchObject({ brevlada: 'email unsure' })
  })

  it('takes the one column of phone numbers or digests that its name says among other words', () => {
    const digests = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)] as const
    const users = [
      ['id', '1', '2'],
      ['email', ...emails],
      ['ds_senha', ...digests],
    ] as const
    expect(suggested(...users, ['tlf_movil', '600123451', '600123452'])).toMatchObject({
      ds_senha: 'password-hash likely',
      tlf_movil: 'phone likely',
    })
    expect(suggested(...users, ['x7', '+358401234567', '+358401234568'])).toMatchObject({ x7: 'phone likely' })
    expect(suggested(...users, ['fax_phone', '600123451', '600123452'])).not.toHaveProperty('fax_phone')
    expect(suggested(...users, ['senha_antiga', ...digests])).toMatchObject({ ds_senha: 'password-hash likely' })
    expect(suggested(['email', ...emails], ['ficheiro_md5', ...digests])).not.toMatchObject({
      ficheiro_md5: 'password-hash likely',
    })
  })

  it('knows the time at which an account expires in one word', () => {
    const times = ['expirationtime', '2021-01-01 00:00:00', ''] as const
    expect(suggested(['email', ...emails], times)).toMatchObject({ expirationtime: 'disabled likely' })
  })

  it('takes a column called email whatever is in it, unless it says yes or no', () => {
    expect(suggested(['uid', '1', '2'], ['email', 'ADMIN', 'x'])).toMatchObject({ email: 'email likely' })
    expect(suggested(['uid', '1', '2'], ['email', 'yes', 'no'])).not.toHaveProperty('email')
    expect(suggested(['uid', '1', '2'], ['email', 'TRIM(...)', 'x'])).not.toHaveProperty('email')
  })

  it('takes numbers in the first column for the key of users, unless they count its rows', () => {
    const users = [
      ['mail', ...emails],
      ['ds_senha', 'x', 'y'],
    ] as const
    expect(suggested(['cod_cliente', '7', '9'], ...users)).toMatchObject({ cod_cliente: 'source-id likely' })
    expect(suggested(['ma_nd', 'ND001', 'ND002'], ...users)).toMatchObject({ ma_nd: 'source-id likely' })
    expect(suggested(['Pos', '1', '2'], ...users)).not.toHaveProperty('Pos')
    expect(suggested(['Lfd. Nr.', '1', '2'], ...users)).toMatchObject({ 'Lfd. Nr.': 'source-id unsure' })
    expect(suggested(['STT', '1', '2'], ...users)).not.toHaveProperty('STT')
    expect(suggested(['Nº', '1', '2', '3'], ['mail', ...emails, 'c@acme.example'])).toMatchObject({
      Nº: 'source-id unsure',
    })
    expect(suggested(['Nr', '1', '2'], ...users)).toMatchObject({ Nr: 'source-id likely' })
    expect(suggested(['Benutzername', 'jörg', 'ann'], ...users)).toMatchObject({ Benutzername: 'source-id unsure' })
  })

  it('asks about words in a column of any name of which one says that the account is off', () => {
    const words = ['alta', 'alta', 'baja', 'suspendido']
    const mails = ['ann', 'ben', 'cleo', 'dan'].map((name) => `${name}@acme.example`)
    expect(suggested(['mail', ...mails], ['condition', ...words])).toMatchObject({ condition: 'disabled unsure' })
    expect(suggested(['mail', ...mails], ['order_state', ...words])).not.toHaveProperty('order_state')
    expect(suggested(['mail', ...mails], ['stare_cont', 'activ', 'activ', 'activ', 'suspendat'])).toMatchObject({
      stare_cont: 'disabled unsure',
    })
    expect(suggested(['mail', ...mails], ['sort', 'robot', 'robot', 'human', 'human'])).not.toHaveProperty('sort')
    expect(suggested(['mail', ...mails], ['type', 'User', 'User', 'User', 'DeletedUser'])).not.toHaveProperty('type')
    expect(suggested(['mail', ...mails], ['hand', 'left', 'left', 'right', 'right'])).not.toHaveProperty('hand')
  })

  it('asks about a status behind a prefix that the columns of the table share', () => {
    const [ids, status] = [
      ['BEN_ID', '1', '2'],
      ['BEN_STATUS', 'A', 'G'],
    ] as const
    expect(suggested(ids, ['BEN_EMAIL', ...emails], status)).toMatchObject({ BEN_STATUS: 'disabled unsure' })
    expect(suggested(['id', '1', '2'], ['email', ...emails], status)).not.toHaveProperty('BEN_STATUS')
  })

  it('knows how an email is called in German', () => {
    expect(suggested(['E-Mail Adresse', ...emails])).toEqual({ 'E-Mail Adresse': 'email exact' })
    expect(suggested(['Mailadresse', ...emails], ['Ort', 'Ulm', 'Bonn'])).toMatchObject({ Mailadresse: 'email exact' })
  })

  it('prefers the plain name to one that says more', () => {
    expect(suggested(['recovery_email', ...emails], ['work_email', ...emails], ['email', ...emails])).toEqual({
      recovery_email: 'email unsure',
      work_email: 'email unsure',
      email: 'email exact',
    })
    expect(suggested(['recovery_email', ...emails], ['work_email', ...emails])).toMatchObject({
      work_email: 'email likely',
    })
  })

  it('names second choices of emails and phones, and leaves them to the operator', () => {
    const records = [{ phone: '+49 30 1234567', mobile: '0151 234567', fax: '030 12', email: 'ann@acme.example' }]
    const { columns, mapping } = suggestMapping({ header: null, records })
    expect(columns.map(({ path, suggestion }) => [path, suggestion?.target, suggestion?.confidence])).toEqual([
      ['phone', 'phone', 'exact'],
      ['mobile', 'phone', 'unsure'],
      ['fax', undefined, undefined],
      ['email', 'email', 'exact'],
    ])
    expect(columns[1]?.suggestion?.reason).toBe(
      'a second choice, where “phone” is empty: it is called “mobile”, and all samples are phone numbers',
    )
    expect(mapping.columns.map(({ path }) => path)).toEqual(['phone', 'email'])
  })

  it('proposes the name that people log in with as their ID where there is no other', () => {
    const records = ['ann', 'ben', 'cid'].map((login) => ({ login, mail: `${login}@acme.example` }))
    const { columns } = suggestMapping({ header: null, records })
    expect(columns[0]?.suggestion).toMatchObject({ target: 'source-id', confidence: 'unsure' })
  })

  it('takes the secret of an account for its password, and no secret of another kind', () => {
    const mapped = (secret: string, more: Readonly<Record<string, string>> = {}) => {
      const records = [1, 2, 3].map((id) => ({ id, mail: `u${id}@acme.example`, [secret]: madeUpBcrypt(id), ...more }))
      const { columns } = suggestMapping({ header: null, records }).mapping
      return columns.filter(({ target }) => target === 'password-hash').map(({ path }) => path)
    }
    expect(mapped('secret')).toEqual(['secret'])
    expect(mapped('user_secret')).toEqual(['user_secret'])
    expect(mapped('client_secret')).toEqual([])
    expect(mapped('secret_answer')).toEqual([])
    expect(mapped('secret', { password: madeUpBcrypt(9) })).toEqual(['password'])
  })

  it('knows one secret of an authenticator app where the name says so too', () => {
    expect(suggested(['otp-secret', '', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'])).toEqual({
      'otp-secret': 'totp-secret unsure',
    })
    expect(suggested(['coupon', '', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'])).toEqual({})
  })

  it.each(['Vérifié', 'Verificado', 'Verificato', 'Zweryfikowany', 'Geverifieerd'])(
    'takes %s for the email that is verified',
    (name) => expect(suggested([name, 'true', 'false'])[name]).toMatch(/^email-verified/),
  )

  it('takes phone numbers of SCIM, which are addresses of `tel:`', () => {
    expect(suggested(['phone', 'tel:+49-30-1234567', 'tel:+49-30-1234568'])).toEqual({ phone: 'phone exact' })
  })

  it('keeps a column that is called like a contact when some of its values are none', () => {
    expect(suggested(['email', 'ann@acme.example', 'none', '-', 'n/a'])).toEqual({ email: 'email likely' })
    expect(suggested(['phone', '+49 30 1234567', 'none', 'unknown'])).toEqual({ phone: 'phone likely' })
  })

  it('is unsure of values that fit only partly, and wants none that do not fit', () => {
    expect(suggested(['provider', 'google', 'a b', 'github'])).toEqual({ provider: 'provider unsure' })
    expect(suggested(['phone', 'black', 'white'])).toEqual({})
    expect(suggested(['status', '0', '1'], ['state', 'active', 'banned'])).toEqual({
      status: 'disabled unsure',
      state: 'disabled likely',
    })
    expect(suggested(['id', '1', '1'])).toEqual({ id: 'source-id unsure' })
  })

  it('takes every column that says who is disabled or deleted, and shows a status in words of its own', () => {
    expect(
      suggested(
        ['email', 'a@x.org', 'b@x.org'],
        ['is_active', '1', '1'],
        ['is_forbidden', '0', '1'],
        ['accountNonLocked', 'true', 'false'],
        ['status', '0', '1'],
        ['del_flag', '0', '2'],
        ['deleted_at', '', '2024-01-01'],
        ['state', 'Ohio', 'Utah'],
      ),
    ).toEqual({
      email: 'email exact',
      is_active: 'disabled likely',
      is_forbidden: 'disabled likely',
      accountNonLocked: 'disabled likely',
      status: 'disabled unsure',
      del_flag: 'deleted likely',
      deleted_at: 'deleted exact',
    })
  })

  it('reads a name past what is said in brackets of how its values are written', () => {
    expect(
      suggested(
        ['Kunden-Nr.', '7', '8'],
        ['E-Mail-Adresse [Pflichtfeld]', ...emails],
        ['Email verified? (Y/N)', 'Y', 'N'],
        ['Phone [E.164]', '+49 170 1234567', '+49 170 1234568'],
        ['パスワード（ハッシュ）', bcrypt, bcrypt],
        ['Aktiv (j/n)', 'j', 'n'],
        ['Created (UTC)', '2024-01-05 10:00:00', '2024-02-05 10:00:00'],
        ['Status (previous)', '0', '1'],
      ),
    ).toEqual({
      'Kunden-Nr.': 'source-id likely',
      'E-Mail-Adresse [Pflichtfeld]': 'email exact',
      'Email verified? (Y/N)': 'email-verified exact',
      'Phone [E.164]': 'phone exact',
      'パスワード（ハッシュ）': 'password-hash likely',
      'Aktiv (j/n)': 'disabled likely',
      'Created (UTC)': 'time-joined unsure',
    })
  })

  it('does not say that clear passwords are hashes', () => {
    const columns = [{ email: 'ann@acme.example', password: 'Pa$$word123' }]
    const { suggestion } = suggestMapping({ header: null, records: columns }).columns[1] ?? {}
    expect(suggestion?.reason).toBe('it is called “password”, and none of the samples are password hashes')
  })

  it('takes the name of a service with an ID behind it for no hash, and bytes in base64 for one', () => {
    const id = '0cc175b9c0f1b6a831c399e269772661'
    const served = ['ann', 'ben', 'cleo', `edge-proxy-${id}`]
    const records = served.map((account, at) => ({ email: `u${at}@acme.example`, account }))
    const encoded = served.map((_, at) => ({ email: `u${at}@acme.example`, account: `aB3${'xY7/'.repeat(10)}${at}` }))
    const targetOf = (rows: typeof records) =>
      suggestMapping({ header: null, records: rows }).columns[1]?.suggestion?.target
    expect([targetOf(records), targetOf(encoded)]).toEqual(['source-id', 'password-hash'])
  })

  it('proposes the time joined where name and values say so, and takes tenants by themselves', () => {
    expect(
      suggested(
        ['email', 'a@x.org', 'b@x.org'],
        ['org_id', '7', '8'],
        ['created_at', '2024-01-05 10:00:00', '1704448800'],
        ['registered', 'yes', 'no'],
        ['organization', 'Acme', 'Hooli'],
      ),
    ).toEqual({
      email: 'email exact',
      org_id: 'tenant likely',
      created_at: 'time-joined unsure',
    })
  })

  it('proposes tenants of which every user has another one', () => {
    const values = Array.from({ length: 9 }, (_, at) => `${at}`)
    const addresses = values.map((at) => `user${at}@acme.example`)
    expect(suggested(['email', ...addresses], ['tenant_id', ...values])).toMatchObject({ tenant_id: 'tenant unsure' })
    expect(suggested(['email', ...addresses], ['tenant_id', ...values.with(0, '1')])).toMatchObject({
      tenant_id: 'tenant likely',
    })
  })

  it.each(['inscrit_le', 'CreatedUtc', 'date_creation_profil', 'Mitglied seit', 'fecha_de_alta', 'timecreated'])(
    'takes the words of %s for signing up, whatever their order and language',
    (name) => {
      const times = ['2024-01-05 10:00:00', '2024-02-05 10:00:00'] as const
      expect(suggested(['email', ...emails], [name, ...times])).toEqual({
        email: 'email exact',
        [name]: 'time-joined unsure',
      })
    },
  )

  it.each(['created_by', 'updated_at', 'joined_team_at', 'inscription', 'last_registration_attempt_at'])(
    'takes %s for something else',
    (name) => {
      const times = ['2024-01-05 10:00:00', '2024-02-05 10:00:00'] as const
      expect(suggested(['email', ...emails], [name, ...times])).toEqual({ email: 'email exact' })
    },
  )

  it('takes the one column of addresses for the email where it is called contact, and not that of other people', () => {
    expect(suggested(['contact', ...emails])).toEqual({ contact: 'email likely' })
    const email = ['email', 'ann@home.example', 'ben@home.example'] as const
    expect(suggested(['contact', ...emails], email)).toEqual({ email: 'email exact', contact: 'email unsure' })
    expect(suggested(['parent_contact', ...emails])).toEqual({ parent_contact: 'email unsure' })
  })

  it('takes the number of an employee for the key of a table with one row, and no number of anything else', () => {
    const email = ['email', 'ann@acme.example'] as const
    expect(suggested(['employee_cid', '9876543'], email)).toMatchObject({ employee_cid: 'source-id likely' })
    expect(suggested(['package_cid', '9876543'], email)).toEqual({ email: 'email exact' })
    expect(suggested(['employee_cid', '9876543', '9876543'], ['email', ...emails])).toEqual({ email: 'email exact' })
  })

  it('maps a password column whatever is in it', () => {
    expect(suggested(['password', 'hunter2', 'swordfish'])).toEqual({ password: 'password-hash likely' })
  })

  it('keeps what it is unsure of out of the mapping', () => {
    const header = ['emergency_contact']
    const { mapping } = suggestMapping({ header, records: [{ emergency_contact: 'ann@acme.example' }] })
    expect(mapping).toEqual({ version: 1, columns: [], fixedProvider: null })
  })

  it('goes by values alone where a table has no column names', () => {
    const { columns } = suggestMapping({ header: null, records: [{ 1: 'x1', 2: 'ann@acme.example', 3: bcrypt }] })
    expect(columns.map(({ suggestion }) => suggestion?.target ?? null)).toEqual([null, 'email', 'password-hash'])
    expect(columns[1]?.suggestion?.reason).toBe('all samples are email addresses; the table has no column names')
  })

  it('finds nested fields, identities and the provider that a column is named after', () => {
    const nested = {
      profile: { contact: { email: 'ann@acme.example' } },
      identities: [{ provider: 'google', userId: '1035' }],
    }
    expect(suggestMapping({ header: null, records: [nested] }).mapping.columns).toEqual([
      { path: 'profile.contact.email', target: 'email' },
      { path: 'identities[0].provider', target: 'provider' },
      { path: 'identities[0].userId', target: 'provider-user-id' },
    ])
    expect(suggestMapping({ header: null, records: [{ google_id: '1035' }] }).mapping).toEqual(
      mappingOf({ google_id: 'provider-user-id' }, { fixedProvider: 'google' }),
    )
  })

  it('shows no secret, whatever the column is called', () => {
    const secrets = [bcrypt, 'fakeHash:salt=x:password=hunter2', 'hunter2']
    const { columns } = suggestMapping({
      header: ['notes', 'value', 'user_pass'],
      records: [{ notes: secrets[0], value: secrets[1], user_pass: secrets[2] }],
    })
    expect(columns.map(({ samples }) => samples)).toEqual([['$2b$10$••••'], ['••••'], ['••••']])
  })

  it('always makes a valid mapping that uses every column once, and every target but that of passwords', () => {
    const name = fc.constantFrom(
      'id',
      'email',
      'Email 2',
      'phone',
      'provider',
      'user',
      'data.email',
      'password',
      'x',
      'status',
    )
    const value = fc.oneof(
      fc.constantFrom('ann@acme.example', 'true', '1', bcrypt, '{"email":"a@b.example"}', ''),
      fc.string(),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.array(fc.dictionary(name, value), { maxLength: 5 }), fc.boolean(), (records, hasHeader) => {
        const { columns, mapping } = suggestMapping({ header: hasHeader ? ['id', 'email'] : null, records })
        expect(mappingSchema.parse(mapping)).toEqual(mapping)
        const targets = mapping.columns.map(({ target }) => target).filter((target) => target !== 'password-hash')
        for (const list of [mapping.columns.map(({ path }) => path), targets])
          expect(new Set(list).size).toBe(list.length)
        expect(JSON.stringify(columns)).not.toContain('aaaaa')
      }),
    )
  })
})

describe('profileColumns', () => {
  it('opens objects, lists, pairs and JSON in cells, in order of appearance', () => {
    const records = [
      { id: 1, tags: ['a', 'b'], meta: '{"plan":"pro","empty":{}}' },
      {
        id: 2,
        Attributes: [
          { Name: 'sub', Value: 'x' },
          { Name: 'email', Value: 'ann@acme.example' },
        ],
        logins: [{ p: 1 }, { p: 2 }],
      },
    ]
    expect(profileColumns(records, null).map(({ path, values }) => [path, values])).toEqual([
      ['id', ['1', '2']],
      ['tags', ['a']],
      ['meta.plan', ['pro']],
      ['meta.empty', []],
      ['Attributes.sub', ['x']],
      ['Attributes.email', ['ann@acme.example']],
      ['logins[0].p', ['1']],
    ])
  })

  it('keeps the order of the header, and three distinct samples of each column', () => {
    const records = ['a', 'a', 'b', 'c', 'd'].map((x) => ({ y: '', x }))
    expect(profileColumns(records, ['x', 'y', 'z']).map(({ path, samples }) => [path, samples])).toEqual([
      ['x', ['a', 'b', 'c']],
      ['y', []],
      ['z', []],
    ])
  })
})

const django = 'pbkdf2_sha256$390000$c2VhLXNhbHQ$WGg3bm90YXJlYWxoYXNoYXRhbGxidXRsb25nZW5vdWdo'

function mapped(name: string, values: readonly string[]) {
  const records = values.map((value, index) => ({ mail: `user${index}@example.com`, [name]: value }))
  return suggestMapping({ header: ['mail', name], records }).mapping.columns
}

test('a column of nothing but hashes is taken for the password hash, whatever it is called', () => {
  expect(mapped('geheim', [bcrypt, django])).toContainEqual({ path: 'geheim', target: 'password-hash' })
})

test.each(['phone_hash', 'cpf_hash', 'ipHash', 'email_hash', 'device_hash'])(
  'a column that names what else is hashed in it is asked about: %s',
  (name) => {
    const records = [1, 2].map((at) => ({ mail: `user${at}@example.com`, [name]: bcrypt }))
    const column = suggestMapping({ header: ['mail', name], records }).columns.find(({ path }) => path === name)
    expect(column?.suggestion).toMatchObject({ target: 'password-hash', confidence: 'unsure' })
  },
)

test.each(['legacy_hash', 'user_hash', 'hash', 'auth_hash', 'shop_hash'])(
  'a hash of nothing in particular is not: %s',
  (name) => expect(mapped(name, [bcrypt, bcrypt])).toContainEqual({ path: name, target: 'password-hash' }),
)

test('a column that says more of itself than password is not taken for it', () => {
  expect(mapped('password_reset_token', [bcrypt, bcrypt])).not.toContainEqual(
    expect.objectContaining({ target: 'password-hash' }),
  )
})

test('values that only might be hashes are left to the operator', () => {
  expect(
    mapped('checksum', ['0cc175b9c0f1b6a831c399e269772661', '92eb5ffee6ae2fec3ad71c777531578f']),
  ).not.toContainEqual(expect.objectContaining({ target: 'password-hash' }))
})

test('bcrypt hashes without their beginning are judged alike, with and without a full stop', () => {
  const bodies = ['R4sT', 'p.Z/', 'k9Wq', 'x.Lb', 'V2eN'].map(
    (start) => `${start}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW`,
  )
  const records = bodies.map((pass, at) => ({ email: `ann${at}@acme.example`, pass: pass.slice(0, 53) }))
  const pass = suggestMapping({ header: ['email', 'pass'], records }).columns.find(({ path }) => path === 'pass')
  expect(pass?.suggestion).toMatchObject({
    target: 'password-hash',
    reason: 'it is called “pass”, and all samples are bcrypt hashes without their beginning',
  })
})

test.each([
  [['0279678123', '0912345871', '0334129876'], 'phone'],
  [['0279678123', '0279678124', '0279678125'], 'phone'],
  [['0279678123', '0279678123', '0334129876'], 'phone'],
  // Padded with zeros, they are IDs.
  [['0000678123', '0000345871', '0000129876'], null],
  [['0279678123', '0912345871', '0334129876', '0334129876'], 'phone'],
])('national phone numbers in a table without column names are told by their digits: %j', (numbers, target) => {
  const records = numbers.map((number, at) => ({ 1: `Ann ${at}`, 2: number, 3: `ann${at}@acme.example` }))
  const { columns } = suggestMapping({ header: null, records })
  const suggested = columns.find(({ path }) => path === '2')?.suggestion?.target ?? null
  expect(suggested === 'phone').toBe(target === 'phone')
})

test('Base32 of one fitting length, different in every record, is a secret of an authenticator app', () => {
  expect(
    [
      ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLU'],
      ['', 'jbswy3dpehpk3pxpjbswy3dpehpk3pxa', 'krsxg5ctmvrxezlukrsxg5ctmvrxezlb'],
      ['JBSWY3DPEHPK3PXPJBSWY3DPEH======', 'KRSXG5CTMVRXEZLUKRSXG5CTMV======'],
    ].map((values) => areTotpSecrets(values)),
  ).toEqual([true, true, true])
})

test('long texts under the name of a secret of a second factor are asked about, whatever they are written in', () => {
  const [one, other] = ['9f86d081884c7d659a2feaa0c55ad015', '60303ae22b998861bce3b28f33eec1be']
  const suggestion = (name: string, values: readonly string[]) =>
    suggestMapping({
      header: ['id', name],
      records: values.map((value, at) => ({ id: `${at}`, [name]: value })),
    }).columns.find(({ path }) => path === name)?.suggestion
  for (const name of ['otpSecret', 'two_factor_secret', 'totp_seed'])
    expect(suggestion(name, [one, other])).toMatchObject({ target: 'totp-secret', confidence: 'unsure' })
  expect(suggestion('otp_secret', ['yes', 'no'])?.target).not.toBe('totp-secret')
  expect(suggestion('client_secret', [one, other])?.target).not.toBe('totp-secret')
})

test('words, digests, IDs and codes that come again are none', () => {
  expect(
    [
      ['JBSWY3DPEHPK3PXP'],
      ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
      ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'],
      ['administratorusr', 'internationalist'],
      ['abcdef2345672345', 'bcdefa3456723452'],
      ['9f86d081884c7d65', '60303ae22b998861'],
      ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
      ['JBSWY3DP', 'KRSXG5CT'],
    ].map((values) => areTotpSecrets(values)),
  ).toEqual(Array.from({ length: 8 }, () => false))
})

test('such a column is proposed as the TOTP secret whatever it is called, and shown masked', () => {
  const records = ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLU', 'GEZDGNBVGY3TQOJQ'].map((extra, n) => ({
    id: String(n),
    email: `ann${n}@acme.example`,
    extra,
  }))
  const { columns, mapping } = suggestMapping({ records, header: ['id', 'email', 'extra'] })
  expect(columns.find(({ path }) => path === 'extra')).toMatchObject({
    samples: ['••••'],
    suggestion: { target: 'totp-secret', confidence: 'unsure' },
  })
  expect(mapping.columns.map(({ path }) => path)).toEqual(['id', 'email'])
})

test('a column of access with words that keep users out disables, and one of other things does not', () => {
  const targetOf = (column: string, off: string) => {
    const records = ['granted', off, 'granted'].map((value, n) => ({
      id: String(n),
      email: `u${n}@acme.example`,
      [column]: value,
    }))
    return suggestMapping({ records, header: ['id', 'email', column] }).mapping.columns.find(
      ({ path }) => path === column,
    )?.target
  }
  expect([targetOf('access', 'denied'), targetOf('user_type', 'former'), targetOf('loan', 'denied')]).toEqual([
    'disabled',
    'disabled',
    undefined,
  ])
})

test('the IDs of a provider column are asked about, and are not taken for the IDs of the users', () => {
  const names = ['google', 'apple', 'azure-ad', 'google']
  const records = names.map((name, n) => ({
    'E-Mail': `u${n}@acme.example`,
    Anbieter: name,
    'Anbieter-ID': `x9f000${n}-77`,
  }))
  const { columns, mapping } = suggestMapping({ header: Object.keys(records[0] ?? {}), records })
  expect(columns.find(({ path }) => path === 'Anbieter-ID')?.suggestion).toMatchObject({
    target: 'provider-user-id',
    confidence: 'unsure',
  })
  expect(mapping.columns.map(({ target }) => target)).toEqual(['email'])
})

test('keys of things are not asked about beside the ID of the users, and other keys of people are', () => {
  const records = [1, 2, 3, 4].map((at) => ({
    id: `${at}`,
    email: `user${at}@acme.example`,
    address_id: `${300 + at}`,
    billing_contact_id: `${900 + 7 * at}`,
    stripe_customer_id: `cus_9s6XKzkNRiz8i${at}`,
    legacy_user_id: `${70 + at}`,
    member_no: `${4000 + at}`,
  }))
  const asked = suggestMapping({ header: null, records }).columns.flatMap(({ path, suggestion }) =>
    suggestion?.target === 'source-id' && suggestion.confidence === 'unsure' ? [path] : [],
  )
  expect(asked).toEqual(['legacy_user_id', 'member_no'])
})

it('takes the first of numbered columns of addresses for the email', () => {
  const records = [1, 2, 3].map((n) => ({ 'Email 1': `ann${n}@acme.example`, 'Email 2': `old${n}@acme.example` }))
  const { columns } = suggestMapping({ header: ['Email 1', 'Email 2'], records }).mapping
  expect(columns).toEqual([{ path: 'Email 1', target: 'email' }])
})

it.each(['pw_salt', 'passwd_salt', 'Salz'])('takes %s for the salt of the hash beside it', (name) => {
  const records = [1, 2, 3].map((n) => ({
    mail: `ann${n}@acme.example`,
    pw_sha256: `${n}`.repeat(64),
    [name]: `${n + 3}a`.repeat(16),
  }))
  const { columns } = suggestMapping({ header: Object.keys(records[0] ?? {}), records }).mapping
  expect(columns.find(({ path }) => path === name)?.target).toBe('salt')
})

const hashes = ['$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232']

test('a column that is called email holds addresses without a domain of several parts as well', () => {
  const records = ['admin@localhost', 'ann@mail', 'ben@mail'].map((email) => ({ email, hash: hashes[0] }))
  expect(suggestMapping({ header: ['email', 'hash'], records }).mapping.columns).toContainEqual({
    path: 'email',
    target: 'email',
  })
  const others = records.map(({ email, hash }) => ({ handle: email, hash }))
  expect(suggestMapping({ header: ['handle', 'hash'], records: others }).mapping.columns).toHaveLength(1)
})

test('addresses at work and at home are the email, the column with more of them first', () => {
  const some = ['', 'ann@home.example', 'ben@home.example', 'cia@home.example'] as const
  const pro = ['ann@acme.example', '', '', ''] as const
  expect(suggested(['Personal Gmail', ...some], ['professionalEmail', ...pro])).toEqual({
    'Personal Gmail': 'email likely',
    professionalEmail: 'email unsure',
  })
})

test('an amount of money is no password hash, and the number of a contact is a phone number', () => {
  expect(suggested(['total', '$60.618.000', '$12.100.250'], ['contactNo', '9830406642', '9831055334'])).toEqual({
    contactNo: 'phone likely',
  })
})

test('numbers in a column of contacts are phone numbers, also where one of many is misspelled', () => {
  const numbers = Array.from({ length: 11 }, (_, at) => (at === 7 ? '-' : `0316307503${at % 10}`))
  const people = Array.from({ length: 11 }, (_, at) => `user${at}@acme.example`)
  expect(suggested(['email', ...people], ['contactinfo', ...numbers])).toMatchObject({ contactinfo: 'phone likely' })
  expect(suggested(['email', ...people], ['kun_telefon', ...numbers])).toMatchObject({ kun_telefon: 'phone likely' })
  const ids = Array.from({ length: 11 }, (_, at) => `${4120 + at}`)
  expect(suggested(['email', ...people], ['contact_id', ...ids])).toMatchObject({ contact_id: 'source-id unsure' })
})

test('a list without names shows phone numbers by the brackets around their area', () => {
  const records = [1, 2, 3].map((n) => ({ 1: `ann${n}@acme.example`, 2: `(11) 9763${n}-1212` }))
  expect(suggestMapping({ header: null, records }).mapping.columns).toEqual([
    { path: '1', target: 'email' },
    { path: '2', target: 'phone' },
  ])
})

test('beside the key of the rows, the ID of the user who made them is not asked about', () => {
  const made = ['user_id', '4', '4', '5', '6'] as const
  const phones = ['kun_telefon', '+4366423145', '+4366423146', '+4366423147', '+4366423148'] as const
  expect(suggested(['kun_id', '1', '2', '3', '4'], made, phones)).toEqual({
    kun_id: 'source-id likely',
    kun_telefon: 'phone likely',
  })
  expect(suggested(['id', '1', '2', '3', '4'], made, phones)).toMatchObject({ user_id: 'source-id likely' })
  const ids = ['kun_id', '1', '2', '3'] as const
  const people = ['email', 'ann@acme.example', 'ben@acme.example', 'cia@acme.example'] as const
  expect(suggested(ids, ['user_id', '4', '4', '4'], people)).toEqual({
    kun_id: 'source-id likely',
    email: 'email exact',
  })
  expect(suggested(['user_id', '4', '4', '5'], people)).toEqual({ user_id: 'source-id unsure', email: 'email exact' })
})

test.each([
  ['tipoUtente', ['privato', 'azienda', 'ospite'], true],
  ['customer_type', ['gold', 'basic', 'trial'], true],
  ['account_number', ['100200', '100201', '100202'], false],
])('a kind of users and the number of an account beside an ID are no keys of theirs: %s', (column, values, isKind) => {
  const rows = values.map((value, at) => ({ email: `u${at}@acme.example`, [column]: value }))
  const told = (records: readonly SourceRecord[]) =>
    suggestMapping({ header: null, records }).columns.find(({ path }) => path === column)?.suggestion?.target
  expect(told(rows.map((row, at) => ({ id: `${at}`, ...row })))).toBeUndefined()
  expect(told(rows)).toBe(isKind ? undefined : 'source-id')
})

test('the number of a customer beside an ID is asked about as a key', () => {
  const records = ['100200', '100203', '100207'].map((value, at) => ({
    id: `${at}`,
    email: `u${at}@acme.example`,
    customer_number: value,
  }))
  const { columns } = suggestMapping({ header: null, records })
  expect(columns.find(({ path }) => path === 'customer_number')?.suggestion?.target).toBe('source-id')
})

test.each(['account_locked_until', 'user_banned_until', 'isBlockedUntil'])(
  'the end of a lock keeps out only those whose time is to come: %s',
  (name) => {
    const times = ['', '2099-01-01', '2020-01-01', '', '', '2098-01-01']
    const records = times.map((time, at) => ({ id: `${at}`, email: `u${at}@acme.example`, [name]: time }))
    const { mapping } = suggestMapping({ header: ['id', 'email', name], records })
    const read = readByMapping(mapping)
    const standings = records.map((record) => {
      const entry = read(record)
      return entry.kind === 'user' ? entry.user.standing : entry.kind
    })
    expect(standings).toEqual(['active', 'disabled', 'active', 'active', 'active', 'disabled'])
  },
)
