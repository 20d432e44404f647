import { test } from 'vitest'
import { files } from './hosts/files.ts'
import { inDesktop, inRenewedApp } from './hosts/journey.ts'
import { smoke, stays } from './scenarios/smoke.ts'

inDesktop('the desktop app', () => {
  test('opens its window under a strict policy, answers, and cannot be led away', () =>
    inRenewedApp('desktop', async (app) => {
      await smoke(app)
      await stays(app)
    }))
  test('takes files in and hands files out', () => inRenewedApp('desktop', files))
})
