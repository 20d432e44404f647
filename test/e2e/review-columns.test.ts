import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { temporaryFolder, within, type OpenedApp } from './opened-app.ts'

const noBrowser = browserMissing()
if (noBrowser) console.log(`skipped: columns to review, because ${noBrowser}`)

const digest = (n: number) => createHash('md5').update(String(n)).digest('hex')
const rows = Array.from({ length: 20 }, (_, n) => `${n},u${n}@acme.example,${digest(n)}`)

function step(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: new RegExp(name) })
}

/** A column that may hold passwords stops the way on until it is imported or left. */
async function review(app: OpenedApp): Promise<void> {
  const { page } = app
  const [folder, removeFolder] = temporaryFolder()
  try {
    const file = join(folder, 'users.csv')
    await writeFile(file, `Nr,E-Mail-Adresse,Passwort\n${rows.join('\n')}\n`)
    await page.getByRole('button', { name: 'New migration' }).click()
    await step(page, 'Export').click()
    await app.choose([file], () =>
      page
        .getByRole('button', { name: /choose files/i })
        .first()
        .click(),
    )
    await page.getByText('1 column needs your review: Passwort').waitFor()
    await page.getByRole('button', { name: 'Check the mapping' }).click()

    await page.getByText('1 of 3 columns is used. 1 needs your review: Passwort').waitFor()
    const reviewUsers = page.getByRole('button', { name: 'Review users' })
    const group = page.getByRole('group', { name: 'Decision about Passwort' })
    const pressed = () => group.locator('[aria-pressed="true"]').allTextContents()
    expect([await reviewUsers.isDisabled(), await pressed()]).toEqual([true, []])

    await group.getByRole('button', { name: 'Do not import' }).click()
    await expect.poll(pressed).toEqual(['Do not import'])
    await expect.poll(() => reviewUsers.isEnabled()).toBe(true)

    await group.getByRole('button', { name: 'Import as password hash' }).click()
    await expect.poll(pressed).toEqual(['Import as password hash'])
    await expect.poll(() => reviewUsers.isEnabled()).toBe(true)
    await reviewUsers.click()
    await page.getByText(/MD5/).first().waitFor()
    expect(await page.getByText('Nothing was found. Every user goes as it is.').count()).toBe(0)
  } finally {
    removeFolder()
  }
}

test.skipIf(noBrowser !== null)('a column that may hold passwords is decided before the preview', () =>
  within(openBrowserHost(), review),
)
