import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'bcryptjs'
import { expect, test } from 'vitest'
import { startEngine } from '../../electron/ipc/engine-client.ts'
import { journey } from './journey.ts'
import { root, temporaryFolder } from './opened-app.ts'
import { proveAndMap } from './password-check.ts'

journey('a password is checked and a mapping saved as a file', 'browser', proveAndMap)

/** Milliseconds for which bcrypt keeps the thread it runs in to itself, again and again until it is done. */
const slice = 100

test('while a costly hash is tried, the engine goes on answering', async () => {
  const [folder, removeFolder] = temporaryFolder()
  const engine = startEngine({ workerFolder: join(root, 'dist/main'), appFolder: folder })
  const file = join(folder, 'users.csv')
  await writeFile(file, `id,email,password_hash\n1,ann@example.com,${await hash('known', 13)}\n`)
  expect(await engine.internal('internal:create', { path: join(folder, 'costly.migration') })).toMatchObject({
    ok: true,
  })
  await engine.internal('internal:add', { paths: [file], names: ['users.csv'] })
  const read = { value: { totals: { records: 1 }, work: { kind: 'idle' } } }
  await expect.poll(() => engine.invoke('document:state', {})).toMatchObject(read)

  let tried: unknown = null
  const passwordCheck = engine
    .invoke('users:check-password', { id: 1, password: 'known' })
    .then((outcome) => (tried = outcome))
  const waits: number[] = []
  while (tried === null) {
    const asked = performance.now()
    await engine.invoke('document:state', {})
    waits.push(performance.now() - asked)
  }
  expect(await passwordCheck).toMatchObject({ ok: true, value: { outcome: 'match' } })
  // In the thread of the engine, each answer would wait for a slice.
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(slice / 2)

  await engine.end()
  removeFolder()
})
