import * as z from 'zod'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { HostRequests } from '../../../shared/ipc/contract.ts'
import {
  columnSetSchema,
  profileSchema,
  savedColumnsSchema,
  savedFiltersSchema,
  themeSchema,
} from '../../../shared/ipc/preferences.ts'
import { ok, problem } from '../../../shared/result.ts'
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

/** Requests about the theme, the columns of each table, and saved filters. */
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

type ProfileRequests = Pick<HostRequests, 'profiles:list' | 'profiles:save' | 'profiles:remove'>

const maxProfiles = 100

const section: Section<readonly Profile[]> = {
  name: 'connections',
  schema: z.array(profileSchema).max(maxProfiles),
  initial: [],
}

/** Saved connections: cores by name, with their addresses and interfaces, never with a key. */
export function profileRequests(settings: SettingsStore): ProfileRequests {
  const change = (make: (saved: readonly Profile[]) => readonly Profile[]) => {
    const saved = settings.change(section, (profiles) =>
      make(profiles)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, maxProfiles),
    )
    return saved ? ok({ profiles: [...settings.get(section)] }) : notSaved
  }

  return {
    'profiles:list': async () => ok({ profiles: [...settings.get(section)] }),
    'profiles:save': async (profile) => {
      // An address with a name and a password in it must not be saved.
      const base = parseBaseUrl(profile.baseUrl)
      if (!base.ok) return base
      const isOther = ({ name }: Profile) => name !== profile.name
      if (settings.get(section).filter(isOther).length >= maxProfiles) return tooMany
      return change((saved) => [...saved.filter(isOther), { ...profile, baseUrl: base.value.url }])
    },
    'profiles:remove': async ({ name }) => change((saved) => saved.filter((profile) => profile.name !== name)),
  }
}

const tooMany = problem('too-many-profiles', 'You have 100 saved connections, the maximum. Remove one first.')
const notSaved = problem(
  'not-saved',
  'The settings could not be saved and apply until you quit the app. Free some disk space, or check the permissions of the app folder.',
)

type Theme = z.infer<typeof themeSchema>

type Profile = z.infer<typeof profileSchema>
