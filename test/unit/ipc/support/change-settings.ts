import * as z from 'zod'
import { createSettingsStore } from '../../../../electron/ipc/services/settings-store.ts'

/* A process of its own: adds names one by one, as `FOLDER NAME HOW-MANY` says. */
const [folder = '', name = '', count = '0'] = process.argv.slice(2)
const settings = createSettingsStore(folder)
const names = { name: 'names', schema: z.array(z.string()), initial: [] }
for (let i = 0; i < Number(count); i++) settings.change(names, (all) => [...all, `${name}-${i}`])
