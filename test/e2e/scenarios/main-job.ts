import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { type RehearsalCore, startRehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { annsPassword, writeExport } from './made-up-export.ts'
import { beginMigration, chooseExports, type OpenedApp, temporaryFolder, tickAll } from '../hosts/opened-app.ts'

const apiKey = 'a-made-up-key-for-this-test'

type Scene = OpenedApp & { readonly core: RehearsalCore; readonly files: readonly string[] }

/** One step of the job: what the operator does, in their words, and what must be seen then. */
type Step = { readonly name: string; readonly act: (scene: Scene) => Promise<void> }

/** The whole job as the operator does it by mouse and keyboard, the same in both hosts, against a core of its own. */
const steps: readonly Step[] = [
  {
    name: 'a new migration is begun',
    act: async ({ page }) => {
      await beginMigration(page)
      await sees(page.getByRole('heading', { level: 1 }), /connect/i)
    },
  },
  {
    name: 'a refused key is said in a sentence, the right one connects',
    act: async ({ page, core }) => {
      const check = page.getByRole('button', { name: 'Check connection' })
      const place = await check.boundingBox()
      await page.getByLabel('Address (base_url)').fill(new URL(core.baseUrl).host)
      await page.getByText(/No system keychain|Save the key in/).waitFor()
      // A press while the address is looked up still finds the button.
      expect((await check.boundingBox())?.y).toBe(place?.y)
      await page.getByLabel('API key').fill('the wrong key')
      await check.click()
      await page.getByText('Start the address with https://').waitFor()
      // An error of one field leaves the others as they were typed.
      expect(await page.getByLabel('API key').inputValue()).toBe('the wrong key')
      await page.getByLabel('Address (base_url)').fill(core.baseUrl)
      await page.getByRole('button', { name: 'Check connection' }).click()
      await page.getByText('refused the API key').waitFor()
      // It can be looked at and corrected; it left the field only while it was asked about.
      await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('the wrong key')
      await page.getByLabel('API key').fill(apiKey)
      await page.getByRole('button', { name: 'Check connection' }).click()
      const live = page.getByRole('dialog', { name: /live core/i })
      await live.getByText(core.baseUrl).waitFor()
      await live.getByRole('button', { name: /^Use / }).click()
      await page
        .getByText(/The API key was accepted/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Change connection…' }).click()
      await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('')
    },
  },
  {
    name: 'the export is loaded: what it is, and every record counted',
    act: async ({ page, files, choose }) => {
      await step(page, 'Export').click()
      await chooseExports({ choose, page }, files)
      await page.getByText('members.csv').first().waitFor()
      await expect
        .poll(() => state(page))
        .toMatchObject({
          totals: { records: 9, users: 6, joined: 1, unmatched: 1, unreadable: 1, other: 0 },
          work: { kind: 'idle' },
          counts: { ready: 4, blocked: 2 },
        })
      await page.getByText(/Auth0/).and(page.locator(':visible')).first().waitFor()
      await page.getByRole('button', { name: 'Show 1 skipped record of members.csv' }).click()
      const left = page.getByRole('dialog', { name: /skipped records/i })
      await left.getByRole('row', { name: /^Line 4 / }).waitFor()
      await left.getByRole('button', { name: 'Close' }).last().click()
    },
  },
  {
    name: 'a provider without a default is mapped',
    act: async ({ page }) => {
      await step(page, 'Map columns').click()
      await page.getByLabel(/windowslive/).selectOption('exclude')
      await expect.poll(() => state(page)).toMatchObject({ counts: { ready: 4, blocked: 1, excluded: 1 } })
    },
  },
  {
    name: 'the preview shows what will happen, and a decision is taken',
    act: async ({ page }) => {
      await step(page, 'Review').click()
      await sees(page.getByRole('heading', { level: 1 }), /review/i)
      await page.getByRole('tab', { name: /decisions/i }).click()
      await page
        .getByRole('radio', { name: /Code login/ })
        .first()
        .click()
      await expect.poll(() => state(page)).toMatchObject({ counts: { ready: 5, blocked: 0, excluded: 1 } })
    },
  },
  {
    name: 'the requests for one user are shown without a secret',
    act: async ({ page }) => {
      await page.getByRole('tab', { name: /users/i }).click()
      await page.getByRole('row', { name: /ann@example.com/ }).click()
      const details = page.getByRole('complementary', { name: 'Selected user' })
      await details.getByRole('tab', { name: /Requests/ }).click()
      await details.getByText('/recipe/user/passwordhash/import').waitFor()
      const text = await details.innerText()
      expect(text).toContain('$2b$04$')
      expect(text).not.toMatch(/\$2b\$04\$[./A-Za-z0-9]{10}/)
    },
  },
  {
    name: 'nothing is sent to a live core before everything is confirmed',
    act: async ({ page, core }) => {
      await page.getByRole('button', { name: /start migration/i }).click()
      const dialog = page.getByRole('dialog')
      await expect.poll(() => dialog.getByRole('button', { name: /^Send \d/ }).isDisabled()).toBe(true)
      await tickAll(dialog)
      expect(core.count()).toBe(0)
      await dialog.getByRole('button', { name: /^Send \d/ }).click()
    },
  },
  {
    name: 'the run ends with one user refused and all others migrated',
    act: async ({ page, core }) => {
      await expect.poll(() => state(page)).toMatchObject({ counts: { migrated: 4, failed: 1, ready: 0, sending: 0 } })
      expect(core.count()).toBe(4)
    },
  },
  {
    name: 'the user that failed is corrected in place and sent again',
    act: async ({ page, core }) => {
      await step(page, 'Report').click()
      // The cause stands once with its count; correcting it opens its first user.
      await page.getByRole('button', { name: 'Correct: 1 user, Value too long for the core' }).click()
      const details = page.getByRole('complementary', { name: 'Selected user' })
      // The correction is open, and judged as the planner would while it is typed.
      const save = details.getByRole('button', { name: 'Save and retry' })
      await details.getByLabel('Email').fill('not an email')
      await details.getByRole('alert').waitFor()
      await expect.poll(() => save.isDisabled()).toBe(true)
      const place = await save.boundingBox()
      await details.getByLabel('Email').fill('fay.new@example.com')
      await details.getByRole('alert').waitFor({ state: 'hidden' })
      // Nothing moves away from under the pointer when the error goes.
      expect(await save.boundingBox()).toEqual(place)
      await save.click()
      await expect.poll(() => state(page), { timeout: 30_000 }).toMatchObject({ counts: { migrated: 5, failed: 0 } })
      expect(await core.signIn('fay.new@example.com', annsPassword)).toMatchObject({ kind: 'ok' })
      expect(await core.signIn('ann@example.com', annsPassword)).toMatchObject({ kind: 'ok' })
    },
  },
  {
    name: 'the report accounts for every record and holds no secret',
    act: async ({ page, save }) => {
      // The drawer covers what is at the right.
      await page.keyboard.press('Escape')
      const path = await save(async () => {
        await page.getByRole('button', { name: 'Save All records as CSV' }).click()
      })
      await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('summary')
      const report = await readFile(path, 'utf8')
      const rows = report.trim().split('\r\n').slice(1)
      const kinds = ['call', 'user', 'unreadable', 'unmatched'].map(
        (kind) => rows.filter((row) => row.startsWith(`"${kind}",`)).length,
      )
      expect(kinds).toEqual([5, 1, 1, 1])
      expect(report).toMatch(/"summary",[",]*"migrated",[",]*5/)
      expect(report).not.toMatch(/\$2[aby]\$|a-made-up-key/)
    },
  },
]

type State = { readonly ok: boolean; readonly value?: unknown }

/** The document as the app sees it. */
async function state(page: Scene['page']): Promise<unknown> {
  const response: State = await page.evaluate(() => globalThis.migration.invoke('document:state', {}))
  return response.value
}

function step(page: Scene['page'], name: string) {
  return page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: new RegExp(name) })
}

async function sees(locator: ReturnType<Scene['page']['getByRole']>, text: RegExp): Promise<void> {
  await expect.poll(() => locator.innerText()).toMatch(text)
}

/** Does the whole job, or all of it up to the step before the first one that `stopBefore` names. */
export async function mainJob(app: OpenedApp, stopBefore: RegExp | null = null): Promise<void> {
  const before = app.complaints.length
  const [folder, removeFolder] = temporaryFolder()
  const core = await startRehearsalCore({
    dialect: 'supertokens',
    apiKey,
    signerKey: null,
    faults: { rules: [{ kind: '500', on: ['import'], for: 'fay@', text: 'value too long for this column' }] },
  })
  if (!core.ok) throw new Error(core.error.message)
  try {
    const files = await writeExport(folder)
    const last = stopBefore === null ? steps.length : steps.findIndex(({ name }) => stopBefore.test(name))
    for (const { name, act } of steps.slice(0, last)) {
      try {
        await act({ ...app, core: core.value, files })
      } catch (error) {
        throw new Error(`${app.host}: ${name}`, { cause: error })
      }
    }
    expect(app.complaints.slice(before)).toEqual([])
  } finally {
    await core.value.stop()
    removeFolder()
  }
}
