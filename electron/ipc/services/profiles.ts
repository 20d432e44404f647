import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { profilesSchema, type Profile } from '../../../shared/ipc/contract.ts'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { ok, problem } from '../../../shared/result.ts'
import type { HostRequests } from './host-requests.ts'
import { writePrivately } from './write-privately.ts'

type ProfileRequests = Pick<HostRequests, 'profiles:list' | 'profiles:save' | 'profiles:remove'>

const most = 100

/** Cores by name, kept in `profiles.json` of the app's folder: addresses and interfaces, never a key. A damaged file counts as empty. */
export function profileRequests(appFolder: string): ProfileRequests {
  const store = join(appFolder, 'profiles.json')

  const list = async (): Promise<readonly Profile[]> => {
    try {
      return profilesSchema.parse(JSON.parse(await readFile(store, 'utf8'))).profiles
    } catch {
      return []
    }
  }
  const write = async (profiles: readonly Profile[]) => {
    const kept = { profiles: profiles.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, most) }
    await writePrivately(store, JSON.stringify(kept))
    return ok(kept)
  }
  const without = async (name: string) => (await list()).filter((profile) => profile.name !== name)

  return {
    'profiles:list': async () => ok({ profiles: [...(await list())] }),
    'profiles:save': async (profile) => {
      // An address with a name and a password in it must not be kept.
      const base = parseBaseUrl(profile.baseUrl)
      if (!base.ok) return base
      const others = await without(profile.name)
      if (others.length >= most) return tooMany
      return write([...others, { ...profile, baseUrl: base.value.url }])
    },
    'profiles:remove': async ({ name }) => write(await without(name)),
  }
}

const tooMany = problem(
  'too-many-profiles',
  'There are a hundred saved connections already. Remove one that is no longer needed.',
)
