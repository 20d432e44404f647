import * as z from 'zod'
import { expect, test } from 'vitest'
import { createProvenance } from '../../../../electron/engine/document/created-users.ts'
import { allRows, sql } from '../../../../electron/engine/document/sqlite.ts'
import { withoutHistory } from '../../../../electron/engine/runner/claimed-user.ts'
import { storeOutcomes } from '../../../../electron/engine/runner/store-outcome.ts'
import { writeCalls } from '../../../../shared/planning/call-key.ts'
import { plannedDocument, socialOf } from '../../../support/rounds.ts'

test.each([
  ['that its call created the user', true, null, true],
  ['that there was no such user before', null, false, true],
  ['neither', null, null, false],
  ['that the user was there before', false, true, false],
])(
  'a user of which the core says %s is signed as ours or not: created %s, existed %s',
  (_, created, existed, isSigned) => {
    const { document, target } = plannedDocument([[socialOf('g1')]])
    const [call] = withoutHistory({ id: 1, calls: writeCalls([socialOf('g1')]), replaces: 0 }).calls
    if (call === undefined) throw new Error('The user has no call.')
    const result = {
      kind: 'done',
      coreUserId: 'u1',
      recipeUserId: null,
      created,
      existed,
      httpStatus: 200,
      message: '',
    } as const
    const provenance = createProvenance(Buffer.alloc(32, 1), { document: 'd', origin: 'o' })
    storeOutcomes(
      document.database,
      target.id,
      [{ userId: 1, call, result, attempts: [], at: 1, userState: null }],
      provenance,
    )
    const rows = allRows(
      z.object({ provenance: z.string().nullable() }),
      sql(document.database, 'SELECT provenance FROM call'),
    )
    expect(rows.map((row) => provenance.isCreated(row.provenance, call.key, 'u1'))).toEqual([isSigned])
  },
)
