import type { Page } from 'playwright'
import { openDesktop } from '../../e2e/hosts/desktop-host.ts'
import { actAndWait, type Scrolling, scrollThrough, type Sending, watchRun } from './in-page.ts'
import { traceTasks } from './trace-tasks.ts'
import { step } from '../../e2e/hosts/opened-app.ts'

/** Measurements of one document; times in milliseconds. */
export type Measured = {
  readonly users: number
  /** From pressing the step to the first rows on screen, a few times over. */
  readonly firstPages: readonly number[]
  /** Every sort and filter, by its name. */
  readonly questions: readonly { readonly what: string; readonly ms: number }[]
  readonly scrolling: Scrolling
  /** Bytes in use by the page's scripts after all that, garbage collected. */
  readonly heap: number
  readonly sending: (Sending & { readonly longestProcessorTime: number }) | null
}

const searches = ['ann.', '@example.com', 'u-00f', '+4915', 'e', 'nobody at all', 'same1@']
const states = ['ready', 'blocked', 'migrated', 'failed', 'in-doubt', 'excluded', '']

/** Uses the real app with a document as an operator would, and measures. `run`: also sends users to a rehearsal core. */
export async function measureDesk(path: string, users: number, run: boolean): Promise<Measured> {
  const app = await openDesktop([path])
  try {
    const { page } = app
    await page.setViewportSize({ width: 1440, height: 900 }).catch(() => undefined)
    // Every page of a large document is checked before it opens.
    await step(page, 'Review').waitFor({ timeout: 600_000 })
    const firstPages = await firstPageTimes(page)
    await showEveryColumn(page)
    // A window in which no column is left out for want of room.
    await page.setViewportSize({ width: 3200, height: 900 }).catch(() => undefined)
    const questions = [...(await sorts(page, '')), ...(await filters(page))]
    await page.setViewportSize({ width: 1440, height: 900 }).catch(() => undefined)
    const scrolling = await page.evaluate(scrollThrough, 480)
    const heap = await heapOf(page)
    const sending = run ? await sendAndWatch(page) : null
    return { users, firstPages, questions, scrolling, heap, sending }
  } finally {
    await app.close()
  }
}

async function firstPageTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let time = 0; time < 15; time++) {
    await step(page, 'Export').click()
    await page.waitForFunction(() => document.querySelector('table[aria-rowcount]') === null)
    await step(page, 'Review').evaluate((button) => button.setAttribute('data-bench', 'review'))
    times.push(await page.evaluate(actAndWait, ['[data-bench="review"]', null] as const))
  }
  return times
}

async function showEveryColumn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns…' }).click()
  const dialog = page.getByRole('dialog')
  for (const box of await dialog.getByRole('checkbox').all()) if (!(await box.isChecked())) await box.check()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

type Question = Measured['questions'][number]

/** Each column up and down. The table leaves columns out where those that a sort brings need more room: they are not asked about then. */
async function sorts(page: Page, within: string): Promise<readonly Question[]> {
  const questions: Question[] = []
  const header = page.locator('thead th[scope="col"] button')
  const names = await header.allInnerTexts()
  const press = async (name: string): Promise<number | null> => {
    const button = header.filter({ hasText: name }).first()
    if (!(await button.isVisible())) return null
    await button.evaluate((one) => one.setAttribute('data-bench', 'sort'))
    const ms = await page.evaluate(actAndWait, ['[data-bench="sort"]', null] as const)
    await page.evaluate(() => document.querySelector('[data-bench="sort"]')?.removeAttribute('data-bench'))
    return ms
  }
  for (const name of names) {
    for (const direction of ['up', 'down']) {
      const ms = await press(name)
      if (ms !== null) questions.push({ what: `${name} ${direction}${within}`, ms })
    }
    await press(name)
  }
  return questions
}

/** Each state, a few of each other kind, words, and the sorts once more with two filters on. */
async function filters(page: Page): Promise<readonly Question[]> {
  const questions: Question[] = []
  const change = async (what: string, selector: string, value: string) => {
    questions.push({ what, ms: await page.evaluate(actAndWait, [selector, value] as const) })
  }
  for (const state of states) await change(`state ${state || 'any'}`, 'select[aria-label="State"]', state)
  const press = async (what: string, selector: string) => {
    questions.push({ what, ms: await page.evaluate(actAndWait, [selector, null] as const) })
  }
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.locator('fieldset[data-kind]').first().waitFor()
  for (const kind of await page
    .locator('fieldset[data-kind]')
    .evaluateAll((sets) => sets.map((set) => set.getAttribute('data-kind') ?? ''))) {
    const boxes = await page.locator(`fieldset[data-kind="${kind}"] input`).count()
    for (let nth = 1; nth <= Math.min(boxes, 3); nth++) {
      const box = `fieldset[data-kind="${kind}"] label:nth-of-type(${nth}) input`
      await press(`filter ${kind} ${nth}`, box)
      await press(`filter ${kind} ${nth} off`, box)
    }
  }
  for (const words of searches) await change(`search ${words}`, 'input[type="search"]', words)
  await change('search off', 'input[type="search"]', '')
  await change('state ready', 'select[aria-label="State"]', 'ready')
  await press('filter hash 1', 'fieldset[data-kind="hash"] label:nth-of-type(1) input')
  questions.push(...(await sorts(page, ', filtered')))
  await press('filter hash 1 off', 'fieldset[data-kind="hash"] label:nth-of-type(1) input')
  await change('state any', 'select[aria-label="State"]', '')
  return questions
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** Sends all ready users to a rehearsal core of this app, and watches for ten seconds. */
async function sendAndWatch(page: Page): Promise<Measured['sending']> {
  await page.evaluate(async () => {
    const { invoke: ask } = globalThis.migration
    await ask('rehearsal:start', { dialect: 'documented', afresh: true })
    for (let idle = false; !idle;) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const state = await ask('document:state', {})
      idle = state.ok && state.value?.work.kind === 'idle'
    }
    await ask('run:start', { scope: { kind: 'all' }, concurrency: 'auto', confirmations: [] })
  })
  await step(page, 'Run').click()
  await page.waitForTimeout(2000)
  const traced = await traceTasks(page)
  const sending = await page.evaluate(watchRun, 10_000)
  const longestProcessorTime = await traced()
  await page.evaluate(() => globalThis.migration.invoke('run:pause', {}))
  return { ...sending, longestProcessorTime }
}
