import { describe, expect, test } from 'vitest'
import { isInFuture } from '../../../shared/exports/own-columns.ts'
import {
  booleanOf,
  contactOf,
  deletedByWord,
  disabledBySambaFlags,
  disabledByWord,
  textOf,
} from '../../../shared/mapping/cell.ts'
import { saysNotInYet } from '../../../shared/mapping/names/standing/status-words.ts'

function nested(levels: number, value: unknown): unknown {
  return levels === 0 ? value : [nested(levels - 1, value)]
}

describe('a value as text', () => {
  test.each([
    [['', null, 'a', 'b'], 'a'],
    [[[[]], [['a']]], 'a'],
    [nested(8, 'a'), 'a'],
    [nested(40, null), null],
    [JSON.parse(`${'['.repeat(100_000)}"a"${']'.repeat(100_000)}`), null],
  ])('is the first one of a list, or of a list in it: %#', (value, text) => {
    expect(textOf(value)).toBe(text)
  })
})

describe('an email or phone number', () => {
  test.each([
    [' [ "ann@acme.example" ] ', 'ann@acme.example'],
    ['{ann@acme.example,ben@acme.example}', 'ann@acme.example'],
    ['+49 171 1234567 | ann@acme.example', 'ann@acme.example'],
    [' + 49 171 ', '+ 49 171'],
    [" 'ann@acme.example'", 'ann@acme.example'],
    ["o'neil@acme.example, ann@acme.example", "o'neil@acme.example"],
    ['Ann Lee ann@acme.example', 'ann@acme.example'],
    ['Ann Lee alee@acme.example', 'alee@acme.example'],
    ['ann@acme.example ANNA', 'ann@acme.example'],
    ['Zoë Ångström zoe@acme.example', 'zoe@acme.example'],
    // A space may be a typing error in an address. The rest alone is another address.
    ['ANNA 12@acme.example', 'ANNA 12@acme.example'],
    ['SHOP North B@acme.example', 'SHOP North B@acme.example'],
    ['Max f@acme.example', 'Max f@acme.example'],
    ['AB-C e@acme.example', 'AB-C e@acme.example'],
    ['Ann (ann@acme.example)', 'ann@acme.example'],
    ['Ann-Marie d’Arc: ann@acme.example', 'ann@acme.example'],
    ['ann@acme.example - Ann O. Lee', 'ann@acme.example'],
    ['李小龙 ann@acme.example', 'ann@acme.example'],
    ['Ann Lee#mailto:ann@acme.example#', 'ann@acme.example'],
    ['#mailto:ann@acme.example#', 'ann@acme.example'],
    ['+4915112345178 / +4917098765012', '+4915112345178'],
    ['+4915112345178/+4917098765012', '+4915112345178'],
    ['0151 1234567 oder 0170 7654321', '0151 1234567'],
    ['030/1234567; 0151/7654321', '030/1234567'],
    // A slash behind the code of an area.
    ['+49 30 / 1234567', '+49 30 / 1234567'],
    ['030 / 123456', '030 / 123456'],
  ])('is taken out of a cell with several: %s', (cell, contact) => {
    expect(contactOf(cell)).toBe(contact)
  })

  test('is not taken out of a sentence that ends with it', () => {
    for (const text of ['Write to help@acme.example', 'Mail an help@acme.example']) expect(contactOf(text)).toBe(text)
  })
})

describe('a time that a spreadsheet rewrote', () => {
  test.each([
    '1.70533E+12',
    '1,70533E+12',
    '1.7E+09',
    '1/15/2024 10:30',
    '15.01.2024',
    '15/01/24 9:05 AM',
    '15-01-2024',
  ])('still says that it happened: %s', (text) => {
    expect(booleanOf(text)).toBe(true)
  })

  test.each(['00.00.0000', '1.5E+20', '2.0.1', '15.01', '40.40.2024'])('is not %s', (text) => {
    expect(booleanOf(text)).toBe(null)
  })

  test('is still to come when it can be read so', () => {
    const now = Date.UTC(2026, 5, 1)
    const times = ['1.9E+12', '1.7E+12', '02/12/2026', '12/02/2026', '31.12.2026', '01.02.2026', '']
    expect(times.map((one) => isInFuture(one, now))).toEqual([true, false, true, true, true, false, false])
  })
})

test.each([
  ['STATUS_ACTIVE', false, false],
  ['UserStatus.ACTIVE', false, false],
  ['USER_STATE_BLOCKED', true, false],
  ['status:deleted', true, true],
  ['App\\Enum\\UserStatus::Active', false, false],
  ['App\\Enum\\UserStatus::Blocked', true, false],
  ['com.acme.UserStatus.BLOCKED', true, false],
  ['UserStatus::BANNED', true, false],
  ['USER_ACTIVE', false, false],
  ['Statut.ACTIF', false, false],
  ['Statut.BLOQUE', true, false],
  ['estado_activo', false, false],
  ['user.active', false, false],
  ['account.disabled', true, false],
  ['user.name', null, false],
  ['user_admin', null, false],
  ['STATUS_UNKNOWN', null, false],
  ['status_active_until_friday', null, false],
  ['user_active_sessions', null, false],
])('a state behind the name of its enumeration is that state: %s', (text, disabled, deleted) => {
  expect([disabledByWord(text), deletedByWord(text)]).toEqual([disabled, deleted])
})

test.each([
  ['[UD         ]', true],
  ['[UL]', true],
  ['UD', true],
  ['[DW         ]', true],
  ['[U          ]', false],
  ['[NUX]', false],
  ['', false],
  ['Dora Lee', false],
  ['[U] Disabled', false],
])('the flags %s of Samba say %s of an account that is off', (flags, isOff) => {
  expect(disabledBySambaFlags(flags)).toBe(isOff)
})

test.each([
  ['1 - Active', false],
  ['A: Aktiv', false],
  ['[2] Blocked', true],
  ['02 = gesperrt', true],
  ['Active (1)', false],
  ['Aktiv (seit 2019)', false],
  ['inactivo desde 03/2020', true],
  ['Active since May 2019', false],
  ['Aktiv (bis 2019)', null],
  ['Active (no login)', null],
  ['e-active', null],
])('a state beside its code or the time since when it holds is that state: %s', (text, disabled) => {
  expect(disabledByWord(text)).toBe(disabled)
})

describe('a status in a word of another form than the known ones says the same', () => {
  test.each([
    'not active',
    'Non-active',
    'nicht aktiv',
    'no activo',
    'nem aktív',
    'geblockt',
    'suspendiert',
    'inaktiverad',
    'deaktivovaná',
    'blokkert',
    'Inactiv\u0103',
    'Inactiva\u0306',
    'неактивная',
    'деактивировано',
    'bi khoa',
    'dinh chi',
    'アカウント停止',
    '無効化',
    '停用中',
    'User blocked',
    'PERMANENTLY_BANNED',
    'temporarily suspended',
    'self_deactivated',
    'is_inactive',
  ])('%s keeps its user out', (text) => {
    expect(disabledByWord(text)).toBe(true)
  })

  test.each(['geloscht', 'usuniety', 'da xoa', 'konto usunięte', 'UserStatus.ERASED', 'ACCOUNT_DELETED'])(
    '%s is deleted',
    (text) => {
      expect(deletedByWord(text)).toBe(true)
    },
  )

  test.each([
    'Aktiviert',
    'aktywowany',
    'aktiverad',
    'Activ\u0103',
    'активный',
    'hoat dong',
    'Aktif Kullanıcı',
    '有効会員',
    '已激活',
  ])('%s lets its user in', (text) => {
    expect(disabledByWord(text)).toBe(false)
  })

  test.each([
    'not activated',
    'nicht aktiviert',
    'nieaktywowany',
    'unactivated',
    '未激活',
    'Blocker',
    'Blockchain',
    'Activity',
    'Deaktivierung',
    'Khoa',
    'System user',
    'account pending',
    'Konto unconfirmed',
    'admin',
    'system',
    'locked by admin',
    '会員',
  ])('%s says none of these', (text) => {
    expect(disabledByWord(text)).toBeNull()
  })
})

test.each(['STATUS_PENDING', 'UserStatus::INVITED', 'user.unconfirmed'])(
  'a state of waiting behind the name of its enumeration is one: %s',
  (text) => {
    expect(saysNotInYet(text)).toBe(true)
  },
)
