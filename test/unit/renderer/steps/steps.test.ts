import { describe, expect, test } from 'vitest'
import { isOlder } from '../../../../renderer/api/document-context.tsx'
import { firstStep, stepStatuses, stepToward } from '../../../../renderer/steps/steps.ts'
import type { DocumentView, FileView } from '../../../../shared/ipc/views.ts'
import { emptyView } from '../../../support/data/made-up-views.ts'
import { rehearsalTarget as rehearsal } from '../../../support/data/made-up-targets.ts'

const auth0: FileView = {
  id: 1,
  name: 'users.json',
  size: 1,
  format: 'ndjson',
  compression: 'none',
  encoding: 'utf-8',
  provider: 'auth0',
  providerTitle: 'Auth0',
  shape: 'users',
  reason: '',
  role: 'users',
  records: 3,
  unreadable: 0,
  other: [],
  truncation: null,
  unreadTables: null,
  controlTotals: null,
  unappliedChanges: null,
  lostLogins: null,
  withoutUsers: null,
  complete: true,
  offers: null,
  chosenTable: null,
  readTables: [],
  problem: null,
  isOther: false,
  unconfirmedPath: null,
}

const fresh: DocumentView = { ...emptyView, version: 4 }
const ready: DocumentView = {
  ...fresh,
  files: [auth0],
  target: rehearsal,
  totals: { ...fresh.totals, records: 3, users: 3 },
}

describe('a document is taken up again', () => {
  test('at the first step that is not done', () => {
    expect([
      firstStep(fresh),
      firstStep({ ...fresh, target: rehearsal }),
      firstStep({ ...ready, needsMapping: [1] }),
      firstStep(ready),
      firstStep({ ...ready, started: true }),
    ]).toEqual(['connect', 'export', 'mapping', 'review', 'run'])
  })
})

/** The steps that can be entered. */
const open = (document: DocumentView) =>
  Object.entries(stepStatuses(document, null)).flatMap(([key, step]) => (step.closed === null ? [key] : []))
/** The small text of each step. */
const notes = (document: DocumentView) =>
  Object.fromEntries(Object.entries(stepStatuses(document, null)).map(([key, step]) => [key, step.note]))

describe('the rail', () => {
  test('opens a step once it can be entered', () => {
    expect([
      open(fresh),
      open({ ...ready, needsMapping: [1] }),
      open(ready),
      open({ ...ready, started: true }),
    ]).toEqual([
      ['connect', 'export'],
      ['connect', 'export', 'mapping'],
      ['connect', 'export', 'mapping', 'review'],
      ['connect', 'export', 'mapping', 'review', 'run', 'report'],
    ])
  })

  test('holds the other steps back while a file of the set cannot be read', () => {
    const refused = { ...auth0, id: 2, provider: null, complete: false, problem: 'This file is empty.' }
    const picture = { ...refused, isOther: true }
    expect([open({ ...ready, files: [auth0, refused] }), open({ ...ready, files: [auth0, picture] })]).toEqual([
      ['connect', 'export'],
      ['connect', 'export', 'mapping', 'review'],
    ])
  })

  test('says in a few words how each step stands', () => {
    const undecided = [{ source: 'samlp', users: 2, mapped: null, known: false }]
    expect(notes({ ...ready, providers: undecided })).toEqual({
      connect: 'rehearsal',
      export: '1 file',
      mapping: '',
      review: '',
      run: '',
      report: '',
    })
  })

  test('counts the files that are exports', () => {
    const picture = { ...auth0, id: 2, provider: null, problem: 'This is a PNG image, not an export.' }
    const note = (files: DocumentView['files']) => notes({ ...ready, files })['export']
    expect([note([auth0, auth0]), note([auth0, picture]), note([picture]), note([])]).toEqual([
      '2 files',
      '1 file',
      '',
      '',
    ])
  })

  test('counts what still needs the operator: files, columns, users', () => {
    const blocked = { ...ready, counts: { ...ready.counts, blocked: 573 } }
    const waiting = (document: DocumentView) =>
      Object.values(stepStatuses(document, null)).map((status) => status.waiting)
    expect(waiting(ready)).toEqual([0, 0, 0, 0, 0, 0])
    expect(waiting({ ...ready, needsMapping: [1] })).toEqual([0, 0, 1, 0, 0, 0])
    expect(waiting(blocked)).toEqual([0, 0, 0, 573, 0, 0])
    // A question about a whole column holds nothing back, and is open until the migration starts.
    const unsure = { ...ready, openColumns: [{ fileId: 1, path: 'otp' }] }
    expect([waiting(unsure), firstStep(unsure)]).toEqual([[0, 0, 1, 0, 0, 0], 'review'])
    expect(waiting({ ...unsure, started: true })).toEqual([0, 0, 0, 0, 0, 0])
    const started = stepStatuses({ ...blocked, started: true }, null)
    expect([started.review.done, started.review.waiting]).toEqual([false, 573])
  })

  test('goes no further than the mapping until every column that may hold passwords is decided', () => {
    const withField = (chosen: 'import' | 'exclude' | null, blocked: number): DocumentView => ({
      ...ready,
      unmappedFields: [
        { fileId: 1, code: 'unmapped-hash', path: 'Passwort', users: 20, blocked, asks: blocked > 0, chosen },
      ],
    })
    const standing = (document: DocumentView) => {
      const { mapping, review } = stepStatuses(document, null)
      expect([stepToward(document, 'review'), stepToward(document, 'connect')]).toEqual([
        firstStep(document),
        'connect',
      ])
      return [mapping.done, mapping.waiting, review.closed === null, firstStep(document)]
    }
    expect(standing(withField(null, 20))).toEqual([false, 1, false, 'mapping'])
    expect(standing(withField('import', 0))).toEqual([true, 0, true, 'review'])
    expect(standing(withField('exclude', 0))).toEqual([true, 0, true, 'review'])
    // Users who have a hash of their own need no second one.
    expect(standing(withField(null, 0))).toEqual([true, 0, true, 'review'])
  })

  test('counts a file without a login once, and its columns only after it has one', () => {
    const field = { code: 'unmapped-hash', path: 'Passwort', users: 20, blocked: 20, asks: true, chosen: null } as const
    const document: DocumentView = {
      ...ready,
      needsMapping: [1],
      unmappedFields: [
        { ...field, fileId: 1 },
        { ...field, fileId: 2, path: 'pin' },
      ],
    }
    const waiting = (now: DocumentView) => stepStatuses(now, null).mapping.waiting
    expect([waiting(document), waiting({ ...document, needsMapping: [] })]).toEqual([2, 2])
    expect(waiting({ ...document, unmappedFields: [{ ...field, fileId: 1 }] })).toBe(1)
  })

  test('goes no further than the export until what was read of a truncated file is accepted', () => {
    const cut = (accepted: boolean): DocumentView => ({
      ...ready,
      files: [{ ...auth0, truncation: { reason: 'Line 3: The file ends here.', accepted } }],
    })
    expect([open(cut(false)), stepStatuses(cut(false), null).export, firstStep(cut(false))]).toEqual([
      ['connect', 'export'],
      { closed: null, done: false, note: '1 file', waiting: 1 },
      'export',
    ])
    expect([open(cut(true)), stepStatuses(cut(true), null).export.done, firstStep(cut(true))]).toEqual([
      ['connect', 'export', 'mapping', 'review'],
      true,
      'review',
    ])
    expect([stepToward(cut(false), 'mapping'), stepToward(cut(true), 'mapping')]).toEqual(['export', 'mapping'])
  })

  test('does not call a core done that has to be connected again', () => {
    const away = { ...ready, target: { ...rehearsal, connected: false } }
    expect([stepStatuses(ready, null).connect.done, stepStatuses(away, null).connect.done]).toEqual([true, false])
  })
})

test('of two views of one document the lower version is older; another document is never older', () => {
  expect([
    isOlder(fresh, { ...fresh, version: 3 }),
    isOlder(fresh, { ...fresh, version: 4 }),
    isOlder(fresh, { ...fresh, version: 1, name: 'b.migration' }),
    isOlder(null, fresh),
    isOlder(fresh, null),
  ]).toEqual([true, false, false, false, false])
})
