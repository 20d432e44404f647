import { describe, expect, it, test } from 'vitest'
import { doubtfulColumns } from '../../../shared/mapping/columns/doubtful-columns.ts'
import { idColumns } from '../../../shared/mapping/columns/secrets/ids-like-digests.ts'
import { doubtAbout } from '../../../shared/mapping/columns/table-doubt.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { loginLikenesses, mayBeLogin } from '../../../shared/mapping/unmapped/login-likeness.ts'
import { hintsOf } from '../../../shared/mapping/names/name-hints.ts'
import { formatReader, tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

/** The first record of a file, read by the mapping that is suggested for it. */
function firstOf(records: readonly Readonly<Record<string, unknown>>[]): string {
  const [first = {}] = records
  const { mapping } = suggestMapping({ header: null, records })
  const entry = tableReader(mapping)(first)
  return entry.kind === 'unreadable' ? entry.reason : entry.kind
}

const noLogin =
  'No column that is mapped holds a login: no email, phone number, password hash or provider user ID. Map one that does on Map columns or with --mapping, or add the file that has them.'

describe('tableReader', () => {
  it('takes no settings, schema or table without any login for users', () => {
    const schema = {
      $id: 'https://acme.example/person.json',
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { traits: { type: 'object', properties: { email: { type: 'string', title: 'Email' } } } },
    }
    const reviews = [
      { user_id: 'u1', review_id: 'r7', active: true },
      { user_id: 'u2', review_id: 'r8', active: false },
    ]
    expect([firstOf([schema]), firstOf(reviews)]).toEqual([noLogin, expect.stringContaining(noLogin)])
    const settings = {
      dsn: 'memory',
      identity: { default_schema_id: 'base', schemas: [{ id: 'base', url: 'file://a' }] },
    }
    expect(firstOf([settings])).toMatch(/^No column looks like an email/)
    const read = tableReader(mappingOf({ work: 'email' }))
    expect(read({ work: '', home: 'ann@home.example' })).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(/but another one has an email address: map that column as well\.$/),
    })
  })

  it('keeps users whose file maps a login that they lack, or holds one that is not mapped', () => {
    const withEmail = [
      { id: 'u1', email: '' },
      { id: 'u2', email: 'ben@acme.example' },
    ]
    expect(firstOf(withEmail)).toBe('user')
    const unmapped = mappingOf({ id: 'source-id' })
    const entry = tableReader({ ...unmapped, columns: [...unmapped.columns] })({ id: 'u1', who: 'ann@acme.example' })
    expect(entry.kind === 'user' && entry.user.unmapped?.map(({ kind }) => kind)).toEqual(['email'])
  })
})

describe('a user ID of a third party in a column that is not mapped', () => {
  const providersOf = (columns: Record<string, MappingTarget>, fixedProvider: string | null, record: SourceRecord) => {
    const entry = tableReader({ ...mappingOf(columns), fixedProvider })(record)
    return entry.kind === 'user' ? entry.user.unmapped?.map(({ kind, provider }) => [kind, provider]) : entry.kind
  }
  const record = { mail: 'ann@acme.example', IdP: 'GOOGLE', 'IdP subject': 'x-11' }

  it('belongs to the provider that the mapping reads in its record', () => {
    expect([
      providersOf({ mail: 'email', IdP: 'provider' }, null, record),
      providersOf({ mail: 'email' }, 'okta', record),
      providersOf({ mail: 'email', IdP: 'provider' }, 'okta', { ...record, IdP: '' }),
    ]).toEqual([[['provider-user-id', 'GOOGLE']], [['provider-user-id', 'okta']], [['provider-user-id', 'okta']]])
  })

  it('stays of an unknown one where the record names none or the own login, and of the one that its name says', () => {
    expect([
      providersOf({ mail: 'email' }, null, record),
      providersOf({ mail: 'email', IdP: 'provider' }, null, { ...record, IdP: 'local' }),
      providersOf({ mail: 'email', IdP: 'provider' }, null, {
        mail: 'ann@acme.example',
        IdP: 'GOOGLE',
        github_id: '77',
      }),
    ]).toEqual([[['provider-user-id', 'unknown']], [['provider-user-id', 'unknown']], [['provider-user-id', 'github']]])
  })
})

describe('a column that may say who is disabled, in values of its own', () => {
  const readAll = (records: readonly Record<string, unknown>[]) => {
    const sample = { header: null, records }
    const { mapping, columns } = suggestMapping(sample)
    const read = tableReader(mapping, { doubtful: doubtfulColumns(sample, columns) })
    return records.map((record) => {
      const entry = read(record)
      return entry.kind === 'user'
        ? (entry.user.unmapped ?? []).map(({ kind, field, asks }) => [kind, field, asks])
        : []
    })
  }
  const users = (name: string, values: readonly unknown[]) =>
    values.map((value, n) => ({ id: n + 1, email: `user${n}@acme.example`, [name]: value }))

  it('is asked about value by value', () => {
    expect(readAll(users('status', [1, 2, 1]))).toEqual([
      [['status', 'status=1', true]],
      [['status', 'status=2', true]],
      [['status', 'status=1', true]],
    ])
    expect(readAll(users('account_state', ['A', 'B', 'A']))[1]).toEqual([['status', 'account_state=B', true]])
  })

  it('is not asked about where it holds texts of the users or bits of which none is set', () => {
    const texts = ['Under construction.', 'Testing this', 'Meow', 'I see you.']
    expect(readAll(users('status', texts))).toEqual([[], [], [], []])
    expect(readAll(users('status', [...texts, 'gesperrt seit Mai']))[4]).toHaveLength(1)
    expect(readAll(users('flags', [0, 2, 0]))).toEqual([[], [['status', 'flags=2', true]], []])
  })

  it('is asked about once for all codes that users have in it until they activate their accounts, and shows none', () => {
    const codes = ['0709c6143c0f40741648b7410eb6c535', '08d554529148a3c8205681cc00ae54d1', 'Kx7zPq0RmT4vWb2nLs8Y']
    const asked = readAll(users('activated', ['Yes', ...codes, 'No', '1700000000000000']))
    const standings = asked.map((found) => found.flatMap(([kind, field]) => (kind === 'status' ? [field] : [])))
    expect(standings.slice(0, 4)).toEqual([[], ...codes.map(() => ['activated=(a code)'])])
    expect(standings.slice(4).flat()).not.toContain('activated=(a code)')
  })

  it('is asked about where one of its words is not known, and not where all are', () => {
    expect(readAll(users('status', ['active', 'blocked', 'active']))).toEqual([[], [], []])
    expect(readAll(users('status', ['active', 'active', 'active', 'active', 'Q']))[4]).toEqual([
      ['status', 'status=Q', true],
    ])
  })

  it('is asked about in every value that is not known to be on, where one of its words is not known', () => {
    const values = ['ACTIVE', 'PENDING_DELETION', 'LOCKED', 'INVITED']
    const questions = [[], 'account_state=PENDING_DELETION', 'account_state=LOCKED', 'account_state=INVITED']
    expect(readAll(users('account_state', values)).map((one) => one[0]?.[1] ?? [])).toEqual(questions)
  })

  it('asks about every word of a status in a column that may name a place, where one of them is known', () => {
    const values = ['Activo', 'Baja', 'Pendiente', 'Bloqueado', 'Activo']
    expect(readAll(users('Estado', values)).map((one) => one[0]?.[1] ?? null)).toEqual([
      null,
      'Estado=Baja',
      'Estado=Pendiente',
      'Estado=Bloqueado',
      null,
    ])
    expect(readAll(users('Estado', ['Jalisco', 'Puebla', 'Jalisco'])).flat()).toEqual([])
  })

  it.each([
    ['Suspension reason', ['', 'Spam', ''], 'Suspension reason=Spam'],
    ['Grund der Sperrung', ['', 'hat dreimal hintereinander nicht bezahlt', ''], 'Grund der Sperrung=(a text)'],
    ['active_flag', ['1', '9', '1'], 'active_flag=9'],
    ['je aktivní', ['1', '0', '1'], 'je aktivní=0'],
    ['blokir', ['N', 'Y', 'N'], 'blokir=Y'],
    ['статус', ['активен', 'в архиве', 'активен'], 'статус=в архиве'],
    ['Блокиран ли е', ['не', 'да', 'не'], 'Блокиран ли е=да'],
    ['Dihapus sementara', ['Tidak', 'Ya', 'Tidak'], 'Dihapus sementara=Ya'],
    ['계정상태코드', ['정상', '정지2', '정상'], '계정상태코드=정지2'],
    ['left_company', ['no', 'yes', 'no'], 'left_company=yes'],
    ['anonymized_at', ['', '2023-01-01', ''], 'anonymized_at=(a time)'],
    ['Gekündigt zum', ['', '31.03.2021', ''], 'Gekündigt zum=(a time)'],
    ['flags', ['0', '2', '0'], 'flags=2'],
    ['dis', ['0', '1', '0'], 'dis=1'],
    ['banned', ['', 'for spamming in every forum', ''], 'banned=(a text)'],
    ['is_active', ['1', 'suspended by mail', '1'], 'is_active=suspended by mail'],
    ['Enroll_Status', ['0', '2', '0'], 'Enroll_Status=2'],
    ['ban', [null, { by: 'mod', at: '2021-01-01' }, null], 'ban=(an object)'],
  ] as const)('called %s is asked about by what its name says, whatever its values are', (name, values, asked) => {
    expect(readAll(users(name, values))[1]).toEqual([['status', asked, true]])
  })

  it.each([
    ['email_status', ['valid', 'bounced', 'valid']],
    ['two_factor_enabled', ['true', 'false', 'true']],
    ['active_plan', ['gold', 'silver', 'gold']],
    ['newsletter_blocked', ['0', '1', '0']],
    ['order_status', ['closed', 'open', 'closed']],
    ['state', ['Ohio', 'Utah', 'Ohio']],
    ['state_changed_at', ['2020-01-01', '2020-01-02', '2020-01-01']],
    ['LockoutEnabled', ['1', '1', '1']],
    ['blocked_users', ['3', '0', '1']],
    ['archived_projects', ['3', '0', '1']],
    ['blockSize', ['8', '16', '8']],
    ['is_anonymous', ['0', '1', '0']],
    ['bank', ['a', 'b', 'a']],
    ['locked_at', ['', '0000-00-00 00:00:00', '']],
    ['aktif', ['evet', 'evet', 'evet']],
    ['Dihapus', ['Tidak', 'Tidak', 'Tidak']],
    ['suspend_reason', ['not suspended', 'not suspended', 'not suspended']],
    ['deleted_at', ['', '2024-01-01', '']],
    ['banned', ['0', '1', '']],
    ['state', ['present', 'absent', 'present']],
    ['expires', ['-1', '18000', 'never']],
    ['presence_status', ['online', 'away', 'offline']],
  ])('called %s is not, since it says nothing of the account', (name, values) => {
    expect(readAll(users(name, values))).toEqual([[], [], []])
  })

  it('and so are names of providers in a column of any name', () => {
    expect(readAll(users('Anmeldung über', ['google', 'azure-ad', 'google', 'email', 'google']))).toEqual([
      [['provider', 'Anmeldung über=google', true]],
      [['provider', 'Anmeldung über=azure-ad', true]],
      [['provider', 'Anmeldung über=google', true]],
      [],
      [['provider', 'Anmeldung über=google', true]],
    ])
  })

  const standing = (name: string, value: unknown) => {
    const [first = {}] = users(name, [value])
    const entry = tableReader({
      version: 1,
      columns: [
        { path: 'email', target: 'email' },
        { path: name, target: 'disabled' },
      ],
      fixedProvider: null,
    })(first)
    return entry.kind === 'user' ? entry.user.standing : entry.kind
  }

  it('disables until a time, and no longer', () => {
    expect(standing('banned_until', '2020-01-01 00:00:00+00')).toBe('active')
    expect(standing('lockout_end', '2999-12-31T00:00:00Z')).toBe('disabled')
    expect(standing('blockeduntil', '0')).toBe('active')
    expect(standing('blockeduntil', 'infinity')).toBe('disabled')
  })

  it.each([
    ['account_expires', '2021-03-01 00:00:00', 'disabled'],
    ['userAccountControl', '514', 'disabled'],
    ['userAccountControl', '66050', 'disabled'],
    ['userAccountControl', '512', 'active'],
    ['accountExpires', '132539328000000000', 'disabled'],
    ['accountExpires', '9223372036854775807', 'active'],
    ['expires', '18000', 'disabled'],
    ['expires', '0', 'active'],
    ['expired', '1', 'disabled'],
    ['leaving_date', '2020-01-31', 'disabled'],
    ['contract_end', '2999-01-31', 'active'],
    ['is_activated', '0', 'disabled'],
    ['prohibit_login', '1', 'disabled'],
    ['role', 'banned', 'disabled'],
    ['state', 'absent', 'disabled'],
    ['state', 'present', 'active'],
    ['role', 'editor', 'active'],
    ['expired', 'false', 'active'],
    ['valid_until', '2999-12-31', 'active'],
    ['valid_until', '31.12.2020', 'disabled'],
    ['valid_until', '31. Dezember 2020', 'disabled'],
    ['dateexpiry', '2020-01-01', 'disabled'],
    ['dateexpiry', '2999-01-01', 'active'],
    ['valid_until', '3. März 2999', 'active'],
    ['locked_at', '3. März 2024', 'disabled'],
    ['Gültig bis', '31.12.2999', 'active'],
    ['expires_at', '1614556800', 'disabled'],
    ['expires_at', '', 'active'],
    ['expires_at', 'never', 'active'],
    ['account_expires', '2999', 'active'],
  ])('whose account ends by %s = %s is %s', (column, value, expected) => {
    expect(standing(column, value)).toBe(expected)
    expect(standing('deactivated_on', '2020-01-01')).toBe('disabled')
  })
})

function doubt(records: readonly Readonly<Record<string, unknown>>[]): string | null {
  const sample = { header: null, records }
  return doubtAbout(sample, suggestMapping(sample).mapping)?.reason ?? null
}

const rows = [1, 2, 3]

describe('a table with emails', () => {
  it('of reviews is read with a doubt that names what speaks for it', () => {
    const reasons = doubt(
      rows.map((id) => ({ id, product_id: 7, rating: 5, body: 'Nice', email: `u${id % 2}@example.com` })),
    )
    expect(reasons).toBe(
      'it may hold something other than users (it has “product_id”, “rating”, “body” and no passwords, and emails come several times): check before you import it',
    )
  })

  it('or numbers is asked about where its ID counts things and nothing speaks of a person', () => {
    const phone = (id: number) => `+4915112345${id}70`
    for (const thing of ['restaurant_id', 'storeId', 'id_tienda'])
      expect(doubt(rows.map((id) => ({ [thing]: id, phone: phone(id), city: 'Ulm' })))).toBe(
        `it may hold something other than users (it has “${thing}” and no passwords): check before you import it`,
      )
    for (const person of ['user_id', 'member_id', 'id'])
      expect(doubt(rows.map((id) => ({ [person]: id, phone: phone(id), city: 'Ulm' })))).toBeNull()
    const named = rows.map((id) => ({ school_id: id, first_name: 'Ann', last_name: 'Lee', phone: phone(id) }))
    expect(doubt(named)).toBeNull()
  })

  it('of people who may have a note or a comment is read without one', () => {
    expect(doubt(rows.map((id) => ({ id, comment: 'x', name: 'Ann', email: `u${id}@example.com` })))).toBeNull()
  })

  it('with passwords is one of users, whatever else it has', () => {
    const password_hash = `$2b$10$${'a'.repeat(21)}u${'B'.repeat(30)}2`
    const users = rows.map((id) => ({ id, rating: 5, message: 'Hi', email: `u${id}@example.com`, password_hash }))
    expect(doubt(users)).toBeNull()
  })
})

it('asks about a state that stands beside no address, and about one whose words are known', () => {
  const questionsFor = (records: readonly Readonly<Record<string, unknown>>[]) => {
    const sample = { header: null, records }
    const { columns, mapping } = suggestMapping(sample)
    const read = tableReader(mapping, { doubtful: doubtfulColumns(sample, columns) })
    return records.map((record) => {
      const entry = read(record)
      return entry.kind !== 'user'
        ? entry.kind
        : (entry.user.unmapped?.map(({ field }) => field).join() ?? entry.user.standing)
    })
  }
  const of = (more: (id: number) => Readonly<Record<string, unknown>>) =>
    questionsFor(rows.map((id) => ({ id, email: `u${id}@example.com`, ...more(id) })))
  expect(of((id) => ({ lifecycle: { state: id === 2 ? 'TERMINATED' : 'LIVE' } }))).toEqual([
    'lifecycle.state=LIVE',
    'lifecycle.state=TERMINATED',
    'lifecycle.state=LIVE',
  ])
  expect(of((id) => ({ address: { state: id === 2 ? 'Ohio' : 'Texas' } }))).toEqual(['active', 'active', 'active'])
  expect(of((id) => ({ state: id === 2 ? 'Ohio' : 'Texas' }))).toEqual(['active', 'active', 'active'])
})

const digest = (seed: string) => seed.repeat(32)
const bcrypt = `$2b$10$${'a'.repeat(21)}u${'B'.repeat(30)}2`

/** Values of the first user that nothing reads, by field. */
function left(records: readonly Readonly<Record<string, unknown>>[]): unknown {
  const sample = { header: null, records }
  const [first = {}] = records
  const entry = tableReader(suggestMapping(sample).mapping, { idColumns: idColumns(sample) })(first)
  return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ field, asks }) => [field, asks]) : entry.kind
}

const idColumnsRows = [0, 1, 2].map((pk) => ({ pk, email: `u${pk}@example.com` }))
/** Different for each row. */
const own = (row: (typeof idColumnsRows)[number]) => digest('abc'.charAt(row.pk))

test('ids that are written like digests are no password hashes', () => {
  expect(left(idColumnsRows.map((row) => ({ ...row, uid: own(row), tenantId: own(row) })))).toEqual([])
})

test('digests that repeat, are missing somewhere or are called otherwise may be hashes', () => {
  const maybe = [
    idColumnsRows.map((row) => ({ ...row, uid: digest('a') })),
    idColumnsRows.map((row) => ({ ...row, uid: row.pk === 1 ? '' : own(row) })),
    idColumnsRows.map((row) => ({ ...row, note: own(row) })),
    idColumnsRows.map((row) => ({ ...row, passwordid: own(row) })),
  ]
  expect(maybe.map(left)).toEqual([[['uid', true]], [['uid', true]], [['note', true]], [['passwordid', true]]])
})

test('a hash of a token beside the user’s own hash is counted and asks nothing, and a bare digest there is none', () => {
  const users = idColumnsRows.map((row) => ({ ...row, password_hash: bcrypt }))
  const names = ['remember_digest', 'activation_digest', 'verificationToken', 'reset_hash']
  const counted = (value: string) => names.map((name) => left(users.map((row) => ({ ...row, [name]: value }))))
  expect(counted(`${bcrypt.slice(0, -2)}a.`)).toEqual(names.map((name) => [[name, false]]))
  expect(counted(digest('d'))).toEqual(names.map(() => []))
  expect(left(idColumnsRows.map((row) => ({ ...row, reset_hash: digest('d') })))).toEqual([['reset_hash', true]])
})

test('codes of activation and references written like digests are no passwords beside one', () => {
  const users = idColumnsRows.map((row) => ({ ...row, password_hash: bcrypt }))
  const beside = (name: string, of = users) => left(of.map((row) => ({ ...row, [name]: digest('d') })))
  const names = ['user_actkey', 'actkey', 'ActivationCode', 'depart_ids', 'group_fk', 'uuid2']
  expect(names.map((name) => beside(name))).toEqual(names.map(() => []))
  expect(
    beside(
      'actkey',
      idColumnsRows.map((row) => ({ ...row, password_hash: '!' })),
    ),
  ).toEqual([['actkey', true]])
})

test('UUIDs without dashes are left behind as ids where their column is called so, filled or not', () => {
  const uuids = ['b2f4f00baf5645b8a0b8662746151137', '3055fa851be140588c0e6c165cacdbb5', '']
  const beside = (name: string) => left(idColumnsRows.map((row) => ({ ...row, [name]: uuids[row.pk] })))
  expect(beside('thread_id')).toEqual([])
  expect(beside('thread')).toEqual([['thread', true]])
})

test('the code that a flag has in place of a yes is asked about once, as a status', () => {
  const rows = [0, 1, 2, 3, 4].map((pk) => ({
    pk,
    email: `u${pk}@example.com`,
    password: digest(`${pk}`),
    activated: pk === 0 ? `1${digest('d').slice(1)}` : '1',
  }))
  const sample = { header: null, records: rows }
  const { columns, mapping } = suggestMapping(sample)
  const [first = {}] = rows
  const entry = tableReader(mapping, { doubtful: doubtfulColumns(sample, columns) })(first)
  expect(entry.kind === 'user' ? entry.user.unmapped : entry.kind).toMatchObject([
    { kind: 'status', field: 'activated=(a code)' },
  ])
})

test('a digest under the name of something else is asked about beside a password that is none', () => {
  const rows = (hash: string) => idColumnsRows.map((row) => ({ ...row, password_hash: hash, file_key: digest('d') }))
  expect([left(rows('!')), left(rows(bcrypt))]).toEqual([[['file_key', true]], []])
})

test('addresses with their scheme before them are found in columns of any name', () => {
  const kindsIn = (value: string, name: string) => (loginLikenesses(value, hintsOf(name)) ?? []).map(({ kind }) => kind)
  expect(kindsIn('tel:+49-30-1234567', 'kontakt')).toEqual(['phone'])
  expect(kindsIn('smtp:ann.lee@acme.example', 'proxyAddresses')).toEqual(['email'])
  expect(['tel:+49-30-1234567', 'smtp:a@b.example'].map(mayBeLogin)).toEqual([true, true])
})

test('rows of users joined with their logins are users, and not logins of other users', () => {
  const record = { user_id: '1', email: 'ann@acme.example', pw_hash: 'x', provider: 'google', subject: '1' }
  const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'
  const records = [{ ...record, pw_hash: hash, subject: '103547991597142817347' }]
  expect(recognise({ header: Object.keys(record), records })?.role ?? 'by a mapping').toBe('by a mapping')
})

describe('a status within the metadata of a known export', () => {
  const askedOf = (metadata: Readonly<Record<string, unknown>>) => {
    const records = [1, 2, 3].map((n) => ({
      user_id: `auth0|5f${n}`,
      email: `ann${n}@acme.example`,
      identities: [{ connection: 'Users', provider: 'auth0', user_id: `5f${n}`, isSocial: false }],
      user_metadata: n === 2 ? metadata : {},
    }))
    const sample = { header: null, records }
    const recognition = recognise(sample)
    const format = recognition === null ? undefined : formatOf(recognition.provider)
    if (recognition === null || format === undefined) throw new Error('not recognised')
    const entry = formatReader(format)(records[1] ?? {}, recognition)
    return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ field }) => field) : entry.kind
  }

  test.each([
    [{ account_status: 'deleted' }, ['user_metadata.account_status=deleted']],
    [{ account: { status: 'suspended' } }, ['user_metadata.account.status=suspended']],
    [{ account_status: 'gold' }, []],
    [{ subscription: { status: 'closed' } }, []],
    [{ email_verification: { state: 'rejected' } }, []],
  ])('%j asks about %j', (metadata, asked) => {
    expect(askedOf(metadata)).toEqual(asked)
  })
})

test('an attribute that was added to users of Cognito is asked about as a field of the user', () => {
  const records = [1, 2, 3].map((n) => ({
    Username: `u${n}`,
    Attributes: [
      { Name: 'sub', Value: `sub${n}` },
      { Name: 'email', Value: `ann${n}@acme.example` },
      { Name: 'custom:status', Value: n === 2 ? 'blocked' : 'gold' },
    ],
    UserStatus: 'CONFIRMED',
    Enabled: true,
  }))
  const recognition = recognise({ header: null, records: records.filter((_, at) => at !== 1) })
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) throw new Error('not recognised')
  const asked = records.map((record) => {
    const entry = formatReader(format)(record, recognition)
    return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ value }) => value) : entry.kind
  })
  expect(asked).toEqual([[], ['blocked'], []])
})

test('a list of leads with what a CRM keeps of them is asked about before a row becomes a user', () => {
  const records = [1, 2, 3].map((n) => ({
    'Record ID': `${n}`,
    Email: `ann${n}@acme.example`,
    'Lead Status': 'NEW',
    'Marketing contact status': 'Marketing contact',
    'Associated Company': 'Acme',
  }))
  const sample = { header: Object.keys(records[0] ?? {}), records }
  expect(doubtAbout(sample, suggestMapping(sample).mapping)?.asks).toBe(true)
})

test.each([
  ['type', ['user.created', 'user.updated', 'user.deleted'], true],
  ['event_name', ['USER_CREATED', 'USER_BLOCKED', 'USER_CREATED'], true],
  ['action', ['Account created', 'Account deactivated', 'Account created'], true],
  ['action', ['login_failed', 'password_changed', 'login_failed'], true],
  ['event', ['LOGIN_ATTEMPT', 'LOGOUT', 'EMAIL_VERIFIED'], true],
  ['event_type', ['loginFailed', 'user.created', 'mfa.enrolled'], true],
  ['activity', ['Password reset requested', 'Signed in', 'Session expired'], true],
  ['action', ['login', 'logout', 'login'], true],
  ['last_action', ['login_failed', 'password_changed', 'login_failed'], false],
  ['required_action', ['VERIFY_EMAIL', 'UPDATE_PASSWORD', 'VERIFY_EMAIL'], false],
  ['type', ['registered_user', 'invited_user', 'registered_user'], false],
  ['type', ['login', 'social', 'login'], false],
  ['type', ['verified', 'unverified', 'verified'], false],
  ['account_type', ['premium', 'paid', 'free_trial'], false],
  ['action', ['invite', 'keep', 'invite'], false],
  ['type', ['user.created', 'user.created', 'user.created'], false],
  ['type', ['created', 'customer', 'user'], false],
  ['status', ['user created', 'user deleted', 'user created'], false],
])('a log of what happened to users is asked about before a line becomes one: %s %j', (column, values, asks) => {
  const records = values.map((value, at) => ({ [column]: value, user: { id: `${at}`, email: `u${at}@acme.example` } }))
  const sample = { header: null, records }
  expect(doubtAbout(sample, suggestMapping(sample).mapping)?.asks ?? false).toBe(asks)
})

test('a token of a user without a password is none, where a known export has passwords in a column of their own', () => {
  const users = [1, 2].map((id) => ({
    user_id: `${id}`,
    user_name: `Ann${id}`,
    user_password: id === 1 ? bcrypt : '',
    user_email: `ann${id}@acme.example`,
    user_email_authenticated: '',
    user_token: digest(`${id}`),
  }))
  const recognition = recognise({ header: null, records: users, table: 'user' })
  const format = recognition === null ? undefined : formatOf(recognition.provider)
  if (recognition === null || format === undefined) throw new Error('not recognised')
  const asked = users.map((record) => {
    const entry = formatReader(format)(record, recognition)
    return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ field }) => field) : entry.kind
  })
  expect(asked).toEqual([[], []])
})

test.each([
  ['a time', 'seen_at', [{ seen_at: '2024-01-11 09:18:33' }, { seen_at: null }, {}], [true, false, false]],
  ['a yes', 'ok', [{ ok: true }, {}], [true, false]],
  ['a yes within an object', 'p.ok', [{ p: { ok: true } }, { p: { a: 1 } }, {}], [true, false, null]],
  ['a column that no record has', 'other', [{ seen_at: null }, {}], [null, null]],
])('a verified column that the sample has and a record leaves out says no: %s', (_, path, rows, says) => {
  const records: readonly SourceRecord[] = rows.map((row, at) => ({ id: at, mail: `user${at}@acme.example`, ...row }))
  const sampled = ['id', 'mail', 'seen_at', 'ok', 'p.ok']
  const read = tableReader(mappingOf({ id: 'source-id', mail: 'email', [path]: 'email-verified' }), { sampled })
  const verified = records.map((record) => {
    const entry = read(record)
    return entry.kind === 'user' ? entry.user.emailVerified : entry.kind
  })
  expect(verified).toEqual(says)
})
