import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import {
  beginMigration,
  chooseExports,
  documentState,
  holdNext,
  type OpenedApp,
  root,
  settles,
  step,
} from '../hosts/opened-app.ts'

/** The setting of the core, where it is shown: both of its names to copy, and the box to tick. */
async function showsSetting(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Core setting for Firebase scrypt hashes' })
  await card.getByText('partner_password_hashing_signer_key', { exact: true }).waitFor()
  await card.getByText('PARTNER_PASSWORD_HASHING_SIGNER_KEY', { exact: true }).waitFor()
  await card.getByText(/Managed: .* Self-hosted: /).waitFor()
  await expect.poll(() => card.getByRole('button', { name: /copy/i }).count()).toBe(3)
  await card.getByLabel('I set this key in the core').waitFor()
}

/** Decides groups of a Firebase export: the setting of the core, users without a login, a whole hash family. */
export async function decideGroups(app: OpenedApp): Promise<void> {
  const { page, choose } = app
  await beginMigration(page)
  await step(page, 'Export').click()
  await chooseExports({ choose, page }, [join(root, 'test/fixtures/exports/firebase-users.json')])
  await settles(page, { ready: 3, blocked: 5 })
  await choose([join(root, 'test/fixtures/exports/firebase-hash-config.txt')], () =>
    page.getByRole('button', { name: /from a file/i }).click(),
  )
  await expect.poll(() => documentState(page)).toMatchObject({ scrypt: { signerKeyLength: 64 } })

  await step(page, 'Connect').click()
  await showsSetting(page)
  await step(page, 'Review').click()
  await page.getByRole('tab', { name: /Decisions/ }).click()
  await showsSetting(page)
  await settles(page, { ready: 3 })
  await page.getByLabel('I set this key in the core').click()
  await settles(page, { ready: 5 })
  await page.getByLabel('I set this key in the core').click()
  await settles(page, { ready: 3 })
  // At the rehearsal core the app sets the key, which settles the question.
  await step(page, 'Connect').click()
  await page.getByRole('button', { name: 'Start the rehearsal core' }).click()
  await page.getByRole('button', { name: 'Set the key in the rehearsal core' }).click()
  await page.getByText('The rehearsal core has the key. Set it in your own core').waitFor()
  await settles(page, { ready: 5 })
  await step(page, 'Review').click()
  await page.getByRole('tab', { name: /Decisions/ }).click()

  const nobody = page.getByRole('listitem').filter({ hasText: 'No way to log in' })
  const release = await holdNext(page, 'decisions:update')
  await nobody.getByRole('radio', { name: /Exclude/ }).click()
  // A start waits until the last decision is counted.
  await page.getByRole('button', { name: /^Start migration of/ }).click()
  const start = page.getByRole('dialog').getByRole('button', { name: /^Start with/ })
  await expect.poll(() => start.getAttribute('data-tip')).toBe('Users are still being counted.')
  release()
  await expect.poll(() => start.getAttribute('data-tip')).toBeNull()
  await page.keyboard.press('Escape')
  await settles(page, { ready: 5, excluded: 1 })

  await page.getByRole('tab', { name: /Hash families/ }).click()
  await page.getByLabel('All Firebase scrypt hashes').selectOption('exclude')
  await expect
    .poll(() => documentState(page))
    .toMatchObject({ choices: { families: { 'firebase-scrypt': 'exclude' } } })
  await page.getByRole('tab', { name: /Decisions/ }).click()
  await page.getByRole('button', { name: 'Undo: All hashes of a family: Firebase scrypt' }).click()
  await settles(page, { ready: 5, excluded: 1 })
  expect(app.complaints).toEqual([])
}
