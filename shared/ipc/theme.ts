import * as z from 'zod'

/** How the app looks. */
export const themeSchema = z.object({ scheme: z.enum(['system', 'light', 'dark']) })
export type Theme = z.infer<typeof themeSchema>
