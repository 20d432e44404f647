import * as z from 'zod'

/** How the app looks. */
export const lookSchema = z.object({ scheme: z.enum(['system', 'light', 'dark']) })
export type Look = z.infer<typeof lookSchema>
