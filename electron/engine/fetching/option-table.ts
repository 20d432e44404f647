import * as z from 'zod'
import type { FetchOption } from './source.ts'

/** The options of a source by name, each with the schema of its setting. One that accepts no value left out is required. */
export type OptionTable = {
  readonly [name: string]: Omit<FetchOption, 'name' | 'required'> & { readonly schema: z.ZodType }
}

/** The options as the command line and the form show them. */
export function optionsOf(table: OptionTable): readonly FetchOption[] {
  return Object.entries(table).map(([name, { schema, ...option }]) => ({
    ...option,
    name,
    required: !schema.safeParse(undefined).success,
  }))
}

/** The shape of the settings, for `z.object`: the schema of each option by its name. */
export function shapeOf<T extends OptionTable>(table: T): { readonly [K in keyof T]: T[K]['schema'] } {
  return Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])) as {
    readonly [K in keyof T]: T[K]['schema']
  }
}

export const requiredText = z.string().trim().min(1)

/** A text that may be left out or left empty: null. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === undefined || text === '' ? null : text))

export const tick = z.boolean().default(false)

/** For APIs whose server a company may run itself. */
export const allowHttp = {
  'allow-http': {
    schema: tick,
    label: 'Allow an unencrypted address',
    hint: 'Allow http:// to another machine: credentials and users can be read on the network',
    kind: 'tick',
  },
} as const satisfies OptionTable
