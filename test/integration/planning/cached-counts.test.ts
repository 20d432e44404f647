import { expect, test } from 'vitest'
import { fileIn } from '../../support/temporary-folder.ts'
import { engineOf } from '../../support/engine.ts'

test('what was counted of all users is answered again until the document changes', async () => {
  const engine = await engineOf({ 'users.csv': 'id,email\nu1,u1@example.com\nu2,u2@example.com\n' })
  const channels = ['report:get', 'run:failures', 'hashes:state', 'post-run:get', 'preview:get'] as const
  const ask = () => channels.map((channel): unknown => engine.query(channel, {}))
  const kept = ask()
  for (const [index, answer] of ask().entries()) expect(answer).toBe(kept[index])

  const [before, previewed] = [engine.query('report:get', {}), engine.query('preview:get', {})]
  fileIn(engine.folder, 'more.csv', 'id,email\nu3,u3@example.com\n')
  await engine.add('more.csv')
  expect([before.totals.users, engine.query('report:get', {}).totals.users]).toEqual([2, 3])
  expect([previewed.counts.ready, engine.query('preview:get', {}).counts.ready]).toEqual([2, 3])
  // Another connection wrote: nothing that was counted before is answered any more.
  for (const [index, answer] of ask().entries()) expect(answer).not.toBe(kept[index])
})
