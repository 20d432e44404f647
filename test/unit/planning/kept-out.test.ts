import { describe, expect, it } from 'vitest'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import {
  isExcludedForKeptOut,
  keptOutKey,
  readKeptOutKey,
  withKeptOut,
} from '../../../shared/planning/other-users/kept-out.ts'
import { withDuplicates } from '../../../shared/planning/other-users/duplicates.ts'
import { bcrypt, outline, pbkdf2, plan } from './made-users.ts'

const email = 'ann@acme.example'
const place = { file: 'users.json', place: 'line 4' }
const among =
  (...statuses: readonly ('disabled' | 'deleted')[]) =>
  (key: string) =>
    statuses.some((status) => key === keptOutKey({ status, email })) ? place : null
const ann = plan({ email, hash: { hash: bcrypt } })
const judged = (one: typeof ann, statuses: readonly ('disabled' | 'deleted')[], choices: Partial<Choices> = {}) =>
  withKeptOut(one, among(...statuses), { ...noChoices, ...choices })

describe('a user with the email of a user who is kept out', () => {
  it('waits for a decision of its own for each status, which names the other one', () => {
    const both = judged(ann, ['disabled', 'deleted'])
    expect(outline(both)).toMatchObject({
      state: 'blocked',
      findings: ['!same-email-out-elsewhere:disabled', '!same-email-out-elsewhere:deleted'],
    })
    expect(both.findings[0]?.detail).toBe('Same email as a user who is disabled at the source (users.json, line 4).')
  })

  it('is sent or excluded as decided, and excluded where one of two decisions says so', () => {
    const migrated = judged(ann, ['deleted'], { emailsKeptOut: { deleted: 'migrate' } })
    const excluded = judged(ann, ['disabled', 'deleted'], { emailsKeptOut: { deleted: 'exclude' } })
    expect([outline(migrated), outline(excluded)]).toEqual([
      { ...outline(ann), findings: ['same-email-out-elsewhere:deleted'] },
      {
        state: 'excluded',
        calls: [],
        findings: [
          'same-email-out-elsewhere:disabled',
          'same-email-out-elsewhere:deleted',
          'excluded:same-email-out-elsewhere:deleted',
        ],
      },
    ])
    expect([migrated, excluded].map(isExcludedForKeptOut)).toEqual([false, true])
  })

  it('waits for its other questions as well', () => {
    const waiting = plan({ email, hash: { hash: pbkdf2 } })
    expect(judged(waiting, ['deleted'], { emailsKeptOut: { deleted: 'migrate' } }).state).toBe('blocked')
  })

  it('is not asked about where disabled users are migrated, and where another question comes first', () => {
    const duplicate = withDuplicates(ann, (key) => (key.startsWith('import:') ? place : null), noChoices)
    const unchanged = [
      [ann, [], {}],
      [ann, ['disabled'], { disabled: 'migrate' }],
      [plan({ email, hash: { hash: bcrypt }, standing: 'disabled' }), ['deleted'], {}],
      [plan({ email, standing: 'deleted' }), ['deleted'], {}],
      [plan({ phone: '+14155552671', phoneIsLogin: true }), ['deleted'], {}],
      [duplicate, ['deleted'], {}],
    ] as const
    const excluded = judged(duplicate, ['deleted'], { emailsKeptOut: { deleted: 'exclude' } })
    expect(outline(excluded)).toMatchObject({ state: 'excluded', calls: [] })
    for (const [one, statuses, choices] of unchanged) expect(judged(one, statuses, choices)).toBe(one)
  })
})

it('keys of users who are kept out are no claims', () => {
  expect(
    [keptOutKey({ status: 'deleted', email }), `import:${email}`, 'kept-out:other:a@b.example'].map(readKeptOutKey),
  ).toEqual([{ status: 'deleted', email }, null, null])
})
