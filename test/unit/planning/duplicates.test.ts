import { describe, expect, it } from 'vitest'
import {
  claimKeys,
  shortDuplicate,
  withDuplicates,
  type Place,
} from '../../../shared/planning/other-users/duplicates.ts'
import { mainFinding } from '../../../shared/planning/plan.ts'
import { bcrypt, identity, outline, pbkdf2, plan } from './made-users.ts'

const email = 'ann@example.com'
const phone = '+14155552671'
const google = identity('google.com', 'G1')
const place: Place = { file: 'users.json', place: 'line 4' }
const keysOfOthers =
  (...keys: readonly string[]) =>
  (key: string) =>
    keys.includes(key) ? place : null
const open = { duplicates: null }
const exclude = { duplicates: 'exclude' } as const

describe('the claims of a plan', () => {
  it('are one per login method, and both contacts of an update', () => {
    expect([
      claimKeys(plan({ email, hash: { hash: bcrypt }, identities: [google] })),
      claimKeys(plan({ email, phone })),
      claimKeys(plan({ email, phone, phoneVerified: true })),
      claimKeys(plan({ email, standing: 'deleted' })),
    ]).toEqual([
      [
        { key: 'import:ann@example.com', call: 0 },
        { key: 'third-party:google:G1', call: 1 },
      ],
      [
        { key: 'passwordless:email:ann@example.com', call: 0 },
        { key: 'passwordless:phone:+14155552671', call: 1 },
      ],
      [
        { key: 'passwordless:phone:+14155552671', call: 0 },
        { key: 'passwordless:email:ann@example.com', call: 1 },
      ],
      [],
    ])
  })
})

describe('a duplicate', () => {
  const both = plan({ email, hash: { hash: bcrypt }, identities: [google] })

  it('is no matter where nothing is taken, and the same email in another method is none', () => {
    expect(withDuplicates(both, keysOfOthers('passwordless:email:ann@example.com'), open)).toBe(both)
  })

  it('blocks and names file and line of the first', () => {
    const judged = withDuplicates(both, keysOfOthers('import:ann@example.com'), open)
    expect(outline(judged)).toEqual({
      state: 'blocked',
      calls: ['import ann@example.com bcrypt', 'google G1 ann@example.com'],
      findings: ['several-methods', '!duplicate'],
    })
    expect(judged.findings[1]?.detail).toBe(
      'Same email with a password as an earlier user (users.json, line 4). Correct one of the two, or exclude the later one.',
    )
  })

  it('is named in a few words by what it shares and where the other one stands', () => {
    const { findings } = withDuplicates(both, keysOfOthers('third-party:google:G1'), open)
    expect(findings.flatMap(({ detail }) => shortDuplicate(detail) ?? [])).toEqual([
      'Same provider user ID as users.json, line 4',
    ])
  })

  it('names each login that it shares, and with whom', () => {
    const code = plan({ email, phone, emailVerified: true, phoneVerified: true })
    const [own, others] = ['passwordless:email:ann@example.com', 'passwordless:phone:+14155552671']
    const detailOf = (taken: (key: string) => Place | null) =>
      withDuplicates(code, taken, open).findings.find((one) => one.code === 'duplicate')?.detail ?? ''
    const apart = (key: string): Place | null =>
      key === own ? { file: 'a (1).csv', place: 'line 2' } : key === others ? { file: 'b.csv', place: 'line 3' } : null
    const details = [detailOf(keysOfOthers(others)), detailOf(keysOfOthers(own, others)), detailOf(apart)]
    const way = 'Correct one of the two, or exclude the later one.'
    expect(details).toEqual([
      `Same phone number for login by code as an earlier user (users.json, line 4). ${way}`,
      `Same email and phone number for login by code as an earlier user (users.json, line 4). ${way}`,
      `Same email for login by code as an earlier user (a (1).csv, line 2), and same phone number for login by code as an earlier user (b.csv, line 3). ${way}`,
    ])
    expect(details.map(shortDuplicate)).toEqual([
      'Same phone number as users.json, line 4',
      'Same email and phone number as users.json, line 4',
      'Same email as a (1).csv, line 2',
    ])
  })

  it('is told as a duplicate where it is excluded, whatever else is found of it', () => {
    const withPhone = plan({ email, phone, hash: { hash: bcrypt } })
    const judged = withDuplicates(withPhone, keysOfOthers('import:ann@example.com'), exclude)
    expect(judged.findings.map(({ code }) => code)).toEqual(['phone-not-carried', 'duplicate', 'excluded'])
    expect(mainFinding(judged)?.detail).toMatch(/^Same email with a password as an earlier user \(/)
  })

  it('loses only what is taken where the operator leaves duplicates out', () => {
    expect([
      outline(withDuplicates(both, keysOfOthers('import:ann@example.com'), exclude)),
      outline(withDuplicates(both, keysOfOthers('import:ann@example.com', 'third-party:google:G1'), exclude)),
    ]).toEqual([
      {
        state: 'ready',
        calls: ['google G1 ann@example.com'],
        findings: ['several-methods', 'duplicate'],
      },
      { state: 'excluded', calls: [], findings: ['several-methods', 'duplicate', 'excluded:duplicate'] },
    ])
  })

  it('takes the update along with the user it would attach to, but not the other way round', () => {
    const two = plan({ email, phone })
    expect([
      outline(withDuplicates(two, keysOfOthers('passwordless:email:ann@example.com'), exclude)).calls,
      outline(withDuplicates(two, keysOfOthers('passwordless:phone:+14155552671'), exclude)).calls,
    ]).toEqual([[], ['code ann@example.com']])
  })

  describe('by the phone number beside its own email', () => {
    const two = plan({ email, phone })
    const [byEmail, byPhone] = ['passwordless:email:ann@example.com', 'passwordless:phone:+14155552671']

    it('keeps the email, and the number is left out and told', () => {
      for (const choice of [open, exclude]) {
        const judged = withDuplicates(two, keysOfOthers(byPhone), choice, true)
        expect(outline(judged)).toEqual({ state: 'ready', calls: ['code ann@example.com'], findings: ['shared-phone'] })
        expect(judged.findings[0]?.detail).toBe(
          'Same phone number for login by code as an earlier user (users.json, line 4). The number is left out, and the user keeps the login by email.',
        )
      }
    })

    it('still needs a decision where the user logs in by it, or has no login without it', () => {
      const created = plan({ email, phone, phoneVerified: true })
      expect([
        outline(withDuplicates(two, keysOfOthers(byPhone), open)).state,
        outline(withDuplicates(two, keysOfOthers(byEmail, byPhone), open, true)).state,
        outline(withDuplicates(plan({ phone }), keysOfOthers(byPhone), open, true)).state,
        outline(withDuplicates(created, keysOfOthers(byPhone), open, true)).state,
      ]).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
    })

    it('waits for the decision about another login that it shares', () => {
      const more = plan({ email, phone, emailIsLogin: true, identities: [google] })
      const taken = keysOfOthers(byPhone, 'third-party:google:G1')
      expect([
        outline(withDuplicates(more, taken, open, true)).state,
        outline(withDuplicates(more, taken, exclude, true)).calls,
      ]).toEqual(['blocked', ['code ann@example.com']])
    })
  })

  it('stays blocked while another method waits for a decision, but not for a call that is gone', () => {
    const waiting = plan({ email, hash: { hash: pbkdf2 }, identities: [google] })
    const unverified = plan({ email, emailVerified: false })
    expect([
      outline(withDuplicates(waiting, keysOfOthers('third-party:google:G1'), exclude)).state,
      outline(withDuplicates(unverified, keysOfOthers('passwordless:email:ann@example.com'), exclude)),
    ]).toEqual([
      'blocked',
      { state: 'excluded', calls: [], findings: ['unverified-email', 'duplicate', 'excluded:duplicate'] },
    ])
  })
})
