import * as z from 'zod'
import { documentSchema } from '../views/document-views.ts'
import { nothing } from './parts.ts'

const documentOrNull = documentSchema.nullable()

/** The migration as a file: new, opened, closed, copied. */
export const documentRequests = {
  /** Makes an empty document in the app's folder. */
  'document:new': { by: 'host', input: nothing, output: documentSchema },
  /** Shows the open dialog; null when it was closed. */
  'document:open': { by: 'host', input: nothing, output: documentOrNull },
  'document:open-recent': { by: 'host', input: z.object({ id: z.string().max(200) }), output: documentSchema },
  'document:close': { by: 'host', input: nothing, output: nothing },
  /** Shows the save dialog; the copy is a whole document. */
  'document:save-copy': { by: 'host', input: nothing, output: z.object({ saved: z.string().nullable() }) },
  'document:state': { by: 'engine', input: nothing, output: documentOrNull },
} as const
