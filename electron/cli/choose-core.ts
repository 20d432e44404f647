import { hostname } from 'node:os'
import { normaliseBaseUrl } from '../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { getSetting } from '../engine/document/settings.ts'
import type { Database } from '../engine/document/sqlite.ts'
import { currentTarget } from '../engine/document/targets.ts'
import type { Io } from './io.ts'

type Core = {
  readonly baseUrl: string
  readonly dialect: 'auto' | 'documented' | 'supertokens'
  readonly allowHttp: boolean
}

/** The core that the migration was sent to; one that is named has to be the same. */
export async function chooseCore(
  database: Database,
  named: string | undefined,
  moved: boolean,
  io: Io,
): Promise<Result<Core>> {
  const target = currentTarget(database)
  const intended = getSetting(database, 'intended-core')
  if (target?.kind === 'rehearsal') {
    return problem(
      'rehearsal',
      'This migration was last sent to a rehearsal core, which ended with the app. Continue in the app, or use run.',
    )
  }
  const before = target?.base_url ?? intended?.baseUrl
  const how = {
    dialect: target?.dialect ?? intended?.dialect ?? 'auto',
    allowHttp: intended?.allowHttp ?? true,
  } as const
  const address = named ?? (await addressFromElsewhere(database, before, io))
  if (address !== null) return coreAt(address, moved ? undefined : before, how)
  if (before !== undefined) return ok({ baseUrl: before, ...how })
  return problem('no-core', 'This migration has no core yet. Name one with --core.')
}

/** Asks for the address of a migration that came from another machine; null: it is our own. */
async function addressFromElsewhere(database: Database, before: string | undefined, io: Io): Promise<string | null> {
  if (before === undefined || getSetting(database, 'machine') === hostname()) return null
  io.err('This migration was last written on another machine, so the address of its core is asked for.\n')
  return io.ask === null ? '' : io.ask('Address of the core: ', false)
}

function coreAt(address: string, before: string | undefined, how: Omit<Core, 'baseUrl'>): Result<Core> {
  if (address.trim() === '') return problem('core-unconfirmed', 'Repeat the address of its core with --core.')
  const wanted = normaliseBaseUrl(address)
  if (!wanted.ok) return wanted
  const known = normaliseBaseUrl(before ?? address)
  return known.ok && wanted.value === known.value
    ? ok({ baseUrl: wanted.value, ...how })
    : problem(
        'core-differs',
        `This migration belongs to ${before ?? 'another core'}. Name that core; add --same-core when it has moved; or start a new migration for another one.`,
      )
}
