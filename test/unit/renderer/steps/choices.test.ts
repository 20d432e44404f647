import { describe, expect, test } from 'vitest'
import { decisionOf } from '../../../../renderer/steps/choices.ts'
import { chosenForOthers } from '../../../../renderer/steps/review/families-panel.tsx'
import { choiceFor, type Choices, noChoices, withFamily, withProvider } from '../../../../shared/planning/choices.ts'
import { choicesSchema } from '../../../../shared/planning/decisions/choices-schema.ts'
import { domainName } from '../../../../shared/planning/decisions/provider-decisions.ts'
import { describeFinding, type FindingCode, findingCodes } from '../../../../shared/planning/findings.ts'

const codes = Object.keys(findingCodes).filter((code): code is FindingCode => code in findingCodes)
/** The typed values where the offered value only says that something is. */
const typed: Readonly<Record<string, string>> = { name: 'google', placeholder: 'users.example.com', country: 'DE' }

test('a hash family that cannot be imported shows its own decision, else the one about all others', () => {
  const choices: Choices = { ...noChoices, hashes: { md5: 'exclude' }, otherHashes: 'passwordless' }
  expect([
    chosenForOthers(choices, 'unsupported:md5'),
    chosenForOthers(choices, 'unsupported:pbkdf2_sha256'),
    chosenForOthers(noChoices, 'malformed'),
  ]).toEqual(['exclude', 'passwordless', null])
})

describe('a decision about a finding', () => {
  test('is a valid change of the choices for everything that is offered, and null takes it back', () => {
    for (const code of codes) {
      for (const { value } of describeFinding(code, 'samlp').choices) {
        const change = choiceFor(noChoices, { code, group: 'samlp' }, typed[value] ?? value)
        expect([code, value, change === null]).toEqual([code, value, false])
        const decided = choicesSchema.parse({ ...noChoices, ...change })
        // These answers are what holds while nothing is decided.
        if (['all', 'new', 'skip', 'keep'].includes(value)) continue
        expect([code, decided]).not.toEqual([code, noChoices])
        const undone = choiceFor(decided, { code, group: 'samlp' }, null)
        // Several login methods always have an answer; there is no taking back, only the other one.
        if (code !== 'several-methods') expect({ ...decided, ...undone }).toEqual(noChoices)
      }
    }
  })

  test('keeps what was decided about other hash families and providers', () => {
    const choices: Choices = {
      ...noChoices,
      hashes: { md5: 'exclude' },
      providers: { okta: { kind: 'exclude' } },
    }
    expect([
      choiceFor(choices, { code: 'unsupported-hash', group: 'pbkdf2' }, 'passwordless'),
      choiceFor(choices, { code: 'provider-undecided', group: 'samlp' }, 'boxy-saml'),
      withProvider(choices, 'okta', null),
    ]).toEqual([
      { hashes: { md5: 'exclude', pbkdf2: 'passwordless' } },
      { providers: { okta: { kind: 'exclude' }, samlp: { kind: 'name', name: 'boxy-saml' } } },
      { providers: {} },
    ])
  })

  test('keeps what was decided about another family, and takes it back alone', () => {
    const choices: Choices = { ...noChoices, families: { argon2: 'exclude' } }
    const both = withFamily(choices, 'bcrypt', 'peppered')
    expect([both, withFamily({ ...choices, ...both }, 'argon2', null)]).toEqual([
      { families: { argon2: 'exclude', bcrypt: 'peppered' } },
      { families: { bcrypt: 'peppered' } },
    ])
  })

  test('changes nothing for a value or a code that is not known', () => {
    expect([
      choiceFor(noChoices, { code: 'unsupported-hash', group: 'md5' }, 'nonsense'),
      choiceFor(noChoices, { code: 'duplicate', group: '' }, 'keep'),
      choiceFor(noChoices, { code: 'deleted', group: '' }, 'exclude'),
      choiceFor(noChoices, { code: 'no-login', group: '' }, 'passwordless'),
      withFamily(noChoices, 'bcrypt', 'update'),
      choiceFor(noChoices, { code: 'from-the-future', group: '' }, 'exclude'),
    ]).toEqual([null, null, null, null, null, null])
  })

  test('takes the form that fits it', () => {
    const forms = codes.map((code) => [code, decisionOf({ code, choices: [...describeFinding(code, '').choices] })])
    expect(Object.fromEntries(forms)).toMatchObject({
      'provider-undecided': 'provider',
      'tenant-undecided': 'tenant',
      'tenant-missing': 'tenant',
      'phone-invalid': 'country',
      'third-party-without-email': 'domain',
      'unsupported-hash': 'options',
      duplicate: 'options',
      'several-methods': 'options',
      'no-login': 'options',
      deleted: 'none',
      'hash-rewritten': 'none',
    })
  })
})

test('a domain for placeholder emails is taken in any case and with its @, anything else is not', () => {
  expect([' @Users.Example.COM ', 'localhost', 'a b.com', '', 'example.com/x'].map(domainName)).toEqual([
    'users.example.com',
    null,
    null,
    null,
    null,
  ])
})
