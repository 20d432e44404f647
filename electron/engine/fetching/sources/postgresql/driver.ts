import type { Client } from 'pg'
import { counted } from '../../../../../shared/format.ts'
import type { DatabaseDriver } from '../database/open-database.ts'
import { postgresCatalog } from './catalog.ts'
import { connect, destroy, postgresFailure } from './connect.ts'
import { rowReader } from './row-reader.ts'

export const postgresDriver: DatabaseDriver<Client> = {
  connect,
  catalog: postgresCatalog,
  failure: postgresFailure,
  destroy,
  escapesByBackslash: false,
  prepare: async (client) => {
    const [encoding] = await postgresCatalog(client).values("SELECT current_setting('server_encoding')")
    let invalid = 0
    const onInvalid = encoding === 'SQL_ASCII' ? () => void (invalid += 1) : null
    return {
      reader: (connection, statement) => rowReader(connection, statement, onInvalid),
      notes: () =>
        invalid === 0 ? [] : [`${counted(invalid, 'user')} with text that is not UTF-8; its bytes were replaced.`],
    }
  },
}
