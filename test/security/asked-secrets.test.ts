import { readdirSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { getSetting } from '../../electron/engine/document/settings.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import { trustIn } from '../../electron/engine/trust/trust.ts'
import { browserMissing } from '../e2e/hosts/browser-host.ts'
import { inRenewedApp } from '../e2e/hosts/journey.ts'
import { cli } from '../support/cli.ts'
import { changeDocument } from '../support/data/foreign-schema.ts'
import { usersWithHashes } from '../support/made-up-csv.ts'
import { startCore } from '../support/rehearsal.ts'
import { runUsers, runAtCore } from '../support/run-users.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { listen } from '../support/servers/loopback.ts'

/*
 * Every place that asks for a secret, or begins to send one. Each says in full where it goes: `core` or `source` are addresses that
 * are shown there, `typed` is an address that the operator types into the same form, `here` says that it stays on this computer.
 */
type Place = { readonly asks: string; readonly goes: 'core' | 'source' | 'typed' | 'here' }

/** Files of the window with a field for a secret, or a question before secrets are sent. */
const ofWindow: Readonly<Record<string, readonly Place[]>> = {
  'components/users/user/correction-part.tsx': [{ asks: 'New hash', goes: 'here' }],
  'components/users/user/user-overview.tsx': [{ asks: 'Known password', goes: 'here' }],
  'steps/connect/connect-form.tsx': [{ asks: 'API key', goes: 'typed' }],
  'steps/connect/connect-step.tsx': [{ asks: 'Password they had before', goes: 'here' }],
  'steps/connect/reconnect.tsx': [
    { asks: 'the word that this is the core', goes: 'core' },
    { asks: 'API key again', goes: 'core' },
  ],
  'steps/export/fetch/fetch-fields.tsx': [
    { asks: 'secrets of a source that is fetched', goes: 'typed' },
    { asks: 'secrets of a fetch that is resumed', goes: 'source' },
    { asks: 'secrets of a source that is followed', goes: 'source' },
    { asks: 'secrets of a source before the cut-over', goes: 'source' },
  ],
  'steps/export/signer-key.tsx': [{ asks: 'hash parameters with their signer key', goes: 'here' }],
  'steps/post-run/report-tools.tsx': [
    { asks: 'Verify users', goes: 'core' },
    { asks: 'Undo', goes: 'core' },
  ],
  'steps/run/pilot/sign-in-dialog.tsx': [{ asks: 'Check a password', goes: 'core' }],
}

const renderer = join(import.meta.dirname, '../../renderer')
const sources = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name: relative(folder, join(folder, name)), text: readFileSync(join(folder, name), 'utf8') }))

test('no field for a secret is missing from the list', () => {
  const asking = sources(renderer, '.tsx').filter(({ text }) =>
    /type="password"|type=\{[^}]*'password'|<textarea/.test(text),
  )
  // Queries and columns of a table are no secrets.
  const other = ['steps/export/fetch/fetch-tables.tsx']
  expect(asking.map(({ name }) => name).toSorted()).toEqual([...Object.keys(ofWindow), ...other].toSorted())
  const hidden = sources(join(renderer, '../electron/cli'), '.ts').filter(({ text }) =>
    /\bask\([^;]*, true\)/.test(text),
  )
  expect(hidden.map(({ name }) => name)).toEqual(['io.ts'])
})

const told = { window: 0, commands: 0 }
afterAll(() =>
  console.log(
    `places of the window that ask for a secret without its whole address: ${told.window} tried, 0 got through\n` +
      `questions of commands for a secret without its whole address: ${told.commands} tried, 0 got through`,
  ),
)

/** A server that takes connections and says nothing. `visited`: the first one came. */
async function silentServerText() {
  let visit = () => {}
  const visited = new Promise<void>((resolve) => (visit = resolve))
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    visit()
  })
  return { port: await listen(server), visited }
}

/** A source that lets no one in. */
async function refusingServer(): Promise<string> {
  const server = createHttpServer((_request, response) => response.writeHead(401).end())
  return `http://127.0.0.1:${await listen(server)}/auth`
}

const keycloakAt = (address: string) => ['--address', address, '--realm', 'r', '--client', 'c'] as const
const secret = { KEYCLOAK_CLIENT_SECRET: 'made-up-word' }

/** A migration that was migrated and followed on another machine; that its source may be followed was said here, too. */
async function followedMigration(baseUrl: string, apiKey: string, source: string, appFolder: string) {
  // One who waits for a decision: there is still something to be sent.
  const waiting = { id: 'w', email: 'waiting@example.com', disabled: 'true' }
  const surroundings = { machine: temporaryFolder(), env: { USER_MIGRATION_API_KEY: apiKey, ...secret } }
  const run = await runUsers([...usersWithHashes(3), waiting], baseUrl, [], surroundings)
  const pass = await run.next(['follow', 'm.migration', '--from', 'keycloak', ...keycloakAt(source), '--once'])
  expect([run.code, pass.code]).toEqual([3, 4])
  changeDocument(run.document, (database) => {
    const settings = getSetting(database, 'follow')
    if (settings !== undefined) trustIn(createTrustStore(appFolder), database).confirmFollowing(settings)
  })
  return run
}

/** A fetch from a server that says nothing, paused: it can be resumed here. */
async function pausedFetch(appFolder: string): Promise<string> {
  const { port, visited } = await silentServerText()
  const address = `http://127.0.0.1:${port}/old/auth`
  const pausing = new AbortController()
  const paused = cli(['fetch', 'keycloak', ...keycloakAt(address), '--out', 'paused.ndjson'], {
    cwd: join(appFolder, 'Migrations'),
    machine: appFolder,
    env: secret,
    signal: pausing.signal,
  })
  await Promise.race([visited, paused.then(({ err }) => Promise.reject(new Error(err)))])
  pausing.abort()
  await paused
  return address
}

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: new RegExp(name) })

test.skipIf(browserMissing() !== null)('the window shows the whole address wherever it asks for a secret', async () => {
  const apiKey = 'made-up-key-4711'
  const core = await startCore({ dialect: 'supertokens', apiKey, basePath: '/a/path/of-the-tenant' })
  const source = await refusingServer()
  const shown: string[] = []
  const says = async (what: string, part: Locator, address: string) => {
    await expect.poll(() => part.innerText(), { message: what }).toContain(address)
    shown.push(what)
  }
  await inRenewedApp('browser', async ({ page, choose, appFolder }) => {
    const run = await followedMigration(core.baseUrl, apiKey, source, appFolder)
    await choose([run.document], () => page.getByRole('button', { name: /open/i }).first().click())
    await step(page, 'Run').click()
    const confirm = page.getByRole('button', { name: 'Use this core' }).first()
    await says('the word that this is the core', page.locator('main'), core.baseUrl)
    expect(await page.getByLabel('API key').count()).toBe(0)
    await confirm.click()
    const reconnect = page.locator('form').filter({ has: page.getByRole('button', { name: 'Check and use' }) })
    await says('API key again', reconnect, core.baseUrl)
    await reconnect.getByLabel('API key').fill(apiKey)
    await reconnect.getByRole('button', { name: 'Check and use' }).click()
    await reconnect.waitFor({ state: 'detached' })
    for (const [button, dialog, asks] of [
      ['Resume…', 'Keep in step', 'secrets of a source that is followed'],
      ['Cut over…', 'Cut over', 'secrets of a source before the cut-over'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await says(asks, page.getByRole('dialog', { name: dialog }), source)
      await page.keyboard.press('Escape')
    }
    await step(page, 'Report').click()
    for (const [button, dialog, asks] of [
      ['Check password…', 'Check a password', 'Check a password'],
      ['Verify users…', 'Verify users', 'Verify users'],
      ['Undo…', /^Remove \d/, 'Undo'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await says(asks, page.getByRole('dialog', { name: dialog }), core.baseUrl)
      await page.keyboard.press('Escape')
    }
    const old = await pausedFetch(appFolder)
    await step(page, 'Export').click()
    await page.getByRole('button', { name: 'Resume paused.ndjson' }).click()
    await says('secrets of a fetch that is resumed', page.getByRole('dialog', { name: /^Resume fetching/ }), old)
    await page.keyboard.press('Escape')
  })
  told.window = shown.length
  const sending = Object.values(ofWindow).flatMap((places) =>
    places.filter(({ goes }) => goes === 'core' || goes === 'source'),
  )
  expect(shown.toSorted()).toEqual(sending.map(({ asks }) => asks).toSorted())
})

const word = 'a-made-up-secret'
const address = 'https://core.invalid/a/path'
const database = ['--host', 'db.invalid', '--port', '7777', '--database', 'app', '--user', 'reader', '--table', 'users']
const out = ['--out', 'fetched.ndjson']

/** Commands that ask for a secret, and the address that it goes to; null: it stays on this computer. */
const ofCommands: readonly (readonly [args: readonly string[], address: string | null])[] = [
  [['run', 'users.csv', '--core', address, '--document', 'new.migration'], address],
  [['inspect', 'users.csv', '--core', address], address],
  ...['resume', 'retry', 'verify', 'undo', 'follow'].map(
    (name) => [[name, 'm.migration', '--core', 'CORE'], 'CORE'] as const,
  ),
  [['verify', 'm.migration', '--core', 'CORE', '--sign-in', 'u1'], 'CORE'],
  [['check-password', 'm.migration', '--user', 'u1'], null],
  [['fetch', 'auth0', '--domain', 'x.auth0.invalid', '--client-id', 'c', ...out], 'https://x.auth0.invalid'],
  [['fetch', 'clerk', '--address', `${address}/clerk`, ...out], `${address}/clerk`],
  [['fetch', 'cognito', '--user-pool', 'eu-central-1_abc', ...out], 'https://cognito-idp.eu-central-1.amazonaws.com'],
  [['fetch', 'keycloak', ...keycloakAt(address), ...out], address],
  [['fetch', 'kratos', '--address', address, ...out], address],
  [['fetch', 'okta', '--domain', 'x.okta.invalid', ...out], 'https://x.okta.invalid'],
  [['fetch', 'ldap', '--host', 'dir.invalid', '--base', 'dc=x', '--bind-dn', 'cn=r', ...out], 'dir.invalid:636'],
  [['fetch', 'mysql', ...database, ...out], 'mysql://db.invalid:7777'],
  [['fetch', 'postgresql', ...database, ...out], 'postgresql://db.invalid:7777'],
  [
    ['follow', 'm.migration', '--core', 'CORE', '--from', 'keycloak', ...keycloakAt(`${address}/old`)],
    `${address}/old`,
  ],
]

test('every question of a command for a secret has the whole address that it goes to', async () => {
  const { core, run } = await runAtCore(usersWithHashes(2), { dialect: 'supertokens' })
  for (const [args, to] of ofCommands) {
    const expected = to === null ? 'on this computer' : to === 'CORE' ? core.baseUrl : to
    const prompts: string[] = []
    const stop = new AbortController()
    await run.next(
      args.map((one) => (one === 'CORE' ? core.baseUrl : one)),
      {
        signal: stop.signal,
        answer: (question) => {
          if (/yes\/no/.test(question)) return 'no'
          prompts.push(question)
          if (!question.includes(expected)) return ''
          // Nothing has to be reached.
          stop.abort()
          return word
        },
      },
    )
    expect([
      args.slice(0, 2),
      prompts.length > 0,
      prompts.filter((one) => !/ for |on this computer/.test(one)),
    ]).toEqual([args.slice(0, 2), true, []])
    expect([args.slice(0, 2), prompts.some((one) => one.includes(expected))]).toEqual([args.slice(0, 2), true])
    told.commands += prompts.length
  }
})
