import { describe, expect, it } from 'vitest'
import { dateOrders } from '../../../shared/mapping/columns/date-orders.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { previewRecord } from '../../../shared/mapping/shown/preview-record.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'

type Rows = readonly Readonly<Record<string, string>>[]

const table = (column: string, dates: readonly string[], more: Readonly<Record<string, string>> = {}): Rows =>
  dates.map((date, at) => ({ mail: `u${at}@acme.example`, [column]: date, ...more }))

/** The times joined, as they are kept of each record. */
function joined(records: Rows, column: string, target: MappingTarget = 'time-joined') {
  const columns = [
    { path: 'mail', target: 'email' as const },
    { path: column, target },
  ]
  const mapping = { version: 1 as const, columns, fixedProvider: null }
  const read = tableReader(mapping, {
    notation: { dateOrders: dateOrders({ header: Object.keys(records[0] ?? {}), records }) },
  })
  return records.map(read).map((entry) => {
    if (entry.kind !== 'user') return entry.kind
    return target === 'disabled' ? entry.user.standing : (entry.user.profile?.joined?.slice(0, 10) ?? null)
  })
}

describe('a date that has its day or its month first', () => {
  it.each([
    ['13/04/2021', '2021-04-03'],
    ['04/13/2021', '2021-03-04'],
    ['28-12-2020', '2021-04-03'],
    ['13/04/2021 10:30', '2021-04-03'],
  ])('is read as the other dates of its column are written: %s', (other, day) => {
    expect(joined(table('created', ['03/04/2021', other]), 'created')[0]).toBe(day)
  })

  it('is read as the other columns of its table are written, where its own says nothing', () => {
    const records = table('created', ['03/04/2021', '05/06/2020'], { 'last login': '25/12/2023' })
    expect(joined(records, 'created')).toEqual(['2021-04-03', '2020-06-05'])
  })

  it('stays as it is where nothing settles it, or both orders are there', () => {
    expect(joined(table('created', ['03/04/2021', '05/06/2020']), 'created')).toEqual(['03/04/2021', '05/06/2020'])
    const both = ['03/04/2021', '13/04/2021', '04/13/2021']
    expect(joined(table('created', both), 'created')[0]).toBe('03/04/2021')
    expect(joined(table('created', ['03/04/2021', '2021-04-13']), 'created')[0]).toBe('03/04/2021')
  })

  it('ends an account on the day that its column says', () => {
    const next = new Date().getUTCFullYear() + 1
    const records = table('expires', [`03/12/${next - 2}`, `25/12/${next}`, `01/12/${next}`])
    expect(joined(records, 'expires', 'disabled')).toEqual(['disabled', 'active', 'active'])
  })

  it('is shown in the preview of its record as it is read', () => {
    const records = table('created', ['03/04/2021', '13/04/2021'])
    const mapping = {
      version: 1 as const,
      columns: [{ path: 'created', target: 'time-joined' as const }],
      fixedProvider: null,
    }
    const choices = { country: null, providerName: () => null }
    const orders = dateOrders({ header: ['mail', 'created'], records })
    const shown = (of: typeof orders) =>
      previewRecord(records[0] ?? {}, mapping, { ...choices, notation: { dateOrders: of } }).find(
        ({ path }) => path === 'created',
      )
    expect(shown(orders)).toMatchObject({ result: '2021-04-03T00:00:00.000Z', problem: '' })
    expect(shown(new Map())?.problem).toBe('Day and month of this date may be either way round.')
  })
})
