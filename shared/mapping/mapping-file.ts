import * as z from 'zod'
import { ok, problem, type Result } from '../result.ts'
import { mappingSchema, type Mapping } from './mapping.ts'

/** The most characters that a mapping file has; larger ones are something else. */
export const maxMappingFile = 1_048_576

const versioned = z.object({ version: z.number() })

/**
 * Reads a mapping as it was saved: JSON of version 1. Problems: `mapping-not-json`, `mapping-newer`, `mapping-invalid`;
 * no message repeats what is in the file, which may be anything.
 */
export function parseMappingFile(text: string): Result<Mapping> {
  const value = jsonOf(text.replace(/^\uFEFF/, ''))
  if (value === undefined) {
    return problem('mapping-not-json', 'This file is not a mapping: it is no JSON. Choose one that this app saved.')
  }
  const parsed = mappingSchema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const version = versioned.safeParse(value)
  if (version.success && version.data.version > 1) {
    return problem('mapping-newer', 'This mapping was saved by a newer version of the app. Update the app.')
  }
  if (!version.success) {
    return problem('mapping-invalid', 'This file is not a mapping: it has no version. Choose one that this app saved.')
  }
  return problem('mapping-invalid', `In this mapping ${whatIsWrong(parsed.error)}. The README shows its form.`)
}

/** Where the first mistake is, by the names of the form alone. */
function whatIsWrong(error: z.ZodError): string {
  const [field, index, part] = error.issues[0]?.path ?? []
  if ((field === 'columns' || field === 'constants') && typeof index === 'number') {
    const what = part === 'target' ? 'becomes something that is not known' : 'is not whole'
    return `entry ${index + 1} of “${field}” ${what}`
  }
  const known = ['version', 'columns', 'constants', 'fixedProvider', 'ignored'].find((name) => name === field)
  return known === undefined ? 'something is missing' : `“${known}” is missing or is not what it should be`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A mapping as a file for people and programs. */
export function mappingFileText(mapping: Mapping): string {
  return `${JSON.stringify(mapping, null, 2)}\n`
}
