import { verifySync } from '@node-rs/argon2'
import { compareSync } from 'bcryptjs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashLikeness } from '../../../shared/hashes/hash-likeness.ts'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { argon2Hash, bcryptHash, password } from './made-hashes.ts'

const judge = (hash: string) => judgeHash({ hash }, null, 'supertokens')

/** How tools write a text, and the word of the verdict that says so. */
const written: readonly (readonly [title: string, write: (text: string) => string, said: RegExp])[] = [
  ['base64', (text) => Buffer.from(text).toString('base64'), /base64/],
  ['base64 without padding', (text) => Buffer.from(text).toString('base64').replaceAll('=', ''), /base64/],
  ['base64 for addresses', (text) => Buffer.from(text).toString('base64url'), /base64/],
  ['base64 with the line end', (text) => Buffer.from(`${text}\n`).toString('base64'), /base64/],
  ['bytea of PostgreSQL', (text) => `\\x${Buffer.from(text).toString('hex')}`, /hexadecimal/],
  ['bytea with its backslash doubled', (text) => `\\\\x${Buffer.from(text).toString('hex')}`, /hexadecimal/],
  ['a binary literal', (text) => `0x${Buffer.from(text).toString('hex').toUpperCase()}`, /hexadecimal/],
  ['bare hexadecimal', (text) => Buffer.from(text).toString('hex'), /hexadecimal/],
  ['bytes of Python', (text) => `b'${text}'`, /Python/],
  ['bytes of Python with double quotes', (text) => `b"${text}"`, /Python/],
  ['backticks', (text) => `\`${text}\``, /quotation marks/],
  ['smart quotes', (text) => `“${text}”`, /quotation marks/],
  ['German quotes', (text) => `„${text}“`, /quotation marks/],
  ['French quotes', (text) => `«${text}»`, /quotation marks/],
  ['escaped quotes', (text) => `\\"${text}\\"`, /quotation marks/],
  ["a leading '", (text) => `'${text}`, /spreadsheets/],
  ['%24 for some dollar signs', (text) => text.replace('$', '%24'), /web address/],
  ['%24 for all', (text) => text.replaceAll('$', '%24'), /web address/],
  ['everything encoded for an address', (text) => encodeURIComponent(text), /web address/],
  ['encoded twice', (text) => encodeURIComponent(encodeURIComponent(text)), /web address/],
  ['&#36; for the dollar signs', (text) => text.replaceAll('$', '&#36;'), /web page/],
  ['&dollar;', (text) => text.replaceAll('$', '&dollar;'), /web page/],
  ['escapes of JSON', (text) => text.replaceAll('$', '\\u0024').replaceAll('/', '\\/'), /backslash/],
  ['escapes of a shell', (text) => text.replaceAll('$', '\\$'), /backslash/],
  ['invisible characters before it', (text) => `\u200B${text}`, /invisible/],
  ['brackets', (text) => `[${text}]`, /brackets/],
  ['a semicolon behind it', (text) => `${text};`, /separator/],
  ['an object with one hash', (text) => JSON.stringify({ hash: text }), /object/],
  ['the array of PHP with one hash', (text) => `a:1:{s:4:"hash";s:${text.length}:"${text}";}`, /credential/],
  [
    'base64 broken into lines',
    (text) =>
      Buffer.from(text)
        .toString('base64')
        .replaceAll(/(.{64})/g, '$1\r\n'),
    /base64/,
  ],
  ['a string of Python 2', (text) => `u'${text}'`, /Python/],
  ['a bytearray of Python', (text) => `bytearray(b'${text}')`, /Python/],
  ['quotes the other way round', (text) => `»${text}«`, /quotation mark/],
  ['single guillemets', (text) => `‹${text}›`, /quotation mark/],
  ['Japanese quotes', (text) => `「${text}」`, /quotation mark/],
  ['a leading ’, as a word processor writes it', (text) => `’${text}`, /quotation mark/],
  ['a quote whose partner is lost', (text) => `“${text}`, /quotation mark/],
  ['a backtick behind it alone', (text) => `${text}\``, /quotation mark/],
  ['the formula that keeps a text a text', (text) => `="${text}"`, /spreadsheets/],
  ["the formula behind a '", (text) => `'="${text}"`, /spreadsheets/],
  ['escapes of C', (text) => text.replaceAll('$', '\\x24'), /backslash/],
  ['octal escapes', (text) => text.replaceAll('$', '\\044').replaceAll('/', '\\057'), /backslash/],
  ["E'...' of PostgreSQL", (text) => `E'${text}'`, /SQL/],
  ["E'\\\\x...' of PostgreSQL", (text) => `E'\\\\x${Buffer.from(text).toString('hex')}'`, /SQL/],
  ["N'...' of SQL Server", (text) => `N'${text}'`, /SQL/],
  ['a character set of MySQL', (text) => `_utf8mb4'${text}'`, /SQL/],
  ['the function decode', (text) => `decode('${Buffer.from(text).toString('hex')}','hex')`, /function/],
  ['the function FROM_BASE64', (text) => `FROM_BASE64('${Buffer.from(text).toString('base64')}')`, /function/],
  ['zero bytes up to a fixed width', (text) => text.padEnd(128, '\0'), /zero bytes/],
  ['zero bytes, written', (text) => `${text}\\000\\000`, /zero bytes/],
  ['doubled dollar signs', (text) => text.replaceAll('$', () => '$$'), /doubled/],
  [
    'an object that names its algorithm',
    (text) => JSON.stringify({ password: text, algo: text.split('$')[1] }),
    /object/,
  ],
  ['bytes of Node.js', (text) => JSON.stringify(Buffer.from(text)), /object/],
  [
    'bytes of MongoDB',
    (text) => JSON.stringify({ $binary: { base64: Buffer.from(text).toString('base64'), subType: '00' } }),
    /object/,
  ],
  ['&amp;#36; for the dollar signs', (text) => text.replaceAll('$', '&amp;#36;'), /web page/],
  ['quotes around base64', (text) => `"${Buffer.from(text).toString('base64')}"`, /base64/],
]

describe.each(written)('a hash in %s', (_, write, said) => {
  it('is read back, fits its password, and says so', () => {
    const verdicts = [bcryptHash, argon2Hash()].map((hash) => judge(write(hash)))
    expect(verdicts.map(({ kind }) => kind)).toEqual(['rewrite', 'rewrite'])
    const [bcrypt, argon2] = verdicts.map((verdict) => ('send' in verdict ? verdict.send : ''))
    expect([compareSync(password, bcrypt ?? ''), verifySync(argon2 ?? '', password)]).toEqual([true, true])
    for (const { reason } of verdicts) expect(reason).toMatch(said)
  })
})

describe('an encoded text that is not exactly one whole hash', () => {
  it.each([
    ['a hash that was cut', `\\x${Buffer.from(bcryptHash.slice(0, 50)).toString('hex')}`, 'bcrypt'],
    ['a hash with a salt beside it', JSON.stringify({ hash: bcryptHash, salt: 'seasalt' }), 'unknown'],
    ['a hash over another one', JSON.stringify({ hash: bcryptHash, type: 'bcrypt-sha256' }), 'unknown'],
    ['two hashes', Buffer.from(`${bcryptHash} ${bcryptHash}`).toString('base64'), 'unknown'],
    ['WordPress', `\`$wp${bcryptHash}\``, 'wordpress-bcrypt'],
    ['PBKDF2', "b'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ92hWPxi5ww0uuAuAnKgC45eudxro7c='", 'pbkdf2'],
    ['a clear password', '“hunter2”', 'plaintext'],
  ])('%s is refused as what it is', (_, hash, family) => {
    expect(judge(hash)).toMatchObject({ kind: 'reject', family })
  })

  it('is not sent against what the provider says', () => {
    const hash = Buffer.from(bcryptHash).toString('base64')
    expect(judgeHash({ hash, declared: 'bcrypt_peppered' }, null, 'supertokens').kind).toBe('reject')
  })

  it('never makes anything but a hash of what it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...written), (text, [, write]) => {
        const verdict = judge(write(text.replaceAll(/[\ud800-\udfff]/g, '')))
        expect('send' in verdict).toBe(false)
      }),
    )
  })
})

it('an encoded hash is found under any name of its column', () => {
  const encoded = written.map(([, write]) => write(bcryptHash))
  expect(encoded.map((value) => hashLikeness(value))).toEqual(encoded.map(() => 'certain'))
})

it('reads bytes of MongoDB where they are base64 text, and nothing else in their place', () => {
  const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'
  const binary = (base64: unknown) => judge(JSON.stringify({ $binary: { base64, subType: '00' } }))
  expect(binary(Buffer.from(hash).toString('base64'))).toMatchObject({ kind: 'rewrite', send: hash })
  const others = [hash.length, null, [hash], { value: hash }].map((wrong) => binary(wrong).kind)
  expect(others.filter((kind) => kind === 'accept' || kind === 'rewrite')).toEqual([])
})
