import { describe, expect, it } from 'vitest'
import { choicesSchema, noChoices } from '../../../shared/planning/choices.ts'
import { describeFinding } from '../../../shared/planning/describe-finding.ts'
import { findingCodes, type FindingCode } from '../../../shared/planning/findings.ts'

// The keys of a record typed by the codes.
const codes = Object.keys(findingCodes) as FindingCode[]

describe('the words for a finding', () => {
  it('say what it is, what it means and what can be decided', () => {
    expect(describeFinding('unsupported-hash', 'pbkdf2')).toEqual({
      title: 'Hash that the core cannot check: PBKDF2',
      meaning:
        'The core cannot check this kind of hash, so users cannot keep their password. Outside this tool, they can be moved one by one at their next login.',
      choices: [
        {
          value: 'passwordless',
          label: 'Code login',
          consequence: 'They sign in with a code instead.',
        },
        {
          value: 'exclude',
          label: 'Exclude',
          consequence: 'Created only with another login.',
        },
      ],
    })
    expect(describeFinding('provider-undecided', 'samlp').title).toBe('Provider needs a decision: samlp')
  })

  it('offer a choice exactly where one exists', () => {
    const offered = codes.filter((code) => describeFinding(code, '').choices.length > 0)
    expect(offered).toEqual(codes.filter((code) => findingCodes[code].choice !== null))
  })

  it('name every choice that the document knows', () => {
    const named = codes.map((code) => findingCodes[code].choice).filter((choice) => choice !== null)
    expect(named.filter((choice) => !Object.hasOwn(noChoices, choice))).toEqual([])
  })

  it('offer values that the document takes', () => {
    const simple = ['unverified-email', 'disabled', 'duplicate', 'hash-without-email', 'several-methods'] as const
    const refused = simple.flatMap((code) =>
      describeFinding(code, '').choices.filter(
        ({ value }) => !choicesSchema.safeParse({ ...noChoices, [findingCodes[code].choice]: value }).success,
      ),
    )
    expect(refused).toEqual([])
  })
})
