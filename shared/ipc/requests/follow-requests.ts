import * as z from 'zod'
import { followSettingsSchema } from '../../follow/follow-settings.ts'
import { followSourceSchema, followStateSchema, followViewSchema, passUserSchema } from '../views/follow-views.ts'
import { id, nothing } from './parts.ts'

const count = z.number().int().nonnegative()

/** Following a source until the cut-over. */
export const followRequests = {
  /** Cheap: asked while the screen is open. */
  'follow:state': { by: 'engine', input: nothing, output: followStateSchema },
  /** Lets the operator choose another file or folder to follow; it is one of the sources from then on. */
  'follow:choose': {
    by: 'host',
    input: z.object({ what: z.enum(['file', 'folder']) }),
    output: z.object({ chosen: z.boolean() }),
  },
  /** Users who left the source, and how many of them can be removed from the core; null: it removes none. */
  'follow:gone': {
    by: 'engine',
    input: nothing,
    output: z.object({ users: count, removable: count.nullable() }),
  },
  'follow:get': { by: 'queries', input: nothing, output: followViewSchema },
  'follow:users': {
    by: 'queries',
    input: z.object({ pass: id, limit: z.number().int().min(1).max(1000) }),
    output: z.object({ users: z.array(passUserSchema), total: z.number().int() }),
  },
  /** Begins to follow, with a pass. Secrets go one way and stay in memory. */
  'follow:start': {
    by: 'engine',
    input: z.object({
      source: followSourceSchema.shape.key,
      everyMinutes: followSettingsSchema.shape.everyMinutes,
      signIn: followSettingsSchema.shape.signIn,
      secrets: z.record(z.string().max(100), z.string().max(65_536)),
      /** The address that the page has shown; the secrets go nowhere else. */
      address: z.string().max(4000).nullable(),
      cutOver: z.boolean(),
    }),
    output: followStateSchema,
  },
  'follow:pause': { by: 'engine', input: nothing, output: followStateSchema },
  'follow:pass-now': {
    by: 'engine',
    input: z.object({
      acceptsLoss: z.boolean(),
      /** Removes users who left the source from the core, as many as the operator was asked about; 0: none. */
      removes: count,
    }),
    output: followStateSchema,
  },
  /** Makes the last pass next, looks up all users, and ends following. */
  'follow:cut-over': { by: 'engine', input: nothing, output: followStateSchema },
} as const
