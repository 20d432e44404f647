import { compareSync, hashSync } from 'bcryptjs'
import { expect, test } from 'vitest'
import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { isLockedMark } from '../../../shared/hashes/absence.ts'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { withoutClearText } from '../../../shared/hashes/without-clear-text.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const bcrypt = `$2b$10$${'a'.repeat(21)}u${'b'.repeat(30)}2`
const judge = (hash: string) => judgeHash({ hash }, null, 'supertokens')

const locked = [
  `!${bcrypt}`,
  `!!${bcrypt}`,
  `*${bcrypt}`,
  `*LK*${bcrypt}`,
  '!$6$salt$digest',
  '!$y$j9T$salt$digest',
  `{CRYPT}!${bcrypt}`,
  '{crypt}!!',
  '!{SSHA}c2FsdGVkaGFzaA==',
  '!!',
  '*LK*',
]

test('an account that a mark before the hash locks has no password, and its hash is not kept', () => {
  expect(locked.map((hash) => [isLockedMark(hash), judge(hash).kind])).toEqual(locked.map(() => [true, 'no-password']))
  expect(withoutClearText({ hash: `*${bcrypt}` })).toEqual({ hash: '!' })
})

test.each(['!', '*', '', `!${'x'.repeat(40)}`, bcrypt, '{SSHA}c2Fs', '$6$salt$digest', '*0A1B', '!important'])(
  '%s locks no account',
  (hash) => {
    expect(isLockedMark(hash)).toBe(false)
  },
)

test('whose password was locked is disabled, so that no code lets that user in again', () => {
  const read = tableReader(mappingOf({ email: 'email', hash: 'password-hash' }))
  const standings = [`!${bcrypt}`, ` '*${bcrypt}'`, '!', bcrypt].map((hash) => {
    const entry = read({ email: 'ann@example.com', hash })
    return entry.kind === 'user' ? entry.user.standing : entry.kind
  })
  expect(standings).toEqual(['disabled', 'disabled', 'active', 'active'])
})

test('what Request Tracker writes between exclamation marks is a hash, and no mark of a locked account', () => {
  const judged = (hash: string) => {
    const verdict = judge(hash)
    return verdict.kind === 'reject' ? verdict.family : verdict.kind
  }
  const secret = `${'a'.repeat(22)}${'b'.repeat(31)}`
  expect([judged(`!bcrypt!10!${secret}`), judged(`!sha512!salt!${secret}`)]).toEqual(['bcrypt-variant', 'sha'])
  expect([hashLikeness(`!bcrypt!10!${secret}`), isLockedMark(`!bcrypt!10!${secret}`)]).toEqual(['certain', false])
  expect([judged('*NO-PASSWORD*'), judged('!locked!'), judged('!important!')]).toEqual(
    Array.from({ length: 3 }, () => 'no-password'),
  )
})

const own = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const usual = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** As AdonisJS writes it. */
function inPhc(hash: string): string {
  const text = hash.slice(7).replaceAll(/./g, (character) => usual.charAt(own.indexOf(character)))
  return `$bcrypt$v=${hash.charCodeAt(2)}$r=${Number(hash.slice(4, 6))}$${text.slice(0, 22)}$${text.slice(22)}`
}

test('bcrypt of AdonisJS is sent as the hash that it stands for', () => {
  const hash = hashSync('correct horse', 4)
  const verdict = judge(inPhc(hash))
  expect(verdict).toMatchObject({ kind: 'rewrite', family: 'bcrypt', send: hash })
  expect(verdict.kind === 'rewrite' && compareSync('correct horse', verdict.send)).toBe(true)
})

test.each<[string, (phc: string) => string]>([
  ['cut', (phc) => phc.slice(0, -1)],
  ['of an unknown version', (phc) => phc.replace('v=98', 'v=99')],
  ['with more behind it', (phc) => `${phc}$1`],
  ['in another alphabet', (phc) => phc.replace(/.{5}$/, '-._~x')],
  ['with bits that no library writes', (phc) => phc.replace(/.$/, '/')],
  ['of an impossible cost', (phc) => phc.replace('r=4', 'r=3')],
])('bcrypt of AdonisJS %s is refused', (_, change) => {
  expect(judge(change(inPhc(`$2b$04$${'a'.repeat(21)}u${'b'.repeat(30)}2`))).kind).toBe('reject')
})
