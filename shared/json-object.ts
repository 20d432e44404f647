import * as z from 'zod'

type Json = Readonly<Record<string, unknown>>

/** Any JSON object as it is. A record of zod leaves out the name `__proto__`, which metadata of a user may have. */
export const jsonObject = z.custom<Json>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
