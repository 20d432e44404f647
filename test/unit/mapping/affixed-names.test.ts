import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Names with the few letters that a table puts before or behind them. */

const passwords = ['sunny-12', 'moon_34', 'star.56', 'cloud78', 'rain+90']
const values: Readonly<Record<string, (at: number) => string>> = {
  id: (at) => `${at + 1}`,
  key: (at) => `${(at % 2) + 1}`,
  name: (at) => ['Ann', 'Ben', 'Cat', 'Dan', 'Eve'][at] ?? '',
  email: (at) => `u${at}@acme.example`,
  phone: (at) => `(11) 98765-432${at}`,
  active: (at) => (at === 1 ? 'N' : 'S'),
  hash: (at) => madeUpBcrypt(at),
  password: (at) => passwords[at] ?? '',
  answer: (at) => (at % 2 === 0 ? 'yes' : 'no'),
}

/** Suggestions for five rows; each column is written as `name kind`. */
function suggested(...columns: readonly string[]) {
  const parts = columns.map((column) => column.split(' '))
  const records = Array.from({ length: 5 }, (_, at) =>
    Object.fromEntries(parts.map(([name = '', kind = '']) => [name, values[kind]?.(at) ?? ''])),
  )
  const found = suggestMapping({ header: parts.map(([name = '']) => name), records }).columns
  return Object.fromEntries(
    found.flatMap(({ path, suggestion }) =>
      suggestion === null ? [] : [[path, `${suggestion.target} ${suggestion.confidence}`]],
    ),
  )
}

describe('letters that most names of a table share', () => {
  test.each([
    ['behind them', ['id_cl id', 'cel_cl phone', 'ema_cl email', 'ati_cl active', 'id_uf key']],
    ['before them', ['cl_id id', 'cl_cel phone', 'cl_ema email', 'cl_ati active', 'uf_id key']],
  ])('%s, beside a foreign key', (_, columns) => {
    const found = suggested(...columns)
    const at = (word: string) => Object.entries(found).find(([name]) => name.split('_').includes(word))?.[1]
    expect([at('cel'), at('ema')]).toEqual(['phone likely', 'email likely'])
    expect(at('ati')).toMatch(/^disabled/)
    expect(Object.keys(found)).not.toContain(columns.at(-1)?.split(' ')[0])
  })
  test.each([
    ['of a former account', ['old_id id', 'old_email email', 'old_name name', 'note key']],
    ['of a third party', ['fb_id id', 'fb_email email', 'fb_name name', 'note key']],
    ['of times', ['last_name name', 'last_login key', 'last_ip key', 'last_id id', 'user_name name']],
    ['of another person', ['ref_id id', 'ref_email email', 'ref_name name', 'email email']],
  ])('are none of the table: %s', (_, columns) => {
    const found = suggested(...columns)
    expect(found).toEqual(suggested(...columns, 'x1 key', 'x2 key', 'x3 key', 'x4 key'))
  })
  test.each(['cell key', 'celsius key', 'schema key', 'schema name', 'rating answer'])(
    'of words that only have an abbreviation within: %s',
    (column) => expect(suggested('id id', 'email email', column)[column.split(' ')[0] ?? '']).toBeUndefined(),
  )
})

describe('a name of passwords with letters of its table', () => {
  const table = (...more: readonly string[]) => suggested('id id', 'name name', 'email email', ...more)
  test.each(['APASS', 'EPASS_', 'cPass', 'us_pass', 'mdp_ut', 'pw_us', 'clave_cl'])(
    'that no other column has is asked about: %s',
    (name) => expect(table(`${name} password`)[name]).toBe('password-hash unsure'),
  )
  test.each([
    ['TPASS', ['TID id', 'TNAME name', 'TEMAIL email']],
    ['us_pass', ['us_id id', 'us_name name', 'us_email email', 'rol_id key']],
    ['mdp_ut', ['id_ut id', 'nom_ut name', 'mail_ut email', 'id_rol key']],
  ])('that most columns have is one: %s', (name, others) =>
    expect(suggested(...others, `${name} password`)[name]).toBe('password-hash likely'),
  )
  test.each([
    ['acc_mk', ['acc_id id', 'acc_name name', 'acc_email email', 'role_id key']],
    ['usu_cont', ['usu_id id', 'usu_nombre name', 'usu_correo email']],
  ])('is asked about where it is cut short: %s', (name, others) => {
    expect(suggested(...others, `${name} password`)[name]).toBe('password-hash unsure')
    expect(suggested(...others, `${name} key`)[name]).toBeUndefined()
    expect(suggested(...others, 'x_password hash', `${name} password`)[name]).toBeUndefined()
  })
  test.each([
    'bypass answer',
    'compass key',
    'pass_count key',
    'pass_no password',
    'passport_no password',
    'TPASS answer',
    'mk password',
    'cont password',
    'kode_mk password',
  ])('and none in other words: %s', (column) => {
    const [name = ''] = column.split(' ')
    expect(table(column)[name] ?? '').not.toContain('password')
  })
  test('says so in its reason', () => {
    const records = passwords.map((us_pass, at) => ({ id: `${at}`, email: `u${at}@acme.example`, us_pass }))
    const found = suggestMapping({ header: ['id', 'email', 'us_pass'], records }).columns
    const reason = 'its name “us_pass” may say so, though none of the samples are password hashes'
    expect(found.at(-1)?.suggestion?.reason).toBe(reason)
  })
})

describe('a word for a password behind a word for users in any language', () => {
  const chosen: Readonly<Record<string, readonly string[]>> = {
    'clear texts': ['sunny12', 'moon!34', 'tiger', 'abc123x', 'secret9'],
    'a phone number among them': ['123456tnt', '0972612200'],
    'the password that many were given': ['first123', 'first123', 'first123', 'sunny!12', 'first123'],
    'a short one, one with a blank and a date of birth':
      'sunny12,moon!34,tiger5,abc123x,secret9,rain77,cloud8,star.55,mist11,abc,my dog 1,19900131'.split(','),
  }
  const ofTable = (name: string, values: readonly string[]) => {
    const records = values.map((value, at) => ({ id: `${at + 1}`, email: `u${at}@acme.example`, [name]: value }))
    const found = suggestMapping({ header: ['id', 'email', name], records }).columns
    return found.find(({ path }) => path === name)?.suggestion?.target
  }
  const names = ['nguoidung_pass', 'brugere_pass', 'zaposleni_pwd', 'klant_mdp', 'vartotojas_parol']
  test.each(names.flatMap((name) => Object.entries(chosen).map(([what, values]) => [name, what, values] as const)))(
    'is asked about or taken: %s with %s',
    (name, _, values) => expect(ofTable(name, values)).toBe('password-hash'),
  )
  const ofNoForm = ['sunce12', 'Kisa-2024', 'tigar!5', 'abc123', 'Tajna#99x', 'zima77zima', 'moj.pas1', 'Leto2019']
  test.each(['zaposleni_sifra', 'Šifra', 'шифра', 'Κωδικός', 'الرمز', 'código de acceso', 'clé', 'user_code'])(
    'and a word for a code or a password is asked about by values that follow no rule: %s',
    (name) => {
      expect(ofTable(name, ofNoForm)).toBe('password-hash')
      for (const made of ['Z-', 'K'])
        expect(
          ofTable(
            name,
            ofNoForm.map((_, at) => `${made}${at + 7}`),
          ),
        ).not.toBe('password-hash')
      for (const other of ['100234', 'X7Q2P1', 'Berlin'])
        expect(
          ofTable(
            name,
            ofNoForm.map((_, at) => `${other}${String.fromCodePoint(65 + at)}`),
          ),
        ).not.toBe('password-hash')
    },
  )
  test.each(['promo_code', 'code_postal', 'codigo_producto', 'country_code'])(
    'but not where the code is one of something else: %s',
    (name) => expect(ofTable(name, ofNoForm)).not.toBe('password-hash'),
  )

  test.each([
    ['nguoidung_pass', ['0', '1', '0', '0', '1']],
    ['exam_pass', ['yes', 'no', 'yes', 'yes', 'no']],
    ['exam_pass', ['2024-05-01', '2024-06-01', '2024-07-11', '2024-08-01', '2024-05-09']],
    ['exam_pass', ['1714550000', '1714650000', '1714750000', '1714850000', '1714950000']],
    ['club_pass', ['gold', 'silver', 'gold', 'none', 'silver']],
    ['club_pass', ['level1', 'level2', 'level1', 'level1', 'level2']],
    ['boarding_pass', ['BP-1001', 'BP-1002', 'BP-1003', 'BP-1004', 'BP-1005']],
    ['season_pass', ['100234', '100235', '100236', '100237', '100238']],
    ['SkiPass', ['K7Q2P', 'Z8M1R', 'W3N5T', 'B6V9X', 'H2J4L']],
  ])('is none over numbers, flags, dates and kinds, nor as a ticket: %s', (name, values) =>
    expect(ofTable(name, values)).not.toBe('password-hash'),
  )
})
