import * as z from 'zod'
import type { FetchOption } from '../source.ts'

/** Options that several APIs have, and the schemas of their values. */

export const allowHttpOption: FetchOption = {
  name: 'allow-http',
  label: 'Allow an unencrypted address',
  hint: 'Allow http:// to another machine: credentials and users can be read on the network',
  required: false,
  kind: 'tick',
}

export const tick = z.boolean().default(false)

/** A text that may be left out or left empty. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === undefined || text === '' ? null : text))

export const requiredText = z.string().trim().min(1)
