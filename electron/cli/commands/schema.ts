import * as z from 'zod'
import type { Command } from '../cli-parts.ts'
import { type CommandSpec, usageOf } from '../options/command-spec.ts'
import { exitBadInput, exitDone, type Io } from '../io.ts'
import { outputSchemas } from '../output/output-schemas.ts'

const names = Object.keys(outputSchemas)

const schemaSpec = {
  name: 'schema',
  operands: names.join('|'),
  summary: 'Print the JSON Schema of an output or of a mapping file',
  options: {},
  examples: ['run', 'mapping > mapping.schema.json'],
} as const satisfies CommandSpec

/** Prints one JSON Schema (draft 2020-12). */
function printSchema(args: readonly string[], io: Io): number {
  const found = Object.entries(outputSchemas).find(([name]) => name === args[0])
  if (found === undefined || args.length > 1) {
    io.err(`Name one of ${names.join(', ')}. Usage: ${usageOf(schemaSpec)}\n`)
    return exitBadInput
  }
  io.out(`${JSON.stringify(z.toJSONSchema(found[1]), null, 2)}\n`)
  return exitDone
}

export const schemaCommand = { spec: schemaSpec, run: printSchema } satisfies Command
