import { describe, expect, it, test } from 'vitest'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import { computedPassword } from '../../../shared/hashes/mask-hash.ts'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { withoutClearText } from '../../../shared/hashes/without-clear-text.ts'

const hex = (length: number) => '0123456789abcdef'.repeat(9).slice(0, length)
const c = (length: number) => 'AbCdEf./0123'.repeat(8).slice(0, length)

/** `family` for another algorithm, `family (broken)` for a broken hash, else the kind of verdict. */
function groupOf(hash: string): string {
  const verdict = judgeHash({ hash }, null, 'documented')
  if (verdict.kind !== 'reject') return verdict.kind
  return verdict.why === 'malformed' ? `${verdict.family} (broken)` : verdict.family
}

describe('a hash that the core cannot check', () => {
  it('is named, so that the report can group it', () => {
    const hashes: Readonly<Record<string, readonly string[]>> = {
      'argon2-variant': [
        `${hex(128)}:saltsaltsaltsalt:3_32_2_67108864`,
        '$shiro2$argon2id$v=19$t=1,m=65536,p=4$c2FsdA$aGFzaA',
      ],
      pbkdf2: [
        'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
        'pbkdf2_sha1$1000$salt$8xBlGd3jVgvJ92hWPxi5ww0uuAu=',
        '$pbkdf2-sha256$i=100000,l=32$c2FsdA$8xBlGd3jVgvJ92hWPxi5ww',
        '$pbkdf2$12$c2FsdA$8xBlGd3jVgvJ92hWPxi5ww.',
        `pbkdf2:sha256:260000$salt$${hex(64)}`,
        `pbkdf2(1000,20,sha512)$8157ce38bba4c3dd$${hex(40)}`,
        `pbkdf2(1000,32,sha256)$$${hex(64)}`,
        `pbkdf2$10000$${hex(32)}$${hex(64)}`,
        `PBKDF2WithHmacSHA1/160/128000/${'A'.repeat(38)}==`,
        `-pbkdf2-${hex(40)},${hex(32)},10`,
        `pbkdf2_sha512:100000:${hex(32)}:${hex(128)}`,
        `pbkdf2:10000:${hex(48)}:${hex(128)}`,
        'sha256:1000:c2FsdA==:8xBlGd3jVgvJ92hWPxi5ww==',
        '{PBKDF2-HMAC-SHA256}10:c2FsdA==:8xBlGd3jVgvJ92hWPxi5ww==',
        '{PBKDF2-HMAC-SHA256}10000:8xBlGd3jVgvJ92hWPxi5ww8xBlGd3jVgvJ92hWPxi5ww==',
        `{PBKDF2_SHA256}AAAIAB${'b'.repeat(400)}`,
        '{PBKDF2-SHA512}10000$c2FsdA$8xBlGd3jVgvJ92hWPxi5ww',
        `$7$101$c2FsdHNhbHRzYWx0$${'A'.repeat(86)}==`,
        '{PBKDF2}1212$OB.dtnSEXZK8U5cgxU/GYQ$y5LKPOplRmok7CZp/aqVDVg8zGI',
        `{PKCS5S2}${'A'.repeat(64)}`,
        `$p5k2$3e8$${'a'.repeat(8)}$${'b'.repeat(32)}`,
        `$p5k2$$saltsalt$${'b'.repeat(32)}`,
        `grub.pbkdf2.sha512.10000.${hex(64).toUpperCase()}.${hex(128).toUpperCase()}`,
        `AQAAAAEAACcQAAAAE${'B'.repeat(65)}==`,
        `AC${'B'.repeat(64)}==`,
        `$8$${c(14)}$${c(43)}`,
        `${hex(32)}:${hex(64)}`,
        `${hex(32)}.${hex(64)}`,
        `$pbkdf2$f=SHA256,w=600000,l=32$c2FsdHNhbHQ$8xBlGd3jVgvJ92hWPxi5ww`,
        `{pbkdf2}${hex(80)}`,
        `{pbkdf2@SpringSecurity_v5_8}${hex(80)}`,
        `0x010000000100002710000000 10${hex(96)}`.replace(' ', '').toUpperCase().replace('0X', '0x'),
        `00${hex(96)}`,
        hex(100),
        hex(16).repeat(64),
      ],
      'bare-64': [hex(128), `\\x${hex(128)}`, `${hex(128)}:${hex(32)}`],
      'bare-digest': [
        `q83vASNFZ4mrze8BI0VniQ==`,
        `q83vASNFZ4mrze8BI0VniavN7wE=`,
        `q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=`,
      ],
      scrypt: [
        '$scrypt$ln=16,r=8,p=1$c2FsdA$8xBlGd3jVgvJ92hWPxi5ww',
        'SCRYPT:16384:8:1:c2FsdA==:8xBlGd3jVgvJ92hWPxi5ww==',
        `scrypt:32768:8:1$salt$${hex(128)}`,
        'scrypt$16384$seasalt$8$1$8xBlGd3jVgvJ92hWPxi5ww==',
        '$s0$e0801$c2FsdA==$8xBlGd3jVgvJ92hWPxi5ww==',
        `${hex(32)}:${hex(128)}`,
        '$scrypt$n=16384,r=8,p=1$c2FsdA$8xBlGd3jVgvJ92hWPxi5ww',
        `s2:abcdefghijklmnop:${hex(128)}`,
        `400$8$1$abcdef0123456789$${hex(64)}`,
        `c2NyeXB0AA${'Ab3/'.repeat(29)}Ab`,
        `73637279707400${hex(120)}`,
        `$9$${c(14)}$${c(43)}`,
      ],
      md5: [
        `0x${hex(32)}`,
        `\\x${hex(32)}`,
        `md5$100$1f9a3b7c$${hex(32)}`,
        hex(32),
        `${hex(32)}:salt`,
        `md5$seasalt$${hex(32)}`,
        `md5${hex(32)}`,
        '$md5$pf=e1NBTFR9$c2FsdA==$8xBlGd3jVgvJ92hWPxi5ww==',
        `$1$saltsalt$${c(22)}`,
        `$apr1$saltsalt$${c(22)}`,
        '{MD5}8xBlGd3jVgvJ92hWPxi5ww==',
        `{MD5}{salt}${hex(32)}`,
        `$md5,rounds=5000$GUBv0xjJ$$${c(22)}`,
      ],
      sha: [
        `0x${hex(40).toUpperCase()}`,
        `0x${hex(64)}`,
        `0x${hex(128)}`,
        `\\x${hex(64)}`,
        `sha512$5000$1f9a3b7c1f9a3b7c$${hex(128)}`,
        `${hex(64)}:saltsaltsaltsalt:1`,
        `${hex(32)}$100000$${hex(64)}`,
        `sha256:${hex(64)}`,
        `SHA-512:${hex(128)}`,
        // A digest at the end was not cut off, whatever its form.
        `sha256$10000$c2FsdHNhbHQ=$${'A'.repeat(43)}=`,
        '$shiro1$SHA-256$500000$c2FsdA==$aGFzaA==',
        hex(40),
        hex(64),
        `$SHA$${hex(16)}$${hex(64)}`,
        `${hex(40)}:25551135`,
        `sha1$seasalt$${hex(40)}`,
        '$sha1$pf=e1NBTFR9$c2FsdA==$8xBlGd3jVgvJ92hWPxi5ww==',
        '{SHA}8xBlGd3jVgvJ92hWPxi5wwAAAAA=',
        '{SSHA512}8xBlGd3jVgvJ92hWPxi5ww==',
        `{SHA-256}{salt}${hex(64)}`,
        `$sha1$40000$jtNX3nZ2$${c(28)}`,
        '{x-issha, 1024}8xBlGd3jVgvJ92hWPxi5ww==',
      ],
      // A salt of 8 or 16 bytes before 32 of hash, in hexadecimal.
      'pbkdf2-or-sha': [hex(80), hex(96), hex(96).toUpperCase()],
      scram: [
        'SCRAM-SHA-256$4096:c2FsdHNhbHQ=$8xBlGd3jVgvJ92hWPxi5ww==:8xBlGd3jVgvJ92hWPxi5ww==',
        '{SCRAM-SHA-1}4096,c2FsdHNhbHQ=,8xBlGd3jVgvJ92hWPxi5ww==,8xBlGd3jVgvJ92hWPxi5ww==',
        '$scram$6400$.Z/znnNOKWUsBaCU$sha-1=cRseQyJpnuPGn3e6d6u6JdJWk.0,sha-256=5GcjEbRaUIIci1r6NAMdI9OPZbxl',
        '{"SCRAM-SHA-256":{"iterationCount":15000,"salt":"c2FsdA==","storedKey":"8xBl","serverKey":"8xBl"}}',
      ],
      hmac: [
        '$hmac-md5$ZmU4Njk3$MTIzNDU=',
        `sha1$1f9a3b7c$1$${hex(40)}`,
        `sha256$1f9a3b7c$1000$${hex(64)}`,
        `sha512$1f9a3b7c4d5e6f70$3$${hex(128)}`,
        `md5$1f9a3b7c$1$${hex(32)}`,
      ],
      phpass: [`$P$B${c(30)}`, `$H$9${c(30)}`, `$S$E${c(51)}`, `U$S$E${c(51)}`, `M$P$C${c(30)}`],
      crypt: [
        `{SHA512-CRYPT}$6$saltsalt$${c(86)}`,
        `$5$saltsalt$${c(43)}`,
        `$6$rounds=5000$saltsalt$${c(86)}`,
        `$y$j9T$${c(22)}$${c(43)}`,
        `$gy$j9T$${c(22)}$${c(43)}`,
        `{CRYPT}$6$saltsalt$${c(86)}`,
        c(13),
        `crypt$$${c(13)}`,
      ],
      mediawiki: [`$B$2152187716$${hex(32)}`, `:B:2152187716:${hex(32)}`, ':pbkdf2:sha512:30000:64:c2FsdA==:8xBl'],
      mysql: [`*${hex(40).toUpperCase()}`],
      mssql: [`0x0100${hex(48)}`, `0x0200${hex(136).toUpperCase()}`],
      ntlm: [`aad3b435b51404eeaad3b435b51404ee:${hex(32)}`],
      ldap: ['{X-PLUGIN}whatever', '{SASL}ann@ACME.EXAMPLE'],
      encrypted: [
        '{AES-TUhNR0NTcUdTSWIz/Q==}8xBlGd3jVgvJ',
        'U2FsdGVkX18xMjM0NTY3OMTy8xBlGd3jVgvJ92hWPxg=',
        `gAAAAA${'Bk3x_8-Lq0'.repeat(9)}==`,
        `eyJpdiI6${'InZhbHVl'.repeat(12)}`,
        'ENC(8xBlGd3jVgvJ92hWPxi5ww==)',
        'vault:v1:8xBlGd3jVgvJ92hWPxi5ww==',
      ],
      plaintext: ['hunter2', 'Summer2024!', '{noop}secret'],
      // Letters in base64, and bytes of another length.
      unknown: [
        'this is a whole sentence and no hash at all',
        '5f4dcc3b5aa765d61',
        'a3VtcXVhdC1wYXBheWEtMQ==',
        'q83vASNFZ4mrze8BI0VniavN',
      ],
      'firebase-emulator': ['fakeHash:salt=fakeSalt1234:password=secret'],
      'bcrypt-phc': ['$bcrypt$v=98$r=10$c2FsdA$8xBlGd3jVgvJ92hWPxi5ww'],
    }
    const grouped = Object.fromEntries(
      Object.entries(hashes).map(([family, list]) => [family, list.map((hash) => groupOf(hash))]),
    )
    expect(grouped).toEqual(
      Object.fromEntries(Object.entries(hashes).map(([family, list]) => [family, list.map(() => family)])),
    )
  })

  it('calls a short word a clear password, and what may have been cut not', () => {
    const textFor = (hash: string) => {
      const verdict = judgeHash({ hash }, null, 'supertokens')
      return verdict.kind === 'reject' ? [hashFamily.title(verdict.family), verdict.reason] : []
    }
    const clear = [
      'probably a clear password',
      'It is too short for a hash: it is probably the password itself, in clear text.',
    ]
    expect(['hunter2', 'abc123', '1234567890123456', 'correct horse'].map(textFor)).toEqual([
      clear,
      clear,
      clear,
      clear,
    ])
    expect(textFor('5f4dcc3b5aa765d61')).toEqual([
      'not recognized',
      'It is too short for a hash: either a longer one was cut, or it is the password itself.',
    ])
  })

  it('is a clear password in words and numbers however long it is, and in nothing that an encoding gives', () => {
    const groups = (...texts: readonly string[]) => texts.map((hash) => groupOf(hash))
    expect(
      groups(
        'Kumquat-papaya-158644',
        'correct horse battery staple',
        'Sommer_Regen_Garten_2024!',
        'grün.blau.gelb.schwarz',
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'plaintext'))
    expect(
      groups('aBc-dEfgHij_klmnoPq-rstuV', '7xkQ-papaya-kumquat-R4f', 'kumquatpapayakumquatpapaya', 'k'.repeat(24)),
    ).toEqual(Array.from({ length: 4 }, () => 'unknown'))
  })

  it('is broken where its letters were changed, or something stands around it', () => {
    const small = `$2b$10$${c(53).toLowerCase()}`
    const reason = (hash: string) => {
      const verdict = judgeHash({ hash }, null, 'supertokens')
      return 'reason' in verdict ? verdict.reason.split(':')[0] : ''
    }
    expect([small, small.toUpperCase(), `ann:$2b$10$${c(53)}`, `*LOCKED*$2b$10$${c(53)}`].map(reason)).toEqual([
      'bcrypt without a single capital letter',
      'bcrypt in capital letters',
      'A whole bcrypt hash with something around it that is not known here',
      'The source locked this account',
    ])
    const argon2 = '$argon2id$v=19$m=65536,t=3,p=4$c29tzxnhbhrzb21lc2fsda$rdescudvjcsgt3ub+b5dwrwjtmaajobgrdescudvjcs'
    expect(reason(argon2)).toBe('Argon2 without a single capital letter')
  })

  it('is broken when only its beginning is right', () => {
    expect(
      [
        'pbkdf2_sha256$390000$seasalt',
        '$P$Bshort',
        '$6$salt$short',
        'sha1$salt$zz',
        `sha1$1f9a3b7c$1$${hex(38)}`,
        '{SSHA}no base64!',
      ].map(groupOf),
    ).toEqual(['pbkdf2 (broken)', 'phpass (broken)', 'crypt (broken)', 'sha (broken)', 'sha (broken)', 'sha (broken)'])
  })

  it('was changed on the way when its dollar signs are gone, encoded or doubled', () => {
    const tail = c(53)
    expect({
      url: groupOf(`%242b%2410%24${tail}`),
      page: groupOf(`&#36;2b&#36;10&#36;${tail}`),
      dollar: groupOf(`&dollar;argon2id&dollar;v=19`),
      backslash: groupOf(`\\$2b\\$10\\$${tail}`),
      doubled: groupOf(`$$2b$$10$$${tail}`),
      eaten: groupOf(`0${tail}`),
      eatenMore: groupOf(`a0${c(40)}`),
      bare: groupOf(tail),
      json: groupOf('{"secretData":"{\\"value\\":\\"abc'),
    }).toEqual({
      url: 'warn',
      page: 'warn',
      dollar: 'argon2 (broken)',
      backslash: 'warn',
      doubled: 'warn',
      eaten: 'bcrypt (broken)',
      eatenMore: 'bcrypt (broken)',
      bare: 'bcrypt (broken)',
      json: 'unknown (broken)',
    })
  })

  it('is no password where the source says so, and redacted where the exporter took it out', () => {
    expect(
      [
        '',
        ' ',
        'NULL',
        '\\N',
        'null',
        'undefined',
        '""',
        '!',
        '!c0ffee',
        '*',
        '*LK*',
        'x',
        'not cached',
        'to be generated',
        '-',
        '—',
      ].map(groupOf),
    ).toEqual(Array.from({ length: 16 }, () => 'no-password'))
    const taken = [
      'UkVEQUNURUQ=',
      'UkVEQUNURUQ',
      'REDACTED',
      '<REDACTED>',
      '[filtered]',
      'hash removed',
      '********',
      '$2b$10$REDACTED',
    ]
    expect(taken.map(groupOf)).toEqual(taken.map(() => 'redacted'))
  })
})

test('a word of thirteen letters is a password in clear text, as hardly any DES crypt is', () => {
  const familyOf = (hash: string) => {
    const verdict = judgeHash({ hash }, null, 'supertokens')
    return verdict.kind === 'reject' ? verdict.family : verdict.kind
  }
  const words = ['clave1secreta', 'Schmetterling', 'WalterWhite3D', 'GrueneWiese43']
  expect(words.map(familyOf)).toEqual(words.map(() => 'plaintext'))
  expect(familyOf('rl0uE3ZvTLfDs')).toBe('crypt')
})

test('a password within an array that PHP serialized is judged with the salt and the function beside it', () => {
  const array = (...pairs: readonly (readonly [string, string])[]) =>
    `a:${pairs.length}:{${pairs.flatMap((pair) => pair.map((text) => `s:${text.length}:"${text}";`)).join('')}}`
  const bcrypt = `$2y$10$${c(21)}uABCDEFGHIJKLMNOPQRSTUVWXYZabcde`.slice(0, 60)
  expect(judgeHash({ hash: array(['hash', bcrypt]) }, null, 'supertokens')).toMatchObject({ send: bcrypt })
  expect([
    groupOf(array(['hash', hex(64)], ['salt', hex(64)], ['hashFunc', 'sha256'])),
    groupOf(array(['hash', hex(40)], ['salt', hex(16)], ['hashFunc', 'sha1'])),
    groupOf(array(['hash', hex(32)], ['salt', '1a2b3'])),
    groupOf(array(['hash', bcrypt], ['hashFunc', 'pbkdf2'])),
  ]).toEqual(['sha', 'sha', 'md5', 'pbkdf2'])
})

test('words for a login elsewhere, or for the lack of a password, say that there is none', () => {
  const none = [
    'google_oauth',
    'OAUTH_USER',
    'no-password',
    'GoogleUser',
    'sso',
    '<no password>',
    'oauth-google',
    'unusable password',
    'unusable',
  ]
  expect(none.map(groupOf)).toEqual(none.map(() => 'no-password'))
  expect(none.map((hash) => withoutClearText({ hash }).hash)).toEqual(none.map(() => '!'))
  const passwords = ['google', 'Facebook1', 'password', 'nopasaran', 'userlogin7', 'apple-pie', 'mypassword', 'noset']
  expect(passwords.map(groupOf)).toEqual(passwords.map(() => 'plaintext'))
})

test('an expression of a dump is no clear password, and says that only the database can compute it', () => {
  expect(judgeHash(withoutClearText(computedPassword()), null, 'supertokens')).toMatchObject({
    kind: 'reject',
    why: 'unsupported',
    family: 'computed',
    reason:
      'Only the database, or the program that fills in a template, can compute it. Load the file there, and export the users again.',
  })
})

test('a variable is neither a hash nor a clear password', () => {
  const texts = [
    '${ADMIN_HASH}',
    '#{adminPassword}',
    '{{ password | hash }}',
    '$(env:BEN_PASSWORD)',
    '<%= pw %>',
    '<password()>',
    '##PW##',
    '@@PW@@',
    '$ADMIN_PASSWORD',
  ]
  for (const hash of texts)
    expect(judgeHash({ hash }, null, 'supertokens'), hash).toMatchObject({ kind: 'reject', family: 'variable' })
  for (const hash of ['${}', 'a${B}', '$ecret', '#{1', '$PASSWORD'])
    expect(judgeHash({ hash }, null, 'supertokens'), hash).toMatchObject({ kind: 'reject', family: 'plaintext' })
  expect(judgeHash(withoutClearText({ hash: '${ADMIN_HASH}' }), null, 'supertokens')).toMatchObject({
    family: 'variable',
  })
})

test('a text that stands in place of a hash, as in samples, is neither a clear password nor a broken hash', () => {
  const placeholders = [
    'hashed_password_1',
    'hashedpassword123',
    'hash456',
    'YOUR_PASSWORD_HASH_HERE',
    '<bcrypt-hash>',
    'placeholder',
    'fakehashedsecret2',
    '$2b$10$placeholder',
    '$2y$10$examplehashhere',
    '$2b$10$PLACEHOLDERHASHPLACEHOLDERHASHPLACEHOLDER',
    '$2a$10$...',
    '$2b$12$abc1hashedpassword001',
    '$argon2id$v=19$m=65536,t=3,p=4$placeholder$hash',
  ]
  expect(placeholders.map(groupOf)).toEqual(placeholders.map(() => 'placeholder'))
  expect(placeholders.map((hash) => groupOf(withoutClearText({ hash }).hash))).toEqual(
    placeholders.map(() => 'placeholder'),
  )
})

test('a broken hash stays one, and a clear password too', () => {
  expect(groupOf(`$2b$10$${c(40)}`)).toBe('bcrypt (broken)')
  const passwords = ['password1', 'hashbrowns7', 'rehash!22', 'mypassword', 'changeme', 'secret123']
  expect(passwords.map(groupOf)).toEqual(passwords.map(() => 'plaintext'))
})

test('a text with several signs that no hash is written with is probably a password', () => {
  const passwords = [String.raw`Kp7z\~3*vQs]mwA9%_]/`, 'a^b]c?d~e1F2g3H4i5J6', 'x`Y~z[1]q-W_e=R+t|u!']
  expect(passwords.map(groupOf)).toEqual(passwords.map(() => 'plaintext'))
})

test('one such sign, JSON and long texts say nothing of what they are', () => {
  const others = [
    `q1w2e3r4t5y6u7i8o9p0~`,
    String.raw`\x71773165327233743479357536693738`,
    `["q1w2e3r4t5y6u7i8~"]`,
    `~^?${'q1w2e3r4'.repeat(6)}`,
    `q1w2e3r4t5y6 ~ u7i8o9 ^ p0`,
  ]
  expect(others.map(groupOf)).not.toContain('plaintext')
})
