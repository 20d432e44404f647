import { describe, expect, it, test } from 'vitest'
import { doubtfulColumns } from '../../../shared/mapping/columns/doubtful-columns.ts'
import { profileColumn } from '../../../shared/mapping/entries/sign-in-names.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Rows = readonly Readonly<Record<string, string>>[]

function suggested(records: Rows): Readonly<Record<string, string>> {
  const { columns } = suggestMapping({ header: Object.keys(records[0] ?? {}), records })
  return Object.fromEntries(
    columns.flatMap(({ path, suggestion }) =>
      suggestion === null ? [] : [[path, `${suggestion.target} ${suggestion.confidence}`]],
    ),
  )
}

const people = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay']
const rows = (more: (name: string, at: number) => Readonly<Record<string, string>>): Rows =>
  people.map((name, at) => ({ ...more(name, at), mail: `${name}@acme.example` }))

describe('the column that tells records apart', () => {
  it.each([
    ['id_customer', (_: string, at: number) => ({ id_customer: `${at}` })],
    ['Kundennr', (_: string, at: number) => ({ Kundennr: `10${at}` })],
    ['customer_no', (_: string, at: number) => ({ customer_no: `C-10${at}` })],
    ['Kontakt-Nr.', (_: string, at: number) => ({ 'Kontakt-Nr.': `K-100${at}` })],
    ['Kontaktnr', (_: string, at: number) => ({ Kontaktnr: `2023${at}` })],
    ['Contact No', (_: string, at: number) => ({ 'Contact No': `K-100${at}` })],
    ['Kd-Nr.', (_: string, at: number) => ({ 'Kd-Nr.': `K-10${at}` })],
    ['numero_utilisateur', (_: string, at: number) => ({ numero_utilisateur: `10${at}` })],
    ['codigo_cliente', (_: string, at: number) => ({ codigo_cliente: `C-10${at}` })],
    ['login_id', (_: string, at: number) => ({ login_id: `${at + 1}` })],
    ['usr_key', (_: string, at: number) => ({ usr_key: `0f8fad5b-d9cb-469f-a165-70867728950${at}` })],
  ])('is the source ID where no column is called one: %s', (column, more) => {
    expect(suggested(rows(more))[column]).toBe('source-id likely')
  })

  it.each([
    ['id', (at: number) => `${1000 + at}`],
    ['user_id', (at: number) => `${1000 + at}`],
    ['nr', (at: number) => `${1000 + at}`],
    ['kundencode', (at: number) => `K-${1000 + at}`],
  ])('stays the source ID where a record of many was written twice: %s', (column, idOf) => {
    const all = Array.from({ length: 40 }, (_, at) => ({
      [column]: idOf(at === 30 ? 4 : at),
      mail: `u${at}@acme.example`,
    }))
    expect(suggested(all)[column]).toBe('source-id likely')
    const groups = all.map((row, at) => ({ ...row, [column]: idOf(at % 30) }))
    expect(suggested(groups)[column]).not.toBe('source-id likely')
  })

  it.each(['Room no', 'Hostel Room No', 'roomNumber', 'Zimmernummer', 'numero_habitacion', 'Table No'])(
    'is not that of a room or a table: %s',
    (column) => {
      expect(suggested(rows((_, at) => ({ [column]: `${201 + at}` })))[column]).toBeUndefined()
      const beside = rows((_, at) => ({ 'Roll No': `${10 + at}`, [column]: `${201 + at}` }))
      expect(suggested(beside)).toMatchObject({ 'Roll No': 'source-id likely' })
    },
  )

  it.each([
    'role_id',
    'id_profile',
    'group_id',
    'id_last_customer_message',
    'shop_id',
    'fk_country',
    'default_group_id',
  ])('is not that of a role, a kind, a place or what a user did last: %s', (column) => {
    const all = rows((name, at) => ({ login: `${name}-x`, [column]: `${at + 1}` }))
    expect(suggested(all)[column]).toBeUndefined()
    const beside = rows((name, at) => ({ id: `${10 + at}`, login: `${name}-x`, [column]: `${at + 1}` }))
    expect(suggested(beside)[column]).toBeUndefined()
  })

  it.each([
    ['member_name', '김민준 이서연 박도윤 최하은 정시우 강지우 조은우 윤서준 장하윤 임지호', false],
    ['customer_name', 'Ann Ben Cleo Dan Eve Fay Gus Hal Ivy Jon', false],
    ['username', '김민준 이서연 박도윤 최하은 정시우 강지우 조은우 윤서준 장하윤 임지호', true],
    ['member', 'ann1 ben2 cleo3 dan4 eve5 fay6 gus7 hal8 ivy9 jon0', true],
  ])('is no question where its people are called by their names: %s %s', (column, names, isAsked) => {
    const found = suggested(names.split(' ').map((name, at) => ({ [column]: name, phone: `+4917012345${10 + at}` })))
    expect((found[column] ?? '').startsWith('source-id')).toBe(isAsked)
  })

  it('is that of a profile in the first column of profiles', () => {
    const records = rows((_, at) => ({ profile_id: `${at + 1}` }))
    expect(suggested(records)['profile_id']).toBe('source-id likely')
  })

  it.each(['Code', 'Auth Code', 'Kontakt', 'Zeichen'])(
    'is asked about if its values are numbered codes: %s',
    (column) => {
      const numbered = rows((name, at) => ({ name, [column]: `K-100${at}` }))
      expect(suggested(numbered)[column]).toBe('source-id unsure')
      const made = rows((name) => ({ name, [column]: `${name}-77` }))
      expect(suggested(made)[column]).toBeUndefined()
    },
  )

  it('is asked about where it is the first and its name says nothing, in more than a handful of rows', () => {
    const many = (column: string) => ['', '2'].flatMap((half) => rows((name) => ({ [column]: `${name}${half}` })))
    expect(suggested(many('who'))['who']).toBe('source-id unsure')
    const letters = 'a b c d e f g h i j k l'.split(' ')
    const named = (of: (letter: string) => string) =>
      suggested(letters.map((letter) => ({ who: of(letter), mail: `${letter}@acme.example` })))['who']
    expect(named((letter) => `x${letter}`)).toBe('source-id unsure')
    expect(named((letter) => `Ann${letter}`)).toBeUndefined()
    expect(named((letter) => `李${String.fromCodePoint(0x5c0f + (letter.codePointAt(0) ?? 0))}`)).toBeUndefined()
    expect(suggested(rows((name) => ({ who: name })))['who']).toBeUndefined()
    expect(suggested(rows((_, at) => ({ age: `${19 + 7 * at}` })).slice(0, 2))['age']).toBeUndefined()
  })

  it.each(['creditCardNumber', 'cardNumber', 'Karte Nr'])(
    'is never the number of a payment card, called %s',
    (name) => {
      const numbers = [
        '4539578763621486',
        '4916338506082832',
        '4024007198964305',
        '5425233430109903',
        '374245455400126',
        '4716108999716531',
      ]
      expect(suggested(rows((_, at) => ({ username: `u_${at}`, [name]: numbers[at] ?? '' })))[name]).toBeUndefined()
    },
  )

  it('is taken for the source ID where it holds IDs that programs make, as the user name of Cognito does', () => {
    const made = (at: number) => `0f8fad5b-d9cb-469f-a165-7086772895${at}0`
    const beside = (column: string) =>
      rows((name, at) => ({ plan: name, [column]: made(at + 1) })).map(({ mail = '', ...row }) => ({ mail, ...row }))
    expect(suggested(beside('Username'))['Username']).toBe('source-id likely')
    expect(suggested(beside('handle'))['handle']).toBe('source-id unsure')
  })

  it('is the source ID under the name of a login with an ID', () => {
    const logins = rows((_, at) => ({ login_id: `${at + 1}` })).map(({ mail = '', ...row }) => ({ mail, ...row }))
    expect(suggested(logins)['login_id']).toBe('source-id likely')
  })

  it.each(['groupid', 'adminid', 'roleid', 'usergroupid', 'group_id'])(
    'is no question where it is that of a role or a group, in a short table as well: %s',
    (name) => {
      const roles = rows((_, at) => ({ uid: `${at + 1}`, [name]: `${at + 8}` }))
      expect(suggested(roles)[name]).toBeUndefined()
    },
  )

  it('is the ID beside a login, which is the name that its user signs in with', () => {
    const accounts = people.map((_, at) => ({ Id: `${at + 1}`, Login: `12${at}`, Password: `Secret-${at}` }))
    expect(suggested(accounts)).toMatchObject({ Id: 'source-id exact' })
    expect(suggested(accounts)['Login']).toBeUndefined()
  })

  it.each(['numero', 'Numéro', 'número', 'Number', 'Nr.', 'nummer', 'Номер'])(
    'is none of phone numbers under a name that says number only, which is asked about: %s',
    (column) => {
      const phones = ['0767512314', '0612512377', '0145512399', '0623512301', '0788512345', '0951512368']
      const national = rows((_, at) => ({ [column]: phones[at] ?? '' }))
      expect(suggested(national)[column]).toBe('phone unsure')
      const shared = rows((_, at) => ({ [column]: phones[at % 5] ?? '' }))
      expect(suggested(shared)[column]).toBe('phone unsure')
      const spaced = rows((_, at) => ({ [column]: (phones[at] ?? '').replaceAll(/(..)(?=.)/g, '$1 ') }))
      expect(suggested(spaced)[column]).toBe('phone unsure')
    },
  )

  it.each(['numero', 'Number', 'Nr.'])('is one where its numbers were counted: %s', (column) => {
    expect(suggested(rows((_, at) => ({ [column]: `010000000${at}` })))[column]).toBe('source-id likely')
    expect(suggested(rows((_, at) => ({ [column]: `10${at}` })))[column]).toBe('source-id likely')
  })

  it('is asked about where it repeats, is empty in a record or another one is called an ID', () => {
    const kinds = [
      (_: string, at: number) => ({ Kundennr: `${at % 3}` }),
      (_: string, at: number) => ({ Kundennr: at === 2 ? '' : `${at}` }),
      (_: string, at: number) => ({ Kundennr: `1${at}`, id: `${at}` }),
    ]
    expect(kinds.map((more) => suggested(rows(more))['Kundennr'])).toEqual([
      'source-id unsure',
      'source-id unsure',
      'source-id unsure',
    ])
  })
})

describe('a column of IDs beside passwords and nothing else', () => {
  const ids = ['1001', '1002', '1003', '1004', '1', '2', '3']
  const secrets = (column: string, more: (at: number) => Readonly<Record<string, string>> = () => ({})): Rows =>
    ids.map((id, at) => ({ kind: at < 4 ? 'a' : 'b', [column]: id, hash: madeUpBcrypt(at), ...more(at) }))

  it.each(['zqx', 'kod_osoby', 'ref_c'])('is asked about under any name: %s', (column) => {
    expect(suggested(secrets(column))[column]).toBe('source-id unsure')
  })

  it('is taken where its name is a word for an ID', () => {
    expect(suggested(secrets('azonosító'))['azonosító']).toMatch(/^source-id (?:exact|likely)$/)
  })

  it('is no question beside an address, a name to sign in with or another key', () => {
    const beside = [
      (at: number) => ({ mail: `u${at}@acme.example` }),
      (at: number) => ({ username: `u_${at}` }),
      (at: number) => ({ user_id: `${at + 7}` }),
    ]
    expect(beside.map((more) => suggested(secrets('zqx', more))['zqx'])).toEqual([undefined, undefined, undefined])
  })
})

describe('a role or group in words', () => {
  it('disables where some of them say that the account is off', () => {
    const roles = ['user', 'banned', 'admin', 'user', 'user', 'banned']
    expect(suggested(rows((_, at) => ({ id: `${at}`, role: roles[at] ?? '' })))['role']).toBe('disabled likely')
    expect(suggested(rows((_, at) => ({ id: `${at}`, card_state: roles[at] ?? '' })))['card_state']).not.toBe(
      'disabled likely',
    )
  })
})

describe('a column of numbers or codes of one form, where no column is called an ID', () => {
  const kept = [20231, 20577, 19003, 28811, 20412, 30111, 20999, 27654, 20001, 31234, 25555, 29991]
  const table = (column: string, values: readonly string[], more: Readonly<Record<string, string>> = {}): Rows =>
    values.map((value, at) => ({
      name: `Name ${'abcdefghijklmno'[at]}`,
      mail: `u${at}@acme.example`,
      [column]: value,
      ...more,
    }))
  const texts = (of: (n: number, at: number) => string) => kept.map(of)

  it.each([
    ['matricula', texts(String)],
    ['legajo', texts((_, at) => `${980 + 7 * at}`)],
    ['nim', texts((n) => `13011${n}`)],
    ['codigo', texts((n) => `AR-${n}`)],
    ['rut', texts((n) => `${n}411-${n % 10}`)],
    ['Dossier', texts((n) => `${n}/24`.replace('/', '-'))],
    ['matricola', texts((n) => `MAT/${n}`)],
    ['inscripción', texts((n) => `2021/${n}`)],
    ['学号', texts((n) => `2024${n}`)],
  ])('is asked about wherever it stands: %s', (column, values) => {
    expect(suggested(table(column, values))[column]).toBe('source-id unsure')
    expect(suggested(table(column, values, { id: '' }))[column]).toBe('source-id unsure')
  })

  it.each([
    ['score', texts(String)],
    ['Postleitzahl', texts(String)],
    ['codigo postal', texts(String)],
    ['CAP', texts(String)],
    ['salario', texts(String)],
    ['x', texts((n) => `${n}0`)],
    ['y', texts((n) => `${n}.50`)],
    ['z', texts((_, at) => `${50 - 4 * at}`)],
    ['geboren', texts((_, at) => `${1960 + ((at * 5) % 17)}`)],
    ['eintritt', texts((_, at) => `202401${at + 10}`)],
    ['stichtag', texts((_, at) => `2024-01-${at + 10}`)],
    ['Zeit', texts((_, at) => `10:${at + 10}:00`)],
    ['Apparat', texts((n) => `555-${n}`)],
    ['few', texts(String).slice(0, 6)],
    ['Maße', texts((n) => `${n % 200}/${n % 90}`)],
    ['Seite', texts((n) => `/${n}`)],
    ['rang', texts((_, at) => `${at + 1}`)],
  ])('is not asked about where it counts, measures or dates something: %s', (column, values) => {
    expect(suggested(table(column, values))[column]).toBeUndefined()
  })

  it('is asked about as a phone where it is written as numbers of a country are', () => {
    expect(
      suggested(
        table(
          'Handapparat',
          texts((n) => `0151${n}2`),
        ),
      ).Handapparat,
    ).toBe('phone unsure')
  })

  it.each([
    ['2020-01-11T08:30:00Z', (at: number) => `2020-01-${at + 10}T08:30:00Z`],
    ['2020-01-11T08:30:00.0000000', (at: number) => `2020-01-${at + 10}T08:30:00.0000000`],
    ['2020-01-11', (at: number) => `2020-01-${at + 10}`],
    ['11.1.2020', (at: number) => `${at + 10}.1.2020`],
    ['11/01/2020', (at: number) => `${at + 1}/01/2020`],
    ['11-Jan-2020', (at: number) => `${at + 10}-Jan-2020`],
    ['08:30:00', (at: number) => `08:${at + 10}:00`],
  ])('is not asked about where its values are times, whatever it is called: %s', (_, time) => {
    // The names of many columns end as numbers do: `no`.
    const targets = ['Vytvoreno', 'zalozeno', 'giorno', 'ref', 'x'].flatMap((column) =>
      ['id', 'x1'].map((id) => {
        const records = kept.map((_, at) => ({ [id]: `${at + 1}`, mail: `u${at}@acme.example`, [column]: time(at) }))
        return suggested(records)[column] ?? ''
      }),
    )
    expect(targets.filter((target) => target.startsWith('source-id'))).toEqual([])
  })

  it('is not asked about beside an ID', () => {
    const beside = table('matricula', texts(String)).map((row, at) => ({ id: `${at + 1}`, ...row }))
    expect(suggested(beside)['matricula']).toBeUndefined()
  })
})

describe('a table without column names', () => {
  const headerless = (...columns: readonly (readonly string[])[]) => {
    const records = people.map((name, at) =>
      Object.fromEntries(
        [`${name}@acme.example`, ...columns.map((values) => values[at] ?? '')].map((v, i) => [String(i + 1), v]),
      ),
    )
    const sample = { header: null, records }
    const { columns: found, mapping } = suggestMapping(sample)
    const entries = records.map(tableReader(mapping, { doubtful: doubtfulColumns(sample, found) }))
    return entries.map((entry) =>
      entry.kind === 'user' ? (entry.user.unmapped ?? []).map(({ kind, field }) => `${kind} ${field}`) : entry.kind,
    )
  }

  it.each([
    [['Gr33n!Apple', 'T1ger%tail', 'w!nter_77', 'sommer12', 'qwerty99', 'letmein1']],
    [['sommer12', 'qwerty99', 'ilovedogs', 'monkey', 'abc123456', 'sommer12']],
  ])('has words that may be passwords asked about: %s', (words) => {
    expect(headerless(words)).toEqual(people.map(() => ['password-hash 2']))
  })

  it.each([
    [['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay']],
    [['Ann Lee', 'Ben 2', 'Cleo May', 'Dan X', 'Eve 7', 'Fay Ho']],
    [['1', '2', '3', '4', '5', '6']],
    [people.map((_, at) => `2024-01-0${at + 1}`)],
    [people.map((_, at) => `https://acme.example/${at}a`)],
    [people.map(() => 'plan1')],
  ])('has nothing else asked about: %s', (words) => {
    expect(headerless(words)).toEqual(people.map(() => []))
  })

  it.each([
    ['0151 123456', true],
    ['+4915112345', true],
    ['(030) 55501', true],
    ['4915112345', false],
    ['00000112345', false],
    ['2024-01-1', false],
  ])('has phone numbers as they are written: %s', (number, isPhone) => {
    const records = people.map((name, at) => ({ '1': `${name}@acme.example`, '2': `${number}${at}` }))
    const { columns } = suggestMapping({ header: null, records }).mapping
    expect(columns.some(({ target }) => target === 'phone')).toBe(isPhone)
  })

  it('is one as well where a cell holds JSON', () => {
    const records = people.map((name) => ({ '1': `${name}@acme.example`, '2': '+4915112345', '3': '{"plan":"pro"}' }))
    const { columns } = suggestMapping({ header: null, records }).mapping
    expect(columns).toContainEqual({ path: '2', target: 'phone' })
  })

  it('has few short values that come again asked about, which may say who is kept out', () => {
    expect(headerless(['0', '1', '0', '0', '1', '0'])[1]).toEqual(['status 2=1'])
  })
})

describe('a column of provider names', () => {
  const names = ['google', 'azure-ad', 'apple', 'Firmen-Login', 'google', 'azure-ad']

  it.each(['Anmeldung über', 'via', 'Inscrit avec', 'x7'])('is asked about, with the ids beside it: %s', (column) => {
    const found = suggested(rows((_, at) => ({ id: `${at}`, [column]: names[at] ?? '', Kennung: `k-${at}zz81q` })))
    expect([found[column], found['Kennung']]).toEqual(['provider unsure', 'provider-user-id unsure'])
  })

  it('is none where it says where a visitor came from, or names no provider', () => {
    const found = suggested(
      rows((_, at) => ({ id: `${at}`, utm_source: names[at] ?? '', city: 'Bonn', Kennung: `k-${at}zz81q` })),
    )
    expect(found).toEqual({ id: 'source-id exact', mail: 'email exact', Kennung: 'source-id unsure' })
  })
})

test('a number of a student or patient is the ID of its user, and that of a role is not', () => {
  const targetOf = (name: string) => {
    const records = [1, 2, 3].map((n) => ({ [name]: `23BPY00${n}`, email: `u${n}@acme.example` }))
    return suggestMapping({ header: [name, 'email'], records }).columns[0]?.suggestion?.confidence
  }
  expect(['student_id', 'patient_id', 'role_id'].map(targetOf)).toEqual(['likely', 'likely', 'unsure'])
})

test('beside a sure ID, no house number, key of encryption or repeated ID is asked about as another one', () => {
  const found = suggested(
    rows((_, at) => ({
      OXID: `oxu${at}8f2c`,
      OXSTREETNR: `${at + 3}`,
      OXCRYPTKEY: `k${at}77a9c1`,
      OXUSERID: `oxu${at}8f2c`,
      OXCUSTNR: `10${at}`,
    })),
  )
  expect(found).toEqual({ OXID: 'source-id likely', mail: 'email exact', OXCUSTNR: 'source-id unsure' })
})

describe('a declared primary key beside another column that is called an ID', () => {
  const codes = ['DD3l7KtG', 'WmylnGay', 'Xk2jd8Qw', 'pQ4zzT1b', 'Hf7sL0aa', 'b9NcV2xe']
  const withKey = (key: string, own: (at: number) => string, other: string, code = (at: number) => codes[at] ?? '') => {
    const records = rows((_, at) => ({ [key]: own(at), [other]: code(at) }))
    const { mapping } = suggestMapping({ header: [key, other, 'mail'], records, key: [key] })
    return mapping.columns.find(({ target }) => target === 'source-id')?.path
  }
  it.each([
    ['member_sid', (at: number) => `mem0000${at}`, 'member_ID'],
    ['kunden_nr', (at: number) => `K-100${at}`, 'user_id'],
    ['account_key', (at: number) => `${100 + at}`, 'userID'],
  ])('is the source ID, and not its codes: %s', (key, own, other) => {
    expect(withKey(key, own, other)).toBe(key)
  })

  it.each([
    ['username', (at: number) => `usr10${at}`, 'user_id'],
    ['login', (at: number) => `${people[at] ?? ''}${at}`, 'id'],
    ['login_no', (at: number) => `${people[at] ?? ''}10${at}`, 'id'],
  ])('leaves it to the ID where it is the name that users sign in with: %s', (key, own, other) => {
    expect(withKey(key, own, other)).toBe(other)
  })

  it('leaves it to the ID that a program made or counted', () => {
    const uuid = (at: number) => `0f8fad5b-d9cb-469f-a165-70867728950${at}`
    expect(withKey('member_sid', (at) => `mem0000${at}`, 'user_id', uuid)).toBe('user_id')
    expect(
      withKey(
        'member_sid',
        (at) => `mem0000${at}`,
        'user_id',
        (at) => `${at + 1}`,
      ),
    ).toBe('user_id')
  })
})

describe('a column that is called like a person, in rows with passwords and no address', () => {
  const hash = (at: number) => `$2b$10$${'a'.repeat(20)}${'bcdefghij'[at] ?? ''}u${'B'.repeat(30)}2`
  const table = (key: string, column: string, value: (at: number) => string) =>
    people.map((name, at) => ({ [key]: `${at + 1}`, name, passwort: hash(at), [column]: value(at) }))
  const ofFlag = (at: number) => (at < 4 ? '1' : '0')

  it.each(['mitglied', 'member', 'kunde', 'cliente', 'membre', 'klant', 'is_member', 'customer_no', 'user'])(
    'is never the source ID where it says yes or no: %s',
    (column) => {
      const records = table('pid', column, ofFlag)
      expect(suggested(records)).toMatchObject({ pid: 'source-id likely' })
      expect(suggested(records)[column]).toBeUndefined()
      const { columns } = suggestMapping({ header: Object.keys(records[0] ?? {}), records, key: ['pid'] }).mapping
      expect(columns).toContainEqual({ path: 'pid', target: 'source-id' })
      expect(suggested(table('id', column, ofFlag))).toMatchObject({ id: 'source-id exact' })
    },
  )

  it.each(['id', 'pid', 'Kontakt-Nr'])('is not the source ID where its few numbers come again beside %s', (key) => {
    const records = table(key, 'mitglied', (at) => `${2 + (at % 3)}`)
    expect(suggested(records)[key]).toMatch(/^source-id (?:exact|likely)$/)
    expect(suggested(records)['mitglied']).toBeUndefined()
  })

  it('is not the source ID where its few numbers come again beside phone numbers', () => {
    const records = people.map((name, at) => ({
      id: `${at + 1}`,
      name,
      kunde: `${2 + (at % 3)}`,
      telefon: `+49 30 5550${at}1`,
    }))
    expect(suggested(records)).toMatchObject({ id: 'source-id exact', telefon: 'phone likely' })
    expect(suggested(records.map(({ kunde, ...row }) => ({ ...row, user_id: kunde })))).toMatchObject({
      user_id: 'source-id likely',
    })
  })

  it('is the source ID where it has another one in each row', () => {
    const records = table('id', 'mitglied', (at) => `${40 + at}`)
    expect(suggested(records)).toMatchObject({ mitglied: 'source-id likely' })
  })

  it('is no reference to a user of another file where it says yes or no', () => {
    const named = table('id', 'mitglied', ofFlag).map(({ name, ...row }) => ({ ...row, benutzername: `${name}_x` }))
    const sample = { header: Object.keys(named[0] ?? {}), records: named }
    expect(profileColumn(sample, suggestMapping(sample).mapping, false)).toBeNull()
    const levels = table('id', 'mitglied', (at) => `${2 + (at % 3)}`)
    const leveled = { header: Object.keys(levels[0] ?? {}), records: levels }
    expect(profileColumn(leveled, suggestMapping(leveled).mapping, false)).toBeNull()
  })
})

describe('the name of a person', () => {
  const names = ['Ada', 'Bert', 'Cleo', 'Dora', 'Emil', 'Frida']
  const towns = ['Lodz', 'Gdansk', 'Torun', 'Opole', 'Radom', 'Kielce']

  it.each([
    ['usr', 'first_name', 'last_name', 'city'],
    ['ben', 'vorname', 'nachname', 'ort'],
    ['cli', 'nombre', 'apellido', 'ciudad'],
  ])('is no key, behind a word that all columns share: %s', (prefix, first, last, city) => {
    const found = suggested(
      people.map((name, at) => ({
        [`${prefix}_mail`]: `${name}@acme.example`,
        [`${prefix}_password`]: madeUpBcrypt(at),
        [`${prefix}_${first}`]: names[at] ?? '',
        [`${prefix}_${last}`]: `${names[5 - at] ?? ''}son`,
        [`${prefix}_${city}`]: towns[at] ?? '',
      })),
    )
    expect(Object.values(found).filter((one) => one.startsWith('source-id'))).toEqual([])
  })

  it('is no ID at a third party beside a column of providers', () => {
    const found = suggested(
      people.map((name, at) => ({
        auth: 'ldap',
        firstname: `Person_${at}1`,
        ref: `Tx-9${at}1-ab`,
        email: `${name}@acme.example`,
      })),
    )
    expect(found).not.toHaveProperty('firstname')
    expect(found['ref']).toMatch(/^(?:provider-user-id|source-id)/)
  })
})

/** The columns that are taken for IDs in a table whose first column, of this name, has another number for each user. */
function idsBeside(name: string) {
  const records = [1000, 500].map((value, at) => ({ [name]: value, name: `Ann${at}`, email: `ann${at}@acme.example` }))
  const { columns } = suggestMapping({ header: [name, 'name', 'email'], records }).mapping
  return columns.filter(({ target }) => target === 'source-id')
}

test.each(['balance', 'points', 'score', 'salary', 'zipcode', 'credits', 'total_spent'])(
  'an amount in the first column is no key of the users, though all are different: %s',
  (name) => {
    expect(idsBeside(name)).toEqual([])
  },
)

test.each(['nr', 'kundennummer', 'customer_no', 'u'])(
  'another first column of different numbers may be one: %s',
  (name) => {
    expect(idsBeside(name).length).toBe(1)
  },
)

describe('numbers in the first column that may be all different by chance', () => {
  const tableOf = (name: string, values: readonly string[]) => {
    const records = values.map((value, at) => ({ [name]: value, email: `u${at}@acme.example` }))
    const { columns } = suggestMapping({ header: [name, 'email'], records })
    const suggestion = columns[0]?.suggestion ?? null
    return suggestion === null ? null : `${suggestion.target} ${suggestion.confidence}`
  }

  it.each([
    ['ev', ['1980', '1983', '1986', '1989']],
    ['egyenleg', ['12050', '8000', '1520', '99010', '3331']],
    ['kwota', ['100', '250', '300']],
  ])('are asked about and not taken: %s %j', (name, values) => {
    expect(tableOf(name, values)).toBe('source-id unsure')
  })

  it.each([
    ['azon', ['2001', '2002', '2003', '2004']],
    ['matricola', ['2001', '2007', '2003', '2014']],
    ['kn', ['20411', '20418', '20425', '20432']],
    ['azon', ['1', '2', '3', '4']],
    ['kunde', ['1980', '2411', '2518']],
    ['user_id', ['1980', '1983', '1986']],
    ['id', ['10', '20', '30']],
  ])('are taken where they are given out as IDs are: %s %j', (name, values) => {
    expect(tableOf(name, values)).toMatch(/^source-id (?:likely|exact)$/)
  })
})

describe('the ID that another service gave', () => {
  const beside = (column: string) =>
    suggested(rows((_, at) => ({ id: `${20 + at * 3}`, [column]: `1f3b5c7d-12${at}4-4abc-8def-0123456789a${at}` })))
  it.each([
    'cognito_sub',
    'firebase_id',
    'firebase_uid',
    'keycloak_subject',
    'supabase_user_id',
    'FederationIdentifier',
    'FEDERATIONIDENTIFIER',
    'user_id (metadata)',
  ])('is told beside the own ID: %s', (column) => {
    expect(beside(column)).toMatchObject({ id: 'source-id exact', [column]: 'source-id unsure' })
  })

  it.each(['order_id', 'mail_subject', 'device_identifier'])('is not %s', (column) =>
    expect(beside(column)[column]).toBeUndefined(),
  )
})

it.each(['username', 'inlognaam', 'tenDangNhap', 'Benutzername', 'nome utente'])(
  'the name to sign in with may be the key where there is no ID, in any language: %s',
  (column) => expect(suggested(rows((name) => ({ [column]: `${name}.lee` })))[column]).toBe('source-id unsure'),
)
