import { createServer } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import { checkConnection } from '../../electron/engine/core-client/check-connection.ts'
import { directRoute } from '../../electron/engine/core-client/route.ts'
import { browserMissing, openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { desktopMissing, openDesktop } from '../e2e/hosts/desktop-host.ts'
import { beginMigration, within, type OpenedApp } from '../e2e/hosts/opened-app.ts'
import { cli } from '../support/cli.ts'
import { buildCli, startCli } from '../support/cli-process.ts'
import { makeAuthority } from '../support/servers/made-up-authority.ts'
import { usersWithHashes, folderWith } from '../support/made-up-csv.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { startSecureFront } from '../support/servers/secure-front.ts'
import { folderOf } from '../support/temporary-folder.ts'
import { listen } from '../support/servers/loopback.ts'

const tried = { M3: 0, L6: 0, L7: 0, L9: 0 }
beforeAll(buildCli)
afterAll(() =>
  console.log(
    `M3 certificates taken although they do not fit: ${tried.M3} tried, 0 got through\n` +
      `L6 escape sequences that reached a terminal: ${tried.L6} tried, 0 got through\n` +
      `L7 unusable proxies that were passed over: ${tried.L7} tried, 0 got through\n` +
      `L9 names of other machines taken for this one: ${tried.L9} tried, 0 got through`,
  ),
)

const key = 'held-out-key'

/** A core behind a certificate that does not fit. */
async function strangeCore(host: string) {
  const core = await startScriptedCore()
  const front = await startSecureFront(makeAuthority().issue(host), Number(new URL(core.url).port))
  onTestFinished(() => front.close())
  return { core, address: `https://localhost:${front.port}` }
}

function exportFolder(): string {
  const folder = folderWith(usersWithHashes(2))
  return folder
}

/** The switch is read where a process starts; hosts and interfaces are judged by the same code whatever it says. */
test.each([
  ['other.example', '0', 'auto'],
  ['other.example', '', 'documented'],
  ['localhost', '0', 'documented'],
  ['localhost', 'false', 'auto'],
])(
  'nothing is sent to a certificate of %s that nobody vouches for, with the switch “%s”, %s',
  async (host, value, dialect) => {
    const { core, address } = await strangeCore(host)
    tried.M3 += 1
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: value, USER_MIGRATION_API_KEY: key }
    const args = ['run', 'users.csv', '--core', address, '--yes', '--dialect', dialect]
    const { code, err } = await startCli(args, exportFolder(), env).ended
    expect([code, value === '' || err.includes('always verified'), core.requests]).toEqual([4, true, []])
  },
)

/** Sets the switch for what is started meanwhile, as the environment of a whole company may. */
async function withSwitch<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  }
}

const hosts = [
  ['the window', desktopMissing(), openDesktop],
  ['a browser', browserMissing(), openBrowserHost],
] as const
for (const [host, missing] of hosts) if (missing !== null) console.log(`skipped: the switch in ${host} (${missing})`)

for (const [host, missing, open] of hosts) {
  test.skipIf(missing !== null)(`${host} says that the switch is ignored, and so does its log`, async () => {
    const { core, address } = await strangeCore('other.example')
    await within(withSwitch<OpenedApp>(open), async ({ page, appFolder }) => {
      tried.M3 += 1
      await beginMigration(page)
      await page.getByLabel('Address (base_url)').fill(address)
      await page.getByText('NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always verified.').waitFor()
      const answer = await page.evaluate(
        (baseUrl) =>
          globalThis.migration.invoke('core:connect', {
            baseUrl,
            apiKey: 'held-out-key',
            dialect: 'auto',
            allowHttp: false,
          }),
        address,
      )
      const logs = join(appFolder, 'logs')
      const text = readdirSync(logs)
        .map((name) => readFileSync(join(logs, name), 'utf8'))
        .join('')
      expect([answer.ok && answer.value.kind, text.includes('certificate-switch-ignored'), text.includes(key)]).toEqual(
        ['unreachable', true, false],
      )
    })
    expect(core.requests).toEqual([])
  })
}

test('the connector itself verifies, also where the switch is set while it runs', async () => {
  const { core, address } = await strangeCore('other.example')
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  })
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  for (const route of [directRoute, { proxy: address, ca: null }]) {
    for (const dialect of ['auto', 'documented'] as const) {
      tried.M3 += 1
      const baseUrl = route === directRoute ? address : 'https://core.example.com'
      const checked = await checkConnection({ baseUrl, apiKey: key, dialect, allowHttp: false, route })
      expect(checked.kind).toBe('unreachable')
    }
  }
  expect(core.requests).toEqual([])
})

test.each([
  ['HTTPS_PROXY', 'http://us%er:pa%ss@127.0.0.1:9'],
  ['HTTPS_PROXY', 'socks5://127.0.0.1:9'],
  ['HTTPS_PROXY', '://'],
  ['ALL_PROXY', 'socks5h://127.0.0.1:9'],
  ['https_proxy', 'http://'],
])('%s=%s stops the command instead of being passed over', async (variable, value) => {
  tried.L7 += 1
  const folder = exportFolder()
  const args = ['run', 'users.csv', '--core', 'https://core.invalid', '--yes']
  const { code, err } = await cli(args, { cwd: folder, env: { [variable]: value } })
  expect([code, err.includes('cannot be used'), err.includes('damaged'), err.includes('pa%ss')]).toEqual([
    2,
    true,
    false,
    false,
  ])
})

test('only literal loopback addresses and localhost are this machine', () => {
  const others = [
    'evil.localhost',
    'localhost.',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '128.0.0.1',
    '[fe80::1]',
  ]
  const own = ['localhost', 'LOCALHOST', '127.0.0.1', '127.255.255.254', '127.1', '[::1]', '[0:0:0:0:0:0:0:1]']
  tried.L9 += others.length
  const insecure = (host: string) => {
    const base = parseBaseUrl(`http://${host}:3567`)
    return base.ok && base.value.insecure
  }
  expect([others.filter((host) => !insecure(host)), own.filter(insecure)]).toEqual([[], []])
})

test('no escape sequence gets to the terminal of a real process', async () => {
  const hostile = '\u001b]0;PWNED\u0007\u001b[2J\u009b31m\u202e'
  const silent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(`HTTP/1.1 500 x\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${hostile}`)
  })
  // A file with an escape character is refused; letters that turn a line around are text, and their column is printed.
  const readable = 'na\u202eme'
  const folder = folderOf({
    'users.csv': `id,email,${hostile}\n${hostile},${hostile}@example.org,x\n`,
    'turned.csv': `id,email,${readable}\n1,ann@example.org,x\n2,bob@example.org,y\n`,
  })
  const core = `http://127.0.0.1:${await listen(silent)}`
  for (const args of [
    ['inspect', 'users.csv'],
    ['inspect', 'turned.csv'],
    ['inspect', 'turned.csv', '--json'],
    ['inspect', `${hostile}.csv`],
    ['run', 'users.csv', '--core', core, '--yes', '--give-up', hostile],
    ['run', 'users.csv', '--core', `${core}/${hostile}`, '--yes'],
    ['run', 'users.csv', '--core', core, '--yes', '--document', 'm.migration'],
    ['resume', 'm.migration', '--user', hostile],
    [hostile],
  ]) {
    tried.L6 += 1
    const { out, err } = await startCli(args, folder).ended
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(`${out}${err}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  }
})
