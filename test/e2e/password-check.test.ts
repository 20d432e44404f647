import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEngine } from '../../electron/ipc/engine-client.ts'
import { journey } from './hosts/journey.ts'
import { root, temporaryFolder } from './hosts/opened-app.ts'
import { proveAndMap } from './scenarios/password-check.ts'

journey('a password is checked and a mapping saved as a file', 'browser', proveAndMap)

/** The bcrypt hash of `known` at a cost of 13. */
const costly = '$2b$13$Sqt5EHIqzbDHHxw4uLQNZeXynyQqfsbajfJVFZuDkPUNJpC8iHLW.'

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

test('while a costly hash is tried, the engine goes on answering', async () => {
  const [folder, removeFolder] = temporaryFolder()
  const engine = startEngine({ workerFolder: join(root, 'dist/main'), appFolder: folder })
  const file = join(folder, 'users.csv')
  await writeFile(file, `id,email,password_hash\n1,ann@example.com,${costly}\n`)
  expect(await engine.internal('internal:create', { path: join(folder, 'costly.migration') })).toMatchObject({
    ok: true,
  })
  await engine.internal('internal:add', { paths: [file], names: ['users.csv'] })
  const read = { value: { totals: { records: 1 }, work: { kind: 'idle' } } }
  await expect.poll(() => engine.invoke('document:state', {})).toMatchObject(read)

  const wait = async (): Promise<number> => {
    const began = performance.now()
    await engine.invoke('document:state', {})
    return performance.now() - began
  }
  const idle: number[] = []
  while (idle.length < 20) idle.push(await wait())
  let tried: unknown = null
  const passwordCheck = engine
    .invoke('users:check-password', { id: 1, password: 'known' })
    .then((outcome) => (tried = outcome))
  const waits: number[] = []
  while (tried === null) waits.push(await wait())
  expect(await passwordCheck).toMatchObject({ ok: true, value: { outcome: 'match' } })
  // In the thread of the engine, each answer would wait for the tenth of a second that bcrypt keeps a thread to itself.
  expect(median(waits)).toBeLessThan(20 * median(idle))

  await engine.end()
  removeFolder()
})
