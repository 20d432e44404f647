import { expect, test } from 'vitest'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { type OpenConnection, resizableClient } from '../../../../electron/engine/session/run-round.ts'

test('requests go over the newest connections, and closing waits for the old ones too', async () => {
  const seen: string[] = []
  const open: OpenConnection = (connections) => ({
    send: async () => {
      seen.push(`sent over ${connections}`)
      return { outcome: plainSuccess, httpStatus: 200, ms: 1 }
    },
    close: async () => {
      seen.push(`closed ${connections}`)
    },
  })
  const connection = resizableClient(open, 4)
  const send = () => connection.send('look-up', { email: 'a@example.com' })
  await send()
  connection.resize(4)
  connection.resize(32)
  await send()
  await connection.close()
  expect(seen).toEqual(['sent over 4', 'closed 4', 'sent over 32', 'closed 32'])
})
