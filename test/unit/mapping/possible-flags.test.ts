import { describe, expect, test } from 'vitest'
import { countColumns } from '../../../shared/mapping/columns/count-columns.ts'
import { possibleFlagText, possibleFlagTitle, shownFlags } from '../../../shared/mapping/columns/flags/flag-text.ts'
import { isAbilityAmong } from '../../../shared/mapping/columns/ability-columns.ts'
import { possibleFlags } from '../../../shared/mapping/columns/flags/possible-flags.ts'

type Columns = Readonly<Record<string, (n: number) => unknown>>

/** Flags among columns whose values a function of the record's number makes. */
function flagsOf(columns: Columns, records = 100, hasStanding = false, hasVerified = false) {
  const rows = Array.from({ length: records }, (_, n) =>
    Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value(n)])),
  )
  const counter = countColumns({ header: Object.keys(columns), records: rows.slice(0, 50) })
  for (const row of rows) counter.add(row, true)
  return possibleFlags(counter.counts(), (path) => path === 'email', hasStanding, hasVerified)
}
const email = (n: number) => `u${n}@acme.example`
const rare = (one: unknown, other: unknown) => (n: number) => (n % 25 === 24 ? other : one)
const texts = (columns: Columns) => flagsOf({ email, ...columns }).map((flag) => possibleFlagText(flag))
const isLikely = (columns: Columns) => flagsOf({ email, ...columns }).map((flag) => flag.isLikely)

describe('a column that nothing reads and that sets a few users apart', () => {
  test.each<readonly [unknown, unknown, string]>([
    [1, 0, '1 (96), 0 (4)'],
    ['true', 'false', 'true (96), false (4)'],
    ['A', 'G', 'A (96), G (4)'],
    ['person', 'bot', 'person (96), bot (4)'],
    ['', 'X', 'X (4), empty (96)'],
    [null, '2024-05-01 10:00:00', 'a time (4), empty (96)'],
    ['0000-00-00 00:00:00', '2024-05-01 10:00:00', '0000-00-00 00:00:00 (96), a time (4)'],
    ['', '20240501', 'a time (4), empty (96)'],
    ['00000000', '20240501', '00000000 (96), a time (4)'],
    ['', '20240501103000', 'a time (4), empty (96)'],
    ['99991231', '20190101', 'a time to come (96), a past time (4)'],
  ])('is listed by value and count, whatever it is called: %s and %s', (one, other, text) => {
    expect(texts({ qzt: rare(one, other) })).toEqual([`qzt: ${text}`])
    expect(isLikely({ qzt: rare(one, other) })).toEqual([true])
  })

  test('is asked about where it says that the parents of a child agreed, and not where the user did', () => {
    const three = (n: number) => ['yes', 'no', 'yes', 'pending'][n % 4] ?? ''
    const asked = (name: string) => isLikely({ [name]: three })
    const names = ['parent_consent', 'Einwilligung Eltern', 'zgoda_rodzica', 'autorizacion_padres', '保護者の同意']
    expect(names.flatMap(asked)).toEqual(names.map(() => true))
    expect(['consent', 'marketing_consent', 'parent_name', 'autorizacion'].flatMap(asked)).not.toContain(true)
    expect(isLikely({ guardian_consent_at: rare('2024-05-01 10:00:00', '') })).toEqual([true])
  })

  test('is no question where it says when a user signed in or was born', () => {
    const one = (name: string) => isLikely({ [name]: rare(null, '2024-05-01 10:00:00') })
    expect(['firstaccess', 'currentlogin', 'Letzte Anmeldung', 'user_dob', 'ultimo_acceso'].flatMap(one)).not.toContain(
      true,
    )
  })

  test('is no question where it says whether a user is signed in at the moment', () => {
    const one = (name: string) => isLikely({ [name]: rare('0', '1') })
    expect(['logged_in', 'isLoggedIn', 'loggedin', 'is_online', 'last_login'].flatMap(one)).not.toContain(true)
  })

  test('is no flag where its letters or its name say men and women', () => {
    const two = (name: string, ...letters: readonly string[]) => texts({ [name]: (n) => letters[n % letters.length] })
    expect([
      ...two('qzt', 'F', 'N'),
      ...two('nem', 'f', 'n'),
      ...two('sex', 'm', 'f', 'x'),
      ...two('plec', 'K', 'M'),
      ...two('cinsiyet', 'E', 'K'),
      ...two('jenis_kelamin', 'L', 'P'),
      ...two('geslacht', 'V', 'M', ''),
      ...two('sexo', 'H', 'M'),
      ...two('пол', 'м', 'ж'),
      ...two('性別', '男', '女'),
      ...two('gender', '0', '1', '2'),
      ...two('xb', '男', '女'),
      ...two('danxing', '男性', '女性', '未知'),
      ...two('hanja', '남자', '여자'),
      ...two('gndr', 'masculino', 'femenino'),
      ...two('qzt', 'мужской', 'женский'),
    ]).toEqual([])
    // Letters under the name of a status say something else.
    expect(two('status', 'F', 'N')).toEqual(['status: F (50), N (50)'])
    expect(two('qzt', 'E', 'K')).toEqual(['qzt: E (50), K (50)'])
  })

  test('is no question where a past date is that of a birth or a change, or of nothing that its name says', () => {
    const one = (name: string) => isLikely({ [name]: rare(null, '2024-05-01 10:00:00') })
    const names = [
      'user_date',
      'fecha',
      'date_naissance',
      'fecha_nacimiento',
      'tgl_lahir',
      'born',
      'born_on',
      'dateBorn',
      'data_compleanno',
      'fecha_cumpleanos',
      'latest_activity',
      'timemodified',
      'dateupdated',
      'date_mod',
      'last_mod',
      'mtime',
      'date_maj',
    ]
    expect([...names, 'viplastday'].flatMap(one)).not.toContain(true)
    expect(['exit_date', 'data_zwolnienia', 'qzt'].flatMap(one)).toEqual([true, true, true])
    const both = (n: number) => (n % 2 === 0 ? '2999-01-01' : '2020-01-01')
    expect(isLikely({ user_date: both })).toEqual([true])
    expect(isLikely({ screenreader: rare(0, 1), customers_group_pricing: rare(0, 1) })).toEqual([false, false])
    expect(isLikely({ 'status.online': rare(true, false), 'status.idle': rare(true, false) })).toEqual([false, false])
  })

  test('is no question where its name says that it counts something', () => {
    const one = (name: string) => isLikely({ [name]: rare('1', '3') })
    const names = ['Anzahl_Personen', 'Personenanzahl', 'cantidad_hijos', 'aantal_personen', 'antal_medlemmar']
    expect(names.flatMap(one)).not.toContain(true)
    expect(one('qzt')).toEqual([true])
  })

  test('is asked about beside a known status where its name begins with a word for active', () => {
    const one = (name: string) =>
      flagsOf({ email, [name]: (n) => (n % 4 === 0 ? 0 : 1) }, 100, true).map((flag) => flag.isLikely)
    const asked = ['aktivo_instituisaun', 'active_institution', 'ativo_na_escola', 'is_active_here', 'habilitado_sede']
    expect(asked.flatMap(one)).toEqual(asked.map(() => true))
    expect(['active_plan', 'activity_badge', 'active_newsletter', 'qzt_active_qzt'].flatMap(one)).not.toContain(true)
  })

  test('is a name where one user has a word in it, in whatever script', () => {
    const one = (word: string) => texts({ qzt: (n) => (n === 99 ? word : '') })
    expect(['太郎', 'さくら', '영희'].flatMap(one)).toEqual([])
    expect(one('停')).toEqual(['qzt: 停 (1), empty (99)'])
  })

  test('is found where its rare value stands far behind the first records', () => {
    expect(texts({ qzt: (n) => (n === 99 ? 0 : 1) })).toEqual(['qzt: 1 (99), 0 (1)'])
  })

  test('with times that differ is listed, however many there are', () => {
    const at = (n: number) => (n % 3 === 0 ? `2024-05-${10 + (n % 20)} 10:00:${10 + (n % 50)}` : '')
    expect(texts({ qzt: at })).toEqual(['qzt: a time (34), empty (66)'])
  })
})

describe('values that may be clear passwords of several users are never listed', () => {
  const some =
    (...words: readonly string[]) =>
    (n: number) =>
      words[n % words.length]
  test.each([
    'stara_lozinka',
    'heslo2',
    'altes_kennwort',
    'contrasenya_antiga',
    'clave2',
    'parola_veche',
    'ww',
    'mdp_old',
  ])('under a name that says password in any language: %s', (name) =>
    expect(texts({ [name]: some('nic', 'nic', 'kor') })).toEqual([]),
  )
  test('in a table without column names', () => {
    expect(texts({ 3: some('nincs', 'nincs', 'alma') })).toEqual([])
    expect(texts({ 3: some('Y', 'Y', 'N') })).toEqual(['3: Y (67), N (33)'])
  })
  test('where they look so', () => {
    expect(texts({ qzt: some('alma12', 'alma12', 'korte9') })).toEqual([])
    expect(texts({ tier: some('level1', 'level1', 'level2') })).toEqual(['tier: level1 (67), level2 (33)'])
  })
  test.each([
    ['year', 'Sommer2021', 'Sommer2020'],
    ['sesame', 'OpenUp!1', 'OpenUp!0'],
    ['initialkey', 'welcome1', 'welcome0'],
    ['claveacceso', 'alta1', 'alta2'],
  ])('where they begin alike: %s', (name, one, other) => {
    expect(texts({ [name]: some(one, one, other) })).toEqual([])
  })
})

test.each(['has_special_rights', 'full_access', 'privileged', 'extra_permissions', 'Sonderrechte'])(
  'what more a few users may do is listed, and no question: %s',
  (name) => expect(isLikely({ [name]: rare(0, 1) })).toEqual([false]),
)

test.each(['rights', 'access', 'modalita', 'qzt_mod'])('a flag of another name is asked about: %s', (name) =>
  expect(isLikely({ [name]: rare(0, 1) })).toEqual([true]),
)

test('permissions, and the ID of what users belong to, are asked about no more; the ID of a group is', () => {
  expect(isLikely({ permissions: (n) => JSON.stringify({ assets: { edit: n % 25 === 24 ? 1 : 0 } }) })).toEqual([])
  expect(isLikely({ location_id: rare(17, 3) })).toEqual([false])
  expect(isLikely({ usergroupid: rare(2, 8) })).toEqual([true])
})

describe('a date that all have', () => {
  const yearly = (from: number) => (n: number) => `${from + (n % 9)}-03-${10 + (n % 20)}`
  const thisYear = new Date().getUTCFullYear()

  test('is asked about where some have passed and some are to come, whatever it is called', () => {
    expect(texts({ qzt: yearly(thisYear - 4) })).toEqual([
      expect.stringMatching(/^qzt: a past time \(\d+\), a time to come/),
    ])
    expect(isLikely({ 종료일: yearly(thisYear - 4), fecha_fin: yearly(thisYear - 6) })).toEqual([true, true])
    expect(texts({ bis: rare('2099-12-31', '2020-06-30') })).toEqual(['bis: a time to come (96), a past time (4)'])
  })

  test('is none where all have passed, or all are to come', () => {
    expect(texts({ qzt: yearly(thisYear - 12), bis: yearly(thisYear + 2) })).toEqual([])
    expect(texts({ import: rare('2020-12-31', '2020-06-30') })).toEqual([])
  })

  test('is no question under a name that says something else, and none in numbers', () => {
    const columns = { next_payment: yearly(thisYear - 4), eintritt: yearly(thisYear - 4) }
    expect(isLikely(columns)).toEqual([false, false])
    expect(texts({ qzt: (n) => 1_500_000_000 + n * 9_000_000 })).toEqual([])
    expect(texts({ qzt: (n) => 20_261_001 + n * 7 })).toEqual([])
  })
})

test('a status of one kind of people is asked about where it tells the active from others', () => {
  expect(isLikely({ status_siswa: rare('Aktif', 'Lulus') })).toEqual([true])
  expect(isLikely({ stav_studenta: (n) => (n % 2 === 0 ? 'aktivní' : 'absolvent') })).toEqual([true])
  expect(isLikely({ subscription_status: rare('active', 'trial'), status_nikah: rare('Kawin', 'Belum') })).toEqual([
    false,
    false,
  ])
  expect(isLikely({ status_siswa: rare('Baru', 'Pindahan') })).toEqual([false])
})

test('days of eight digits are dates where only some users have one', () => {
  const day = (n: number) => (n % 25 === 24 ? `202403${10 + (n % 20)}` : '')
  expect(texts({ mb_intercept_date: day })).toEqual(['mb_intercept_date: a time (4), empty (96)'])
  expect(isLikely({ mb_intercept_date: day })).toEqual([true])
  expect(isLikely({ matricule: (n) => (n % 25 === 24 ? `202499${10 + (n % 20)}` : '') })).not.toContain(true)
})

test('dates of some users are counted by those that have passed and those to come', () => {
  const end = (n: number) => (n % 10 === 0 ? (n % 20 === 0 ? '2019-06-30' : '2099-06-30') : '')
  expect(texts({ qzt: end })).toEqual(['qzt: a past time (5), a time to come (5), empty (90)'])
  expect(isLikely({ qzt: end })).toEqual([true])
})

test('among many flags, only those of a rare value are asked about on top', () => {
  const many = Object.fromEntries(['a1', 'b2', 'c3', 'd4', 'e5'].map((name) => [name, (n: number) => (n % 4 ? 1 : 0)]))
  const flags = flagsOf({ email, ...many, qzt: rare(1, 0) })
  expect(flags.filter(({ isLikely: likely }) => likely).map(({ column }) => column)).toEqual(['qzt'])
  expect(isLikely({ a1: (n) => (n % 4 ? 1 : 0) })).toEqual([true])
})

test('columns that say what they are, and those with many values or one, are not listed', () => {
  const columns: Columns = {
    city: (n) => ['Bonn', 'Ulm', 'Köln', 'Trier', 'Mainz', 'Essen', 'Jena', 'Gera', 'Kiel'][n % 9],
    constant: () => 1,
    language: (n) => (n % 20 === 0 ? 'de-AT' : 'en'),
    money: (n) => (n % 20 === 0 ? 'USD' : 'EUR'),
    anrede: (n) => (n % 2 === 0 ? 'Herr' : 'Frau'),
    nick: (n) => (n === 7 ? 'Johnny' : ''),
    seen: (n) => `2024-05-${10 + (n % 20)} 10:00:00`,
    notes: (n) => (n % 20 === 0 ? 'asked for a call on Monday' : ''),
  }
  expect(texts(columns)).toEqual([])
})

test('what refers to something else, is an amount or says when something began is not asked about on top', () => {
  const columns: Columns = {
    id_opd_fk: (n) => (n % 20 === 0 ? '46' : ''),
    bank: rare(15, 0),
    founding_member: rare(0, 1),
    profile_completed: rare(1, 0),
    product: rare('basic', 'x'),
    users_dept_fk: rare('7', '8'),
    rg: (n) => (n % 12 === 0 ? '35.009.112-0' : ''),
    housekeeping: (n) => (n % 12 === 0 ? 5 : ''),
    RechnungNR: rare('20180923P', '01072018P'),
    kargo: rare('Aras', 'Yurtiçi'),
    user_allow_pm: rare(1, 0),
    isadmin: rare(0, 1),
    sudo: rare(0, 1),
    'Email 1 Deliverability Status': rare('Valid', 'Bounced'),
    enable_portal_multifactor: (n) => (n % 3 === 0 ? 'true' : 'false'),
    notBefore: (n) => (n % 14 === 0 ? 1_715_000_000 + n : 0),
    inizio_carriera: (n) => (n % 10 === 0 ? `2024-05-${10 + (n % 20)} 10:00:${10 + (n % 50)}` : ''),
  }
  for (const [name, value] of Object.entries(columns))
    expect([name, shownFlags(flagsOf({ email, [name]: value })).first]).toEqual([name, []])
})

test('groups of even size are parts of people, and an ID of a group is asked about where the group is small', () => {
  const shift = (n: number) => 'AAAAABBBCC'[n % 10]
  expect(isLikely({ qzt: shift, xyz: (n) => 'AAAAAAAAAB'[n % 10] })).toEqual([true, false])
  const groups = (n: number) => [2, 2, 2, 2, 2, 0, 0, 1, 1][n % 9]
  expect([isLikely({ groupid: groups }), isLikely({ groupid: rare(2, 8) })]).toEqual([[false], [true]])
})

test('beside a column that says who is kept out, only a rare value is asked about on top', () => {
  const tenth = (one: number) => ({ email, qzt: (n: number) => (n % 10 < one ? 0 : 1) })
  const asked = (columns: Columns, hasStanding: boolean) =>
    flagsOf(columns, 100, hasStanding).map((flag) => flag.isLikely)
  expect([asked(tenth(3), false), asked(tenth(3), true), asked(tenth(1), true)]).toEqual([[true], [false], [true]])
  expect(asked({ email, login_bis: (n) => (n % 3 ? '' : `2024-05-${10 + (n % 20)}`) }, true)).toEqual([true])
})

test('a word of one user alone is a name, and none in a column that says what an account is', () => {
  const one = (n: number) => (n === 7 ? 'public' : '')
  expect([texts({ nick: one }), texts({ system_name: one })]).toEqual([[], ['system_name: public (1), empty (99)']])
})

test('ten preferences are one list, and none of them is asked about on top', () => {
  const names = [
    'newsletter',
    'dark_mode',
    'sms_optin',
    'weekly_report',
    'sound',
    'tracking',
    'tips',
    'beta',
    'compact',
    'emoji',
  ]
  const preferences = Object.fromEntries(names.map((name, at) => [name, (n: number) => (n + at) % 2]))
  const flags = flagsOf({ email, ...preferences })
  expect([flags.length, shownFlags(flags).first]).toEqual([10, []])
})

test('of a preference and a flag of the same shape, the flag comes first', () => {
  const flags = flagsOf({ email, newsletter: rare(1, 0), is_published: rare(1, 0) })
  expect(flags.map(({ column, isLikely: likely }) => `${column} ${likely}`)).toEqual([
    'is_published true',
    'newsletter false',
  ])
})

test('values that say so themselves rank a column first, and few records show no distribution', () => {
  const kinds = (n: number) => (n % 25 === 24 ? 'banned' : ['reader', 'author', 'editor'][n % 3])
  expect(flagsOf({ email, qzt: kinds, other: rare(1, 0) }).map(({ column }) => column)).toEqual(['qzt', 'other'])
  expect(flagsOf({ email, qzt: rare(1, 0) }, 3)).toEqual([])
})

test('known words for on and off are asked about in the shortest table, other words are not', () => {
  const words = (list: readonly string[]) => flagsOf({ email, Mitgliedschaft: (n) => list[n] }, list.length)
  const asked = words(['aktiv', 'aktiv', 'ruhend', 'gekündigt', 'aktiv'])
  expect(asked.map((flag) => [possibleFlagText(flag), flag.isLikely])).toEqual([
    ['Mitgliedschaft: aktiv (3), ruhend (1), gekündigt (1)', true],
  ])
  expect(words(['Gold', 'Gold', 'Silber', 'Bronze', 'Gold'])).toEqual([])
  expect(words(['aktiv', 'online', 'present', 'open', 'aktiv'])).toEqual([])
})

test.each([
  ['password', 'oauth2'],
  ['local', 'ldap'],
  ['email', 'google'],
])('the way that users sign in keeps none out: %s and %s', (one, other) => {
  expect(texts({ authenticationMethod: rare(one, other) })).toEqual([])
})

test.each(['gesperrt seit Mai', 'blocked by the office', 'account was suspended in 2021'])(
  'a remark that says so is listed, and no other one: %s',
  (remark) => {
    expect(texts({ note: rare('', remark) })).toEqual([`note: ${remark} (4), empty (96)`])
    expect(texts({ note: rare('', 'likes long walks and cats') })).toEqual([])
  },
)

test('the end of a token of a third party keeps none out, and the end of an account is listed', () => {
  const end = (n: number) => (n % 25 === 24 ? '2024-05-01 10:00:00' : '')
  const token = rare('', 'EAAx')
  expect(texts({ 'authData.facebook.access_token': token, 'authData.facebook.expiration_date': end })).toEqual([])
  expect(texts({ 'account.expiration_date': end })).toEqual(['account.expiration_date: a time (4), empty (96)'])
})

test('words of roles, a yes that lets a few in and the number of one record are none', () => {
  expect(texts({ type: (n) => (n % 4 ? 'admin' : 'regular') })).toEqual([])
  expect(texts({ charges_enabled: (n) => (n % 25 === 24 ? 'true' : '') })).toEqual([
    'charges_enabled: true (4), empty (96)',
  ])
  expect(texts({ is_active: (n) => (n % 25 === 24 ? 'true' : '') })).toEqual([])
  expect(texts({ master: (n) => (n === 99 ? 1 : null) })).toEqual([])
  expect(texts({ type: rare('regular', 'banned') })).toEqual(['type: regular (96), banned (4)'])
})

test('kinds of people in words are listed, and not asked about on top', () => {
  const kinds = (n: number) => (n % 9 === 0 ? 'doctor' : n % 13 === 0 ? 'nurse' : 'patient')
  expect(isLikely({ account_type: kinds })).toEqual([false])
  expect(isLikely({ account_type: rare('person', 'bot') })).toEqual([true])
})

test('a field of a thing that the user has is listed, and not asked about on top', () => {
  const within = (name: string) => ({ [name]: (n: number) => JSON.stringify({ qzt: n % 25 === 24 ? 1 : 0 }) })
  expect(isLikely(within('player'))).toEqual([false])
  expect(isLikely(within('account'))).toEqual([true])
})

test('of many columns beside one that says who is kept out, only those that speak of accounts are asked about', () => {
  const names = 'autosubscribe maildisplay mailformat trackforums calendartype qzt'.split(' ')
  const preferences = Object.fromEntries(names.map((name) => [name, rare(1, 0)]))
  const asked = (columns: Columns, hasStanding: boolean) =>
    flagsOf({ email, ...columns }, 100, hasStanding)
      .filter((flag) => flag.isLikely)
      .map(({ column }) => column)
  expect(asked({ ...preferences, is_approved: rare(1, 0), kz: rare('A', 'X') }, true)).toEqual(['is_approved', 'kz'])
  expect(asked({ qzt: rare(1, 0) }, true)).toEqual(['qzt'])
  expect(flagsOf({ email, ...preferences }, 100, true)).toHaveLength(names.length)
})

describe('a key that only some users have', () => {
  const code = (n: number) => `k3J${(n * 7919 + 104_729).toString(36)}q9`
  const some = (n: number) => (n % 10 === 3 ? code(n) : '')
  const asked = (columns: Columns, hasStanding = false, hasVerified = false) =>
    flagsOf({ email, ...columns }, 100, hasStanding, hasVerified).map(
      (flag) => `${possibleFlagText(flag)} ${flag.isLikely}`,
    )

  test.each([
    'reg_key',
    'activation_hash',
    'confirm_token',
    'user_actkey',
    'Aktivierungscode',
    'cle_activation',
    'verif',
    'cheie_confirmare',
    '確認キー',
  ])('is asked about by the name of a key that users confirm their sign-up with: %s', (name) => {
    expect(asked({ [name]: some })).toEqual([`${name}: (a code) (10), empty (90) true`])
    const [flag] = flagsOf({ email, [name]: some })
    expect(flag === undefined ? '' : possibleFlagTitle(flag)).toContain('never confirmed')
  })

  test.each(['activate_code', 'activation_key', 'verification_code', 'reg_code'])(
    'is asked about where a zero says that others have none, also as digits: %s',
    (name) => {
      const digits = (n: number) => 48_213 + n * 137
      expect(asked({ [name]: (n) => (n % 10 === 3 ? digits(n) : 0) })).toEqual([`${name}: (a code) (10), 0 (90) true`])
      expect(asked({ [name]: (n) => (n % 10 === 3 ? code(n) : '0') })).toEqual([`${name}: (a code) (10), 0 (90) true`])
      expect(asked({ [name]: (n) => (n % 10 === 3 ? digits(n) : n % 2 === 0 ? 0 : null) })).toEqual([
        `${name}: (a code) (10), 0 (50), empty (40) true`,
      ])
      expect(asked({ [name]: (n) => (n > 97 ? digits(n) : 0) })).toEqual([`${name}: (a code) (2), 0 (98) true`])
    },
  )

  test.each(['points', 'country_code', 'referral_code', 'card_number', 'login_attempts', 'reset_code'])(
    'is none where zeros stand beside numbers of something else: %s',
    (name) => expect(asked({ [name]: (n) => (n % 10 === 3 ? 48_213 + n * 137 : 0) })).toEqual([]),
  )

  test('is none where all have a zero, or the same code', () => {
    expect(asked({ activate_code: () => 0 })).toEqual([])
    expect(asked({ activate_code: (n) => (n % 2 === 0 ? 48_213 : 0) })).toEqual([])
  })

  test('is listed where its name does not say of what it is one, and where another column says who is kept out', () => {
    expect(asked({ user_token: some })).toEqual(['user_token: (a code) (10), empty (90) false'])
    expect(asked({ reg_key: some }, true)).toEqual(['reg_key: (a code) (10), empty (90) false'])
  })

  test.each([
    'remember_token',
    'reset_token',
    'password_reset_key',
    'api_key',
    'session_id',
    'registration_number',
    'registration_id',
    'invite_code',
    'sms_verification_code',
    'activation_date',
    'country_code',
  ])('is no question under the name of another one: %s', (name) => expect(asked({ [name]: some })).toEqual([]))

  test('is no question where all users have one, values come again or are words, or a column says who is verified', () => {
    expect(asked({ reg_key: code })).toEqual([])
    expect(asked({ reg_key: (n) => (n % 10 === 3 ? code(n % 20) : '') })).toEqual([])
    expect(asked({ reg_key: (n) => (n % 10 === 3 ? 'abcdefghij'.slice(n / 10) + 'xyz' : '') })).toEqual([])
    expect(asked({ reg_key: some }, false, true)).toEqual([])
    expect(asked({ reg_key: (n) => (n % 10 === 3 ? '' : code(n)) })).toEqual([
      'reg_key: (a code) (90), empty (10) false',
    ])
  })

  test('is never shown, also where two users have one', () => {
    expect(asked({ reg_key: (n) => (n > 97 ? code(n) : '') })).toEqual(['reg_key: (a code) (2), empty (98) true'])
  })
})

test.each(
  [
    ['use_custom_image', 'use_gravatar', 'has_profile_image', 'has_custom_banner', 'use_wide_layout', 'has_cover'],
    ['uses_dark_theme', 'use_html_editor', 'useMarkdown', 'use_compact_mode', 'has_background', 'enable_animations'],
  ].flat(),
)('a feature of the screen is no state of a user: %s', (name) =>
  expect(isLikely({ [name]: rare('false', 'true') })).toEqual([false]),
)

test.each(['use_yn', 'use_flag', 'in_use', 'use_account', 'use_login', 'has_access'])(
  'whether an account is in use is asked about: %s',
  (name) => expect(isLikely({ [name]: rare('true', 'false') })).toEqual([true]),
)

describe('an act on people or things in a name', () => {
  const some = (n: number) => (n % 5 === 0 ? '1' : '0')
  test.each([
    ['delete_user', 'create_user'],
    ['block_members', 'invite_members'],
    ['usuarios_eliminar', 'usuarios_crear'],
    ['benutzer_loeschen', 'benutzer_anlegen'],
  ])('is a permission where another act on the same stands beside it: %s and %s', (out, other) => {
    expect(flagsOf({ email, [out]: some, [other]: some }).filter(({ isLikely: is }) => is)).toEqual([])
  })

  test('may be one of the row itself where it stands alone, or beside when that was', () => {
    expect(flagsOf({ email, delete_user: rare('0', '1') })[0]?.isLikely).toBe(true)
    expect(flagsOf({ email, delete_flag: rare('0', '1'), update_flag: some })[0]).toMatchObject({
      column: 'delete_flag',
      isLikely: true,
    })
    expect(flagsOf({ email, disable_account: rare('0', '1'), archive_account: some })[0]?.isLikely).toBe(true)
    expect(isAbilityAmong('delete_user', ['delete_user', 'create_user'], ['', 'admin'])).toBe(false)
  })
})
