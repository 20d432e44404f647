import * as z from 'zod'

/** As the operator says it; `auto`: as the core answers. */
export const dialect = z.enum(['auto', 'documented', 'supertokens'])

/** A saved connection to a core; its key is in the secret store, or not saved. */
export const profileSchema = z.object({
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().min(1).max(2000),
  dialect,
})
export type Profile = z.infer<typeof profileSchema>
export const profilesSchema = z.object({ profiles: z.array(profileSchema).max(100) })
