import { uuid as anyUuid, assert, constantFrom, nat, property, record } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { hashesIn, hashLikeness, hashLikenessUnderPasswordName, isUuid } from '../../../shared/hashes/hash-likeness.ts'

const bcrypt = `$2b$10$abcdefghijklmnopqrstuO${'a'.repeat(30)}u`

describe('the look of a value under any name', () => {
  test.each([
    ['bcrypt', bcrypt],
    ['bcrypt in quotes', `"${bcrypt}"`],
    ['bcrypt behind a prefix', `{bcrypt}${bcrypt}`],
    ['Argon2', '$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['Firebase scrypt', `$f_scrypt$${'A'.repeat(86)}==$AAAAAAAAAAA=$m=14$r=8$s=Bw==`],
    ['PBKDF2 of Django', 'pbkdf2_sha256$390000$salt$WGg3bm90YXJlYWxoYXNoYXRhbGxidXRsb25nZW5vdWdo'],
    ['PBKDF2 of Passlib', '$pbkdf2-sha256$29000$c2FsdHNhbHQ$WGg3bm90YXJlYWxoYXNoYXRhbGxidXRsb25nZW5vdWdo'],
    ['SHA of an LDAP server', '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g+bM8H'],
    ['phpass', `$P$B${'a'.repeat(30)}`],
    ['Drupal', `$S$D${'a'.repeat(51)}`],
    ['SHA-512 crypt', `$6$saltsalt$${'a'.repeat(86)}`],
    ['scrypt of Werkzeug', `scrypt:32768:8:1$salt$${'0a'.repeat(64)}`],
    ['ASP.NET Identity', `AQAAAAEAACcQAAAAE${'a'.repeat(67)}`],
    ['bcrypt with encoded dollar signs', `%242b%2410%24${'a'.repeat(53)}`],
    ['MySQL', '*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29'],
    ['bcrypt of WordPress', `$wp$2y$10$abcdefghijklmnopqrstuO${'a'.repeat(30)}u`],
    ['HMAC of password-hash', `sha1$1f9a3b7c$1$${'0a'.repeat(20)}`],
    ['SHA-512 with its rounds and salt', `sha512$5000$1f9a3b7c1f9a3b7c$${'0a'.repeat(64)}`],
    ['SHA-256 behind its name', `sha256$${'0a'.repeat(32)}`],
    ['MD5 with a version, rounds and a salt', `md5$1$100$1f9a3b7c$${'0a'.repeat(16)}`],
    ['SHA of SAP', `{x-issha, 1024}${'aB3+'.repeat(9)}`],
    ['SHA-512 of SAP', `{x-isSHA512, 15000}${'aB3+'.repeat(26)}`],
    ['PBKDF2 of MediaWiki', `:pbkdf2:sha512:30000:64:c2FsdA==:${'aB3+'.repeat(20)}`],
    ['MD5 of MediaWiki', `:B:1a2b3c4d:${'0a'.repeat(16)}`],
  ])('%s is certain', (_, value) => expect(hashLikeness(value)).toBe('certain'))

  test.each([
    ['32 hexadecimal digits', '0cc175b9c0f1b6a831c399e269772661'],
    ['40', 'a'.repeat(40)],
    ['64', 'A0'.repeat(32)],
    ['128', '0f'.repeat(64)],
    ['64 as sha256sum prints them for a text', `${'a0'.repeat(32)}  -`],
    ['32 as md5sum prints them for bytes', '0cc175b9c0f1b6a831c399e269772661 *-'],
    ['a digest with its salt', '0cc175b9c0f1b6a831c399e269772661:salt'],
    ['bcrypt that was cut', '$2b$10$abcdefghijkl'],
    ['bcrypt that was cut, with encoded dollar signs', `%242b%2410%24${'a'.repeat(33)}`],
    ['64 bytes in base64', `${'A'.repeat(86)}==`],
    ['a salt and a digest in base64', `${'aB3+'.repeat(5)}aB==:${'xY7/'.repeat(10)}xY7=`],
    ['a digest and a salt in base64', `${'xY7/'.repeat(21)}xY==.${'aB3+'.repeat(4)}`],
  ])('%s is possible', (_, value) => expect(hashLikeness(value)).toBe('possible'))

  test.each(
    [
      [
        '',
        'hunter2',
        'a sentence of more than thirty characters',
        'a sentence of more than thirty characters -',
        '$100 and more of it',
        '2024-01-01T10:00:00.000+00:00',
      ],
      ['sha256$a-picture.of-something.jpg', 'sha1$short', 'sha512 $5000 a sentence about algorithms'],
      ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'https://acme.example/a/very/long/path', '{"a":"bbbbbbbbbbbbbbbb"}'],
      [
        '507f1f77bcf86cd799439011',
        'ann.of.a.very.long.name@acme.example',
        'abcdefghijklm',
        'fakeHash:salt=a:password=b',
        'uid=ann,ou=people,dc=acme,dc=example',
      ],
    ].flat(),
  )('“%s” is none', (value) => expect(hashLikeness(value)).toBeNull())
})

test('under the name of a password also counts what only the detector knows', () => {
  expect(hashLikenessUnderPasswordName('abJnggxhB/yWI')).toBe('possible')
  expect(hashLikenessUnderPasswordName('[REDACTED]')).toBe('possible')
  expect(hashLikenessUnderPasswordName('YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo=')).toBe('possible')
  expect(hashLikenessUnderPasswordName('!')).toBeNull()
  expect(hashLikenessUnderPasswordName('hunter2')).toBeNull()
  expect(hashLikenessUnderPasswordName('AES/GCM/NoPadding')).toBeNull()
  expect(hashLikenessUnderPasswordName('RSA/ECB/OAEPWithSHA-256AndMGF1Padding')).toBeNull()
})

describe('hashes within a text', () => {
  it('are taken without what stands around them', () => {
    expect(hashesIn(`old: ${bcrypt}. New: ${bcrypt.replace('$10', '$12')}!`)).toEqual([
      bcrypt,
      bcrypt.replace('$10', '$12'),
    ])
  })

  it.each([
    'costs $20 or $2b, see {CRYPT}',
    '$2b$10$short and {SSHA}x',
    'template ${name} and {{user}}',
    'd41d8cd98f00b204e9800998ecf8427e',
    'pbkdf2_sha256$ is a hasher of Django',
    '',
  ])('are not seen in %o', (text) => expect(hashesIn(text)).toEqual([]))

  it('are looked for in the beginning of a long text only, and no more than eight', () => {
    expect(hashesIn(`${'x'.repeat(70_000)} ${bcrypt}`)).toEqual([])
    const many = Array.from({ length: 20 }, (_, n) => bcrypt.replace('$10', `$${n + 10}`)).join(' ')
    expect(hashesIn(many)).toHaveLength(8)
  })
})

const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

it('knows a UUID in small and capital letters', () => {
  expect(isUuid('0b0e5a3c-9d1f-4c7e-a1b2-00112233aaFF')).toBe(true)
})

it('agrees with the shape of a UUID on any text near one', () => {
  const character = constantFrom('0', '9', 'a', 'f', 'F', 'g', '-', ' ', 'é', '\u0130')
  const changed = record({ uuid: anyUuid(), at: nat(36), character, take: nat(2) })
  assert(
    property(changed, ({ uuid, at, character: put, take }) => {
      const text = uuid.slice(0, at) + put + uuid.slice(at + take)
      expect(isUuid(text)).toBe(shape.test(text))
    }),
  )
})
