import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signAws } from '../../../electron/engine/fetching/sources/cognito.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/servers/loopback.ts'

/*
 * The emulators of two vendors, which are too large to be installed here. Each test runs when a variable names the folder in
 * which `npm install` put them:
 *   COGNITO_LOCAL_FOLDER   npm install cognito-local
 *   FIREBASE_TOOLS_FOLDER  npm install firebase-tools
 */
const cognitoFolder = process.env['COGNITO_LOCAL_FOLDER']
const firebaseFolder = process.env['FIREBASE_TOOLS_FOLDER']

/** Starts a script of Node and waits until something accepts connections at its address. */
async function start(script: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, url: string) {
  const child = spawn(process.execPath, [script, ...args], { cwd, env: { ...process.env, ...env }, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGTERM'))
  const isThere = async () =>
    await fetch(url).then(
      () => true,
      () => false,
    )
  while (child.exitCode === null && !(await isThere())) await wait(200)
  expect(child.exitCode).toBeNull()
}

describe('cognito-local', () => {
  test.skipIf(cognitoFolder === undefined)('users are fetched, and inspect recognizes them', async () => {
    const port = await freePort()
    const [url, cwd] = [`http://127.0.0.1:${port}`, temporaryFolder()]
    const script = join(cognitoFolder ?? '', 'node_modules/cognito-local/lib/bin/start.js')
    await start(script, [], cwd, { PORT: String(port) }, url)
    const ask = async (operation: string, input: object): Promise<Record<string, Record<string, string>>> => {
      const body = JSON.stringify(input)
      const target = `AWSCognitoIdentityProviderService.${operation}`
      const headers = signAws(
        { address: `${url}/`, headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }, body },
        { accessKeyId: 'local', secretAccessKey: 'local', sessionToken: null },
        { region: 'local', service: 'cognito-idp' },
        new Date(),
      )
      const reply = await fetch(`${url}/`, { method: 'POST', headers, body })
      return (await reply.json()) as Record<string, Record<string, string>>
    }
    const { UserPool: pool } = await ask('CreateUserPool', { PoolName: 'made-up' })
    const id = pool?.['Id'] ?? ''
    for (let n = 0; n < 130; n += 1) {
      const UserAttributes = [
        { Name: 'email', Value: `u${n}@example.com` },
        { Name: 'email_verified', Value: 'true' },
      ]
      await ask('AdminCreateUser', {
        UserPoolId: id,
        Username: `u${n}@example.com`,
        UserAttributes,
        MessageAction: 'SUPPRESS',
      })
    }
    const env = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' }
    const args = ['fetch', 'cognito', '--user-pool', id, '--region', 'local', '--address', url]
    expect(await cli([...args, '--out', 'users.ndjson', '--json'], { cwd, env })).toMatchObject({
      code: 0,
      json: { users: 130, repeated: 0 },
    })
    const inspected = await cli(['inspect', 'users.ndjson', '--json'], { cwd })
    expect(inspected.json).toMatchObject({ users: 130 })
    expect(JSON.stringify(inspected.json?.['files'])).toContain('"provider":"cognito"')
  })
})

describe('the Firebase emulator', () => {
  test.skipIf(firebaseFolder === undefined)(
    'users are fetched, and no clear password is written',
    async () => {
      const [port, hub, logging] = [await freePort(), await freePort(), await freePort()]
      const [url, cwd] = [`http://127.0.0.1:${port}`, temporaryFolder()]
      const emulators = {
        auth: { host: '127.0.0.1', port },
        ui: { enabled: false },
        hub: { port: hub },
        logging: { port: logging },
      }
      writeFileSync(join(cwd, 'firebase.json'), JSON.stringify({ emulators }))
      const script = join(firebaseFolder ?? '', 'node_modules/firebase-tools/lib/bin/firebase.js')
      await start(script, ['emulators:start', '--only', 'auth', '--project', 'demo-made-up'], cwd, {}, url)
      const accounts = `${url}/identitytoolkit.googleapis.com/v1/accounts`
      for (let n = 0; n < 25; n += 1) {
        const body = JSON.stringify({ email: `u${n}@example.com`, password: `clear-${n}`, returnSecureToken: false })
        await fetch(`${accounts}:signUp?key=made-up`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      }
      const args = ['fetch', 'firebase', '--emulator', `127.0.0.1:${port}`, '--project', 'demo-made-up']
      expect(await cli([...args, '--out', 'users.ndjson', '--json'], { cwd })).toMatchObject({
        code: 0,
        json: { users: 25, parameters: null },
      })
      expect(readFileSync(join(cwd, 'users.ndjson'), 'utf8')).not.toContain('clear-')
      const inspected = await cli(['inspect', 'users.ndjson', '--json'], { cwd })
      expect(inspected.json).toMatchObject({ users: 25 })
      expect(JSON.stringify(inspected.json?.['files'])).toContain('"provider":"firebase"')
      // It takes half a minute to start.
    },
    180_000,
  )
})
