import { expect, test } from 'vitest'
import { decisionHint, withDecisions } from '../../../electron/cli/decisions.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { findingChoices } from '../../../shared/planning/finding-choices.ts'
import { findingCodes, type FindingCode } from '../../../shared/planning/findings.ts'

const codes = Object.keys(findingCodes).filter((code): code is FindingCode => code in findingCodes)

test('every decision of the Preview screen can be written on the command line, with the hint that inspect prints', () => {
  const typed: Readonly<Record<string, string>> = { NAME: 'acme', DOMAIN: 'users.example.com', CC: 'de' }
  for (const code of codes) {
    const hint = decisionHint(code, 'samlp')
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
      'no-login=leave-out',
      'unsupported-hash:pbkdf2=passwordless',
      'unsupported-hash:md5=leave-out',
      'malformed-hash=leave-out',
      'provider-undecided:SAMLP=acme',
      'provider-undecided:oidc=leave-out',
      'third-party-without-email=no-mail.example.com',
      'phone-invalid=de',
      'bcrypt=peppered',
      'argon2=leave-out',
    ]),
  ).toEqual({
    ok: true,
    value: {
      ...noChoices,
      identityWithoutId: 'passwordless',
      noLogin: 'leave-out',
      hashes: { pbkdf2: 'passwordless', md5: 'leave-out', malformed: 'leave-out' },
      providers: { samlp: { kind: 'name', name: 'acme' }, oidc: { kind: 'leave-out' } },
      thirdPartyWithoutEmail: { kind: 'placeholder', domain: 'no-mail.example.com' },
      country: 'DE',
      families: { bcrypt: 'peppered', argon2: 'leave-out' },
    },
  })
})

test('a decision that cannot be taken is refused with those that can, and nothing typed is repeated', () => {
  const refused = (text: string) => {
    const decided = withDecisions(noChoices, [text])
    return decided.ok ? 'taken' : decided.error.message
  }
  expect(
    ['disabled=s3cret', 'unsupported-hash=leave-out', 's3cret', 'phone-invalid=XX', 'bcrypt=s3cret', 'disabled='].map(
      refused,
    ),
  ).toEqual([
    '--decide takes disabled=migrate|leave-out.',
    '--decide takes unsupported-hash:FAMILY=passwordless|leave-out.',
    '--decide takes FINDING=VALUE as inspect names them, e.g. disabled=leave-out.',
    '--decide takes phone-invalid=CC.',
    '--decide takes bcrypt=peppered|passwordless|leave-out.',
    '--decide takes disabled=migrate|leave-out.',
  ])
  expect(refused('signer-key-not-confirmed=set')).toBe(
    '--decide takes FINDING=VALUE as inspect names them, e.g. disabled=leave-out.',
  )
  expect(refused('third-party-without-email=not a domain')).toBe(
    '--decide takes third-party-without-email=DOMAIN|leave-out.',
  )
})
