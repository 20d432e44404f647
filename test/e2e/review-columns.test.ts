import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { chooseParts } from './scenarios/choose-parts.ts'
import { inBrowser, inRenewedApp, journey } from './hosts/journey.ts'
import {
  beginMigration,
  chooseExports,
  documentState,
  type OpenedApp,
  temporaryFolder,
  step,
} from './hosts/opened-app.ts'

const digest = (n: number) => createHash('md5').update(String(n)).digest('hex')
/** 40 characters. */
const longEmail = 'annabelle.winterbourne@acme-mail.example'
const rows = Array.from(
  { length: 20 },
  (_, n) => `${100 + n},${n === 0 ? longEmail : `u${n}@acme.example`},${digest(n)},org-${n % 2},Room ${200 + 7 * n}`,
)

/** A sample of 40 characters is whole in a window of either size, and nothing scrolls sideways. */
async function showsSampleWhole(page: Page): Promise<void> {
  const sample = page.locator('#main tbody').getByText(longEmail, { exact: true })
  for (const [width, height] of [
    [1024, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const cut = () => sample.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    await expect.poll(cut, { message: `${longEmail} is cut at ${width}` }).toBe(false)
    const wider = () =>
      page
        .locator('#main table')
        .evaluateAll(
          (tables) => tables.filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0)).length,
        )
    expect([width, await wider()]).toEqual([width, 0])
  }
}

/** Parts of files are chosen. A column that may hold passwords stops the way on until it is imported or left. */
async function review(app: OpenedApp): Promise<void> {
  const { page } = app
  const [folder, removeFolder] = temporaryFolder()
  try {
    const file = join(folder, 'users.csv')
    await writeFile(file, `Nr,E-Mail-Adresse,Zugang,Tenant,Raum\n${rows.join('\n')}\n`)
    await beginMigration(page)
    await step(page, 'Export').click()
    await chooseParts(app, folder)
    await chooseExports(app, [file])
    await page.getByText('1 needs your review: Zugang').waitFor()
    await page.getByRole('contentinfo', { name: 'Next step' }).getByRole('button', { name: 'Map columns' }).click()

    await page.getByText('3 of 5 columns are used. 1 needs your review: Zugang').waitFor()
    const reviewUsers = page.getByRole('button', { name: 'Review users' })
    const group = page.getByRole('group', { name: 'Decision about Zugang' })
    const chosen = () => group.getByRole('radio', { checked: true }).count()
    expect([await reviewUsers.isDisabled(), await chosen()]).toEqual([true, 0])
    await group.getByText('20 users lose the password.').waitFor()
    await page.getByRole('heading', { name: 'Needs review' }).waitFor()
    await showsSampleWhole(page)

    await group.getByRole('radio', { name: 'Don’t import' }).check()
    await page.getByRole('heading', { name: 'Reviewed' }).waitFor()
    await expect.poll(() => reviewUsers.isEnabled()).toBe(true)

    await group.getByRole('radio', { name: 'Import as password hash' }).check()
    await expect.poll(() => group.getByRole('radio', { name: 'Import as password hash' }).isChecked()).toBe(true)
    await expect.poll(() => reviewUsers.isEnabled()).toBe(true)
    await page.getByText(/^Not imported \(/).click()
    // Folded columns keep to the grid of the table, in a small window too.
    for (const width of [720, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const lefts = () =>
        page.evaluate(() =>
          ['#main tbody tr', '#main details li'].map((row) =>
            [1, 3, 4].map((index) => {
              const cell = document.querySelector(row)?.children[index]
              return (cell?.matches('td') === true ? cell.firstElementChild : cell)?.getBoundingClientRect().left
            }),
          ),
        )
      await expect.poll(async () => new Set((await lefts()).map(String)).size, { message: `at ${width}` }).toBe(1)
    }
    // Each tenant of the source is chosen, as it would be for a provider.
    const tenant = page.getByRole('combobox', { name: 'org-0 in the core' })
    await tenant.selectOption('Default tenant')
    await expect.poll(() => tenant.inputValue()).toBe('default')
    await page.getByRole('combobox', { name: 'org-1 in the core' }).selectOption('Another name…')
    await page.getByRole('textbox', { name: 'org-1 in the core: another name' }).fill('Customer-B')
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByRole('combobox', { name: 'org-1 in the core' }).waitFor()

    await reviewUsers.click()
    await page.getByText(/MD5/).first().waitFor()
    await expect.poll(() => page.getByText('Nothing was found. Every user goes as it is.').count()).toBe(0)
  } finally {
    removeFolder()
  }
}

journey('a column that may hold passwords is decided before the preview', 'browser', review)

/** A user of Auth0 with a field that Auth0 does not have. */
function auth0User(n: number, ausschluss: string): string {
  const identity = { user_id: `${1000 + n}`, provider: 'auth0', connection: 'Users', isSocial: false }
  const user = { user_id: `auth0|${1000 + n}`, email: `u${n}@acme.example`, email_verified: true }
  return JSON.stringify({ ...user, identities: [identity], ausschluss })
}

/** A column of few values that nothing reads may keep people out: the answer about one of its values does. */
async function answerFlag({ page, choose }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  try {
    const file = join(folder, 'people.csv')
    const people = rows.map((_, n) => `${n},u${n}@acme.example,${n === 7 ? 0 : 1}`)
    await writeFile(file, `id,email,is_published\n${people.join('\n')}\n`)
    await beginMigration(page)
    await step(page, 'Export').click()
    await chooseExports({ page, choose }, [file])
    await step(page, 'Map columns').click()
    const flag = page.getByRole('group', { name: 'Values of is_published that keep people out' })
    const meaning = page.getByLabel('What is_published means')
    await flag.getByRole('checkbox', { name: '1 (19)' }).check()
    await flag.getByRole('checkbox', { name: '0 (1)' }).check()
    await expect
      .poll(() => meaning.locator('option').allInnerTexts())
      .toEqual(['Disabled when 1 or 0', 'Deleted when 1 or 0'])
    // In a small window the table shows the whole of it, in two lines.
    await page.setViewportSize({ width: 1024, height: 700 })
    const select = page.getByLabel('Import is_published as')
    const shown = select.locator('xpath=preceding-sibling::span')
    await expect.poll(() => shown.innerText()).toBe('Disabled when 1 or 0')
    const lines = () =>
      select.evaluate((element) => {
        const text = element.previousElementSibling
        if (text === null || text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight) return 'cut'
        return element.clientHeight > 40 ? 'whole' : 'one line'
      })
    await expect.poll(lines).toBe('whole')
    await page.setViewportSize({ width: 1440, height: 900 })
    await flag.getByRole('checkbox', { name: '1 (19)' }).uncheck()
    await expect.poll(() => meaning.locator('option').allInnerTexts()).toEqual(['Disabled when 0', 'Deleted when 0'])
    await page.getByRole('button', { name: 'Apply mapping' }).click()
    await expect
      .poll(() => documentState(page))
      .toMatchObject({ work: { kind: 'idle' }, counts: { blocked: 1, ready: 19 } })
    await expect.poll(() => page.getByLabel('Import is_published as').inputValue()).toBe('disabled')
    await expect.poll(() => flag.count()).toBe(0)
    // So is one beside the fields of a known product, where it can be taken back.
    const known = join(folder, 'people.json')
    const ofKnown = Array.from({ length: 60 }, (_, n) => auth0User(n, n % 20 === 7 ? 'J' : 'N'))
    await writeFile(known, `${ofKnown.join('\n')}\n`)
    await beginMigration(page)
    await step(page, 'Export').click()
    await chooseExports({ page, choose }, [known])
    await step(page, 'Map columns').click()
    const ofField = page.getByRole('group', { name: 'Values of ausschluss that keep people out' })
    await ofField.getByRole('checkbox', { name: 'J (3)' }).check()
    await page.getByRole('button', { name: 'Apply mapping' }).click()
    await expect
      .poll(() => documentState(page))
      .toMatchObject({ work: { kind: 'idle' }, counts: { blocked: 3, ready: 57 } })
    const answer = page.getByLabel('Import ausschluss as')
    await expect
      .poll(() => answer.locator('option').allInnerTexts())
      .toEqual(expect.arrayContaining(['Don’t import', 'Disabled when J', 'Deleted']))
    await answer.selectOption('Don’t import')
    await page.getByRole('button', { name: 'Apply mapping' }).click()
    await expect
      .poll(() => documentState(page))
      .toMatchObject({ work: { kind: 'idle' }, files: [{ provider: 'auth0' }], counts: { blocked: 0, ready: 60 } })
    await expect.poll(() => ofField.getByRole('checkbox', { name: 'J (3)' }).isChecked()).toBe(false)
  } finally {
    removeFolder()
  }
}

journey('a flag of an unknown name is answered on Map columns', 'browser', answerFlag)

/** Changes to two files are made one after the other, and applied in the other order. */
async function changeTwoFiles({ page, choose }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  try {
    const files = ['north', 'south'].map((name) => join(folder, `${name}.csv`))
    for (const [at, file] of files.entries()) {
      const people = rows.slice(0, 8).map((_, n) => `${at}${n},u${at}${n}@acme.example,Room ${n}`)
      await writeFile(file, `id,email,room\n${people.join('\n')}\n`)
    }
    await beginMigration(page)
    await step(page, 'Export').click()
    await chooseExports({ page, choose }, files)
    await step(page, 'Map columns').click()
    const [north, south] = ['north.csv', 'south.csv'].map((name) => page.getByRole('tab', { name }))
    const becomes = page.getByLabel('Import email as')
    const reviewUsers = page.getByRole('button', { name: 'Review users' })
    await becomes.selectOption('provider-email')
    await south?.click()
    await page.getByText('Changes are not applied for north.csv.').waitFor()
    await north?.getByText('Not applied').waitFor()
    await expect.poll(() => reviewUsers.isDisabled()).toBe(true)
    await page.getByText(/^Not imported \(/).click()
    await page.getByLabel('Import room as').selectOption('metadata')
    await page.getByRole('button', { name: 'Apply mapping' }).click()
    await expect.poll(() => documentState(page)).toMatchObject({ work: { kind: 'idle' } })
    await north?.click()
    await expect.poll(() => becomes.inputValue()).toBe('provider-email')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => becomes.inputValue()).toBe('email')
    await expect.poll(() => reviewUsers.isEnabled()).toBe(true)
  } finally {
    removeFolder()
  }
}

journey('changes to one file wait while another one is mapped', 'browser', changeTwoFiles)

/** The columns as they were before a mapping was applied arrive after it, and an edit is made before the newer ones come. */
async function editBeforeColumnsAreNew({ page, choose }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  try {
    const file = join(folder, 'people.csv')
    await writeFile(file, 'nr,reach at,office mail\n11,ann@example.com,\n12,,ben@example.com\n13,,\n')
    await beginMigration(page)
    await step(page, 'Export').click()
    await chooseExports({ page, choose }, [file])
    await step(page, 'Map columns').click()
    const becomes = (column: string) => page.getByLabel(`Import ${column} as`)
    await becomes('reach at').selectOption('email')

    const held: (() => void)[] = []
    await page.route('**/bridge/mapping:get', async (route) => {
      const response = await route.fetch()
      if (held.length < 2) await new Promise<void>((release) => void held.push(release))
      await route.fulfill({ response })
    })
    await page.evaluate(() => globalThis.migration.invoke('decisions:update', { choices: {} }))
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('button', { name: 'Apply mapping' }).click()
    await page.getByRole('button', { name: 'Save mapping…' }).waitFor()
    held[0]?.()
    await expect.poll(() => held.length).toBe(2)

    await expect.poll(() => becomes('reach at').inputValue()).toBe('email')
    await page.getByRole('radio', { name: 'Import as email' }).check()
    held[1]?.()
    await expect.poll(() => documentState(page)).toMatchObject({ work: { kind: 'idle' }, counts: { ready: 2 } })
  } finally {
    removeFolder()
  }
}

inBrowser('an edit made before the columns are loaded again', () => {
  test('begins from the mapping that was applied', () => inRenewedApp('browser', editBeforeColumnsAreNew))
})
