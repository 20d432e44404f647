import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { startRehearsalCore, type RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { beginMigration, chooseExports, temporaryFolder, type OpenedApp, step } from '../hosts/opened-app.ts'
import { writeTourExport } from './tour-export.ts'

/** Where a tour stands: a name for its picture, and what is open there. */
export type Stop = (name: string) => Promise<void>

/** The parts that a part of the tour works with. */
export type Scene = OpenedApp & {
  readonly stop: Stop
  readonly core: RehearsalCore
  readonly apiKey: string
  readonly folder: string
  readonly files: readonly string[]
  /** How many users they hold. */
  readonly users: number
}

/** Goes through every step of the app, with its dialogs and menus open and closed, and stops where there is something to see. */
export async function tour(
  app: OpenedApp,
  parts: readonly ((scene: Scene) => Promise<void>)[],
  stop: Stop,
  users = 640,
): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const apiKey = 'a-made-up-key-for-this-test'
  const core = await startRehearsalCore({
    dialect: 'supertokens',
    apiKey,
    signerKey: null,
    faults: {
      latencyMs: [15, 60],
      rules: [
        { kind: '500', on: ['import'], for: 'fay', text: 'value too long for this column' },
        { kind: '500', on: ['third-party'], for: 'gil', text: 'connection to the storage was lost' },
      ],
    },
  })
  if (!core.ok) throw new Error(core.error.message)
  const files = await writeTourExport(join(folder, 'export'), users)
  const scene: Scene = { ...app, stop, core: core.value, apiKey, folder, files, users }
  try {
    for (const part of parts) await part(scene)
  } finally {
    await core.value.stop()
    removeFolder()
  }
}

/** Waits until nothing is read or planned any more. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => globalThis.migration.invoke('document:state', {})), {
      message: 'files are read and users planned',
    })
    .toSatisfy((state) => state.ok && state.value?.work.kind === 'idle' && state.value.totals.users > 0)
}

/** Waits until the run is as wanted. */
export async function runIs(page: Page, wanted: (progress: ProgressView) => boolean): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => globalThis.migration.invoke('run:progress', {})), {
      message: `the run is as wanted: ${String(wanted)}`,
    })
    .toSatisfy((progress) => progress.ok && wanted(progress.value))
}

/** Limits the requests per second, so that a run lasts long enough to be looked at; null: no limit. */
export async function setRate(page: Page, maxRate: number | null): Promise<void> {
  const changed = await page.evaluate(
    (rate) => globalThis.migration.invoke('run:speed', { concurrency: 'auto', maxRate: rate }),
    maxRate,
  )
  if (!changed.ok) throw new Error(changed.error.message)
}

/** Begins a migration, connects it to a core of this machine, and reads an export of the tour. */
export async function connectAndRead(
  { page, choose }: Pick<OpenedApp, 'page' | 'choose'>,
  { core, apiKey, users, folder }: Pick<Scene, 'core' | 'apiKey' | 'users' | 'folder'>,
): Promise<void> {
  await beginMigration(page)
  await connect(page, core, apiKey)
  await step(page, 'Export').click()
  await chooseExports({ choose, page }, await writeTourExport(folder, users))
  await settled(page)
}

/** Connects the open migration to a core of this machine. */
export async function connect(page: Page, { baseUrl }: RehearsalCore, apiKey: string): Promise<void> {
  const input: Input<'core:connect'> = { baseUrl, apiKey, dialect: 'auto', allowHttp: false, confirmed: true }
  await page.evaluate((what) => globalThis.migration.invoke('core:connect', what), input)
}
