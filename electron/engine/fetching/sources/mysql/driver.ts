import type { Connection } from 'mysql2'
import type { DatabaseDriver } from '../database/open-database.ts'
import { tablePath } from '../database/preset-statements.ts'
import { isTransactional, mysqlCatalog } from './catalog.ts'
import { connect, destroy, mysqlFailure } from './connect.ts'
import { rowReader } from './row-reader.ts'

const noTransactions =
  'The table has no transactions (MyISAM or the like): users who changed while it was read are as of then.'

export const mysqlDriver: DatabaseDriver<Connection> = {
  connect,
  catalog: mysqlCatalog,
  failure: mysqlFailure,
  destroy,
  escapesByBackslash: true,
  prepare: async (connection, { table }) => {
    const name = table === undefined ? null : (tablePath(table).at(-1) ?? null)
    const isSafe = name === null || (await isTransactional(connection, name))
    return { reader: rowReader, notes: () => (isSafe ? [] : [noTransactions]) }
  },
}
