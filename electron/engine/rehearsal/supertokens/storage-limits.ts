import { isWiderThan } from '../../../../shared/users/width.ts'
import { text, type CoreReply } from '../exchange.ts'

/** Column widths of real cores on PostgreSQL, in characters. */
export const widths = {
  email: 256,
  phoneNumber: 256,
  passwordHash: 256,
  provider: 28,
  providerUserId: 256,
  userId: 128,
}

const exception =
  'io.supertokens.pluginInterface.exceptions.StorageQueryException: org.postgresql.util.PSQLException: ERROR:'

/** Real cores check neither lengths nor NUL; their database does, and its error becomes a 500. Null: it would be stored. */
export function storageError(...values: readonly (readonly [value: string | null, width: number])[]): CoreReply | null {
  for (const [value, width] of values) {
    if (value === null) continue
    if (value.includes('\u0000')) {
      return text(
        500,
        `${exception} invalid byte sequence for encoding "UTF8": 0x00\n  Where: unnamed portal parameter $3`,
      )
    }
    if (isWiderThan(value, width)) {
      return text(500, `${exception} value too long for type character varying(${width})`)
    }
  }
  return null
}
