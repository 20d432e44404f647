import { readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hash } from 'bcryptjs'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { beginMigration, chooseExports, type OpenedApp, settles, step } from '../hosts/opened-app.ts'

const known = 'planted-pa55word-XYZZY'

/** A table whose columns say little about themselves. */
async function peopleCsv(): Promise<string> {
  const bcrypt = await hash(known, 4)
  return [
    'nr,reach at,office mail,pw hash',
    `1,ann@example.com,,${bcrypt}`,
    `2,,ben@example.com,${bcrypt}`,
    '3,cy@example.com,cy.office@example.com,',
    '',
  ].join('\n')
}

function becomes(page: Page, column: string) {
  return page.getByLabel(`Import ${column} as`)
}

/** Maps a table of one's own, saves the mapping, corrupts it and loads it again. */
async function mapAndLoad(app: OpenedApp, folder: string): Promise<void> {
  const { page, choose, save } = app
  await page
    .getByText(/Perhaps “Email”/)
    .first()
    .waitFor()
  await becomes(page, 'reach at').selectOption('email')
  await becomes(page, 'office mail').selectOption('email')
  await page.getByText('Email (second choice)').first().waitFor()
  await page.getByLabel('Emails are verified').selectOption('true')
  await page.getByRole('button', { name: 'Apply mapping' }).click()
  await settles(page, { ready: 3, blocked: 0 })

  const path = await save(() => page.getByRole('button', { name: 'Save mapping…' }).click())
  await page.getByText(/^Saved as /).waitFor()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    version: 1,
    columns: expect.arrayContaining([
      { path: 'reach at', target: 'email' },
      { path: 'office mail', target: 'email' },
    ]),
    constants: [{ target: 'email-verified', value: 'true' }],
  })

  await becomes(page, 'office mail').selectOption('')
  await page.getByRole('button', { name: 'Apply mapping' }).click()
  await settles(page, { ready: 2, blocked: 1 })

  const wrong = join(folder, 'wrong.json')
  await writeFile(wrong, '{"version":1}')
  const load = () => page.getByRole('button', { name: 'Load mapping…' }).click()
  await choose([wrong], load)
  await page.getByText(/In this mapping “columns” is missing/).waitFor()
  await choose([path], load)
  await page.getByText(/Mapping loaded/).waitFor()
  await settles(page, { ready: 3, blocked: 0 })
}

/** Proves one account with a wrong and with the right password. */
async function proveAnn(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /hash families/i }).click()
  await page.getByRole('button', { name: 'Check with a known account: bcrypt' }).click()
  await page.getByText('Choose a user with a bcrypt hash whose password you know').waitFor()
  await page.getByRole('row', { name: /ann@example.com/ }).click()
  const part = page.getByRole('region', { name: 'Check a password' })
  const password = part.getByLabel('Known password')
  const attempt = async (typed: string) => {
    await password.fill(typed)
    await part.getByRole('button', { name: 'Try it' }).click()
    await expect.poll(() => password.inputValue()).toBe('')
  }
  await part.getByRole('button', { name: 'Try it' }).click()
  await part.getByText('Enter a password that this user has.').waitFor()
  await attempt(`${known}!`)
  await part.getByText(/It does not match/).waitFor()
  await part.getByText(/pepper/).waitFor()
  await part.getByText('a known password did not match').waitFor()
  await attempt(known)
  await part.getByText(/It matches/).waitFor()
  await part.getByText('checked with a known password').waitFor()
  await page.getByRole('tab', { name: /hash families/i }).click()
  await page.getByText('checked with one known account').waitFor()
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A table of one's own is mapped, its mapping kept as a file, and one known account proves its hashes. */
export async function proveAndMap(app: OpenedApp): Promise<void> {
  const { page, appFolder, choose, complaints } = app
  const before = complaints.length
  const folder = dirname(appFolder)
  const people = join(folder, 'people.csv')
  await writeFile(people, await peopleCsv())
  await beginMigration(page)
  await step(page, 'Export').click()
  await chooseExports({ choose, page }, [people])
  await page.getByText('people.csv').first().waitFor()
  await step(page, 'Map columns').click()
  await mapAndLoad(app, folder)
  await step(page, 'Review').click()
  await proveAnn(page)
  const texts = [
    await page.content(),
    ...(await Promise.all((await filesBelow(appFolder)).map((path) => readFile(path, 'latin1')))),
  ]
  expect([texts.length > 2, texts.filter((text) => text.includes('XYZZY'))]).toEqual([true, []])
  expect(complaints.slice(before)).toEqual([])
}
