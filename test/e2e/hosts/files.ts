import { open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Channel } from '../../../shared/ipc/contract.ts'
import type { OpenedApp } from './opened-app.ts'

/** Asks from a click, as people do: a browser opens no file dialog and saves nothing without one. */
async function askByClick(page: Page, channel: Channel, input: unknown = {}): Promise<unknown> {
  await page.evaluate(
    ([name, value]) => {
      const button = document.createElement('button')
      button.id = 'asking'
      button.textContent = name
      button.style.cssText = 'position: fixed; inset: 0; z-index: 9999'
      button.addEventListener('click', () => {
        const answer = globalThis.migration.invoke(name, value as never)
        void answer.then((result) => (button.dataset.answer = JSON.stringify(result)))
      })
      // Above everything, a modal dialog too.
      button.popover = 'manual'
      document.body.append(button)
      button.showPopover()
    },
    [channel, input] as const,
  )
  await page.click('#asking')
  const button = page.locator('#asking[data-answer]')
  await button.waitFor()
  const answer = (await button.getAttribute('data-answer')) ?? ''
  await button.evaluate((element) => element.remove())
  return JSON.parse(answer)
}

const fileNames = async (page: Page): Promise<readonly string[]> => {
  const state = await page.evaluate(() => globalThis.migration.invoke('document:state', {}))
  return state.ok && state.value ? state.value.files.map(({ name }) => name) : []
}

/** Files come in by dialog and by drop, copies go out by dialog, and a copy is a migration that opens. */
export async function files(app: OpenedApp): Promise<void> {
  const { page, appFolder } = app
  const folder = dirname(appFolder)
  const picked = join(folder, 'picked.csv')
  const dropped = join(folder, 'dropped.csv')
  await writeFile(picked, 'id,email,password_hash\n1,picked@example.com,\n')
  await writeFile(dropped, 'id,email,password_hash\n2,dropped@example.com,\n')

  await page.evaluate(() => globalThis.migration.invoke('document:new', {}))
  await app.choose([picked], () => askByClick(page, 'export:pick'))
  await expect.poll(() => fileNames(page)).toEqual(['picked.csv'])

  await page.evaluate(() => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', id: 'dropping', multiple: true })
    document.body.append(input)
  })
  await page.setInputFiles('#dropping', [dropped])
  const added = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('#dropping')
    const offered = await globalThis.migration.registerFiles([...(input?.files ?? [])])
    input?.remove()
    return offered.ok ? globalThis.migration.invoke('export:add', { files: [...offered.value] }) : offered
  })
  expect(added).toMatchObject({ ok: true })
  await expect.poll(() => fileNames(page)).toEqual(['picked.csv', 'dropped.csv'])

  const named = await page.evaluate((path) => globalThis.migration.invoke('export:add', { files: [path] }), picked)
  expect(named).toMatchObject({ ok: false, error: { code: 'unknown-file' } })

  const copy = await app.save(() => askByClick(page, 'document:save-copy'))
  const file = await open(copy)
  const { buffer } = await file.read(Buffer.alloc(15), 0, 15, 0)
  await file.close()
  expect(buffer.toString()).toBe('SQLite format 3')

  await app.choose([copy], () => askByClick(page, 'document:open'))
  const opened = await page.evaluate(() => globalThis.migration.invoke('document:state', {}))
  expect(opened).toMatchObject({ ok: true, value: { name: expect.stringContaining('saved-1') } })
  expect(await fileNames(page)).toEqual(['picked.csv', 'dropped.csv'])
}
