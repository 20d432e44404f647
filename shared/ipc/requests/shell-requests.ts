import * as z from 'zod'
import { columnSetSchema, savedColumnsSchema, savedFiltersSchema, themeSchema } from '../preferences.ts'
import { nothing, text } from '../parts.ts'
import { recentSchema } from '../views/document-views.ts'

const recentListSchema = z.object({ recent: z.array(recentSchema) })
const address = z.object({ baseUrl: z.string().max(2000) })

/** How a core is reached from this machine, and what is kept for it. */
const coreConnectionSchema = z.object({
  /** The proxy on the way as `host:port`; null: none. */
  proxy: text.nullable(),
  /** About the proxy, in words; empty where there is none. */
  proxyText: text,
  /** A private authority that is trusted at this address, with the file its certificates came from. */
  authority: z.object({ file: text, names: z.array(text).readonly() }).nullable(),
  /** A key is kept for it; nothing of it is shown. */
  hasKey: z.boolean(),
  /** The secret store of this machine; null: keys are held in memory until the app ends. */
  keeper: text.nullable(),
})
export type CoreConnectionView = z.infer<typeof coreConnectionSchema>

/** Requests about the app around the migration: the machine, the route to a core, diagnostics. */
export const shellRequests = {
  'app:info': {
    by: 'host',
    input: nothing,
    output: z.object({
      version: z.string(),
      host: z.enum(['desktop', 'browser']),
      platform: z.string(),
      recent: z.array(recentSchema),
      /** A folder can be shown in the file manager of the system. */
      showsFolders: z.boolean(),
    }),
  },
  /** Gives the file of a migration another name in its folder. */
  'recent:rename': {
    by: 'host',
    input: z.object({ id: z.string().max(200), name: z.string().max(200) }),
    output: recentListSchema,
  },
  /** Takes a migration off the list; its file stays. */
  'recent:remove': { by: 'host', input: z.object({ id: z.string().max(200) }), output: recentListSchema },
  'recent:show': { by: 'host', input: z.object({ id: z.string().max(200) }), output: nothing },
  /** Light, dark, or as the system is. */
  'theme:get': { by: 'host', input: nothing, output: themeSchema },
  'theme:set': { by: 'host', input: themeSchema, output: themeSchema },
  /** How the columns of a table were left the last time. */
  'columns:get': { by: 'host', input: z.object({ table: columnSetSchema }), output: savedColumnsSchema },
  'columns:set': {
    by: 'host',
    input: savedColumnsSchema.extend({ table: columnSetSchema }),
    output: savedColumnsSchema,
  },
  /** Filters of the tables of users that the operator saved. */
  'filters:get': { by: 'host', input: nothing, output: savedFiltersSchema },
  'filters:set': { by: 'host', input: savedFiltersSchema, output: savedFiltersSchema },
  /** How a core at this address is reached from here, and what is kept for it. */
  'core-connection:get': { by: 'host', input: address, output: coreConnectionSchema },
  /** Shows the open dialog for the certificate of a private authority, which is trusted at this address from then on. */
  'core-connection:choose-authority': { by: 'host', input: address, output: coreConnectionSchema.nullable() },
  'core-connection:forget-authority': { by: 'host', input: address, output: coreConnectionSchema },
  'core-connection:forget-key': { by: 'host', input: address, output: coreConnectionSchema },

  /** The text that "Save diagnostics" would write, word for word, and the name of its file. */
  'diagnostics:get': { by: 'host', input: nothing, output: z.object({ name: z.string(), text: z.string() }) },
  /** Shows the save dialog and writes what `diagnostics:get` gave last. */
  'diagnostics:save': { by: 'host', input: nothing, output: z.object({ saved: z.string().nullable() }) },
} as const
