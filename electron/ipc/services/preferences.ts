import * as z from 'zod'
import {
  columnSetSchema,
  savedColumnsSchema,
  savedFiltersSchema,
  type Theme,
  themeSchema,
} from '../../../shared/ipc/preferences.ts'
import { ok } from '../../../shared/result.ts'
import type { HostRequests } from '../host.ts'
import type { Section, SettingsStore } from './settings-store.ts'

type PreferenceRequests = Pick<
  HostRequests,
  'theme:get' | 'theme:set' | 'columns:get' | 'columns:set' | 'filters:get' | 'filters:set'
>

const themeSection: Section<Theme> = { name: 'theme', schema: themeSchema, initial: { scheme: 'system' } }

const columnsSchema = z.partialRecord(columnSetSchema, savedColumnsSchema.shape.kept)
const columnsSection: Section<z.infer<typeof columnsSchema>> = { name: 'columns', schema: columnsSchema, initial: {} }

const filtersSection: Section<z.infer<typeof savedFiltersSchema>> = {
  name: 'filters',
  schema: savedFiltersSchema,
  initial: { saved: [] },
}

/** How the app looks: its theme, the columns of each table, and the filters that were saved. */
export function preferenceRequests(settings: SettingsStore): PreferenceRequests {
  return {
    'theme:get': async () => ok(settings.get(themeSection)),
    'theme:set': async (theme) => {
      settings.change(themeSection, () => theme)
      return ok(theme)
    },
    'filters:get': async () => ok(settings.get(filtersSection)),
    'filters:set': async (filters) => {
      settings.change(filtersSection, () => filters)
      return ok(filters)
    },
    'columns:get': async ({ table }) => ok({ kept: settings.get(columnsSection)[table] ?? null }),
    'columns:set': async ({ table, kept }) => {
      settings.change(columnsSection, (saved) => ({ ...saved, [table]: kept }))
      return ok({ kept })
    },
  }
}
