import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* Words of letters, or of few letters and digits, in wide tables that have no column names. */

const people = [
  ['Nora', 'Vestergaard', 'Aarhus', '2021-04-01', 'editor'],
  ['Ilja', 'Petrov', 'Bonn', '2021-05-17', 'viewer'],
  ['Pia', 'Lindqvist', 'Turku', '2022-01-30', 'viewer'],
] as const

/** A table of the people with `words` in a column of their own, the fifth of eight. */
const inspectWords = (words: readonly string[]) => {
  const rows = words.map((word, at) => {
    const [first = '', last = '', city, date, role] = people[at % people.length] ?? []
    return [at + 1, `${first}.${last}@acme.example`.toLowerCase(), first, last, word, city, date, role].join(',')
  })
  return inspect({ 'people.csv': `${rows.join('\n')}\n` })
}

describe('words that may be passwords are asked about in a table of many columns', () => {
  test.each([
    ['three letters and digits', ['Pw12', 'Pw34', 'Pw56']],
    ['short for a password and counted', ['pw1', 'pw2', 'pw3']],
    ['few letters of their own', ['Kuh7', 'abc!', 'Tor99']],
    ['known passwords, one of which comes again', ['sunshine', 'monkey', 'sunshine']],
    ['known passwords with a capital', ['Sunshine', 'Dragon', 'Azerty']],
    ['a known password beside another word', ['qwertz', 'lampe', 'qwertz']],
    ['one small word for all', ['kartoffel', 'kartoffel', 'kartoffel']],
    ['one number in order for all', ['12345', '12345', '12345']],
  ])('%s', async (_, words) => {
    const { json, out } = await inspectWords(words)
    expect(json, out).toMatchObject({ users: 3, ready: 0, blocked: { 'unmapped-hash': 3 } })
    expect(out).toContain('unmapped-hash:5')
    expect(out).not.toMatch(/unmapped-hash:[^5]/)
    for (const word of words.filter(({ length }) => length > 6)) expect(out).not.toContain(word)
  })
})

describe('words that are plainly none are not asked about', () => {
  test.each([
    ['one department for all', ['marketing', 'marketing', 'marketing']],
    ['one role for all', ['member', 'member', 'member']],
    ['one role of a language for all', ['Benutzer', 'Benutzer', 'Benutzer']],
    ['one country for all', ['germany', 'germany', 'germany']],
    ['one plan for all', ['premium', 'premium', 'premium']],
    ['one way to sign in for all', ['local', 'local', 'local']],
    ['one place with a capital for all', ['Bergen', 'Bergen', 'Bergen']],
    ['departments', ['sales', 'support', 'finance']],
    ['departments that come again', ['sales', 'support', 'sales']],
    ['small places that come again', ['bonn', 'ulm', 'bonn']],
    ['levels', ['Lv10', 'Lv11', 'Lv12']],
    ['rooms', ['A101', 'B202', 'C303']],
    ['first names', ['Kalle', 'Mira', 'Otso']],
    ['years', ['2021', '2021', '2021']],
  ])('%s', async (_, words) => {
    const { json, out } = await inspectWords(words)
    expect(json, out).toMatchObject({ users: 3, ready: 3 })
  })
})
