import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLogins, createLoginScan } from '../../../../electron/engine/reading/control-totals/login-scan.ts'
import type { Chunk } from '../../../../electron/engine/reading/file-bytes.ts'

const bcrypt = '$2b$10$abcdefghijklmnopqrstuv1234567890123456789012345678901'
const argon2 = '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA+/'

test('a word in braces before the dollar sign of a hash changes no count', () => {
  const word = fc.constantFrom('CRYPT', 'SSHA', 'BLF-CRYPT', 'ARGON2', 'SHA512-CRYPT', 'x', '9')
  const beginning = fc.constantFrom('$2b$10$', '$2y$04$', '$argon2id$', '$argon2i$v=19$m=1,t=2,p=1$')
  const rest = fc.string({ unit: fc.constantFrom(...Array.from('./AbZz09${}:+=,@ \\-_*')), maxLength: 120 })
  fc.assert(
    fc.property(word, beginning, rest, (before, family, behind) => {
      expect(countLogins(`{${before}}${family}${behind}`)).toEqual(countLogins(`${family}${behind}`))
    }),
  )
})

describe('in a text of which nothing is known,', () => {
  test.each([
    ['ann@acme.example'],
    ["o''brien@acme.example"],
    ['"mailto:ann@acme.example."'],
    ['ann\\u0040acme.example'],
    ['{"mail":"ann@m\\u00fcller.example"}'],
    ['ann@müller.example'],
    ['<ann@mail.acme.co.uk>'],
    ["(1,N'ann@acme.example',NULL)"],
  ])('%s holds one email address', (text) => {
    expect(countLogins(text)).toEqual({ emails: 1, hashes: 0 })
  })

  test.each(['@mail.example.com', "'@mail.example.com'", '@acme.example', '\\u0040acme.example'])(
    '%s has nobody before the at sign and is no address',
    (text) => {
      expect(countLogins(text)).toEqual({ emails: 0, hashes: 0 })
    },
  )

  test.each([
    [bcrypt],
    [bcrypt.replace('$2b$', '$2y$').replace('abc', 'ab\\/c')],
    [argon2],
    [`{CRYPT}${bcrypt}`],
    [`$wp${bcrypt}`],
    [`bcrypt$${bcrypt}`],
    [`argon2${argon2}`],
    ['{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTA='],
    ['{CRYPT}$6$saltsalt$abcdefghijklmnopqrstuvwxyz'],
    ['pbkdf2_sha256$600000$saltsalt$c29tZXRoaW5nIGxvbmcgZW5vdWdo='],
    ['scrypt:32768:8:1$saltsalt$0123456789abcdef0123456789abcdef'],
    ['$P$B123456789012345678901234567890'],
    [`1:ann:${'5f4dcc3b'.repeat(8)}:wZ8sX2:1`],
    [`{"v":"${'5f4dcc3b'.repeat(4)}:wZ8sX2:0"}`],
    [`a:b::${'5f4dcc3b'.repeat(4)}:wZ8sX2:1`],
    [`${'5f4dcc3b'.repeat(3)}:${'5f4dcc3b'.repeat(4)}:wZ8sX2:1`],
    [`${'5f4dcc3b'.repeat(4)}:wZ8sX2`],
    [`(1, '${'5f4dcc3b'.repeat(5)}:wZ8sX2', NULL)`],
    [`{"v":"{\\"p\\":\\"${'5f4dcc3b'.repeat(8)}:x1\\"}"}`],
    [`7,${'5f4dcc3b'.repeat(4)}:wZ8sX2\n`],
    [`<p>${'5f4dcc3b'.repeat(4)}:wZ8sX2</p>`],
    ['CRYPT:adkQ1wRypwF2A'],
    ['"OBF:1v2j1uum1xtv1zej","x"'],
    [`MD5:${'5f4dcc3b'.repeat(4)}`],
    [`a: b\nann: MD5:${'5f4dcc3b'.repeat(4)}, admin`],
    [`# users\n#ann=MD5:${'5F4DCC3B'.repeat(4)}\n`],
    ['first: 1\nsecond:CRYPT:adkQ1wRypwF2A,user'],
  ])('%s is one password hash', (text) => {
    expect(countLogins(text)).toEqual({ emails: 0, hashes: 1 })
  })

  test.each([
    ['root@localhost'],
    ['logo@2x.png'],
    ['@handle'],
    ['package@1.2.3'],
    ['a line\\n@acme.example'],
    ['$1$2$3'],
    ['between $5$ and $6$ a month'],
    ['$function$ BEGIN RETURN NEW; END $function$'],
    ['{"id":5}'],
    ['5f4dcc3b5aa765d61d8327deb882cf99'],
    [`ann:1001:${'5F4DCC3B'.repeat(4)}:${'0BD6B0C8'.repeat(4)}:[U]`],
    [`${'5f4dcc3b'.repeat(4)}:1001:1001:`],
    [`a\n${'5f4dcc3b'.repeat(4)}:kumquats\nb`],
    [`'${'5f4dcc3b'.repeat(4)}:1700000000'`],
    [`"sha256:${'5f4dcc3b'.repeat(8)}:latest"`],
    [`x ${'5f4dcc3b'.repeat(4)}:path y`],
    [`x${'5f4dcc3b'.repeat(4)}:salt:1`],
    ['2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
    ['2024-01-01T10:00:00+01:00'],
    ['$2b$10$****************'],
    [`acme-1.2.zip MD5:${'5f4dcc3b'.repeat(4)}`],
    [`acme-1.2.zip\nMD5: ${'5f4dcc3b'.repeat(4)}`],
    [`checksum: MD5:${'5f4dcc3b'.repeat(4)}`],
    [`{"etag":"MD5:${'5f4dcc3b'.repeat(4)}"}`],
    [`XMD5:${'5f4dcc3b'.repeat(4)}`],
    ['CRYPT:enabled, OBF:short, ENCRYPT:adkQ1wRypwF2A, 12:35:40'],
  ])('%s holds no login', (text) => {
    expect(countLogins(text)).toEqual({ emails: 0, hashes: 0 })
  })
})

test('bytes that come in pieces are counted as the whole is, up to any position', async () => {
  const text = `id,mail,hash\n1,ann@acme.example,${bcrypt}\n2,ben\\u0040acme.example,${argon2}\n3,cleo@acme.example,{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=\n`
  const lines = text.split('\n').slice(0, -1)
  for (const size of [1, 2, 3, 7, 40, 64, 1000]) {
    const scan = createLoginScan()
    let passed = 0
    for await (const chunk of scan.through(chunksOf(text, size)))
      if (chunk.kind === 'bytes') passed += chunk.bytes.length
    expect(passed).toBe(text.length)
    let end = 0
    const counted = lines.map((line) => scan.take((end += line.length + 1)))
    expect(counted).toEqual([
      { emails: 0, hashes: 0 },
      { emails: 1, hashes: 1 },
      { emails: 1, hashes: 1 },
      { emails: 1, hashes: 1 },
    ])
  }
})

test('what is taken between two chunks is not counted again, and says where it is', async () => {
  const text = `${'x'.repeat(2000)} ann@acme.example ${'y'.repeat(2000)} ben@acme.example ${bcrypt}`
  const scan = createLoginScan()
  const found: number[] = []
  let end = 0
  for await (const chunk of scan.through(chunksOf(text, 100))) {
    if (chunk.kind === 'bytes') end += chunk.bytes.length
    found.push(...scan.takePlaces(end - 100).emails)
  }
  const last = scan.takePlaces(text.length)
  expect([...found, ...last.emails]).toEqual([text.indexOf('@'), text.lastIndexOf('@')])
  expect(last.hashes).toEqual([text.indexOf('$')])
})

async function* chunksOf(text: string, size: number): AsyncGenerator<Chunk> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield { kind: 'bytes', bytes: bytes.subarray(at, at + size) }
}

test('hashes longer than the context around a mark are counted once, wherever a piece ends in them', async () => {
  const part = fc.integer({ min: 22, max: 2600 }).map((length) => 'Ab3+/'.repeat(600).slice(0, length))
  const long = fc
    .tuple(fc.constantFrom('argon2id', 'argon2i', 'scrypt', '6', 'pbkdf2-sha512'), part, part, part)
    .map(([family, ...parts]) => `$${family}$v=19$m=65536,t=3,p=4$${parts.join('$')}`)
  const before = fc.integer({ min: 0, max: 3000 }).map((length) => 'x '.repeat(length))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(before, long), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1000, 1999, 4096, 65_536),
      async (values, size) => {
        const text = values.map(([gap, hash]) => `${gap}"${hash}",`).join('\n')
        const scan = createLoginScan()
        for await (const chunk of scan.through(chunksOf(text, size))) void chunk
        expect(scan.take(text.length)).toEqual(countLogins(text))
        expect(countLogins(text)).toEqual({ emails: 0, hashes: values.length })
      },
    ),
  )
})
