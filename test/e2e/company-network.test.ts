import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { makeAuthority } from '../support/servers/made-up-authority.ts'
import { startProxy } from '../support/servers/proxy.ts'
import { startSecureFront } from '../support/servers/secure-front.ts'
import { type DesktopApp, openDesktop } from './hosts/desktop-host.ts'
import { inDesktop } from './hosts/journey.ts'
import { beginMigration, temporaryFolder } from './hosts/opened-app.ts'

const apiKey = 'a-made-up-key-that-ends-in-7f3a'

/** The desktop app on a machine whose system knows a proxy, and a core that only this proxy reaches, behind a private authority. */
async function inCompany(
  scenario: (app: DesktopApp, authority: string, proxy: { readonly port: number }) => Promise<void>,
): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const authority = makeAuthority('Example Company Root')
  const core = await startRehearsalCore({ dialect: 'supertokens', apiKey, signerKey: null })
  if (!core.ok) throw new Error(core.error.message)
  const front = await startSecureFront(authority.issue('core.test'), Number(new URL(core.value.baseUrl).port))
  const proxy = await startProxy(front.port)
  const file = join(folder, 'company.pem')
  await writeFile(file, authority.pem)
  const app = await openDesktop([`--proxy-server=http://127.0.0.1:${proxy.port}`])
  try {
    await scenario(app, file, proxy)
    expect(new Set(proxy.requests.map(({ far }) => far))).toEqual(new Set(['core.test:443']))
    expect(app.complaints).toEqual([])
  } finally {
    await app.close()
    await proxy.close()
    await front.close()
    await core.value.stop()
    removeFolder()
  }
}

inDesktop('the desktop app in a company network', () => {
  test('says which proxy it uses, trusts a private authority once told to, and never shows the key', () =>
    inCompany(async ({ page, choose }, authority, proxy) => {
      await beginMigration(page)
      await page.getByLabel('Address (base_url)').fill('https://core.test')
      await page.getByText(`Reached through the proxy 127.0.0.1:${proxy.port}, as the system says.`).waitFor()
      await page.getByText('the key is kept in memory only').waitFor()
      const connect = async (key: string) => {
        await page.getByLabel('API key').fill(key)
        await page.getByRole('button', { name: 'Check connection' }).click()
      }
      await connect(apiKey)
      await page.getByText(/authority that this machine does not know.*Connect screen under Advanced/).waitFor()

      const form = page.getByRole('region', { name: 'Connect a live core' })
      await form.locator('summary', { hasText: 'Advanced' }).click()
      await choose([authority], () => page.getByRole('button', { name: 'Choose a file…' }).click())
      await page.getByText('Example Company Root').waitFor()
      await connect(apiKey)
      await page.getByRole('dialog').getByRole('button', { name: 'Use core.test' }).click()
      await page.getByRole('button', { name: 'Change connection…' }).click()
      await page.getByText('A key for this address is in memory.').waitFor()
      expect(await page.content()).not.toContain(apiKey)

      // Held for this session: a new migration need not be told again.
      await page.evaluate(() => globalThis.migration.invoke('document:new', {}))
      await page.getByText('No core yet').waitFor()
      await page.getByLabel('Address (base_url)').fill('https://core.test')
      await page.getByText('A key for this address is in memory').waitFor()
      await connect('')
      await page.getByRole('dialog').getByRole('button', { name: 'Use core.test' }).click()
      await expect
        .poll(() => page.evaluate(() => globalThis.migration.invoke('document:state', {})))
        .toMatchObject({ value: { target: { kind: 'live', connected: true } } })
      await page.getByRole('button', { name: 'Change connection…' }).click()
      await page.getByRole('button', { name: 'Forget key' }).click()
      await page.getByText('A key for this address is in memory').waitFor({ state: 'detached' })
    }))
})
