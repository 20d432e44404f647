import * as z from 'zod'

/** A request or reply without content. */
export const nothing = z.object({})
/** The number of a user in the document. */
export const id = z.number().int().positive()
/** A secret, which goes one way, from the page to main. */
export const secret = z.string().max(4096)
/** A text that the screen shows. */
export const text = z.string().max(20_000)
export const count = z.number().int().nonnegative()
