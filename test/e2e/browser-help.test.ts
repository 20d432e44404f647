import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inBrowser, inRenewedApp } from './hosts/journey.ts'
import { beginMigration, environment, root } from './hosts/opened-app.ts'

inBrowser('help in a browser', () => {
  test('lists only keys that work there, says where keys stay, and saves the diagnostics it shows', () =>
    inRenewedApp('browser', async ({ page, save }) => {
      await beginMigration(page)
      await page.getByLabel('Address (base_url)').fill('https://core.example.com')
      await page.getByText('the key is kept in memory only').waitFor()
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Help' })
      await help.getByText('Search users').waitFor()
      await expect.poll(() => help.getByText('New migration').count()).toBe(0)
      await help.getByRole('button', { name: 'Save diagnostics…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save diagnostics' })
      const shown = await dialog.getByLabel('Diagnostics', { exact: true }).textContent()
      expect(shown).toMatch(/\(browser\)/)
      const path = await save(() => dialog.getByRole('button', { name: 'Save as a file…' }).click())
      expect(await readFile(path, 'utf8')).toBe(shown)
    }))

  test('a folder that cannot be written is said in one sentence', () => {
    const env = environment(join('/dev/null', 'nowhere'))
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/main/browser.js')], {
      env,
      encoding: 'utf8',
    })
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toMatch(/cannot create or write to its folder.*USER_MIGRATION_FOLDER/)
  })
})
