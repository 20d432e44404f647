import * as z from 'zod'
import { ok, problem } from '../../../shared/result.ts'
import type { Result } from '../../../shared/result.ts'
import { maxAuthorityFile, readAuthorityFile } from '../../engine/core-client/authority.ts'
import type { Section, SettingsStore } from './settings-store.ts'

/** Certificates of private authorities, each trusted for one origin only. */
export type Authorities = {
  readonly of: (origin: string) => Promise<TrustedAuthority | null>
  /** Reads a file and trusts what is in it from now on. */
  readonly trust: (origin: string, file: { readonly path: string; readonly name: string }) => Promise<Result<unknown>>
  readonly forget: (origin: string) => Promise<void>
}

const authoritySchema = z.object({
  /** The name of the file that it came from. */
  file: z.string().max(1000),
  names: z.array(z.string().max(200)).max(1000),
  pem: z.string().max(2 * maxAuthorityFile),
})
export type TrustedAuthority = z.infer<typeof authoritySchema>

const section: Section<Readonly<Record<string, TrustedAuthority>>> = {
  name: 'authorities',
  schema: z.record(z.string(), authoritySchema),
  initial: {},
}

/** Keeps them in the settings of this machine. */
export function createAuthorities(settings: SettingsStore): Authorities {
  return {
    of: async (origin) => settings.get(section)[origin] ?? null,
    trust: async (origin, { path, name }) => {
      const read = readAuthorityFile(path, 'This file')
      if (!read.ok) return read
      const { pem, names } = read.value
      const isSaved = settings.change(section, (saved) => ({
        ...saved,
        [origin]: { file: name, names: [...names], pem },
      }))
      if (isSaved) return ok(null)
      settings.change(section, (saved) => without(saved, origin))
      return notKept
    },
    forget: async (origin) => {
      const isSaved = settings.change(section, (saved) => without(saved, origin))
      if (!isSaved) throw new Error('the certificate is still saved')
    },
  }
}

function without(saved: Readonly<Record<string, TrustedAuthority>>, origin: string) {
  const { [origin]: _removed, ...others } = saved
  return others
}

const notKept = problem(
  'not-saved',
  'The certificate could not be saved. Free some disk space, or check the permissions of the app folder.',
)
