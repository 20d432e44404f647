import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startEngine } from '../../electron/ipc/engine-client.ts'
import { comes, root, temporaryFolder } from './hosts/opened-app.ts'

/** Copies the built workers; the writing one crashes when it receives this word. */
async function fragileWorkers(folder: string, word: string): Promise<string> {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'query-worker.js'), `import ${built('query-worker.js')}\n`)
  await writeFile(
    join(folder, 'engine-worker.js'),
    `import ${built('engine-worker.js')}
new BroadcastChannel('${word}').onmessage = () => { throw new Error('made to stop') }
`,
  )
  return folder
}

function built(name: string): string {
  return JSON.stringify(pathToFileURL(join(root, 'dist/main', name)).href)
}

test('a migration whose worker died is reopened with all its users', async () => {
  const [folder, removeFolder] = temporaryFolder()
  const engine = startEngine({ workerFolder: await fragileWorkers(join(folder, 'workers'), folder), appFolder: folder })
  const path = join(folder, 'fragile.migration')
  const file = join(folder, 'users.csv')
  await writeFile(file, 'id,email,password_hash\n1,ada@example.com,\n2,bob@example.com,\n')

  expect(await engine.internal('internal:create', { path })).toMatchObject({ ok: true })
  await engine.internal('internal:add', { paths: [file], names: ['users.csv'] })
  const state = () => engine.invoke('document:state', {})
  const read = { ok: true, value: { name: 'fragile.migration', totals: { records: 2 }, work: { kind: 'idle' } } }
  await expect.poll(state).toMatchObject(read)

  const error = new Promise((resolve) => engine.on('error', resolve))
  const channel = new BroadcastChannel(folder)
  channel.postMessage('fall')
  expect(await comes('the error of the worker', error)).toMatchObject({ code: 'engine-restarted' })
  channel.close()
  expect(await state()).toMatchObject(read)
  expect(await engine.invoke('preview:get', {})).toMatchObject({ ok: true, value: { totals: { records: 2 } } })

  await engine.end()
  removeFolder()
})
