import {
  type MappingFile,
  mappingFileText,
  maxMappingFile,
  parseMappingFile,
  splitMappingFile,
} from '../../../shared/planning/mapping-file.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import { readPlainFile } from '../../engine/files/named-file.ts'
import { writePrivateFile } from '../../engine/files/own-file.ts'
import type { Host, PickedFile, SaveFile } from '../host.ts'

/** A mapping with its decisions as a file of its own: saved, and taken for another export. */
export function mappingRequests(engine: Engine, host: Host, save: SaveFile) {
  /** The mapping of a file with its decisions, as text; a problem for an export that is recognised, to which no column was added. */
  const mappingText = async (fileId: number): Promise<Result<string>> => {
    const view = await engine.invoke('mapping:get', { fileId })
    if (!view.ok) return view
    const { mapping, decisions } = view.value
    return mapping === null ? recognised : ok(mappingFileText(mapping, decisions))
  }

  return {
    'mapping:save': async ({ fileId }: { readonly fileId: number }) => {
      const text = await mappingText(fileId)
      if (!text.ok) return text
      return save(
        (document) => ({ name: `${document} mapping.json`, kind: 'json' }),
        async (draft) => {
          writePrivateFile(draft, text.value)
          return ok(null)
        },
      )
    },

    'mapping:load': async ({ fileId }: { readonly fileId: number }) => {
      const present = await engine.invoke('mapping:get', { fileId })
      if (!present.ok) return present
      const file = (await host.pickFiles('mapping'))?.at(-1)
      if (file === undefined) return ok(null)
      const mapping = readMapping(file)
      if (!mapping.ok) return mapping
      const { mapping: columns, unmapped } = splitMappingFile(mapping.value)
      const decisions = Object.keys(unmapped).length === 0 ? {} : { decisions: unmapped }
      return engine.invoke('mapping:set', { fileId, mapping: columns, ...decisions })
    },
  }
}

function readMapping({ path }: PickedFile): Result<MappingFile> {
  const read = readPlainFile(path, maxMappingFile)
  if (read.kind === 'bytes') return parseMappingFile(read.bytes.toString('utf8'))
  return read.kind === 'too-large' ? tooLarge : unreadable
}

const recognised = problem(
  'mapping-not-needed',
  'This export was recognized, and no further column of it is mapped, so there is no mapping to save. To map all of it yourself, set its format to Custom table on the Export screen.',
)
const tooLarge = problem('file-too-large', 'This is not a mapping: the file is too large.')
const unreadable = problem('file-vanished', 'The mapping file cannot be read. Choose it again.')
