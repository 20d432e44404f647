import { expect, it } from 'vitest'
import { readNames } from '../../../../electron/engine/import-pipeline/read-columns.ts'

const names = {
  tables: new Set(['userid_mapping']),
  read: ({ own, external }: Readonly<Record<string, unknown>>) => [[String(own), String(external)] as const],
}

/** A dump with one batch of rows. */
function dumpOf(rows: number) {
  const batch = Array.from({ length: rows }, (_, at) => ({
    kind: 'record' as const,
    table: 'userid_mapping',
    value: { own: `u${at}`, external: `e${at}` },
    line: at + 1,
    offset: at,
  }))
  return {
    batches: async function* () {
      yield await Promise.resolve(batch)
    },
  }
}

it('reads the names that users refer to', async () => {
  const read = await readNames(dumpOf(3), { names })
  expect(read.ok && [...read.value]).toEqual([
    ['u0', 'e0'],
    ['u1', 'e1'],
    ['u2', 'e2'],
  ])
})

it('refuses a dump with more names than fit, instead of leaving some out', async () => {
  const read = await readNames(dumpOf(3), { names }, 2)
  expect(read.ok ? '' : read.error.message).toContain('(“userid_mapping”) have more than 2 rows')
})
