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
