import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lookSchema } from '../../shared/bridge/look.ts'
import { ok } from '../../shared/result.ts'
import type { HostRequests } from './host-requests.ts'
import { writePrivately } from './write-privately.ts'

/** Light, dark, or as the system is: kept in `look.json` of the app's folder. What cannot be read counts as the system's. */
export function lookRequests(appFolder: string): Pick<HostRequests, 'look:get' | 'look:set'> {
  const store = join(appFolder, 'look.json')
  return {
    'look:get': async () => {
      try {
        return ok(lookSchema.parse(JSON.parse(await readFile(store, 'utf8'))))
      } catch {
        return ok({ scheme: 'system' as const })
      }
    },
    'look:set': async (look) => {
      await writePrivately(store, JSON.stringify(look))
      return ok(look)
    },
  }
}
