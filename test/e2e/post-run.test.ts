import { test } from 'vitest'
import { afterTheRun } from './post-run.ts'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { desktopMissing, openDesktop } from './desktop-host.ts'
import { within } from './opened-app.ts'

const noDesktop = desktopMissing()
const noBrowser = browserMissing()
if (noDesktop) console.log(`skipped: what follows a run, in the desktop app, because ${noDesktop}`)
if (noBrowser) console.log(`skipped: what follows a run, in a browser, because ${noBrowser}`)

test.skipIf(noDesktop !== null)(
  'existing users are asked about, a run is looked up and undone in the desktop app',
  () => within(openDesktop(), afterTheRun),
)
test.skipIf(noBrowser !== null)('existing users are asked about, a run is looked up and undone in a browser', () =>
  within(openBrowserHost(), afterTheRun),
)
