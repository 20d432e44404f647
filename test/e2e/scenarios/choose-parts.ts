import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { workbookOf, zipOfFiles } from '../../support/data/workbook-of.ts'
import { chooseExports, type OpenedApp } from '../hosts/opened-app.ts'

const people = (...names: readonly string[]) => [
  ['Email', 'Password'],
  ...names.map((name, index) => [`${name}@acme.example`, madeUpBcrypt(index + 1)]),
]
const csv = (...names: readonly string[]) =>
  people(...names)
    .map((row) => `${row.join(',')}\n`)
    .join('')

/** Another file of an archive and another sheet of a workbook are chosen on the Export screen, which is left without files. */
export async function chooseParts({ page, choose }: OpenedApp, folder: string): Promise<void> {
  const archive = join(folder, 'export.zip')
  await writeFile(
    archive,
    zipOfFiles({ 'users.csv': csv('ann', 'ben'), 'staff.csv': csv('cleo'), 'README.txt': 'Hi.' }),
  )
  const workbook = join(folder, 'people.xlsx')
  await writeFile(
    workbook,
    workbookOf([
      { name: 'Customers', rows: people('ann', 'ben') },
      { name: 'Staff', rows: people('cleo', 'dan', 'eve', 'dan') },
    ]),
  )
  const files = page.getByRole('list', { name: 'Files' })
  const add = (path: string) => chooseExports({ choose, page }, [path])
  const remove = async (name: string) => {
    await files.getByRole('button', { name: `More actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove file' }).click()
    await files.getByText(name).first().waitFor({ state: 'detached' })
  }

  await add(archive)
  const members = files.getByRole('group', { name: 'Files to read from this archive' })
  await members.getByText(/README.txt/).waitFor()
  await expect.poll(() => members.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await members.getByText('· 3 bytes').waitFor()
  await page.getByText('1 file needs you to choose what to read.').waitFor()
  await look('archive')
  await members.getByRole('checkbox', { name: /users.csv/ }).uncheck()
  await files.getByRole('button', { name: 'Read 1 file' }).click()
  await files.getByText('export.zip/staff.csv').waitFor()
  await files.getByText('1 record', { exact: true }).waitFor()
  await remove('export.zip/staff.csv')

  await add(workbook)
  await files.getByText(/Users are read from the sheet Customers/).waitFor()
  await files.getByRole('button', { name: 'Choose another sheet of people.xlsx' }).click()
  const sheets = files.getByRole('group', { name: 'Read users from this sheet' })
  await expect.poll(() => sheets.getByRole('radio', { name: /Customers/ }).isChecked()).toBe(true)
  await sheets.getByText('· 2 rows · read now').waitFor()
  await sheets.getByText('· 4 rows').waitFor()
  await look('sheets')
  await sheets.getByRole('radio', { name: /Staff/ }).check()
  await files.getByRole('button', { name: 'Read this sheet' }).click()
  await files.getByText(/Users are read from the sheet Staff, as you chose/).waitFor()
  await files.getByText('6 records', { exact: true }).waitFor()
  await look('sheet-chosen')
  await remove('people.xlsx')

  const dump = join(folder, 'old.sql')
  const changes = 'UPDATE users SET banned = 1 WHERE id IN (SELECT user_id FROM bans);'
  await writeFile(dump, `INSERT INTO users (id, email, banned) VALUES (1, 'ann@acme.example', 0);\n${changes}\n`)
  await add(dump)
  await files.getByText('1 statement (line 2)').waitFor()
  await page.getByText('1 file needs a decision').waitFor()
  await look('changes')
  const ignore = files.getByRole('button', { name: 'Ignore these statements', exact: true })
  await ignore.click()
  await files.getByText('You chose to ignore them; the report says so.').waitFor()
  await files.getByRole('button', { name: 'Undo: Ignore these statements' }).click()
  await ignore.click()
  await files.getByText('You chose to ignore them; the report says so.').waitFor()
  await look('changes-ignored')
  await remove('old.sql')

  async function look(name: string): Promise<void> {
    const pictures = process.env['PICTURES']
    if (pictures === undefined) return
    mkdirSync(pictures, { recursive: true })
    const size = page.viewportSize()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [1440, 1024, 720]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) })
      }
    }
    if (size !== null) await page.setViewportSize(size)
  }
}
