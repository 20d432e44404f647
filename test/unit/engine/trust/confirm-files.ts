import { createTrustStore, trustEntry } from '../../../../electron/engine/trust/trust-store.ts'

/* A process of its own: confirms files one by one, as `FOLDER NAME HOW-MANY` says. */
const [folder = '', name = '', count = '0'] = process.argv.slice(2)
const store = createTrustStore(folder)
for (let i = 0; i < Number(count); i++)
  store.change('one', (entry) => trustEntry.withFiles(entry, [`/exports/${name}-${i}`]))
