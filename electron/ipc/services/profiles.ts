import * as z from 'zod'
import { profileSchema, type Profile } from '../../../shared/ipc/contract.ts'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { ok, problem } from '../../../shared/result.ts'
import type { HostRequests } from '../host.ts'
import type { Section, SettingsStore } from './settings-store.ts'

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
