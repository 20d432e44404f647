import { type DateOrder, orderOfDate } from '../../users/time-joined.ts'
import type { Sample } from '../export-format.ts'
import { profileColumns } from './profile-columns.ts'

/** The orders of day and month in the dates of a table, by the paths of its columns. */
export type DateOrders = ReadonlyMap<string, DateOrder>

/**
 * How the columns of a sample write their dates, `13/04/2021` or `04/13/2021`, where one of their dates settles it; else as all other columns
 * of the table do.
 */
export function dateOrders({ records, header }: Sample): DateOrders {
  const columns = profileColumns(records, header).map(({ path, values }) => ({ path, orders: ordersOf(values) }))
  const [whole, ...others] = new Set(columns.flatMap(({ orders }) => [...orders]))
  const shared = others.length === 0 ? whole : undefined
  return new Map(
    columns.flatMap(({ path, orders: [own, ...more] }) => {
      const order = own ?? shared
      return order === undefined || more.length > 0 ? [] : [[path, order] as const]
    }),
  )
}

function ordersOf(values: readonly string[]): readonly DateOrder[] {
  return [...new Set(values.flatMap((value) => orderOfDate(value) ?? []))]
}
