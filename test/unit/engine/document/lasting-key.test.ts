import { expect, test } from 'vitest'
import * as z from 'zod'
import { lastingKey, lastingKeySql } from '../../../../electron/engine/document/lasting-key.ts'
import { allRows, sql } from '../../../../electron/engine/document/sqlite.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { keepUser } from '../../../support/planned-users.ts'

const keyRow = z.object({ key: z.string().nullable() })

test.each([
  [{ sourceId: 'u-1', email: 'ada@example.com', phone: '+15550100' }, 'id:u-1'],
  [{ sourceId: null, email: 'ada@example.com', phone: '+15550100' }, 'email:ada@example.com'],
  [{ sourceId: null, email: null, phone: '+15550100' }, 'phone:+15550100'],
  [{ sourceId: null, email: null, phone: null }, null],
])('%j is found in another export by %s, by the database as well', (user, key) => {
  const { database } = emptyDocument()
  keepUser(database, { id: 1 })
  const { sourceId, email, phone } = user
  sql(database, 'UPDATE user SET source_id = ?, email = ?, phone = ? WHERE id = 1').run(sourceId, email, phone)
  expect(lastingKey(user)).toBe(key)
  expect(allRows(keyRow, sql(database, `SELECT ${lastingKeySql} AS key FROM user`))).toEqual([{ key }])
})
