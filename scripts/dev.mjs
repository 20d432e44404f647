// npm run dev: the desktop app with a page that reloads itself. Changes below electron/ need a restart.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-if-needed.mjs'
import { findElectron, switches } from './electron.mjs'

// A dynamic import, so that installed.mjs has run before.
const { createBuilder, createServer } = await import('vite')
const { executable, missing } = await findElectron()
if (!executable) {
  process.stderr.write(`${missing} Use npm run browser.\n`)
  process.exit(1)
}

// This build looks for the dev server; the next npm start builds anew.
rmSync(join(root, 'dist', 'built-from'), { force: true })
const config = { configFile: join(root, 'vite.config.ts'), mode: 'development', logLevel: 'warn' }
const builder = await createBuilder(config)
for (const name of ['main', 'preload']) await builder.build(builder.environments[name])

const server = await createServer(config)
await server.listen()
const { port } = server.httpServer.address()

const child = spawn(executable, [root, ...switches(), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, USER_MIGRATION_DEV_SERVER: `http://127.0.0.1:${port}` },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => void server.close().then(() => process.exit(code ?? 1)))
