import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { startRehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import { cli } from '../support/cli.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes } from '../support/made-up-csv.ts'
import { violationsInThemes } from './checks/axe.ts'
import { journey } from './hosts/journey.ts'
import {
  beginMigration,
  chooseExports,
  type OpenedApp,
  temporaryFolder,
  documentState,
  step,
} from './hosts/opened-app.ts'

/** A later export is compared with the migration before it; missing users are listed, a changed password is decided. */
async function laterExport({ page, choose }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const started = await startRehearsalCore({ dialect: 'documented', apiKey: null, signerKey: null })
  if (!started.ok) throw new Error(started.error.message)
  const core = started.value
  const state = () => documentState(page)
  try {
    const [one, , three] = usersWithHashes(3)
    await writeFile(join(folder, 'users.csv'), madeUpCsv(usersWithHashes(3)))
    await writeFile(
      join(folder, 'later.csv'),
      madeUpCsv([{ ...one }, { ...three, password_hash: madeUpBcrypt(33) }, ...usersWithHashes(1, 9)]),
    )
    const args = ['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'first.migration']
    expect((await cli(args, { cwd: folder })).code).toBe(0)

    await beginMigration(page)
    await page.getByLabel('Address (base_url)').fill(core.baseUrl)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('button', { name: /^Use 127/ }).click()
    await expect.poll(state).toMatchObject({ target: { connected: true } })
    await step(page, 'Export').click()
    await chooseExports({ choose, page }, [join(folder, 'later.csv')])
    await expect.poll(state).toMatchObject({ work: { kind: 'idle' }, counts: { ready: 3 } })
    // The link moves when the page shows the sum, a moment after the engine has it: a press in between meets nothing.
    await page.getByText('Adds up').waitFor()
    await choose([join(folder, 'first.migration')], () =>
      page.getByRole('button', { name: /Compare with an earlier migration/ }).click(),
    )
    await expect.poll(state).toMatchObject({
      work: { kind: 'idle' },
      counts: { ready: 1, blocked: 1, excluded: 1 },
      baseline: { coreMismatch: false, counts: { new: 1, changed: 1, unchanged: 1, open: 0, missing: 1 } },
    })
    await page.getByRole('button', { name: 'Show the 1 user no longer in the export' }).click()
    const gone = page.getByRole('dialog', { name: /No longer in the export/ })
    await gone.getByRole('row', { name: /u2 user2@example.com/ }).waitFor()
    await gone.getByRole('button', { name: 'Close' }).last().click()
    await step(page, 'Review').click()
    await showsGroups(page)
    // The question before sending counts the unchanged user apart, too.
    // One user is no choice between a pilot and all.
    expect(await page.getByRole('button', { name: 'Start pilot…' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Migrate 1 user…' }).click()
    const question = page.getByRole('dialog', { name: 'Start the migration' })
    expect(await question.getByRole('group', { name: 'Users to send' }).count()).toBe(0)
    await question.getByText(/^1 user will be created or updated in \S+ 1 is unchanged\. 1 needs a decision:/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('list', { name: 'Since the earlier migration' })
      .getByRole('button', { name: /decision/ })
      .click()
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    await page.getByText('Changed since the earlier migration: another password').first().waitFor()
    await page.getByLabel('Skip them').first().click()
    await expect.poll(state).toMatchObject({ counts: { ready: 1, blocked: 0, excluded: 2 } })
  } finally {
    await core.stop()
    removeFolder()
  }
}

/** The groups are the summary, and the way to their users; one who is as before is not called excluded. */
async function showsGroups(page: Page): Promise<void> {
  const groups = page.getByRole('list', { name: 'Since the earlier migration' })
  const shown = () => groups.getByRole('button').allInnerTexts()
  const rows = page.locator('tr[data-row]')
  await expect
    .poll(async () => (await shown()).map((text) => text.replaceAll(/\s+/g, ' ')))
    .toEqual(['1 new', '1 changed', '1 unchanged', '1 no longer in the export', '1 needs a decision'])
  await groups.getByRole('button', { name: 'unchanged' }).click()
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/user1@example\.com[^]*Unchanged/)])
  await page.getByText('Holds for all 1: in the core already, not sent again').waitFor()
  await groups.getByRole('button', { name: '1 changed', exact: true }).click()
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/user3[^]*\sPassword$/)])
  await page.getByRole('columnheader', { name: 'Changed Detail' }).waitFor()
  await groups.getByRole('button', { name: 'new' }).click()
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/user9[^]*Ready/)])
  await groups.getByRole('button', { name: 'new' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  expect(await violationsInThemes(page)).toEqual([])
  await groups.getByRole('button', { name: 'no longer in the export' }).click()
  await page.getByRole('row', { name: /u2 user2@example.com/ }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
}

journey('a later export is compared with the migration before it', 'desktop', laterExport)
