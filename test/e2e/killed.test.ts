import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import { openDesktop } from './hosts/desktop-host.ts'
import { inDesktop } from './hosts/journey.ts'
import { documentState, temporaryFolder } from './hosts/opened-app.ts'

const users = 400
const apiKey = 'a-made-up-key-for-this-test'

/** Users that the app has claimed and may have sent when it is killed. */
const underWay = 64

inDesktop('the desktop app, killed in the middle of a run', () => {
  test('goes on where it stood when it is started with its migration, which its title names', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const core = await startRehearsalCore({ dialect: 'documented', apiKey, signerKey: null, faults: { latencyMs: 30 } })
    if (!core.ok) throw new Error(core.error.message)
    const file = join(folder, 'users.csv')
    const rows = Array.from({ length: users }, (_, n) => `${n},user${n}@example.com,g-${n}`)
    await writeFile(file, `id,email,google_id\n${rows.join('\n')}\n`)

    const first = await openDesktop()
    await first.page.evaluate(() => globalThis.migration.invoke('document:new', {}))
    const { location, name } = await documentState(first.page)
    await connect(first.page, core.value.baseUrl)
    await first.choose([file], () => first.page.evaluate(() => globalThis.migration.invoke('export:pick', {})))
    await expect
      .poll(() => documentState(first.page))
      .toMatchObject({ counts: { ready: users }, work: { kind: 'idle' } })
    const order: Input<'run:start'> = { scope: { kind: 'all' }, concurrency: 8, confirmations: ['live', 'overwrite'] }
    await first.page.evaluate((input) => globalThis.migration.invoke('run:start', input), order)
    await expect.poll(() => core.value.count(), { interval: 20 }).toBeGreaterThan(40)
    await first.kill()
    expect(core.value.count()).toBeLessThan(users)

    const second = await openDesktop([join(location, name)])
    await expect.poll(second.title).toBe(`${basename(name, '.migration')} - User Migration Assistant`)
    await expect
      .poll(() => documentState(second.page))
      .toMatchObject({ totals: { users }, target: { connected: false } })
    await connect(second.page, core.value.baseUrl)
    await second.page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: /Run/ }).click()
    await second.page.getByRole('button', { name: /^Resume with \d+ users?$/ }).click()
    await expect
      .poll(() => documentState(second.page))
      .toMatchObject({ counts: { migrated: users, ready: 0, sending: 0 } })
    expect(core.value.count()).toBe(users)
    expect(core.value.requests()['third-party']).toBeLessThanOrEqual(users + underWay)
    await second.close()
    await core.value.stop()
    removeFolder()
  })
})

async function connect(page: Page, baseUrl: string): Promise<void> {
  const input: Input<'core:connect'> = { baseUrl, apiKey, dialect: 'documented', allowHttp: false, confirmed: true }
  const connected = await page.evaluate((what) => globalThis.migration.invoke('core:connect', what), input)
  expect(connected).toMatchObject({ ok: true, value: { kind: 'ready' } })
}
