import { describe, expect, it } from 'vitest'
import { bcrypt, blocked, excluded, identity, outline, pbkdf2, plan, rawScrypt, ready } from './made-users.ts'

const email = 'Ann@Example.com'
const phone = '+14155552671'

describe('a user with a hash', () => {
  it('is imported with the normalised email and the hash as it goes out', () => {
    expect(plan({ email, hash: { hash: `bcrypt$${bcrypt}` } })).toEqual({
      state: 'ready',
      calls: [{ kind: 'import', email: 'ann@example.com', passwordHash: bcrypt, family: 'bcrypt' }],
      findings: [
        {
          code: 'hash-rewritten',
          blocks: false,
          group: 'bcrypt',
          detail: "The exporter's prefix is removed; the hash itself is untouched.",
        },
      ],
      bucket: { kind: 'family', family: 'bcrypt' },
      email: 'ann@example.com',
      phone: null,
    })
  })

  it('leaves the phone behind, counted, unless the export says that it is a login', () => {
    expect([
      outline(plan({ email, phone, hash: { hash: bcrypt } })),
      outline(plan({ email, phone, phoneIsLogin: true, hash: { hash: bcrypt } })),
    ]).toEqual([
      ready(['import ann@example.com bcrypt'], ['phone-not-carried']),
      ready(['import ann@example.com bcrypt', 'code +14155552671'], ['several-methods']),
    ])
  })

  it('that cannot be sent, and no contact, is asked for a contact and not for a code', () => {
    const hash = { hash: pbkdf2 }
    expect([
      outline(plan({ hash })),
      outline(plan({ hash }, { hashWithoutContact: 'exclude' })),
      outline(plan({ hash }, { otherHashes: 'exclude' })).state,
      outline(plan({ hash, phone })),
    ]).toEqual([
      blocked(['!hash-without-contact']),
      excluded(['hash-without-contact', 'excluded:hash-without-contact']),
      'excluded',
      blocked(['!unsupported-hash:pbkdf2']),
    ])
  })

  it('is never offered a code that reaches nobody, whatever was decided about hashes before', () => {
    const unusable = '+1-555-0101'
    const google = [identity('google', 'G1', { email: 'ann@gmail.com' })]
    const given = { families: { bcrypt: 'passwordless' } } as const
    expect([
      outline(plan({ hash: { hash: pbkdf2 } }, { hashes: { pbkdf2: 'passwordless' } })),
      outline(plan({ hash: { hash: pbkdf2 } }, { otherHashes: 'passwordless', hashWithoutContact: 'exclude' })),
      outline(plan({ hash: { hash: bcrypt } }, given)),
      outline(plan({ hash: { hash: pbkdf2 }, phone: unusable })),
      outline(plan({ hash: { hash: pbkdf2 }, phone: unusable }, { otherHashes: 'passwordless' })),
      outline(plan({ hash: { hash: pbkdf2 }, email: 'ann' })),
      outline(plan({ hash: { hash: bcrypt }, email: 'ann' }, given)),
      outline(plan({ hash: { hash: pbkdf2 }, identities: google })),
      outline(plan({ hash: { hash: pbkdf2 }, identities: google }, { hashWithoutContact: 'exclude' })),
    ]).toEqual([
      blocked(['!hash-without-contact']),
      excluded(['hash-without-contact', 'excluded:hash-without-contact']),
      blocked(['!hash-without-contact']),
      blocked(['!hash-without-contact']),
      blocked(['!hash-without-contact']),
      blocked(['!email-invalid']),
      blocked(['!email-invalid']),
      blocked(['!hash-without-contact', 'several-methods'], ['google G1 ann@gmail.com']),
      ready(['google G1 ann@gmail.com'], ['hash-without-contact', 'excluded:hash-without-contact']),
    ])
  })

  it('whose phone number a country may complete is asked for that and for the password at once', () => {
    const user = { phone: '13800138000', hash: { hash: pbkdf2 } }
    expect([
      outline(plan(user)),
      outline(plan(user, { country: 'CN' })),
      outline(plan(user, { country: 'CN', otherHashes: 'passwordless' })).state,
      outline(plan(user, { unusablePhones: 'skip' })),
    ]).toEqual([
      blocked(['!phone-invalid', '!unsupported-hash:pbkdf2']),
      blocked(['!unsupported-hash:pbkdf2']),
      'ready',
      blocked(['!hash-without-contact']),
    ])
  })

  it('without an email is blocked until the operator decides', () => {
    const hash = { hash: bcrypt }
    expect([
      outline(plan({ phone, hash })),
      outline(plan({ phone, hash }, { hashWithoutEmail: 'passwordless-by-phone' })),
      outline(plan({ hash }, { hashWithoutEmail: 'passwordless-by-phone' })),
      outline(plan({ hash }, { hashWithoutContact: 'exclude' })),
      outline(plan({ phone, hash }, { hashWithoutEmail: 'exclude' })),
      outline(plan({ email: '  ', phone, hash })),
    ]).toEqual([
      blocked(['!hash-without-email']),
      ready(['code +14155552671'], ['hash-without-email', 'hash-given-up']),
      blocked(['!hash-without-contact']),
      excluded(['hash-without-contact', 'excluded:hash-without-contact']),
      excluded(['hash-without-email', 'excluded:hash-without-email']),
      blocked(['!hash-without-email']),
    ])
  })

  it('without an email, with a phone number that a country may complete, asks for that country first', () => {
    const user = { phone: '13800138000', hash: { hash: bcrypt } }
    expect([
      outline(plan(user)),
      outline(plan(user, { country: 'CN' })),
      outline(plan(user, { unusablePhones: 'skip' })),
      outline(plan({ ...user, phone: '+1-555-0101' })),
    ]).toEqual([
      blocked(['!phone-invalid']),
      blocked(['!hash-without-email']),
      blocked(['!hash-without-contact']),
      blocked(['!hash-without-contact']),
    ])
  })

  it('of a family that the operator says is peppered, or gives up, is not imported', () => {
    const hash = { hash: bcrypt }
    const families = (choice: 'peppered' | 'passwordless' | 'exclude') => ({ families: { bcrypt: choice } })
    expect([
      outline(plan({ email, hash }, families('peppered'))),
      outline(plan({ email, hash }, { ...families('peppered'), hashes: { bcrypt_peppered: 'passwordless' } })),
      plan({ email, hash }, families('peppered')).bucket,
      outline(plan({ email, hash }, families('passwordless'))),
      outline(plan({ email, hash }, families('exclude'))),
      outline(plan({ email, hash: { hash: pbkdf2 } }, families('exclude'))),
    ]).toEqual([
      blocked(['!unsupported-hash:bcrypt_peppered']),
      ready(['code ann@example.com'], ['unsupported-hash:bcrypt_peppered', 'hash-given-up:bcrypt_peppered']),
      { kind: 'unsupported', family: 'bcrypt_peppered' },
      ready(['code ann@example.com'], ['hash-given-up:bcrypt']),
      excluded(['excluded:bcrypt']),
      blocked(['!unsupported-hash:pbkdf2']),
    ])
  })

  it('with an email that cannot be sent is blocked', () => {
    expect(outline(plan({ email: 'ann', hash: { hash: bcrypt } }))).toEqual(blocked(['!email-invalid']))
  })

  it('with an email that only the database can compute is blocked, until another one is given', () => {
    const fields = { email: null, computedContacts: ['email'], hash: { hash: bcrypt } } as const
    expect([outline(plan(fields)), outline(plan(fields, {}, { email }))]).toEqual([
      blocked(['!email-invalid:not-in-file']),
      ready(['import ann@example.com bcrypt']),
    ])
  })

  it('whose kind the core cannot check is blocked until its family or the rest is decided', () => {
    const fields = { email, phone, hash: { hash: pbkdf2 } }
    expect([
      outline(plan(fields)),
      outline(plan(fields, { hashes: { pbkdf2: 'passwordless' }, otherHashes: 'exclude' })),
      outline(plan(fields, { hashes: { md5: 'passwordless' }, otherHashes: 'exclude' })),
      outline(plan(fields, { otherHashes: 'passwordless' })),
    ]).toEqual([
      blocked(['!unsupported-hash:pbkdf2']),
      ready(
        ['code ann@example.com', 'update ann@example.com +14155552671'],
        ['unsupported-hash:pbkdf2', 'hash-given-up:pbkdf2'],
      ),
      excluded(['unsupported-hash:pbkdf2', 'excluded:pbkdf2']),
      ready(
        ['code ann@example.com', 'update ann@example.com +14155552671'],
        ['unsupported-hash:pbkdf2', 'hash-given-up:pbkdf2'],
      ),
    ])
  })

  it('that is broken or taken out has a decision of its own', () => {
    const broken = { email, hash: { hash: '$2b$10$abc' } }
    const taken = { email, hash: { hash: 'UkVEQUNURUQ=' } }
    expect([
      outline(plan(broken)),
      outline(plan(broken, { hashes: { malformed: 'passwordless' } })),
      outline(plan(broken, { otherHashes: 'exclude' })),
      outline(plan(taken)),
      outline(plan(taken, { hashes: { redacted: 'exclude' } })),
    ]).toEqual([
      blocked(['!malformed-hash:malformed']),
      ready(['code ann@example.com'], ['malformed-hash:malformed', 'hash-given-up:malformed']),
      excluded(['malformed-hash:malformed', 'excluded:malformed']),
      blocked(['!redacted-hash:redacted']),
      excluded(['redacted-hash:redacted', 'excluded:redacted']),
    ])
  })

  it('that waits for parameters is not given up along with the others', () => {
    const fields = { email, hash: { hash: rawScrypt, salt: 'AAAA', provider: 'firebase' } }
    const scrypt = { separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 64 }
    const context = { scrypt, dialect: 'documented' } as const
    expect([
      outline(plan(fields, { otherHashes: 'passwordless' })),
      outline(plan(fields, { hashes: { 'firebase-scrypt': 'exclude' } })),
      outline(plan(fields, {}, null, context)),
      outline(plan(fields, { signerKeySet: true }, null, context)),
    ]).toEqual([
      blocked(['!hash-parameters-missing:firebase-scrypt']),
      excluded(['hash-parameters-missing:firebase-scrypt', 'excluded:firebase-scrypt']),
      blocked(
        ['hash-rewritten:firebase-scrypt', '!signer-key-not-confirmed'],
        ['import ann@example.com firebase-scrypt'],
      ),
      ready(['import ann@example.com firebase-scrypt'], ['hash-rewritten:firebase-scrypt']),
    ])
  })

  it('is not confused by a family named like a part of every object', () => {
    expect(plan({ email, hash: { hash: pbkdf2 } }, { hashes: {} }).state).toBe('blocked')
    expect(outline(plan({ identities: [], email, hash: { hash: 'x1y2', declared: 'constructor' } })).findings).toEqual([
      '!unsupported-hash:other',
    ])
  })

  it('with Argon2i is warned about in the documented interface', () => {
    const argon2i = '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
    const fields = { email, hash: { hash: argon2i } }
    expect([outline(plan(fields)), outline(plan(fields, {}, null, { scrypt: null, dialect: 'supertokens' }))]).toEqual([
      ready(['import ann@example.com argon2'], ['hash-warning:argon2']),
      ready(['import ann@example.com argon2']),
    ])
  })
})

describe('a user without a hash', () => {
  it('whose account has a mark in place of one lacks no password', () => {
    const marks = ['*', '!', '!!', '*NP*', '{CRYPT}!!', '*disabled*']
    for (const hash of marks)
      expect([hash, outline(plan({ email, hasPassword: true, hash: { hash } }))]).toEqual([
        hash,
        ready(['code ann@example.com']),
      ])
    expect(outline(plan({ email, hasPassword: true, hash: { hash: 'x' } }))).toEqual(
      ready(['code ann@example.com'], ['hash-not-in-export']),
    )
  })

  it('whose password is not in the export is told so', () => {
    expect([
      outline(plan({ email, hasPassword: true })),
      outline(plan({ email, hash: { hash: '!unusable' } })),
      plan({ email, hash: { hash: '!unusable' } }).bucket,
    ]).toEqual([
      ready(['code ann@example.com'], ['hash-not-in-export']),
      ready(['code ann@example.com']),
      { kind: 'none' },
    ])
  })
})
