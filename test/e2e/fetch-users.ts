import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { makeAuthority } from '../support/made-up-authority.ts'
import { type OpenedApp, temporaryFolder } from './opened-app.ts'

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
    await page.getByRole('button', { name: 'New migration' }).click()
    await page.getByRole('button', { name: 'Load the export' }).click()
    await page.getByRole('button', { name: 'Fetch from…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fetch users' })
    const start = () => dialog.getByRole('button', { name: 'Fetch users…' }).click()
    const submit = async () => {
      const file = host === 'desktop' ? basename(await save(start)) : null
      if (host === 'browser') await start()
      await dialog.waitFor({ state: 'detached' })
      return file
    }
    // The server is known by an authority that has to be chosen; what was typed stays.
    await dialog.getByLabel('Source').selectOption({ label: 'Ory Kratos' })
    await dialog.getByLabel('Admin API').fill(acme.address)
    await submit()
    await page.getByText('choose its certificate').waitFor()
    await look('fetch-untrusted')
    await page.getByRole('button', { name: 'Choose certificate…' }).click()
    expect(await dialog.getByLabel('Admin API').inputValue()).toBe(acme.address)
    await choose([acme.file], () => dialog.getByRole('button', { name: 'Choose certificate…' }).click())
    await dialog.getByText('Acme Root').waitFor()
    await look('fetch-authority')
    await submit()
    await page.getByText('fetched from Ory Kratos').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('button', { name: 'Fetch from…' }).click()
    await dialog.getByLabel('Source').selectOption({ label: 'Okta' })
    await dialog.getByLabel('Okta domain').fill(source.address)
    await dialog.getByLabel('API token').fill(token)
    await look('fetch-dialog')
    const file = (await submit()) ?? 'okta-users.ndjson'

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
    expect(await again.getByLabel('API token').inputValue()).toBe('')
    await again.getByLabel('API token').fill(token)
    await again.getByRole('button', { name: 'Resume', exact: true }).click()

    await page.getByRole('button', { name: 'Use this file' }).waitFor()
    await look('fetch-done')
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: 'Use this file' }).click()
    await page.getByRole('list', { name: 'Files' }).getByText('3 records').waitFor()
    expect([...source.tokens]).toEqual([`SSWS ${token}`])
    await look('fetch-used')
  } finally {
    source.close()
    acme.close()
  }
}
