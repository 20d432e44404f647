import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startRehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { makeAuthority } from '../../support/servers/made-up-authority.ts'
import { startProxy } from '../../support/servers/proxy.ts'
import { startSecureFront } from '../../support/servers/secure-front.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const authority = makeAuthority()
const address = 'https://core.test'

/** A core that only the proxy knows, behind a certificate of a private authority, and an export for it. */
async function companyNetwork() {
  const cwd = temporaryFolder()
  const core = must(await startRehearsalCore({ dialect: 'supertokens', apiKey: null, signerKey: null }))
  const front = await startSecureFront(authority.issue('core.test'), Number(new URL(core.baseUrl).port))
  const proxy = await startProxy(front.port)
  onTestFinished(async () => {
    await proxy.close()
    await front.close()
    await core.stop()
  })
  writeFileSync(join(cwd, 'users.csv'), 'id,email,google_id\n1,ann@example.com,g1\n2,bob@example.com,g2\n')
  writeFileSync(join(cwd, 'ca.pem'), authority.pem)
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'other.test' }
  return { cwd, core, proxy, env }
}

test('a run goes through the proxy of the environment and trusts the authority of --ca-file', async () => {
  const { cwd, core, proxy, env } = await companyNetwork()
  const ran = await cli(['run', 'users.csv', '--core', address, '--ca-file', 'ca.pem', '--yes', '--json'], { cwd, env })
  expect([ran.code, ran.json]).toEqual([0, expect.objectContaining({ migrated: 2, stopped: null })])
  expect(ran.err).toContain(`Through the proxy 127.0.0.1:${proxy.port}.`)
  expect(core.count()).toBe(2)
  expect(new Set(proxy.requests.map(({ far }) => far))).toEqual(new Set(['core.test:443']))
  const again = await cli(['resume', 'users.migration', '--ca-file', 'ca.pem', '--json'], { cwd, env })
  expect([again.code, again.json]).toEqual([0, expect.objectContaining({ migrated: 2 })])
})

test('without the authority nothing is sent, and the sentence names the way out', async () => {
  const { cwd, core, env } = await companyNetwork()
  const { code, json, err } = await cli(['run', 'users.csv', '--core', address, '--yes', '--json'], { cwd, env })
  expect([code, json, core.count()]).toEqual([
    4,
    expect.objectContaining({ stopped: 'core-unreachable', migrated: 0 }),
    0,
  ])
  expect(err).toMatch(/authority that this machine does not know.*--ca-file/)
})

test.each([
  ['nothing.pem', null, 'nothing.pem cannot be read. Check its path'],
  ['key.pem', authority.issue('core.test').key, 'private key'],
  ['text.pem', 'hello', 'no certificate'],
])('--ca-file %s is refused before anything is read', async (name, text, says) => {
  const cwd = temporaryFolder()
  if (text !== null) writeFileSync(join(cwd, name), text)
  writeFileSync(join(cwd, 'users.csv'), 'id,email\n1,ann@example.com\n')
  const { code, err } = await cli(['run', 'users.csv', '--core', address, '--ca-file', name, '--yes'], { cwd })
  expect([code, err.trim().split('\n').length, err.includes(says)]).toEqual([2, 1, true])
})

test('no option turns verification off', async () => {
  const { out } = await cli(['--help'], { cwd: temporaryFolder() })
  expect(out).not.toMatch(/insecure|no-verify|skip-tls|unauthorized/i)
})
