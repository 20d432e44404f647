import { describe, expect, test } from 'vitest'
import { distinctText, fillPercent, nameWidth } from '../../../../renderer/steps/mapping/columns/columns-table.tsx'
import { requiredChecks } from '../../../../renderer/steps/mapping/record-card.tsx'
import { flagReview } from '../../../../renderer/steps/mapping/columns/flags-card.tsx'
import { editMapping } from '../../../../renderer/steps/mapping/edit-mapping.ts'
import {
  fieldQuestion,
  fieldTitles,
  mayBeKey,
  openInFile,
  reviewText,
  rowsReview,
  type UnmappedField,
  unsureFields,
  reviewNote,
  unsureText,
} from '../../../../renderer/steps/mapping/questions/review.ts'
import type { MappingView } from '../../../../shared/ipc/views.ts'
import { decisions } from '../../../../shared/planning/choices.ts'
import { unmappedCodes } from '../../../../shared/planning/unmapped-key.ts'

const counts = (filled: number, distinct = filled) => ({ filled, distinct, exact: true })
const field = (code: UnmappedField['code'], users: number, blocked: number): UnmappedField => ({
  fileId: 1,
  code,
  path: 'x',
  users,
  blocked,
  asks: true,
  chosen: null,
})

describe('a column to review says what its values are and what each choice comes to', () => {
  const texts = (one: UnmappedField, filled: number, taken: string | null) => {
    const { why, choices } = fieldQuestion(one, counts(filled), taken)
    return [why, ...choices.map(({ label, consequence }) => `${label}: ${consequence}`)]
  }

  test('for passwords that would be lost', () => {
    expect(texts(field('unmapped-hash', 2142, 2142), 2142, null)).toEqual([
      'Every value looks like a password hash.',
      'Import as password hash: 2,142 users get a password from it.',
      'Don’t import: 2,142 users lose the password.',
    ])
  })

  test('in the same words once it is decided, and no user waits for it any more', () => {
    const decided = (code: UnmappedField['code'], taken: string | null) =>
      texts({ ...field(code, 53, 0), chosen: 'exclude' }, 53, taken).slice(1)
    expect([
      decided('unmapped-provider-id', null),
      decided('unmapped-hash', null),
      decided('unmapped-phone', 'phone'),
    ]).toEqual([
      ['Import as provider user ID: Adds a provider user ID to 53 users.', 'Don’t import: The 53 values stay behind.'],
      ['Import as password hash: 53 users get a password from it.', 'Don’t import: 53 users lose the password.'],
      [
        'Import as phone number: Only where “phone” is empty. Used for users who have no phone number.',
        'Don’t import: The 53 values stay behind.',
      ],
    ])
  })

  test('for phone numbers beside others', () => {
    expect(texts(field('unmapped-phone', 190, 71), 193, 'phone')).toEqual([
      '190 of 193 values are phone numbers, and “phone” is already mapped.',
      'Import as phone number: Only where “phone” is empty. Adds a phone number to 71 users.',
      'Don’t import: The 190 values stay behind.',
    ])
  })

  test('for emails of users who have none', () => {
    expect(texts(field('unmapped-email', 1, 1), 1, null)).toEqual([
      'Every value is an email address.',
      'Import as email: Adds an email to 1 user.',
      'Don’t import: The value stays behind.',
    ])
  })
})

test('a value that may keep users out is asked about as such', () => {
  const { why, choices } = fieldQuestion(field('unmapped-status', 6, 6), null, null)
  expect([why, ...choices.map(({ value, label }) => `${value}: ${label}`)]).toEqual([
    '6 users have this value. Look up what it means.',
    'import: Disabled',
    'exclude: Active',
  ])
  const listed = fieldQuestion({ ...field('second-hash', 6, 6), path: 'passwords[].hash' }, null, 'passwords[0].hash')
  expect([listed.why, ...listed.choices.map(({ value, label }) => `${value}: ${label}`)]).toEqual([
    '6 users have a second password hash in this field. One of them may be an old password.',
    'import: Use this hash',
    'exclude: Use the mapped hash',
  ])
  const provider = fieldQuestion({ ...field('unmapped-provider', 12, 0), path: 'Login=google' }, null, null)
  expect([provider.why, ...provider.choices.map(({ value, label }) => `${value}: ${label}`)]).toEqual([
    '12 users have this value, which names a provider.',
    'import: Sign in with it',
    'exclude: Don’t use it',
  ])
})

test('each question about a column has the answers that Decisions has', () => {
  const labels = (answers: readonly { readonly value: string; readonly label: string }[]) =>
    answers.map(({ value, label }) => `${value}: ${label}`)
  for (const code of Object.values(unmappedCodes))
    for (const taken of [null, 'mail'])
      expect(labels(fieldQuestion(field(code, 3, 3), null, taken).choices)).toEqual(
        labels(decisions.answers({ code, group: 'x' })),
      )
})

test('the questions that only a file tells are counted with the others', () => {
  const unsure = [{ path: 'member_no', mayBe: 'source-id' as const, title: 'This column may be a key of the users' }]
  const view = { unsure, mapping: null, mayBeNoUsers: true }
  const fields = fieldTitles(['a', 'b', 'b', 'c'].map((path) => ({ ...field('unmapped-email', 1, 1), path })))
  expect(openInFile(null, null)).toEqual([])
  expect(openInFile({ ...view, mapping: editMapping.withoutColumn(null, 'member_no') }, 'exclude')).toEqual([])
  const open = [...fields, ...openInFile(view, null)]
  expect(reviewText(open)).toEqual({ count: '6 need your review', names: 'a, b, c and 2 more' })
})

test('a column that may be a key is decided by the mapping, and back', () => {
  const unsure = [{ path: 'member_no', mayBe: 'source-id' as const, title: 'This column may be a key of the users' }]
  const mapping = editMapping.withColumn(editMapping.withColumn(null, 'id', 'source-id'), 'mail', 'email')
  const chosen = (of: typeof mapping) => unsureFields({ unsure, mapping: of }).map((field) => field.chosen)
  const ignored = editMapping.withoutColumn(mapping, 'member_no')
  const taken = editMapping.withColumn(ignored, 'member_no', 'source-id')
  expect([
    chosen(mapping),
    chosen(ignored),
    chosen(taken),
    chosen(editMapping.withoutColumn(taken, 'member_no')),
  ]).toEqual([[null], ['exclude'], ['import'], ['exclude']])
  expect([taken.ignored, ignored.ignored]).toEqual([undefined, ['member_no']])
  const texts = [mapping, null].flatMap((of) =>
    unsureFields({ unsure, mapping: of }).map((field) => {
      const { why, choices } = unsureText(field, of)
      return [why, choices[0]?.label]
    }),
  )
  expect(texts).toEqual([
    ['This column may be a key of the users, and “id” is already mapped.', 'Import as source ID'],
    ['This column may be a key of the users.', 'Import as source ID'],
  ])
  const [asked] = unsureFields({ unsure, mapping: null })
  expect(asked && unsureText(asked, mapping, 'every record of the sample has one of its own').why).toBe(
    'This column may be a key of the users, and “id” is already mapped. Every record of the sample has one of its own.',
  )
})

test('only what waits for a choice is called so', () => {
  expect([reviewNote({ held: true, any: true }), reviewNote({ held: false, any: true })]).toEqual([
    'Choose for each column. Nothing is dropped without your choice.',
    'Choose for each column. Until you do, it is not imported.',
  ])
})

test('rows that may be no users are asked about with the answers of Review', () => {
  expect(rowsReview({ mayBeNoUsers: false }, null)).toBeNull()
  const rows = rowsReview({ mayBeNoUsers: true }, 'exclude')
  expect([rows?.chosen, rows?.choices.map(({ value, label }) => [value, label])]).toEqual([
    'exclude',
    [
      ['import', 'Import as users'],
      ['exclude', 'Exclude'],
    ],
  ])
})

describe('fill rate and distinct values', () => {
  test('a bar is empty and full only where the column is', () => {
    expect([fillPercent(0, 10), fillPercent(1, 100_000), fillPercent(99_999, 100_000), fillPercent(5, 5)]).toEqual([
      0, 1, 99, 100,
    ])
    expect(fillPercent(0, 0)).toBe(0)
  })

  test('an estimate says that it is one', () => {
    expect([
      distinctText(null),
      distinctText(counts(9, 2063)),
      distinctText({ filled: 9, distinct: 623_456, exact: false }),
    ]).toEqual(['–', '2,063', 'about 620,000'])
  })
})

/** Of a file of 100 records. */
const viewOf = (
  columns: MappingView['columns'],
  mapped: NonNullable<MappingView['mapping']>['columns'],
): MappingView => ({
  fileId: 1,
  editable: true,
  columns,
  mapping: { version: 1, columns: mapped, fixedProvider: null },
  decisions: {},
  unsure: [],
  possibleFlags: [],
  mayBeNoUsers: false,
  records: 100,
  providers: [],
  tenants: [],
})

test('what a user needs to log in is checked over the whole file', () => {
  const view = (
    email: number,
    hash: number | null,
    toReview: readonly UnmappedField[] = [],
    hashes: number | null = null,
    hashesJoined = 0,
  ) => {
    const columns = [
      { path: 'mail', samples: [], counts: counts(email), suggestion: null, becomes: null },
      { path: 'pw', samples: [], counts: counts(hash ?? 0), suggestion: null, becomes: null },
    ]
    const mapped = [
      { path: 'mail', target: 'email' as const },
      ...(hash === null ? [] : [{ path: 'pw', target: 'password-hash' as const }]),
    ]
    const scanned = hashes === null ? null : { hashesOfUsers: hashes, hashesJoined }
    return requiredChecks(viewOf(columns, mapped), toReview, scanned).map(
      ({ good, text }) => `${good ? 'yes' : 'no'} ${text}`,
    )
  }
  expect(view(100, 100)).toEqual(['yes Email: all 100 records have one.', 'yes Password: all 100 records have one.'])
  expect(view(98, 40)).toEqual(['no Email: 2 records have none.', 'yes Password: 40 of 100 records.'])
  expect(view(100, null)).toEqual([
    'yes Email: all 100 records have one.',
    'yes Password: no column. Users log in with a code.',
  ])
  expect(view(100, null, [], 0, 80)[1]).toBe('yes Password: 80 in another table.')
  expect(view(100, null, [field('unmapped-hash', 9, 9)])[1]).toBe('no Password: needs your review.')
  // The scan of the file counted fewer: the screen shows both numbers, and says why they differ.
  expect(view(100, 40, [], 24)[1]).toBe(
    'no Password: 40 of 100 records; 16 do not look like a hash, so the count above leaves them out.',
  )
  expect([view(100, 40, [], 40)[1], view(100, 40, [], 57)[1]]).toEqual([
    'yes Password: 40 of 100 records.',
    'yes Password: 40 of 100 records.',
  ])
})

test('rows that say who is disabled in another file need no login of their own', () => {
  const column = { samples: [], counts: counts(100), suggestion: null, becomes: null }
  const columns = ['id', 'status'].map((path) => ({ ...column, path }))
  const mapped = [
    { path: 'id', target: 'source-id' as const },
    { path: 'status', target: 'disabled' as const },
  ]
  expect(requiredChecks(viewOf(columns, mapped), [], null)).toEqual([
    { good: true, text: 'Login: in another file. These rows say who of its users is disabled, by their ID.' },
  ])
})

test('rows that add to the users of another file need no login of their own, nor is their file to be removed', () => {
  const column = { samples: [], counts: counts(100), suggestion: null, becomes: null }
  const mapped = [
    { path: 'id', target: 'source-id' as const },
    { path: 'hash', target: 'password-hash' as const },
  ]
  const columns = mapped.map(({ path }) => ({ ...column, path }))
  const checks = (isPart: boolean) =>
    requiredChecks(viewOf(columns, mapped), [], null, isPart).map(({ good, text }) => `${good ? 'yes' : 'no'} ${text}`)
  expect([checks(true), checks(false)[0]]).toEqual([
    ['yes Login: in another file. These rows add to its users.', 'yes Password: all 100 records have one.'],
    'no Login: no column is an email, a phone number, or a provider user ID.',
  ])
  const { mapping } = viewOf(columns, mapped)
  const missing = (isPart: boolean) => editMapping.missingFrom(mapping, ['id', 'hash'], isPart)
  expect([missing(true), missing(false)]).toEqual([null, expect.stringContaining('remove this file on Export')])
})

test('records without the commonest login may have one of the others', () => {
  const loginsOf = (filled: Readonly<Record<'email' | 'phone' | 'provider-user-id', number>>) => {
    const paths = ['email', 'phone', 'provider-user-id'] as const
    const columns = paths.map((path) => ({
      path,
      samples: [],
      counts: counts(filled[path]),
      suggestion: null,
      becomes: null,
    }))
    const mapped = paths.map((path) => ({ path, target: path }))
    return requiredChecks(viewOf(columns, mapped), [], null)[0]?.text
  }
  expect([
    loginsOf({ email: 90, phone: 5, 'provider-user-id': 5 }),
    loginsOf({ email: 5, phone: 90, 'provider-user-id': 5 }),
  ]).toEqual([
    'Email: 90 of 100 records; the others may have a phone number or a provider user ID.',
    'Phone number: 90 of 100 records; the others may have an email or a provider user ID.',
  ])
})

test('a column of IDs may be the key where it has one for each record and no other column is the key', () => {
  const key = (change: Partial<MappingView>, distinct = 900, filled = 900) =>
    mayBeKey(
      { code: 'unmapped-provider-id', path: 'Okta ID' },
      {
        editable: true,
        records: 900,
        mapping: null,
        columns: [{ path: 'Okta ID', samples: [], counts: counts(filled, distinct), becomes: null, suggestion: null }],
        ...change,
      },
    )
  const withKey = (path: string) => ({ mapping: editMapping.withColumn(null, path, 'source-id') })
  expect([key({}), key(withKey('Okta ID'))]).toEqual([true, true])
  expect([key(withKey('id')), key({}, 899), key({}, 53, 53), key({ editable: false })]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('an answer about a column of few values names any of them, nothing included', () => {
  const values = ['A', 'G', 'S'].map((value) => ({ value, records: 9 }))
  const flag = { column: 'kz', values, empty: 1, times: 0, isLikely: true }
  expect(flagReview.values(flag).map(({ label }) => label)).toEqual(['A', 'G', 'S', 'empty'])
  expect(flagReview.answer(flag, null)).toEqual({ target: 'disabled', values: [] })
  const chosen = flagReview.with(null, flag, { target: 'disabled', values: ['G', ''] })
  expect(chosen.columns).toEqual([{ path: 'kz', target: 'disabled', values: ['G', ''] }])
  const answer = flagReview.answer(flag, chosen)
  expect([answer, answer && flagReview.titles(flag, answer).map(([, title]) => title)]).toEqual([
    { target: 'disabled', values: ['G', ''] },
    ['Disabled when G or empty', 'Deleted when G or empty'],
  ])
  expect(flagReview.with(chosen, flag, { target: 'disabled', values: [] }).columns).toEqual([])
  for (const elsewhere of [
    editMapping.withColumn(null, 'kz', 'metadata'),
    editMapping.withColumn(null, 'kz', 'disabled', ['X']),
  ])
    expect([flagReview.answer(flag, elsewhere), flagReview.unused([flag], elsewhere)]).toEqual([null, []])
  expect(flagReview.unused([flag], chosen)).toEqual([flag])
})

test('a column of times keeps out every user who has one', () => {
  const dated = { column: 'gone', values: [{ value: '0', records: 3 }], empty: 1, times: 2, isLikely: true }
  expect(flagReview.values(dated)).toEqual([{ value: null, label: 'a time', records: 2 }])
  const chosen = flagReview.with(null, dated, { target: 'deleted', values: [null] })
  expect(chosen.columns).toEqual([{ path: 'gone', target: 'deleted' }])
  expect(flagReview.answer(dated, chosen)).toEqual({ target: 'deleted', values: [null] })
})

test('names of columns have room for each of their parts, those below the table too', () => {
  expect([
    nameWidth(['id'], []),
    nameWidth(['id', 'password_hash'], ['room']),
    nameWidth(['pk'], ['source_obj.component', 'identifiers[0].name']),
    nameWidth(['id'], ['preferred_language_of_contact']),
  ]).toEqual([8, 13, 11, 20])
})
