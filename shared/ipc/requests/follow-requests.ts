import * as z from 'zod'
import { followSettingsSchema } from '../../follow/follow-settings.ts'
import { followSourceSchema, followStateSchema, followViewSchema, passUserSchema } from '../views/follow-views.ts'
import { id, nothing } from './parts.ts'

/** Following a source until the cut-over. */
export const followRequests = {
  /** Cheap: asked while the screen is open. */
  'follow:state': { by: 'engine', input: nothing, output: followStateSchema },
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
  'follow:pass-now': { by: 'engine', input: z.object({ acceptsLoss: z.boolean() }), output: followStateSchema },
  /** Makes the last pass next, looks up all users, and ends following. */
  'follow:cut-over': { by: 'engine', input: nothing, output: followStateSchema },
} as const
