import { expect, test } from 'vitest'
import { startEngine } from '../support/engine.ts'
import { fileIn } from '../support/temporary-folder.ts'

test('what was counted of all users is answered again until the document changes', async () => {
  const engine = await startEngine()
  fileIn(engine.folder, 'users.csv', 'id,email\nu1,u1@example.com\nu2,u2@example.com\n')
  await engine.add('users.csv')
  for (const channel of ['report:get', 'run:failures', 'hashes:state', 'post-run:get', 'preview:get'] as const)
    expect(engine.query(channel, {})).toBe(engine.query(channel, {}))

  const before = engine.query('report:get', {})
  fileIn(engine.folder, 'more.csv', 'id,email\nu3,u3@example.com\n')
  await engine.add('more.csv')
  expect([before.totals.users, engine.query('report:get', {}).totals.users]).toEqual([2, 3])
})
