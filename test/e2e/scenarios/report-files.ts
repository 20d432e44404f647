import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { violationsInThemes } from '../checks/axe.ts'
import {
  beginMigration,
  chooseExports,
  collectComplaints,
  type OpenedApp,
  temporaryFolder,
  startRun,
  step,
} from '../hosts/opened-app.ts'
import { writeTourExport } from '../tour/tour-export.ts'
import { runIs, settled } from '../tour/tour.ts'

/** Every file that the report screen offers, saved from it and read back. */
export async function reportFiles(app: OpenedApp): Promise<void> {
  const { page, host } = app
  const [folder, removeFolder] = temporaryFolder()
  try {
    const [file = ''] = await writeTourExport(folder, 32)
    await beginMigration(page)
    await page.getByRole('button', { name: /start the rehearsal core/i }).click()
    await step(page, 'Export').click()
    await chooseExports(app, [file])
    await settled(page)
    await step(page, 'Review').click()
    await page.getByRole('button', { name: /start migration/i }).click()
    const dialog = page.getByRole('dialog')
    // Long enough for a chart in the report.
    await dialog.getByText(/^Advanced/).click()
    await dialog.getByLabel('Limit').fill('5')
    await dialog.getByRole('button', { name: /^Start with \d/ }).click()
    await runIs(page, ({ state }) => state === 'finished')
    await runShowsDecisions(page)
    // Users who lost their password are on the list once they are in the core.
    await startRun(page)
    await runIs(page, ({ state, counts }) => state === 'finished' && counts.ready === 0)
    await step(page, 'Report').click()

    const save = async (
      name: string,
      press = () => page.getByRole('button', { name, exact: true }).click(),
    ): Promise<Buffer> => {
      const path = await app.save(press)
      await expect
        .poll(
          () =>
            readFile(path).then(
              ({ length }) => length,
              () => 0,
            ),
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0)
      await page.getByText('Saved as', { exact: false }).waitFor()
      return readFile(path)
    }
    const html = (await save('Save Report as HTML')).toString()
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    expect([
      html.includes(digest),
      html.includes('adds up'),
      html.includes('class="chart"'),
      /@example\.com/.test(html.replaceAll(/\w\*\*\*@/g, '')),
      // A run of seconds has no chart.
    ]).toEqual([true, true, false, false])
    if (host === 'browser') expect(await violationsOf(page, html)).toEqual([])
    const json = JSON.parse((await save('Save All records as JSON')).toString()) as {
      readonly rows: readonly unknown[]
    }
    const csv = (await save('Save All records as CSV')).toString()
    const created = (await save('Save created.csv')).toString()
    const mailing = await save('Save users-without-password.csv', async () => {
      await page.getByRole('button', { name: 'Save users-without-password.csv' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save full addresses' }).click()
    })
    const noPassword = mailing.toString()
    const blocked = (await save('Save blocked.csv')).toString()
    await expect.poll(() => page.getByRole('button', { name: 'Save failed.csv' }).count()).toBe(0)
    const lines = (text: string) => text.trim().split('\r\n').length - 1
    expect([
      lines(csv) > json.rows.length,
      lines(created) > 20,
      lines(noPassword) > 0,
      blocked.startsWith('source_id,file,line'),
      /\*\*\*@example\.com/.test(created),
    ]).toEqual([true, true, true, true, true])

    await page.getByLabel('Mask emails and phone numbers').uncheck()
    expect((await save('Save created.csv')).toString()).toContain('ann@example.com')

    const pdfs = page.getByRole('button', { name: 'Save Report as PDF' })
    await expect.poll(() => pdfs.count()).toBe(host === 'desktop' ? 1 : 0)
    if (host === 'desktop') await isPrinted(await save('Save Report as PDF'), folder)
  } finally {
    removeFolder()
  }
}

/** A decision that is taken after the run changes the states on the run screen, as it does in the document. */
async function runShowsDecisions(page: Page): Promise<void> {
  const waiting = (users: number) => page.getByText(new RegExp(`Not in this run: ${users} needs? a decision`))
  const blocked = () =>
    page.evaluate(async () => {
      const state = await globalThis.migration.invoke('document:state', {})
      return state.ok && state.value !== null ? state.value.counts.blocked : -1
    })
  const before = await blocked()
  await waiting(before).waitFor()
  await page.evaluate(() =>
    globalThis.migration.invoke('decisions:update', {
      choices: { duplicates: 'exclude', otherHashes: 'passwordless' },
    }),
  )
  await settled(page)
  const after = await blocked()
  expect([before > 0, after < before]).toEqual([true, true])
  await (after > 0 ? waiting(after).waitFor() : waiting(before).waitFor({ state: 'detached' }))
}

/** Violations that axe-core finds in the report as a page of its own, in light and in dark; its policy holds there too. */
async function violationsOf(page: Page, html: string): Promise<readonly string[]> {
  const context = await page.context().browser()?.newContext()
  if (context === undefined) throw new Error('no browser of its own')
  const view = await context.newPage()
  const complaints = await collectComplaints(view)
  await view.setContent(html)
  const found = await violationsInThemes(view)
  await context.close()
  return [...found, ...complaints]
}

/** A whole PDF of several A4 pages with text in it, and below the last tagged text of each page its number. */
async function isPrinted(pdf: Buffer, folder: string): Promise<void> {
  await writeFile(join(folder, 'report.pdf'), pdf)
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([^]*?)endstream/g)].map(([, body = '']) => unpacked(body))
  const pages = (text.match(/\/Type \/Page\b/g) ?? []).length
  const numbered = streams.filter((stream) => /\bTj\b/.test(stream.slice(stream.lastIndexOf('EMC')))).length
  expect([
    text.startsWith('%PDF-'),
    text.trimEnd().endsWith('%%EOF'),
    pages > 1,
    numbered === pages,
    streams.some((stream) => /\bTj\b|\bTJ\b/.test(stream)),
  ]).toEqual([true, true, true, true, true])
}

function unpacked(body: string): string {
  try {
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
