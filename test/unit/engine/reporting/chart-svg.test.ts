import { expect, test } from 'vitest'
import { chartSvg } from '../../../../electron/engine/reporting/html/markup.ts'
import type { Sample } from '../../../../shared/chart/sample-schema.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const samples = (many: number): readonly Sample[] =>
  Array.from({ length: many }, (_, n) => ({ at: noon + n * 1000, ms: 1000, users: 5, p50: 9, p99: 20, atOnce: 2 }))

test('the printed chart has its lines, its clock and its words, and is left out of a run under half a minute', () => {
  const html = chartSvg(samples(40))?.html ?? ''
  expect([
    html.includes('<path class="users" d="M'),
    html.includes('>12:00:20</text>'),
    html.includes('200 users sent'),
    html.includes('Clock times are UTC.'),
    chartSvg(samples(29)),
  ]).toEqual([true, true, true, true, null])
})
