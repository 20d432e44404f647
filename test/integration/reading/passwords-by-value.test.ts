import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* Columns of unknown names whose values may be passwords, in tables whose users have no other one. */

const names = ['anna', 'bela', 'carla', 'dora', 'emil', 'flora', 'gabor', 'hanna'] as const

type Values = readonly string[]

async function questionsAbout(column: string, values: Values, beside = '', cell = '') {
  const rows = names.map((name, at) => `${at + 1},${name}@acme.example,${cell}${values[at % values.length] ?? ''}`)
  const { json, out } = await inspect({ 'users.csv': `id,email,${beside}${column}\n${rows.join('\n')}\n` })
  for (const value of values) expect(value.length > 5 && out.includes(value)).toBe(false)
  return { json, asks: out.includes(`"unmapped-hash"`) }
}

const generated = ['aB3xY9pq', 'Zk4mW8rt', 'qL7nP2sv', 'Hd5cJ6wy', 'tG9bF3kz', 'Mx2vR7hn', 'wS6jD4lp', 'Yc8fT5gm']
const inSmallLetters = ['k3x9qp2m', '7wz4mtr8', 'p2n6vsq9', 'c5jd8hyw', 'g9f3btkz', 'x2v7rhnm', '6wsj4dlp', 'y8c5ftgm']
const chosen = ['Sommer2020!', 'kater55', 'Blume#7', 'Fussball04', 'qwertz99!', 'Hund1987', 'pferdchen3', 'Schatzi88']
const ofOwnNames = names.map((name, at) => `${name.charAt(0).toUpperCase()}${name.slice(1)}${(at * 37) % 90}!x`)
const words = ['Sommer2020', 'Kater55', 'Blume778', 'Fussball04', 'Katze1', 'Hund1987', 'Pferdchen31', 'Schatzi88']
const inBase64 = names.map((name, at) => btoa(`${name.padEnd(9, 'x')}${String.fromCodePoint(200 + at)}0K3Zq_${at}zü`))
const salted = names.map((name, at) => btoa(`${name}:${String.fromCodePoint(180 + at)}`.padEnd(32, `~é${at}Q`)))

describe('is asked about', () => {
  test.each([
    ['passwords that a program made', generated],
    ['the same in small letters', inSmallLetters],
    ['passwords that users chose', chosen],
    ['words with numbers behind them', words],
    ['the name of each user with a number and a sign', ofOwnNames],
    ['digests in base64', inBase64.map((text) => text.slice(0, 27) + '=')],
    ['longer ones', salted.map((text) => text.slice(0, 43) + '=')],
  ])('%s', async (_, values) => {
    const { json } = await questionsAbout('xyz', values)
    expect(json).toMatchObject({ users: 8, ready: 0, blocked: { 'unmapped-hash': 8 } })
  })

  test('passwords in a table of JSON, beside names to sign in with', async () => {
    const users = names.map((login, at) => ({ login, email: `${login}@acme.example`, merkmal: chosen[at] }))
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    expect(json).toMatchObject({ users: 8, ready: 0, blocked: { 'unmapped-hash': 8 } })
  })
})

describe('is asked about, in a table of JSON', () => {
  test.each([
    ['in an object for the login', (at: number) => ({ zugang: { merkmal: chosen[at] } })],
    ['beside a column of passwords that is empty', (at: number) => ({ xyz: chosen[at], password: null })],
  ])('%s', async (_, more) => {
    const users = names.map((name, at) => ({ id: at, email: `${name}@acme.example`, ...more(at) }))
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    expect(json).toMatchObject({ users: 8, ready: 0, blocked: { 'unmapped-hash': 8 } })
  })
})

test('is named where the users have a login and no contact', async () => {
  const rows = names.map((name, at) => `${name},${chosen[at] ?? ''}`)
  const { out } = await inspect({ 'users.csv': `login,xyz\n${rows.join('\n')}\n` })
  expect(out).toContain('it may be a password hash, but that is not sure: its values may be passwords')
})

describe('is not asked about', () => {
  test.each([
    ['an order', 'xyz', ['ORD004711', 'ORD018322', 'ORD090133', 'ORD044804']],
    [
      'a code in capitals',
      'xyz',
      ['K3X9QP2M', '7WZ4MTR8', 'P2N6VSQ9', 'C5JD8HYW', 'G9F3BTKZ', 'X2V7RHNM', '6WSJ4DLP', 'Y8C5FTGM'],
    ],
    ['a key of a product', 'xyz', names.map((_, at) => `A${at}F9K-QQ${at}LM-7X${at}ZD`)],
    ['a postal code', 'xyz', ['SW1A1AA', 'EC1A1BB', 'M11AE', '1011AB', 'H2X1Y4', 'B338TH', 'CR26XH', 'DN551PT']],
    ['a phone number', 'xyz', ['0361234567', '0362345678', '0363456789', '0364567890']],
    ['a UUID', 'xyz', names.map((_, at) => `0b5e0d1c-4a4f-4c1d-9a55-00000000001${at}`)],
    ['an ID of MongoDB', 'xyz', names.map((_, at) => `507f1f77bcf86cd79943901${at}`)],
    ['a path', 'xyz', names.map((name, at) => `/u/${name}-${at}k2/Me${at}`)],
    ['a file', 'xyz', names.map((name, at) => `Img_${at}x${name}.png`)],
    ['a page', 'xyz', names.map((name, at) => `https://acme.example/${name}${at}`)],
    ['a city', 'xyz', ['Budapest', 'Győr', 'Saint-Denis', 'Wien', 'Graz', 'Linz', "L'Aquila", 'Aix-en-Provence']],
    ['a name', 'xyz', ['Anna-Maria', 'Béla', 'Carla', "O'Neil", 'Emil', 'Flora', 'Gábor', 'Hanna']],
    ['a user name', 'xyz', names.map((name, at) => `${name}.k${at}`)],
    ['a user name with a number', 'xyz', names.map((name, at) => `${name}${at + 80}`)],
    ['a slug', 'xyz', names.map((name, at) => `${name}-kiss-${at}f`)],
    ['a date', 'xyz', names.map((_, at) => `${10 + at}-Jan-2020`)],
    [
      'a date with a month of another language',
      'xyz',
      names.map((_, at) => `${8 + at}.${['Mai', 'März', 'Sept'][at % 3]}.2020`),
    ],
    [
      'a date that begins with the year',
      'xyz',
      names.map((_, at) => `2020-${['Ene', 'Marzo', 'Dic'][at % 3]}-${8 + at}`),
    ],
    ['a measure', 'xyz', ['10kg', '12.5kg', '100kg', '8.25kg', '70kg', '66kg', '93kg', '110kg']],
    ['a color', 'xyz', ['#ffaa00', '#00ffaa', '#aa00ff', '#123abc', '#abc123', '#f0f0f0', '#a1b2c3', '#c3b2a1']],
    [
      'an abbreviation of a name with a number',
      'xyz',
      names.map((name, at) => `${name.charAt(0).toUpperCase()}${name.slice(1, 3)}K${at + 1}`),
    ],
    ['a handle', 'xyz', ['@Anna_K1', '@bela77', '@Carla.X', '@dora_3', '@em1l', '@Flo_ra9', '@gab0r', '@hannaX']],
    ['an address of a machine', 'xyz', names.map((_, at) => `0${at}:1b:Cc:2d:9e:f${at}`)],
    ['a token by its name', 'app_token', generated],
    ['a code by its name', 'referral_code', generated],
    ['a slug by its name', 'slug', generated],
    ['a key by its name', 'license', generated],
    ['a picture by its name', 'avatar', generated],
    ['a name by its name', 'nickname', chosen],
    ['a plate by its name', 'kennzeichen', words],
    ['an ID by its name', 'stripe_id', generated],
  ] as const)('%s', async (_, column, values) => {
    expect((await questionsAbout(column, values)).asks).toBe(false)
  })

  test('beside passwords', async () => {
    const { json, asks } = await questionsAbout('xyz', generated, 'password,', 'Gartenzaun7,')
    expect([json?.['users'], asks]).toEqual([8, false])
  })

  test('in a table without a login', async () => {
    const rows = names.map((name, at) => `${at + 1},${name},${generated[at] ?? ''}`)
    const { out } = await inspect({ 'things.csv': `id,color,xyz\n${rows.join('\n')}\n` })
    expect(out).not.toContain('"unmapped-hash"')
  })
})
