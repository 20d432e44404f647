import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { columnSetSchema, keptColumnsSchema } from '../../../shared/ipc/columns.ts'
import { ok } from '../../../shared/result.ts'
import type { HostRequests } from './host-requests.ts'
import { writePrivately } from './write-privately.ts'

const storeSchema = z.partialRecord(columnSetSchema, keptColumnsSchema.shape.kept)

/** Which columns a table shows, in `columns.json` of the app's folder. What cannot be read counts as nothing kept. */
export function columnRequests(appFolder: string): Pick<HostRequests, 'columns:get' | 'columns:set'> {
  const store = join(appFolder, 'columns.json')
  const read = async (): Promise<z.infer<typeof storeSchema>> => {
    try {
      return storeSchema.parse(JSON.parse(await readFile(store, 'utf8')))
    } catch {
      return {}
    }
  }
  return {
    'columns:get': async ({ table }) => ok({ kept: (await read())[table] ?? null }),
    'columns:set': async ({ table, kept }) => {
      await writePrivately(store, JSON.stringify({ ...(await read()), [table]: kept }))
      return ok({ kept })
    },
  }
}
