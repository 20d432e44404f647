import { readFile, stat, writeFile } from 'node:fs/promises'
import { maxMappingFile, mappingFileText, parseMappingFile } from '../../../shared/mapping/mapping-file.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { ok, problem } from '../../../shared/result.ts'
import type { Result } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import type { SaveFile } from '../host.ts'
import type { Host, PickedFile } from '../host.ts'

/** A mapping as a file of its own: saved, and taken for another export. */
export function mappingRequests(engine: Engine, host: Host, save: SaveFile) {
  /** The mapping of a file; a problem for an export that is recognised, which needs none. */
  const mappingOf = async (fileId: number): Promise<Result<Mapping>> => {
    const view = await engine.invoke('mapping:get', { fileId })
    if (!view.ok) return view
    return view.value.mapping === null ? recognised : ok(view.value.mapping)
  }

  return {
    'mapping:save': async ({ fileId }: { readonly fileId: number }) => {
      const mapping = await mappingOf(fileId)
      if (!mapping.ok) return mapping
      return save(
        (document) => ({ name: `${document} mapping.json`, kind: 'json' }),
        async (draft) => {
          await writeFile(draft, mappingFileText(mapping.value), { mode: 0o600 })
          return ok(null)
        },
      )
    },

    'mapping:load': async ({ fileId }: { readonly fileId: number }) => {
      const present = await mappingOf(fileId)
      if (!present.ok) return present
      const file = (await host.pickFiles('mapping'))?.at(-1)
      if (file === undefined) return ok(null)
      const mapping = await readMapping(file)
      return mapping.ok ? engine.invoke('mapping:set', { fileId, mapping: mapping.value }) : mapping
    },
  }
}

async function readMapping({ path }: PickedFile): Promise<Result<Mapping>> {
  try {
    if ((await stat(path)).size > maxMappingFile) return tooLarge
    return parseMappingFile(await readFile(path, 'utf8'))
  } catch {
    return unreadable
  }
}

const recognised = problem(
  'mapping-not-needed',
  'This export was recognized, so it needs no mapping. To map it yourself, set its format to Custom table on the Export screen.',
)
const tooLarge = problem('file-too-large', 'This is not a mapping: the file is too large.')
const unreadable = problem('file-vanished', 'The mapping file cannot be read. Choose it again.')
