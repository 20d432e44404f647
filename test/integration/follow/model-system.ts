import * as z from 'zod'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import type { AnyFetchSource, JsonObject } from '../../../electron/engine/fetching/source.ts'
import { ok } from '../../../shared/result.ts'
import type { SourceChange, SourceUser } from '../../support/followed-model.ts'

const day = 24 * 3_600_000

/** An old system in memory whose rows say when they were changed, as far as it wants to. */
export type ModelSystem = {
  readonly source: AnyFetchSource
  /** The time of day of the system and of who reads it; Unix epoch, milliseconds. */
  readonly now: () => number
  readonly pass: (ms: number) => void
  /** Commits a change; its rows say that they were changed at this moment, or what they said before (null). */
  readonly commit: (changes: readonly SourceChange[], changedAt: number | null) => void
  /** Selects the column that the change times of the rows come from now on; null: none. */
  readonly say: (column: string | null) => void
  /** Sets the times of all rows back, as a restored backup does. */
  readonly restoreTimes: (ms: number) => void
  /** How many rows the last listings had. */
  readonly listed: () => readonly number[]
}

type Row = { readonly user: SourceUser; readonly changedAt: number }

/** `users`: at the beginning, all changed days ago. */
export function createModelSystem(users: Iterable<SourceUser>): ModelSystem {
  let now = Date.UTC(2026, 10, 20, 9)
  let column: string | null = 'updated_at'
  const rows = new Map<string, Row>([...users].map((user) => [user.id, { user, changedAt: now - 5 * day }]))
  const listed: number[] = []
  const source = anySource({
    name: 'model',
    title: 'Model',
    summary: 'Rows of a test',
    settings: z.object({}),
    options: [],
    secrets: [],
    example: '',
    key: ({ id }) => (typeof id === 'string' ? id : null),
    destination: () => ok('https://model.example.com'),
    open: (_settings, _secrets, _signal, since) => {
      const isIncremental = since !== null && since.of === column
      const found = [...rows.values()].filter(({ changedAt }) => !isIncremental || changedAt >= since.from)
      listed.push(found.length)
      const records = found.map(({ user, changedAt }): JsonObject => ({
        id: user.id,
        email: user.email,
        password_hash: user.hash,
        updated_at: new Date(changedAt).toISOString(),
      }))
      const pageOf = (place: number) => records.slice(place, place + 7)
      const times = {
        name: column ?? '',
        of: column ?? '',
        timeOf: ({ updated_at: text }: JsonObject) => (typeof text === 'string' ? Date.parse(text) : NaN),
        isIncremental,
        all: rows.size,
      }
      return Promise.resolve({
        kind: 'opened',
        source: {
          total: records.length,
          page: (cursor) => {
            const place = Number(cursor ?? '0')
            const next = place + 7 < records.length ? String(place + 7) : null
            return Promise.resolve({ kind: 'page', records: pageOf(place), next })
          },
          close: () => Promise.resolve(),
          ...(column === null ? {} : { changeTimes: times }),
        },
      })
    },
  })
  return {
    source,
    now: () => now,
    pass: (ms) => {
      now += ms
    },
    commit: (changes, changedAt) => {
      for (const change of changes) {
        if (change.kind === 'delete') rows.delete(change.id)
        else {
          const before = rows.get(change.user.id)?.changedAt ?? now - 5 * day
          rows.set(change.user.id, { user: change.user, changedAt: changedAt ?? before })
        }
      }
    },
    say: (name) => {
      column = name
    },
    restoreTimes: (ms) => {
      for (const [id, row] of rows) rows.set(id, { ...row, changedAt: row.changedAt - ms })
    },
    listed: () => listed,
  }
}
