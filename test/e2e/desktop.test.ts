import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktopMissing, openDesktop } from './desktop-host.ts'
import { mainJob } from './main-job.ts'
import type { OpenedApp } from './opened-app.ts'
import { smoke, stays } from './smoke.ts'

const missing = desktopMissing()
if (missing) console.log(`skipped: the desktop app, because ${missing}`)

describe.skipIf(missing !== null)('the desktop app', () => {
  let app: OpenedApp
  beforeAll(async () => {
    app = await openDesktop()
  })
  afterAll(() => app?.close())

  test('opens its window under a strict policy and answers', () => smoke(app))
  test('cannot be led away', () => stays(app))
  test('does the whole job', () => mainJob(app))
  test('names the open migration in its title', () =>
    expect.poll(() => app.title()).toMatch(/^migration .* - User Migration Assistant$/))
})
