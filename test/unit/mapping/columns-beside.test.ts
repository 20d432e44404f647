import { describe, expect, test } from 'vitest'
import { doubtfulColumns } from '../../../shared/mapping/columns/doubtful-columns.ts'
import { profileColumns } from '../../../shared/mapping/columns/profile-columns.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { scoreOf } from '../../../shared/exports/own-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* The meaning of a column by the others of its table: a prefix that they share, a provider beside it, hashes of several families. */

type Value = string | ((at: number) => string)

/** Suggestions of eight users with an ID, an address, a hash and these columns, as `target confidence` by name. */
function suggested(columns: Readonly<Record<string, Value>>, prefix = ''): Readonly<Record<string, string>> {
  const records = Array.from({ length: 8 }, (_, at) => ({
    [`${prefix}id`]: `${at + 1}`,
    [`${prefix}email`]: `u${at}@acme.example`,
    [`${prefix}hash`]: madeUpBcrypt(at),
    ...Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [name, typeof value === 'string' ? value : value(at)]),
    ),
  }))
  const found = suggestMapping({ header: Object.keys(records[0] ?? {}), records }).columns
  return Object.fromEntries(
    found.flatMap(({ path, suggestion }) =>
      suggestion === null ? [] : [[path, `${suggestion.target} ${suggestion.confidence}`]],
    ),
  )
}

const yesBut = (no: number) => (at: number) => (at === no ? '0' : '1')

describe('a column that says no more than verified', () => {
  test.each([
    'bekreftet',
    'Vahvistettu',
    'ověřeno',
    'подтверждён',
    'подтвержденный',
    'podtverzhden',
    'validated',
    'is_validated',
    '認証済み',
    '是否验证',
    'diverifikasi',
    'da_xac_thuc',
    'xac_minh',
    'cuenta_verificada',
    'מאומת',
    'موثق',
    'सत्यापित',
    'ยืนยันแล้ว',
    'email_xac_thuc',
    'пошта_підтверджена',
  ])('says it of the address: %s', (name) =>
    expect(suggested({ [name]: yesBut(2) })[name]).toBe('email-verified likely'),
  )
  test('a status of the email in yes and no is verified beside the groups of a forum, and nowhere else', () => {
    const groups = { adminid: (at: number) => (at === 0 ? '1' : '0'), groupid: (at: number) => `${10 - (at % 3)}` }
    const found = suggested({ emailstatus: yesBut(2), ...groups })
    expect(found['emailstatus']).toBe('email-verified likely')
    expect([found['adminid'], found['groupid']]).toEqual([undefined, undefined])
    expect(suggested({ emailstatus: yesBut(2) })['emailstatus'] ?? '').not.toContain('email-verified')
    const words = suggested({ emailstatus: (at) => ['bounced', 'ok'][at % 2] ?? '', ...groups })
    expect(words['emailstatus'] ?? '').not.toContain('email-verified')
  })
  test.each(['Confirm', 'is_confirm'])('also with the verb alone: %s', (name) => {
    expect(suggested({ [name]: yesBut(2) })[name]).toBe('email-verified likely')
    const again = (at: number) => `word ${at}`
    expect(suggested({ [name]: again })[name] ?? '').not.toContain('email-verified')
    expect(suggested({ [name]: (at) => `u${at}@acme.example` })[name] ?? '').not.toContain('email-verified')
  })
  test('and a mark of who is enabled is asked about', () => {
    expect(suggested({ EnabledMark: yesBut(2) })['EnabledMark']).toMatch(/^disabled/)
    expect(suggested({ Mark: (at) => `${at % 2}` })['Mark'] ?? '').not.toContain('disabled')
  })
  test.each(['uIsValidated', 'u_confirmed', 'uVerified'])('behind the word that all columns begin with: %s', (name) =>
    expect(suggested({ [name]: yesBut(2), uName: (at) => `n${at}` }, 'u_')[name]).toBe('email-verified likely'),
  )
  test.each(['meta', 'flags', 'extra', 'attributes'])('within an object of settings: %s', (name) => {
    const inside = suggested({ [name]: (at) => JSON.stringify({ verified: at !== 2, theme: 'a' }) })
    expect(inside[`${name}.verified`]).toBe('email-verified likely')
  })
  test.each([
    'age_verified',
    'kyc_confirmed',
    'not_verified',
    'validated_by',
    'validation',
    'order_confirmed',
    'cuenta_banco_verificada',
    '是否审核',
    'xac_nhan_mat_khau',
  ])('and not of something else: %s', (name) =>
    expect(suggested({ [name]: yesBut(2) })[name] ?? '').not.toContain('email-verified'),
  )
  test.each(['company.verified', 'subscription.confirmed', 'bank.verified'])('within another object: %s', (path) => {
    const [name = '', field = ''] = path.split('.')
    const inside = suggested({ [name]: (at) => JSON.stringify({ [field]: at !== 2 }) })
    expect(inside[path] ?? '').not.toContain('email-verified')
  })
  test.each([
    ['Verified', 'Confirmed'],
    ['is_verified', 'confirmed_at'],
    ['verified', 'email_confirmed'],
  ])('is not the one that says no of everybody: %s beside %s', (all, some) => {
    const found = suggested({ [all]: '0', [some]: yesBut(2) })
    expect(found[some]).toMatch(/^email-verified/)
    expect(found[all] ?? '').not.toContain('email-verified')
  })
})

describe('words for a contact that is verified', () => {
  const yesOrNo = (at: number) => (at === 3 ? '0' : '1')
  test.each([
    'Mail_geprueft',
    'E-Mail geprüft',
    'usr_mail_verified',
    'fldEmailVerified',
    'b_email_verified',
    'email_verified_yn',
    'emailConfirmedFlag',
    'correo_validado',
    'email_controllata',
    'email_sprawdzony',
    'почта_проверена',
    'eposta_onayli',
    'email_confirmat',
    'メール認証フラグ',
    '是否验证邮箱',
    '이메일_인증_여부',
  ])('are made of a word for each, in any order and language: %s', (name) =>
    expect(suggested({ [name]: yesOrNo })[name]).toBe('email-verified likely'),
  )
  test.each(['phone_geprueft', 'Tel. vérifié', 'phone_verified_yn', '携帯電話認証済み'])(
    'also of the phone: %s',
    (name) => expect(suggested({ [name]: yesOrNo })[name]).toBe('phone-verified likely'),
  )
  test.each([
    'geprueft',
    'email_valide',
    'email_checked_by',
    'email_verification',
    'email_verified_count',
    '邮箱验证码',
    'mail_activated',
  ])('and say nothing beside other words, or as words for something else: %s', (name) =>
    expect(suggested({ [name]: yesOrNo })[name] ?? '').not.toContain('verified'),
  )
})

describe('a time of confirmation', () => {
  const sometimes = (at: number) => (at === 3 ? '' : `2023-0${at + 1}-11 10:00:00`)
  test.each([
    'Confirmed at',
    'Bestätigt am',
    'bestaetigt_am',
    'Vérifié le',
    'Confirmado el',
    'confirmado em',
    'Confermato il',
    'bevestigd op',
    'Potwierdzono dnia',
    'E-Mail bestätigt am',
    'email_verificado_el',
    'Courriel confirmé le',
  ])('says verified of the address in any language: %s', (name) =>
    expect(suggested({ [name]: sometimes })[name]).toBe('email-verified likely'),
  )
  test.each(['Telefon bestätigt am', 'Móvil verificado el', 'téléphone_confirmé_le'])(
    'says it of the phone: %s',
    (name) => expect(suggested({ [name]: sometimes })[name]).toBe('phone-verified likely'),
  )
  test.each(['bestaetigt_am', 'vérifié le', 'confirmado_em'])(
    'says it within the object of the contact: %s',
    (field) => {
      const inside = suggested({
        'e-mail': (at) => JSON.stringify({ wert: `u${at}@acme.example`, [field]: sometimes(at) }),
      })
      expect(inside[`e-mail.${field}`]).toBe('email-verified likely')
    },
  )
  test.each(['Termin bestätigt am', 'Bestellung bestätigt am', 'Bestätigt von', 'confirmado por', 'Date'])(
    'says nothing of an address beside other words: %s',
    (name) => expect(suggested({ [name]: sometimes })[name] ?? '').not.toContain('verified'),
  )
})

describe('a PIN', () => {
  const pins = ['1234', '0815', '4711', '99', '2468', '1357', '1234', '8642']
  const table = (columns: Readonly<Record<string, (at: number) => string>>) => {
    const records = pins.map((_, at) => ({
      id: `${at + 1}`,
      email: `u${at}@acme.example`,
      ...Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value(at)])),
    }))
    return suggestMapping({ header: Object.keys(records[0] ?? {}), records })
  }
  const becomes = (columns: Readonly<Record<string, (at: number) => string>>, name: string) => {
    const suggestion = table(columns).columns.find(({ path }) => path === name)?.suggestion
    return suggestion === null || suggestion === undefined ? null : `${suggestion.target} ${suggestion.confidence}`
  }
  const pin = (at: number) => pins[at] ?? ''

  test.each(['pin', 'user_pin', 'pin_code', 'pincode', 'PIN-Code', 'Login PIN', 'codigo_pin', 'userPin', 'mpin'])(
    'is a clear password where a table has no other: %s',
    (name) => {
      expect(becomes({ [name]: pin }, name)).toBe('password-hash likely')
      const read = tableReader(table({ [name]: pin }).mapping)
      expect(read({ id: '1', email: 'u1@acme.example', [name]: '1234' })).toMatchObject({
        kind: 'user',
        user: { hash: { hash: '1234' } },
      })
    },
  )
  test('is none beside a password, a third party or an address', () => {
    expect(becomes({ pin, password: madeUpBcrypt }, 'pin')).toBeNull()
    expect(becomes({ pin, passwort: (at) => `Secret-${at}` }, 'pin')).toBeNull()
    expect(becomes({ pin, google_id: (at) => `10000000000000000000${at}` }, 'pin')).toBeNull()
    for (const place of ['city', 'Address', 'street', 'address_line_1', 'District', 'Ort'])
      expect(becomes({ pincode: pin, [place]: (at) => `Place ${at}` }, 'pincode')).toBeNull()
  })
  test('is one beside the names of people alone, and asked about beside other things', () => {
    const alone = (columns: Readonly<Record<string, (at: number) => string>>) => {
      const records = pins.map((_, at) =>
        Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value(at)])),
      )
      const found = suggestMapping({ header: Object.keys(columns), records }).columns.find(({ path }) => path === 'pin')
      return found?.suggestion === null || found === undefined
        ? null
        : `${found.suggestion.target} ${found.suggestion.confidence}`
    }
    const letter = (at: number) => 'abcdefgh'.charAt(at)
    const person = (at: number) => `Ann${letter(at)} Berg${letter(at)}`
    expect([
      alone({ name: person, pin }),
      alone({ mitarbeiter: (at) => `ann.berg${letter(at)}`, pin }),
      alone({ id: String, vorname: (at) => `Ann${letter(at)}`, nachname: (at) => `Berg${letter(at)}`, pin }),
      alone({ user: (at) => `ann${letter(at)}`, pin: (at) => `48${at}015` }),
      alone({ door: (at) => `A-${at}1`, pin }),
      alone({ name: person, pin: (at) => `${at}` }),
      alone({ name: person, city: () => 'Bonn', pin: (at) => `5600${at}1` }),
    ]).toEqual([
      'password-hash likely',
      'password-hash likely',
      'password-hash likely',
      'password-hash likely',
      'password-hash unsure',
      null,
      null,
    ])
  })
  test('is asked about where it may be a post code by its digits', () => {
    expect(becomes({ pincode: (at) => `56000${at}` }, 'pincode')).toBe('password-hash unsure')
    expect(becomes({ pin: (at) => `56000${at}`, state: (at) => `State ${at}` }, 'pin')).toBe('password-hash unsure')
    expect(becomes({ pin: (at) => `56000${at}` }, 'pin')).toBe('password-hash likely')
    expect(becomes({ pin, ip_address: (at) => `192.0.2.${at}`, state: () => 'active' }, 'pin')).toBe(
      'password-hash likely',
    )
  })
  test.each(['card_pin', 'sim_pin', 'device_pin', 'pinned', 'pins', 'spin', 'billing.pin'])(
    'is none of a login: %s',
    (name) => expect(becomes({ [name]: pin }, name)).toBeNull(),
  )
  test('is none where its values are no codes', () => {
    expect(becomes({ pin: (at) => `${at % 2}` }, 'pin')).toBeNull()
    expect(becomes({ pin: (at) => `a pin of ${at}` }, 'pin')).toBeNull()
  })
})

describe('a column that is filled where another one names a provider', () => {
  test.each([
    ['auth_service', 'gitlab', 'auth_data', '886'],
    ['login_source', 'github', 'login_ref', '4711'],
    ['signup.provider', 'google', 'signup.key', 'a-17'],
    ['auth_type', 'microsoft', 'auth_uid', '0c1f'],
  ])('holds IDs there: %s and %s', (name, provider, column, id) => {
    const found = suggested({
      [name]: (at) => (at === 6 ? provider : ''),
      [column]: (at) => (at === 6 ? id : ''),
    })
    expect(found[column]).toBe('provider-user-id unsure')
  })
  test.each([
    ['auth_service', 'gitlab', 'auth_note'],
    ['auth_service', 'gitlab', 'theme'],
  ])('and not where others have it as well: %s and %s', (name, provider, column) => {
    const found = suggested({ [name]: (at) => (at === 6 ? provider : ''), [column]: (at) => (at > 4 ? `n${at}` : '') })
    expect(found[column]).toBeUndefined()
  })
})

describe('the name of a product in the column of the algorithm', () => {
  const phpass = (at: number) => `$P$B${'abcdefgh'.charAt(at)}${'x1y2z3'.repeat(5).slice(0, 29)}`
  const mixed = (at: number) => (at < 6 ? phpass(at) : madeUpBcrypt(at))
  test.each(['Lithium', 'Portal', 'v2', 'legacy'])('says nothing of hashes of several families: %s', (word) =>
    expect(suggested({ hash: mixed, HashMethod: word })['HashMethod']).not.toBe('hash-algorithm exact'),
  )
  test.each(['whirlpool', 'Lithium'])('says something of hashes of one family: %s', (word) =>
    expect(suggested({ HashMethod: word })['HashMethod']).toBe('hash-algorithm exact'),
  )
})

describe('a cell that holds an object', () => {
  const path = (name: string, cells: readonly string[]) =>
    profileColumns(
      cells.map((cell) => ({ id: '1', [name]: cell })),
      ['id', name],
    ).map((one) => one.path)
  test.each([
    [
      ['{"a":1}', '{"a":2}'],
      ['id', 'meta.a'],
    ],
    [
      ['{"a":1}', ''],
      ['id', 'meta.a'],
    ],
    [
      ['{}', '{}'],
      ['id', 'meta'],
    ],
    [
      ['', ''],
      ['id', 'meta'],
    ],
    [
      ['{"a":1}', 'text'],
      ['id', 'meta', 'meta.a'],
    ],
  ])('is no empty column beside its members: %s', (cells, paths) => expect(path('meta', cells)).toEqual(paths))
})

describe('a status of a user that has not come in yet', () => {
  const found = (word: string) => {
    const records = Array.from({ length: 6 }, (_, at) => ({
      email: `u${at}@acme.example`,
      status: at === 1 ? word : 'active',
    }))
    const sample = { header: ['email', 'status'], records }
    const { columns, mapping } = suggestMapping(sample)
    const read = tableReader(mapping, { doubtful: doubtfulColumns(sample, columns) })
    const entry = read(records[1] ?? {})
    return entry.kind === 'user' ? entry.user.unmapped?.map(({ kind, field }) => `${kind} ${field}`) : []
  }
  test.each([
    'Pending',
    'Invited',
    'STAGED',
    'email_confirm',
    'awaiting activation',
    'provisioned',
    'unconfirmed',
    'Unverified',
    'not verified',
    'not_yet_activated',
  ])('is asked about: %s', (word) => expect(found(word)).toEqual([`status status=${word}`]))
  test.each(['online', 'confirmed', 'verified', 'reactivated'])('and not another one: %s', (word) =>
    expect(found(word)).toBeUndefined(),
  )
})

describe('a kind of accounts', () => {
  const kinds = (machines: number) => {
    const records = Array.from({ length: 8 }, (_, at) => ({
      email: `u${at}@acme.example`,
      user_type: at < machines ? 'System User' : 'Website User',
    }))
    const sample = { header: ['email', 'user_type'], records }
    return doubtfulColumns(sample, suggestMapping(sample).columns).get('user_type')
  }
  test('is asked about where a few are of machines, and not where most are', () => {
    expect([kinds(1), kinds(3), kinds(5), kinds(8)]).toEqual(['machine', 'machine', undefined, undefined])
  })
})

test('a list without names has those out that a known word says are out', () => {
  const rows = [1, 2, 3, 4].map((at) => ({
    '1': `u${at}@acme.example`,
    '2': madeUpBcrypt(at),
    '3': at === 2 ? 'gesperrt' : 'frei',
  }))
  expect(suggestMapping({ header: null, records: rows }).mapping.columns).toContainEqual({
    path: '3',
    target: 'disabled',
  })
})

test.each(['Benutzerprinzipalname', 'Nom d’utilisateur principal', 'User principal name'])(
  'the name that Microsoft calls principal is the address: %s',
  (name) => {
    const records = [1, 2, 3].map((at) => ({ [name]: `u${at}@acme.example` }))
    expect(suggestMapping({ header: [name], records }).mapping.columns).toEqual([{ path: name, target: 'email' }])
  },
)

test('names and IDs of an identity provider are read together', () => {
  const found = suggested({
    identityProvider: (at) => (at === 4 ? 'GOOGLE' : 'CAL'),
    identityProviderId: (at) => (at === 4 ? '108812345678901234567' : ''),
  })
  expect(found['identityProviderId']).toBe('provider-user-id likely')
})

describe('a bare digest under the name of another secret', () => {
  const found = (name: string, hash: (at: number) => string, value = (at: number) => `${at}`.repeat(32)) => {
    const records = [1, 2].map((at) => ({ email: `u${at}@acme.example`, password: hash(at), [name]: value(at) }))
    const read = tableReader(suggestMapping({ header: Object.keys(records[0] ?? {}), records }).mapping)
    return records.flatMap((record) => {
      const entry = read(record)
      return entry.kind === 'user' ? (entry.user.unmapped?.map(({ kind, field }) => `${kind} ${field}`) ?? []) : []
    })
  }
  test.each(['remember_token', 'SecurityStamp', 'api_key', 'session_id'])(
    'is no second password beside one: %s',
    (name) => expect(found(name, madeUpBcrypt)).toEqual([]),
  )
  test('is asked about where its user has no password', () => {
    expect(found('api_key', () => '')).toEqual(['password-hash api_key', 'password-hash api_key'])
  })
  test('and a whole hash there still is, as one with a salt', () => {
    expect(found('api_key', madeUpBcrypt, (at) => madeUpBcrypt(at + 5))).toHaveLength(2)
    expect(found('api_key', madeUpBcrypt, (at) => `${`${at}`.repeat(32)}:salty`)).toHaveLength(2)
  })
})

describe('names that all end with the same letters', () => {
  const hash = '81dc9bdb52d04dc20036dbd8313ed055'
  const rows = [1, 2, 3].map((id) => ({
    id_usu: id,
    usuario_usu: `n${id}`,
    password_usu: hash,
    estado_usu: id === 2 ? 7 : 4,
  }))
  const named = (records: readonly Readonly<Record<string, unknown>>[]) =>
    Object.fromEntries(
      suggestMapping({ header: null, records }).columns.map(({ path, suggestion }) => [
        path,
        suggestion?.target ?? null,
      ]),
    )

  test('are judged without them and shown as they are', () => {
    const found = suggestMapping({ header: null, records: rows })
    expect(named(rows)).toEqual({
      id_usu: 'source-id',
      usuario_usu: null,
      password_usu: 'password-hash',
      estado_usu: 'disabled',
    })
    expect(found.mapping.columns.map(({ path }) => path)).toEqual(['id_usu', 'password_usu'])
    expect(found.columns[0]?.suggestion?.reason).toContain('“id_usu”')
    expect([...doubtfulColumns({ header: null, records: rows }, found.columns)]).toEqual([['estado_usu', 'status']])
  })

  test('are named as the file has them where another column is said to come first', () => {
    const phones = [
      { id_usu: '1', email_usu: 'ann@acme.example', phone_usu: '+15550100001', mobile_usu: '+15550100002' },
      { id_usu: '2', email_usu: 'ben@acme.example', phone_usu: '+15550100003', mobile_usu: '+15550100004' },
    ]
    const { columns } = suggestMapping({ header: null, records: phones })
    expect(columns.find(({ path }) => path === 'mobile_usu')?.suggestion?.reason).toBe(
      'a second choice, where “phone_usu” is empty: it is called “mobile_usu”, and all samples are phone numbers',
    )
  })

  test('are judged without them beside objects, and beside the one ID of the row that lacks them', () => {
    const words = ['Sun-set12', 'River_7x', 'blue!4471']
    const some = (id: string) =>
      words.map((word, at) => ({ [id]: at + 1, usr_mail: `u${at}@acme.example`, usr_pwd: word, prof: { town: 'Ulm' } }))
    expect(named(some('usr_uuid'))).toMatchObject({ usr_uuid: 'source-id', usr_pwd: 'password-hash' })
    expect(named(some('id'))).toMatchObject({ id: 'source-id', usr_mail: 'email', usr_pwd: 'password-hash' })
  })

  test('make their table one of users', () => {
    const sample = { header: null, records: rows, table: 'tbl_x' }
    expect(scoreOf(sample, null)).toBeGreaterThan(0)
  })

  test('are what they say where they are words of their own', () => {
    const records = [1, 2, 3].map((id) => ({ created_at: id, login_at: id, changed_at: id }))
    expect(named(records)).toEqual({ created_at: null, login_at: null, changed_at: null })
  })
})

describe('how users without a password sign in', () => {
  const hash = (at: number) => (at % 3 === 0 ? '' : madeUpBcrypt(at))
  const coded = (one: string, other: string) => (at: number) => (at % 3 === 0 ? one : other)

  test.each(['auth_type', 'login_source', 'connection', 'strategy'])('may be told by the codes of %s', (name) => {
    expect(suggested({ hash, [name]: coded('3', '1') })[name]).toBe('provider unsure')
    expect(suggested({ hash, [name]: coded('acme-sso', 'site') })[name]).toBe('provider unsure')
    expect(suggested({ hash, [name]: (at) => `${at % 2}` })[name]).toBeUndefined()
    expect(suggested({ [name]: coded('3', '1') })[name]).toBeUndefined()
  })

  test.each(['login', 'connection'])('is told by no names of their own under %s', (name) => {
    expect(suggested({ hash, [name]: (at) => `name${at}` })[name] ?? '').not.toContain('provider')
    expect(
      suggested({ hash, [name]: (at) => ['ann', 'ben', 'cia', 'dan', 'ann'][at] ?? `n${at}` })[name] ?? '',
    ).not.toContain('provider')
  })

  test('is told by no column of something else', () => {
    for (const name of ['user_type', 'plan', 'country'])
      expect(suggested({ hash, [name]: coded('3', '1') })[name] ?? '').not.toContain('provider')
  })

  test('is asked about for them alone where the codes are numbers', () => {
    const records = Array.from({ length: 8 }, (_, at) => ({
      id: `${at + 1}`,
      email: `u${at}@acme.example`,
      hash: hash(at),
      auth_type: coded('3', '1')(at),
    }))
    const { columns, mapping } = suggestMapping({ header: null, records })
    const read = tableReader(mapping, { doubtful: doubtfulColumns({ header: null, records }, columns) })
    const unmapped = records.map((record) => {
      const entry = read(record)
      return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ field }) => field) : entry.kind
    })
    expect(unmapped).toEqual(records.map((_, at) => (at % 3 === 0 ? ['auth_type=3'] : [])))
  })

  test('is sure where a column names third parties just where another one has IDs there', () => {
    const social_id = coded('10234567890123456', '')
    expect(suggested({ hash, social_id, social_type: coded('facebook', '') })).toMatchObject({
      social_id: 'provider-user-id exact',
      social_type: 'provider likely',
    })
    expect(suggested({ hash, social_id, social_type: (at) => (at % 4 === 0 ? 'facebook' : '') })['social_type']).toBe(
      'provider unsure',
    )
  })

  test.each(['id_social', 'idRedSocial', 'id_externo'])(
    'is sure also where the name of the IDs begins with ID: %s',
    (name) => {
      const ids = (at: number) => (at % 3 === 0 ? `${at}0234567890123456` : '')
      expect(suggested({ hash, acceso: coded('facebook', 'local'), [name]: ids })).toMatchObject({
        [name]: 'provider-user-id likely',
        acceso: 'provider likely',
      })
      // The IDs of something that all users may have are none at a third party.
      const all = (at: number) => `${at}0234567890123456`
      expect(suggested({ hash, acceso: coded('facebook', 'local'), [name]: all })[name]).not.toBe(
        'provider-user-id likely',
      )
    },
  )

  test.each(['Login Type', 'auth_method', 'Anmeldung', 'via', 'signup_with'])(
    'is sure by %s also where a word that no third party has stands for the password',
    (name) => {
      const social_id = coded('10234567890123456', '')
      for (const own of ['Traditional', 'Formular', 'Contraseña'])
        expect(suggested({ hash, social_id, [name]: coded('Google', own) })[name]).toBe('provider likely')
      const two = (at: number) => (at % 3 > 0 ? 'Formular' : at === 0 ? 'Kakao' : 'Google')
      expect(suggested({ hash, social_id, [name]: two })[name]).toBe('provider likely')
      // Without a password, the word may name a third party.
      expect(suggested({ hash: '', social_id, [name]: coded('Google', 'Formular') })[name]).not.toBe('provider likely')
      // So it may where some of its users have an ID there.
      const some = (at: number) => (at === 0 || at === 3 || at === 4 ? `1023456789012345${at}` : '')
      expect(suggested({ hash, social_id: some, [name]: coded('Google', 'Formular') })[name]).not.toBe(
        'provider likely',
      )
    },
  )
})

test('providers that no core knows are read beside their IDs where all others sign in here, and a yes or no is none', () => {
  const social_id = (at: number) => (at % 3 === 0 ? '' : `290000000${at}`)
  const hash = (at: number) => (at % 3 === 0 ? madeUpBcrypt(at) : '')
  const of = (at: number, own: string) => (at % 3 === 0 ? own : at === 4 ? 'naver' : 'kakao')
  for (const own of ['email', 'Password', 'e-mail', 'local'])
    expect(suggested({ hash, social_id, login_type: (at) => of(at, own) })['login_type']).toBe('provider likely')
  const linked = (at: number) => (at % 3 === 0 ? 'none' : 'linked')
  expect(suggested({ hash, social_id, social_state: linked })['social_state'] ?? '').not.toContain('provider')
})

test('a way to sign in here is no provider that is asked about, in the words of other languages as well', () => {
  const records = Array.from({ length: 9 }, (_, at) => ({
    email: `u${at}@acme.example`,
    password: at % 3 === 0 ? madeUpBcrypt(at) : '',
    acceso: ['Contraseña', 'Google', 'Facebook'][at % 3] ?? '',
  }))
  const sample = { header: null, records }
  const { columns, mapping } = suggestMapping(sample)
  const read = tableReader(mapping, { doubtful: doubtfulColumns(sample, columns) })
  const asked = records.flatMap((record) => {
    const entry = read(record)
    return entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ field }) => field) : entry.kind
  })
  expect([...new Set(asked)]).toEqual(['acceso=Google', 'acceso=Facebook'])
})

test('where the key that was found is called that of a thing, the other key is asked about', () => {
  const rows = (first: string, second: string) =>
    Array.from({ length: 8 }, (_, at) => ({
      [first]: `${at * 3 + 7}`,
      Mail: `u${at}@acme.example`,
      [second]: `${at + 500}`,
    }))
  const found = (first: string, second: string) =>
    suggestMapping({ header: [first, 'Mail', second], records: rows(first, second) }).columns.map(
      ({ suggestion }) => `${suggestion?.target} ${suggestion?.confidence}`,
    )
  expect(found('AgentID', 'SpecifyUserID')).toEqual(['source-id likely', 'email exact', 'source-id unsure'])
  expect(found('SpecifyUserID', 'AgentID')).toEqual(['source-id likely', 'email exact', 'source-id unsure'])
  expect(found('id', 'AgentID')[2]).toBe('undefined undefined')
})

describe('a password under the name of a thing as well', () => {
  const clear = (at: number) => `Secret${at}!`
  /** The suggestion for a column of a table without another password. */
  const of = (name: string, value: Value) => {
    const records = Array.from({ length: 8 }, (_, at) => ({
      email: `u${at}@acme.example`,
      [name]: typeof value === 'string' ? value : value(at),
    }))
    const { suggestion = null } = suggestMapping({ header: ['email', name], records }).columns[1] ?? {}
    return suggestion === null ? undefined : `${suggestion.target} ${suggestion.confidence}`
  }

  test('is asked about where its values are different words', () => {
    expect(['Portal Password', 'wifi_passwort', 'shop-kennwort'].map((name) => of(name, clear))).toEqual(
      Array.from({ length: 3 }, () => 'password-hash unsure'),
    )
    expect(of('portal_password', 'yes')).toBeUndefined()
    expect(of('portal_password', 'set in the office')).toBeUndefined()
    expect(of('password_rule', clear)).toBeUndefined()
  })

  test('is taken for one in the genitive of Slavic languages', () => {
    const digest = (at: number) => `${at}`.repeat(40)
    expect(['skrot_hasla', 'skrot_hesla', 'skrot_lozinke'].map((name) => of(name, digest))).toEqual(
      Array.from({ length: 3 }, () => 'password-hash likely'),
    )
  })
})

test.each(['numero', 'utilisateur_id'])('a word for an ID with names of users in it is none beside %s', (key) => {
  const of = (name: (at: number) => string) =>
    suggestMapping({
      header: [key, 'identifiant', 'mail'],
      records: [1, 2, 3].map((at) => ({ [key]: `${at + 40}`, identifiant: name(at), mail: `u${at}@acme.example` })),
    }).mapping.columns.find(({ target }) => target === 'source-id')?.path
  expect(of((at) => `ann.k${at}`)).toBe(key)
  expect(of((at) => `${at + 900}`)).toBe('identifiant')
})

test('a name that users sign in with is no key because it ends like one: prihlasovaci_meno', () => {
  const found = suggestMapping({
    header: ['cislo', 'prihlasovaci_meno', 'mail'],
    records: Array.from({ length: 12 }, (_, at) => ({
      cislo: `${at + 40}`,
      prihlasovaci_meno: `ann${at}`,
      mail: `u${at}@acme.example`,
    })),
  })
  expect(found.mapping.columns.find(({ target }) => target === 'source-id')?.path).toBe('cislo')
})

test.each([
  ['password_md5', 'unsure'],
  ['sha1_pass', 'unsure'],
  ['PasswordSHA256', 'unsure'],
  ['password_bcrypt', 'exact'],
  ['password_hash', 'exact'],
])('a hash that may be made of a digest is asked about by the name of its column: %s', (name, confidence) => {
  const records = Array.from({ length: 8 }, (_, at) => ({
    id: `${at}`,
    email: `u${at}@acme.example`,
    [name]: madeUpBcrypt(at),
  }))
  const { columns } = suggestMapping({ header: ['id', 'email', name], records })
  const suggestion = columns.find(({ path }) => path === name)?.suggestion
  expect([suggestion?.target, suggestion?.confidence === 'unsure']).toEqual(['password-hash', confidence === 'unsure'])
})
