import { expect, test } from 'vitest'
import { withDecisions } from '../../../electron/cli/options/decisions.ts'
import { decisions, findingChoices, noChoices } from '../../../shared/planning/choices.ts'
import { findingCodes, type FindingCode } from '../../../shared/planning/findings.ts'

const codes = Object.keys(findingCodes).filter((code): code is FindingCode => code in findingCodes)

test('every decision of the Preview screen can be written on the command line, with the hint that inspect prints', () => {
  const typed: Readonly<Record<string, string>> = { NAME: 'acme', DOMAIN: 'users.example.com', CC: 'de' }
  for (const code of codes) {
    const hint = decisions.hint({
      code,
      group: code === 'profile-data' ? 'metadata' : code === 'changed-since' ? 'password' : '',
    })
    const isTick = code === 'signer-key-not-confirmed'
    expect([code, hint === null]).toEqual([code, findingChoices(code).length === 0 || isTick])
    const [left = '', values = ''] = hint?.split('=') ?? []
    for (const value of hint === null ? [] : values.split('|')) {
      const decided = withDecisions(noChoices, [`${left}=${typed[value] ?? value}`])
      expect([code, value, decided.ok]).toEqual([code, value, true])
    }
  }
})

test('decisions add up, those about one group leave the others alone', () => {
  expect(
    withDecisions(noChoices, [
      'identity-without-id=passwordless',
      'no-login=exclude',
      'unsupported-hash:pbkdf2=passwordless',
      'unsupported-hash:md5=exclude',
      'malformed-hash=exclude',
      'provider-undecided:SAMLP=acme',
      'provider-undecided:oidc=exclude',
      'third-party-without-email=no-mail.example.com',
      'phone-invalid=de',
      'bcrypt=peppered',
      'argon2=exclude',
    ]),
  ).toEqual({
    ok: true,
    value: {
      ...noChoices,
      identityWithoutId: 'passwordless',
      noLogin: 'exclude',
      hashes: { pbkdf2: 'passwordless', md5: 'exclude', malformed: 'exclude' },
      providers: { samlp: { kind: 'name', name: 'acme' }, oidc: { kind: 'exclude' } },
      thirdPartyWithoutEmail: { kind: 'placeholder', domain: 'no-mail.example.com' },
      country: 'DE',
      families: { bcrypt: 'peppered', argon2: 'exclude' },
    },
  })
})

function refused(text: string): string {
  const decided = withDecisions(noChoices, [text])
  return decided.ok ? 'taken' : decided.error.message
}

test('a decision that cannot be taken is refused with those that can, and nothing typed is repeated', () => {
  expect(
    ['disabled=s3cret', 'unsupported-hash=exclude', 's3cret', 'phone-invalid=XX', 'bcrypt=s3cret', 'disabled='].map(
      refused,
    ),
  ).toEqual([
    '--decide takes disabled=migrate|exclude.',
    '--decide takes unsupported-hash:FAMILY=passwordless|exclude.',
    '--decide takes FINDING=VALUE as inspect names them, e.g. disabled=exclude.',
    '--decide takes phone-invalid=CC|skip.',
    '--decide takes bcrypt=peppered|passwordless|exclude.',
    '--decide takes disabled=migrate|exclude.',
  ])
  expect(refused('signer-key-not-confirmed=set')).toBe(
    '--decide takes FINDING=VALUE as inspect names them, e.g. disabled=exclude.',
  )
  expect(refused('third-party-without-email=not a domain')).toBe(
    '--decide takes third-party-without-email=DOMAIN|exclude.',
  )
})

test('a mistyped name of a finding is answered with the nearest one', () => {
  expect(['disable=exclude', 'unsuported-hash:md5=exclude', 'bcript=peppered'].map(refused)).toEqual([
    '--decide knows no finding of that name. Did you mean disabled=migrate|exclude?',
    '--decide knows no finding of that name. Did you mean unsupported-hash:FAMILY=passwordless|exclude?',
    '--decide knows no finding of that name. Did you mean bcrypt=peppered|passwordless|exclude?',
  ])
})

test('a role is decided under its own name, in capitals and in small letters', () => {
  const decided = withDecisions(noChoices, ['role-missing:Admin=create', 'role-missing:admin=exclude'])
  expect(decided.ok && decided.value.roles).toEqual({ Admin: 'create', admin: 'exclude' })
})
