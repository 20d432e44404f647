import { expect } from 'vitest'
import type { OpenedApp } from './opened-app.ts'

/** One step of the job: what the operator does, in their words, and what must be seen then. */
type Step = { readonly name: string; readonly act: (app: OpenedApp) => Promise<void> }

/**
 * The whole job as the operator does it, the same in both hosts: a new migration, the rehearsal core, the sample
 * export, the mapping, the preview with its decisions, the run, a corrected user sent again, the report.
 */
const steps: readonly Step[] = [
  {
    name: 'a new migration is made in the app folder',
    act: async ({ page, appFolder }) => {
      const made = await page.evaluate(() => globalThis.migration.ask('document:new', {}))
      expect(made).toMatchObject({ ok: true, value: { location: expect.stringContaining(appFolder) } })
    },
  },
]

export async function mainJob(app: OpenedApp): Promise<void> {
  const before = app.complaints.length
  for (const { name, act } of steps) {
    try {
      await act(app)
    } catch (error) {
      throw new Error(`${app.host}: ${name}`, { cause: error })
    }
  }
  expect(app.complaints.slice(before)).toEqual([])
}
