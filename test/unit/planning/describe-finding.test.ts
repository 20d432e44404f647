import { describe, expect, it } from 'vitest'
import { describeFinding, findingCodes, type FindingCode } from '../../../shared/planning/findings.ts'

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

  it('offer answers for every finding that blocks, those aside that only a correction helps', () => {
    const without = codes.filter((code) => findingCodes[code].blocks && describeFinding(code, '').choices.length === 0)
    expect(without).toEqual(['email-invalid', 'too-long'])
  })
})
