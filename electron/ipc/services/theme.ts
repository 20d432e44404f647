import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { themeSchema } from '../../../shared/ipc/theme.ts'
import { ok } from '../../../shared/result.ts'
import type { HostRequests } from './host-requests.ts'
import { writePrivately } from './write-privately.ts'

/** Light, dark, or as the system is: kept in `theme.json` of the app's folder. What cannot be read counts as the system's. */
export function themeRequests(appFolder: string): Pick<HostRequests, 'theme:get' | 'theme:set'> {
  const store = join(appFolder, 'theme.json')
  return {
    'theme:get': async () => {
      try {
        return ok(themeSchema.parse(JSON.parse(await readFile(store, 'utf8'))))
      } catch {
        return ok({ scheme: 'system' as const })
      }
    },
    'theme:set': async (look) => {
      await writePrivately(store, JSON.stringify(look))
      return ok(look)
    },
  }
}
