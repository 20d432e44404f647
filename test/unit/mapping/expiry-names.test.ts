import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { endsAccount, saysExpiry } from '../../../shared/mapping/names/column-words.ts'
import { standingName } from '../../../shared/mapping/names/standing/standing-names.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'

test.each(
  [
    [
      'Account expiry',
      'Ablaufdatum Konto',
      'Konto gültig bis',
      'fecha de vencimiento',
      'Vencimiento cuenta',
      'caducidad',
    ],
    [
      'data scadenza',
      'Scadenza account',
      'data de validade',
      'válido hasta',
      'Date d’expiration du compte',
      'Vervaldatum',
    ],
    [
      'data wygaśnięcia',
      'Ważny do',
      'ważne_do',
      'Срок действия',
      'Datum expiration',
      'действует до',
      'Термін дії',
      'дійсний до',
    ],
    [
      '만료일',
      '계정만료일시',
      '有効期限',
      '到期时间',
      '账号过期时间',
      '有效期至',
      '失效日期',
      'วันหมดอายุ',
      'تاريخ الانتهاء',
      'ngày_hết_hạn',
    ],
    [
      'geçerlilik_tarihi',
      'son_kullanma_tarihi',
      'tanggal_kadaluarsa',
      'berlaku_sampai',
      'lejárat',
      'lejarati_datum',
      'vrijedi_do',
    ],
    [
      'datum isteka',
      'platnost_do',
      'konec_platnosti',
      'data_expirarii',
      'valabil_pana',
      'utløpsdato',
      'Udløbsdato',
      'utgångsdatum',
    ],
    ['voimassa_asti', 'ημερομηνία λήξης', 'date_fin_validite', 'expira'],
  ].flat(),
)('%s says when an account ends', (name) => {
  expect(saysExpiry(name)).toBe(true)
  const [past, ahead] = [`${new Date().getUTCFullYear() - 2}-03-01`, `${new Date().getUTCFullYear() + 2}-03-01`]
  const records = [past, ahead].map((end, at) => ({ id: `${at}`, email: `u${at}@acme.example`, [name]: end }))
  const { mapping } = suggestMapping({ header: ['id', 'email', name], records })
  expect(mapping.columns).toContainEqual({ path: name, target: 'disabled' })
  const read = tableReader(mapping)
  expect(records.map(read)).toMatchObject([{ user: { standing: 'disabled' } }, { user: { standing: 'active' } }])
})

test.each([
  'token_expiration',
  'Scadenza fattura',
  'card expiry',
  'vencimiento factura',
  'validade cnh',
  'échéance',
  'data',
  '有効',
  '토큰만료일',
  '마감일',
  'konec',
  'vrijedi',
  '日期',
  'isteklo',
])('%s says nothing of its account', (name) => expect(saysExpiry(name)).toBe(false))

test.each(['disabled', 'deleted'] as const)(
  'a day of eight digits says that its user is %s, by the word of the operator',
  (target) => {
    const columns = [{ path: 'email', target: 'email' } as const, { path: 'qzt', target }]
    const read = tableReader({ version: 1, columns, fixedProvider: null })
    const standings = ['20240301', '', '20249901'].map((qzt) => read({ email: 'ann@acme.example', qzt }))
    expect(standings.map((entry) => entry.kind === 'user' && entry.user.standing)).toEqual([target, 'active', 'active'])
  },
)

test('a day of eight digits ends an account', () => {
  const records = ['20200301', '20990301', ''].map((leave_date, at) => ({
    id: `${at}`,
    email: `u${at}@acme.example`,
    leave_date,
  }))
  const { mapping } = suggestMapping({ header: ['id', 'email', 'leave_date'], records })
  expect(records.map(tableReader(mapping)).map((entry) => entry.kind === 'user' && entry.user.standing)).toEqual([
    'disabled',
    'active',
    'active',
  ])
})

describe('a name with the beginning that most names of its table have', () => {
  const use = (names: readonly string[], column: string, value: string) => {
    const row = (id: number) =>
      Object.fromEntries(names.map((name) => [name, name.endsWith('email') ? `u${id}@acme.example` : `${id}`]))
    const records = [1, 2, 3, 4, 5].map((id) => ({ ...row(id), [column]: id === 3 ? value : '' }))
    return suggestMapping({ header: [...names, column], records }).mapping.columns.find(({ path }) => path === column)
      ?.target
  }
  const ofMembers = ['mb_no', 'mb_email', 'mb_level', 'mb_nick']

  test.each(['mb_leave_date', 'mb_valid_to'])('says the end of an account all the same: %s', (column) => {
    expect(use(ofMembers, column, '2019-01-01')).toBe('disabled')
    expect(use(ofMembers, column, '20190101')).toBe('disabled')
  })

  test('is that of a thing where other names do not have it', () => {
    for (const column of ['otp_expires', 'card_valid_to', 'trial_expires'])
      expect(use(['id', 'email', 'level'], column, '2019-01-01')).toBeUndefined()
  })
})

test.each(['left_at', 'has_left_at', 'is_left_date', 'date_left', 'Austrittsdatum'])(
  '%s says when its user left the organization',
  (column) => expect(standingName(column)).toBe('keeps-out'),
)

test.each(['time_left', 'timeLeft', 'days_left'])('%s is an amount, and says of no user who has left', (column) =>
  expect(standingName(column)).toBeNull(),
)

test.each([
  'date_fin_contrat',
  'fin_contrato',
  'Einde dienstverband',
  'Datum uit dienst',
  'data_fine_rapporto',
  'Last working day',
])('the end of a contract keeps its user out when it is past, in any language: %s', (column) =>
  expect(endsAccount(column)).toBe(true),
)

test.each(['contract_start', 'date_debut_contrat', 'end_date', 'fin', 'contract_end_reason'])(
  'what is no end of a contract says of no account when it ends: %s',
  (column) => expect(endsAccount(column)).toBe(false),
)

test.each(['inactivation_date', 'date de désactivation'])(
  'an inactivation is no secret to activate an account: %s',
  (column) => expect(standingName(column)).toBe('keeps-out'),
)

test.each([
  ['LockoutEndDateUtc', ['active', 'disabled']],
  ['lockout_end_utc', ['active', 'disabled']],
  ['date_account_expires', ['disabled', 'active']],
])('%s keeps its user out on one side of now', (name, expected) => {
  const year = new Date().getUTCFullYear()
  const records = [year - 2, year + 2].map((at, n) => ({
    id: `${n}`,
    email: `u${n}@acme.example`,
    [name]: `${at}-03-01 10:00:00`,
  }))
  const { mapping } = suggestMapping({ header: ['id', 'email', name], records })
  expect(mapping.columns).toContainEqual({ path: name, target: 'disabled' })
  const read = tableReader(mapping)
  expect(records.map(read)).toMatchObject(expected.map((standing) => ({ user: { standing } })))
})
