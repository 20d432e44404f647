import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { noPostgres, startPostgres } from '../../support/servers/postgres-server.ts'
import { violationsInThemes } from '../checks/axe.ts'
import { makeAuthority } from '../../support/servers/made-up-authority.ts'
import { beginMigration, type OpenedApp, temporaryFolder } from '../hosts/opened-app.ts'

const token = 'made-up-token-of-okta'

const user = (id: string) => ({
  id,
  status: 'ACTIVE',
  profile: { login: `${id}@acme.example`, email: `${id}@acme.example` },
  credentials: { password: {}, provider: { type: 'OKTA', name: 'OKTA' } },
})

/** An organization of two pages, the second of which is behind a rate limit until it is lifted. */
async function startSource() {
  let isLimited = true
  const tokens = new Set<string>()
  const server = createServer((request, reply) => {
    tokens.add(request.headers.authorization ?? '')
    const isSecond = request.url?.includes('after=2') === true
    if (isSecond && isLimited) return void reply.writeHead(429, { 'retry-after': '3600' }).end('{}')
    const next = `<http://${request.headers.host}/api/v1/users?after=2&limit=200>; rel="next"`
    reply.writeHead(200, { 'content-type': 'application/json', ...(isSecond ? {} : { link: next }) })
    reply.end(JSON.stringify(isSecond ? [user('u3')] : [user('u1'), user('u2')]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    lift: () => (isLimited = false),
    close: () => server.close(),
  }
}

/** A server whose certificate comes from an authority of a company. */
async function startPrivateSource() {
  const authority = makeAuthority('Acme Root')
  const server = createSecureServer(authority.issue('localhost'), (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify([{ id: 'i1', state: 'active', traits: { email: 'i1@acme.example' } }]))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const [folder, remove] = temporaryFolder()
  const file = join(folder, 'acme-root.pem')
  writeFileSync(file, authority.pem)
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    file,
    close: () => {
      server.close()
      remove()
    },
  }
}

type From = (title: string) => Promise<Locator>

/** A table of a database: tested, listed, chosen and fetched; a wrong password is said at its field, where it can be put right. */
async function fetchTable(
  page: Page,
  from: From,
  submit: (dialog: Locator, button?: string) => Promise<string | null>,
  look: (name: string) => Promise<void>,
): Promise<void> {
  if (noPostgres !== null) return console.log(`Skipped: fetching a table in a window, because ${noPostgres}.`)
  const server = await startPostgres()
  try {
    await server.sql(
      `CREATE TABLE customers (id int PRIMARY KEY, email text, password_hash text, phone text, reset_token text);
       INSERT INTO customers SELECT n, n || '@acme.example', '$2b$10$' || n, NULL, 'x' FROM generate_series(1, 4) n;
       CREATE TABLE newsletter (id int PRIMARY KEY, email text);
       CREATE TABLE orders (id int PRIMARY KEY, total int);
       ${['items', 'lots', 'parts', 'units'].map((name) => `CREATE TABLE ${name} (id int PRIMARY KEY);`).join('')}`,
    )
    const dialog = await from('PostgreSQL')
    const test = dialog.getByRole('button', { name: 'Test connection' })
    await expect.poll(() => dialog.getByText('optional').count()).toBe(0)
    await test.click()
    await dialog.getByText('Host is required.').waitFor()
    await dialog.getByLabel('Host').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(server.port))
    await dialog.getByLabel('Database').fill('postgres')
    await dialog.getByLabel('User').fill('owner')
    const password = dialog.getByLabel('Password')
    await password.fill('not-the-password')
    await password.press('Enter')
    await dialog.getByText('refuses the user or the password').waitFor()
    await look('fetch-database-error')
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => password.inputValue()).toBe('not-the-password')
    await password.fill(server.password)
    await test.click()
    await dialog.getByText('Connected', { exact: true }).waitFor()
    await dialog.getByText(/^PostgreSQL \d.* ms, read only$/).waitFor()
    await look('fetch-database')
    const rows = await dialog
      .getByRole('radio', { name: /customers|orders|newsletter/ })
      .evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.innerText.replace(/\s+/g, ' ').trim()))
    expect(rows).toEqual([
      'customers Recommended email, password hash, phone 4 rows',
      'newsletter email 0 rows',
      expect.stringMatching(/^orders/),
    ])
    await expect.poll(() => dialog.getByRole('radio', { name: /customers/ }).isChecked()).toBe(true)
    await dialog.getByText('4 of 5 columns, without tokens.').waitFor()
    await dialog.getByRole('button', { name: 'Change…' }).click()
    await dialog.getByRole('checkbox', { name: 'phone' }).uncheck()
    await page.keyboard.press('Escape')
    await dialog.getByText('3 of 5 columns.').waitFor()
    await submit(dialog, 'Fetch 4 rows')
    await page.getByText('fetched from PostgreSQL').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(server.password)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  } finally {
    await server.stop()
  }
}

async function hasFocus(control: Locator): Promise<void> {
  const focused = () =>
    control.evaluate((one) =>
      one === document.activeElement ? 'this' : document.activeElement?.outerHTML.slice(0, 120),
    )
  await expect.poll(focused).toBe('this')
}

/**
 * Users are fetched from the Export screen, wait, are paused and resumed, and are then an export like any other. The desktop app asks
 * where to save them; in a browser, the file lies beside the migration.
 */
export async function fetchUsers({ host, page, choose, save }: OpenedApp): Promise<void> {
  const source = await startSource()
  const acme = await startPrivateSource()
  const pictures = process.env['PICTURES']
  const look = async (name: string) => {
    expect(await violationsInThemes(page)).toEqual([])
    if (pictures === undefined) return
    mkdirSync(pictures, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) })
    }
  }
  try {
    await beginMigration(page)
    await page.getByRole('button', { name: 'Load the export' }).click()
    const from = async (title: string) => {
      await page.getByRole('button', { name: 'Fetch…' }).click()
      await page.getByRole('menuitem', { name: title, exact: true }).click()
      return page.getByRole('dialog', { name: `Fetch from ${title}` })
    }
    const submit = async (dialog: Locator, button = 'Fetch users') => {
      const start = () => dialog.getByRole('button', { name: button }).click()
      if (host === 'desktop') return basename(await save(start))
      await start()
      return null
    }
    await fetchTable(page, from, submit, look)
    // The server's authority has to be chosen; the input stays, and the next button has the focus.
    const kratos = await from('Ory Kratos')
    await kratos.getByLabel('Admin API').fill(acme.address)
    await submit(kratos)
    await kratos.getByText('choose its certificate').waitFor()
    await look('fetch-untrusted')
    const certificate = kratos.getByRole('button', { name: 'Choose certificate…' })
    expect(await certificate.evaluate((button) => button === document.activeElement)).toBe(true)
    await expect.poll(() => kratos.getByLabel('Admin API').inputValue()).toBe(acme.address)
    await choose([acme.file], () => certificate.click())
    await kratos.getByText('Acme Root').waitFor()
    await look('fetch-authority')
    await submit(kratos)
    await page.getByText('fetched from Ory Kratos').waitFor()
    await kratos.waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('button', { name: 'Use this file' }))
    await page.getByRole('button', { name: 'Dismiss' }).click()

    const okta = await from('Okta')
    await okta.getByLabel('Okta domain').fill(source.address)
    // A required value is reported at its field.
    await okta.getByRole('button', { name: 'Fetch users' }).click()
    await okta.getByText('API token is required.').waitFor()
    await okta.getByLabel('API token').fill(token)
    await look('fetch-dialog')
    const file = (await submit(okta)) ?? 'okta-users.ndjson'

    await page.getByText('Okta limits the rate of requests.').waitFor()
    await page
      .getByText('2 users', { exact: true })
      .or(page.locator('b', { hasText: /^2$/ }))
      .first()
      .waitFor()
    await look('fetch-waiting')
    await page.getByRole('button', { name: 'Pause' }).click()
    source.lift()
    await page.getByRole('button', { name: `Resume ${file}` }).click()
    const again = page.getByRole('dialog', { name: 'Resume fetching from Okta' })
    await expect.poll(() => again.getByLabel('API token').inputValue()).toBe('')
    await again.getByLabel('API token').fill(token)
    await again.getByRole('button', { name: 'Resume', exact: true }).click()

    const use = page.getByRole('button', { name: 'Use this file' })
    await hasFocus(use)
    await look('fetch-done')
    expect(await page.content()).not.toContain(token)
    await use.press('Enter')
    await page.getByRole('list', { name: 'Files' }).getByText('3 records').waitFor()
    await hasFocus(page.getByRole('contentinfo', { name: 'Next step' }).getByRole('button', { name: 'Review users' }))
    expect([...source.tokens]).toEqual([`SSWS ${token}`])
    await look('fetch-used')
  } finally {
    source.close()
    acme.close()
  }
}
