import * as z from 'zod'
import { parseJson } from '../json.ts'
import { ok, problem, type Result } from '../result.ts'
import type { Choices } from './choices.ts'
import { unmappedCodes, unmappedField, unmappedKinds } from './unmapped-key.ts'
import type { UnmappedKind } from '../users/user.ts'
import { mappingSchema, type Mapping } from '../mapping/mapping.ts'

/** The most characters that a mapping file has; larger ones are something else. */
export const maxMappingFile = 1_048_576

/** The decision about an unmapped column with login-like values. */
const decisionSchema = z
  .object({
    column: z.string().min(1),
    /** The look of its values. */
    kind: z.enum(unmappedKinds),
    decision: z.enum(['import', 'exclude']),
  })
  // As long as a migration keeps them.
  .refine((one) => keyOf(one).length <= 600)

/** A mapping as it is saved: with the decisions about its columns, so that it answers the same questions for a later file. */
export const mappingFileSchema = mappingSchema.extend({
  decisions: z
    .array(decisionSchema)
    .max(2000)
    .superRefine((decisions, context) => {
      const keys = decisions.map(keyOf)
      const repeated = keys.findIndex((key, at) => keys.indexOf(key) < at)
      if (repeated >= 0) context.addIssue({ code: 'custom', path: [repeated], message: repeatedDecision })
    })
    .exactOptional(),
})

export type MappingFile = z.infer<typeof mappingFileSchema>

const repeatedDecision = 'repeated'

function keyOf({ kind, column }: { readonly kind: UnmappedKind; readonly column: string }): string {
  return unmappedField.key(unmappedCodes[kind], column)
}

const versioned = z.object({ version: z.number() })

/**
 * Reads a mapping as it was saved: JSON of version 1. Problems: `mapping-not-json`, `mapping-newer`, `mapping-invalid`;
 * no message repeats what is in the file, which may be anything.
 */
export function parseMappingFile(text: string): Result<MappingFile> {
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (value === undefined) {
    return problem('mapping-not-json', 'This file is not a mapping: it is not JSON. Choose one that this app saved.')
  }
  const parsed = mappingFileSchema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const version = versioned.safeParse(value)
  if (version.success && version.data.version > 1) {
    return problem('mapping-newer', 'This mapping was saved by a newer version of the app. Update the app.')
  }
  if (!version.success) {
    return problem('mapping-invalid', 'This file is not a mapping: it has no version. Choose one that this app saved.')
  }
  return problem('mapping-invalid', `In this mapping ${whatIsWrong(parsed.error)}. See docs/mapping.md for its form.`)
}

/** Where the first mistake is, by the names of the form alone. */
function whatIsWrong(error: z.ZodError): string {
  const [field, index, part] = error.issues[0]?.path ?? []
  if ((field === 'columns' || field === 'constants') && typeof index === 'number') {
    const what = part === 'target' ? 'becomes something that is not known' : 'is not whole'
    return `entry ${index + 1} of “${field}” ${what}`
  }
  if (field === 'decisions' && typeof index === 'number') {
    if (error.issues[0]?.message === repeatedDecision)
      return `entry ${index + 1} of “decisions” is about a column again`
    const what = part === 'kind' || part === 'decision' ? 'decides something that is not known' : 'is not whole'
    return `entry ${index + 1} of “decisions” ${what}`
  }
  const known = ['version', 'columns', 'constants', 'fixedProvider', 'ignored', 'decisions'].find(
    (name) => name === field,
  )
  return known === undefined ? 'something is missing' : `“${known}” is missing or is not what it should be`
}

/** The mapping of a file, and what it decides, as the choices of a migration have it. */
export function splitMappingFile({ decisions = [], ...mapping }: MappingFile): {
  readonly mapping: Mapping
  readonly unmapped: Choices['unmapped']
} {
  return { mapping, unmapped: Object.fromEntries(decisions.map((one) => [keyOf(one), one.decision])) }
}

/** A mapping and decisions about columns as a file for people and programs. */
export function mappingFileText(mapping: Mapping, unmapped: Choices['unmapped'] = {}): string {
  const decisions = Object.entries(unmapped).flatMap(([key, decision]) => {
    const about = unmappedField.parse(key)
    return about === null ? [] : [{ column: about.field, kind: about.kind, decision }]
  })
  const file: MappingFile = decisions.length === 0 ? mapping : { ...mapping, decisions }
  return `${JSON.stringify(file, null, 2)}\n`
}
