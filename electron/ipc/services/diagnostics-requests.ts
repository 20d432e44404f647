import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ok, problem } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import { describeApp } from './diagnostics.ts'
import type { Host } from '../host.ts'
import type { Log } from '../log.ts'
import { saveFile } from './save-file.ts'

/** Diagnostics are shown before they are saved; what is saved is what was shown. */
export function diagnosticsRequests(engine: Engine, host: Host, log: Log) {
  let shown: { readonly name: string; readonly text: string } | null = null
  return {
    'diagnostics:get': async () => {
      const day = host.now().toISOString().slice(0, 16).replace('T', ' ').replace(':', '.')
      shown = { name: `diagnostics ${day}.txt`, text: await describeApp(engine, host, log) }
      return ok(shown)
    },
    'diagnostics:save': async () => {
      if (shown === null) return problem('nothing-shown', 'View the diagnostics first, then save them.')
      const { name, text } = shown
      const path = await host.pickSave({ name, kind: 'text' })
      if (path === null) return ok({ saved: null })
      const written = await saveFile(path, async (draft) => {
        await writeFile(draft, text, { mode: 0o600 })
        return ok(null)
      })
      if (!written.ok) return written
      await host.deliver({ path, name: basename(path) })
      return ok({ saved: basename(path) })
    },
  }
}
