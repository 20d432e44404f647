import { expect, test } from 'vitest'
import { previewView } from '../../../../electron/engine/queries/preview.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { planAs } from '../../../support/planned-users.ts'
import { codeOf, importOf, plannedDocument } from '../../../support/rounds.ts'

type Kept = { readonly id: number; readonly state: 'blocked' | 'excluded'; readonly codes: readonly string[] }

function keep(database: Database, { id, state, codes }: Kept): void {
  planAs(database, state, `id = ${id}`)
  for (const code of codes) {
    sql(database, "INSERT INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, '', ?, '')").run(
      id,
      code,
      state === 'blocked' ? 1 : 0,
    )
  }
}

/** The sentence of a preview over ten users. */
function sentenceWith(...kept: readonly Kept[]): string {
  const { document } = plannedDocument(
    Array.from({ length: 10 }, (_, n) => [n % 2 === 0 ? importOf(`u${n}@x.org`) : codeOf(`u${n}@x.org`)]),
  )
  for (const one of kept) keep(document.database, one)
  return previewView(document.database).sentence
}

test('the confirmation counts each user once, and names why some are not created', () => {
  const blocked = (id: number, ...codes: string[]): Kept => ({ id, state: 'blocked', codes })
  const excluded = (id: number, ...codes: string[]): Kept => ({ id, state: 'excluded', codes })
  expect([
    sentenceWith(),
    sentenceWith(excluded(1, 'duplicate'), excluded(2, 'duplicate'), blocked(3, 'malformed-hash', 'too-long')),
    sentenceWith(excluded(1, 'deleted'), excluded(2, 'excluded'), excluded(3, 'excluded'), blocked(4), blocked(5)),
    sentenceWith(excluded(1, 'excluded'), excluded(2, 'excluded'), blocked(3, 'disabled'), blocked(4)),
    sentenceWith(
      blocked(1, 'disabled'),
      blocked(2, 'disabled'),
      blocked(3, 'duplicate'),
      blocked(4, 'email-invalid'),
      blocked(5, 'too-long'),
      blocked(6, 'no-login'),
    ),
  ]).toEqual([
    '10 users will be created in core.example.com.',
    '7 users will be created in core.example.com. 2 are excluded: duplicates. 1 needs a decision: broken hash, value too long.',
    '5 users will be created in core.example.com. 3 are excluded: 2 by your choice, 1 deleted in the source. 2 need a decision: other reasons.',
    '6 users will be created in core.example.com. 2 are excluded by your choice. 2 need a decision: 1 disabled user, 1 other reason.',
    '4 users will be created in core.example.com. 6 need a decision: 2 disabled users, 1 duplicate, 1 invalid email, 2 other reasons.',
  ])
})
