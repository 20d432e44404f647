import { describe, expect, it } from 'vitest'
import { blocked, identity, outline, plan, ready } from './made-users.ts'

const email = 'ann@example.com'
const phone = '+1 415 555 2671'

describe('a user without hash and identity', () => {
  it('is created by code with what there is', () => {
    expect([outline(plan({ email })), outline(plan({ phone }))]).toEqual([
      ready(['code ann@example.com']),
      ready(['code +14155552671']),
    ])
  })

  it('with email and phone is created by email, unless only the phone is verified', () => {
    const byEmail = ready(['code ann@example.com', 'update ann@example.com +14155552671'])
    const byPhone = ready(['code +14155552671', 'update ann@example.com +14155552671'])
    expect([
      outline(plan({ email, phone })),
      outline(plan({ email, phone, emailVerified: true, phoneVerified: true })),
      outline(plan({ email, phone, phoneVerified: true })),
      outline(plan({ email, phone, phoneVerified: true, emailVerified: false })),
    ]).toEqual([byEmail, byEmail, byPhone, byPhone])
  })

  it('whose email would become verified without proof is blocked until the operator decides', () => {
    expect([
      outline(plan({ email, emailVerified: false })),
      outline(plan({ email, emailVerified: false }, { unverifiedEmail: 'migrate' })),
      outline(plan({ email, emailVerified: false }, { unverifiedEmail: 'exclude' })),
      outline(plan({ email, emailVerified: null })),
    ]).toEqual([
      blocked(['!unverified-email'], ['code ann@example.com']),
      ready(['code ann@example.com'], ['unverified-email']),
      { state: 'excluded', calls: [], findings: ['unverified-email', 'excluded:unverified-email'] },
      ready(['code ann@example.com']),
    ])
  })

  it('whose phone number would become verified without proof is blocked as well, where only the number lets the user in', () => {
    const unverified = { phone, phoneVerified: false }
    const created = ['code +14155552671']
    expect([
      outline(plan(unverified)),
      outline(plan(unverified, { unverifiedPhone: 'migrate' })),
      outline(plan(unverified, { unverifiedPhone: 'exclude' })),
      outline(plan({ phone, phoneVerified: true })),
      outline(plan({ phone: '415 555 2671', phoneVerified: false }, { country: 'US' })),
    ]).toEqual([
      blocked(['!unverified-phone'], created),
      ready(created, ['unverified-phone']),
      { state: 'excluded', calls: [], findings: ['unverified-phone', 'excluded:unverified-phone'] },
      ready(created),
      blocked(['!unverified-phone'], created),
    ])
  })

  it('with an unverified phone number beside an email is asked about the email alone', () => {
    const both = { email, phone, phoneVerified: false }
    const calls = ['code ann@example.com', 'update ann@example.com +14155552671']
    expect([outline(plan({ ...both, emailVerified: true })), outline(plan({ ...both, emailVerified: false }))]).toEqual(
      [ready(calls), blocked(['!unverified-email'], calls)],
    )
  })

  it('whose phone fits the chosen country and another one with the plus sign that spreadsheets remove is counted', () => {
    const planned = plan({ phone: '33612345678' }, { country: 'DE' })
    expect(outline(planned)).toEqual(ready(['code +4933612345678'], ['phone-plus-lost']))
    expect(planned.findings[0]?.detail).toContain('it would be +33612345678')
    const sure = ['0171 5550100', '+33612345678', '1715550100'].map((one) => plan({ phone: one }, { country: 'DE' }))
    // Also of the chosen country itself: nothing but a comparison tells which of both it is.
    expect(outline(plan({ phone: '4917155501000' }, { country: 'DE' })).findings).toEqual(['phone-plus-lost'])
    expect(sure.map(({ findings }) => findings)).toEqual([[], [], []])
    expect(outline(plan({ email, phone: '33612345678' }, { country: 'FR' })).findings).toEqual([])
  })

  it('with a contact that cannot be sent is blocked', () => {
    expect([
      outline(plan({ email: 'ann', phone })),
      outline(plan({ email, phone: '12' })),
      outline(plan({ phone: '415 555 2671' })),
      outline(plan({ phone: '415 555 2671' }, { country: 'US' })),
    ]).toEqual([
      blocked(['!email-invalid']),
      blocked(['!phone-invalid']),
      blocked(['!phone-invalid']),
      ready(['code +14155552671']),
    ])
  })

  it('with a phone number that cannot be used goes on without it where the operator leaves such numbers out', () => {
    const skip = { unusablePhones: 'skip' } as const
    const short = '+1-555-0101'
    expect([
      outline(plan({ email, phone: short })),
      outline(plan({ email, phone: short }, { country: 'US' })),
      outline(plan({ email, phone: short }, skip)),
      outline(plan({ email, phone: '415 555 2671' }, skip)),
      outline(plan({ email, phone: '415 555 2671' }, { ...skip, country: 'US' })),
      outline(plan({ email, phone: '12', identities: [identity('google', 'G1')], phoneIsLogin: true }, skip)),
    ]).toEqual([
      blocked(['!phone-unusable']),
      blocked(['!phone-unusable']),
      ready(['code ann@example.com'], ['phone-unusable']),
      ready(['code ann@example.com'], ['phone-unusable']),
      ready(['code ann@example.com', 'update ann@example.com +14155552671']),
      ready(['google G1 ann@example.com'], ['phone-unusable']),
    ])
  })

  it('with a dash or a word in place of a phone number has none', () => {
    expect(['-', '一', 'n/a', 'none'].map((one) => outline(plan({ email, phone: one })))).toEqual(
      ['-', '一', 'n/a', 'none'].map(() => ready(['code ann@example.com'])),
    )
    expect(outline(plan({ phone: '—' }))).toEqual(blocked(['!no-login']))
    expect(outline(plan({ email: ' - ', phone }))).toEqual(ready(['code +14155552671']))
    expect(outline(plan({ email, phone: '٠١٠٠٠٠٠٠٠٠' })).findings).toEqual(['!phone-invalid'])
  })

  it('with nothing but a phone number that cannot be used stays blocked without it, and is told why', () => {
    const skip = { unusablePhones: 'skip' } as const
    const planned = plan({ phone: '+1-555-0101' }, skip)
    expect(outline(planned)).toEqual(blocked(['phone-unusable', '!no-login']))
    expect(planned.findings.at(-1)?.detail).toBe(
      'There is no email or phone number to send a code to. The phone number is not a possible number of its country.',
    )
    expect(outline(plan({ phone: '12' }, { ...skip, noLogin: 'exclude' })).state).toBe('excluded')
    expect(outline(plan({ email: 'ann', phone: '12' }, skip))).toEqual(blocked(['phone-unusable', '!email-invalid']))
  })

  it('and without contact has no way to log in', () => {
    expect([outline(plan({})), outline(plan({ email: '', phone: ' ' }))]).toEqual([
      blocked(['!no-login']),
      blocked(['!no-login']),
    ])
  })

  it('shows the contacts normalised where possible and as they are where not', () => {
    const { email: shownEmail, phone: shownPhone } = plan({ email: 'Ann@Example.com', phone: '0' })
    expect([shownEmail, shownPhone, plan({ email: 'Ann' }).email, plan({ phone }).phone]).toEqual([
      'ann@example.com',
      '0',
      'Ann',
      '+14155552671',
    ])
  })
})

describe('login by code besides another method', () => {
  it('is added only for the contact that the export calls a login', () => {
    const google = { email, phone, identities: [identity('google', 'G1')] }
    expect([
      outline(plan({ ...google, phoneIsLogin: true })),
      outline(plan({ ...google, emailIsLogin: true })),
      outline(plan({ ...google, emailIsLogin: true, phoneIsLogin: true })).calls,
    ]).toEqual([
      ready(['google G1 ann@example.com', 'code +14155552671'], ['several-methods']),
      ready(['google G1 ann@example.com', 'code ann@example.com'], ['several-methods', 'phone-not-carried']),
      ['google G1 ann@example.com', 'code ann@example.com', 'update ann@example.com +14155552671'],
    ])
  })
})
