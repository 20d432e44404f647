import { coreName, parseBaseUrl, type BaseUrl } from '../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { getSetting } from '../engine/document/settings.ts'
import type { Session } from '../engine/session/session.ts'
import { currentTarget } from '../engine/document/targets.ts'
import type { Io } from './io.ts'
import { withoutEncryption } from './route-options.ts'

type Core = {
  readonly baseUrl: string
  readonly dialect: 'auto' | 'documented' | 'supertokens'
  readonly allowHttp: boolean
}

/** What the operator said of the core on the command line. */
export type NamedCore = {
  /** `--core`. */
  readonly address: string | undefined
  /** `--core-moved`: the core of the migration has this address by now. */
  readonly moved: boolean
  /** `--allow-http`. */
  readonly allowHttp: boolean
}

/**
 * The core that a migration goes on with. The address that the document names counts only where it was confirmed on this
 * machine; else it has to be repeated. The same holds for http: to another machine.
 */
export async function chooseCore(session: Session, named: NamedCore, io: Io): Promise<Result<Core>> {
  const { database } = session.document
  const target = currentTarget(database)
  const intended = getSetting(database, 'intended-core')
  if (target?.kind === 'rehearsal') {
    return problem(
      'rehearsal',
      'This migration was last sent to a rehearsal core, which stopped with the app. Continue in the app, or use run.',
    )
  }
  const stored = target?.base_url ?? intended?.baseUrl
  const before = stored === undefined ? null : parseBaseUrl(stored)
  if (before?.ok === false) return before
  const address = named.address ?? (await unconfirmedAddress(session, before?.value ?? null, io))
  const core = address === null ? before : coreAt(address, named.moved ? null : (before?.value ?? null))
  if (core === null) return problem('no-core', 'This migration has no core yet. Add --core with its address.')
  if (!core.ok) return core
  const { url, insecure } = core.value
  const allowHttp = named.allowHttp || session.trust.allowsHttp(url)
  if (insecure && !allowHttp) return problem('needs-confirmation', withoutEncryption)
  return ok({ baseUrl: url, dialect: target?.dialect ?? intended?.dialect ?? 'auto', allowHttp })
}

/** Asks for the address that only the document names; null: it was confirmed here, or there is none. */
async function unconfirmedAddress(session: Session, before: BaseUrl | null, io: Io): Promise<string | null> {
  if (before === null || session.trust.knowsCore(before.url)) return null
  io.err(
    `This migration names the core ${before.url}, which was not confirmed on this machine. Enter its address again to confirm it.\n`,
  )
  return io.ask === null ? '' : io.ask('Address of the core: ', false)
}

function coreAt(address: string, before: BaseUrl | null): Result<BaseUrl> {
  if (address.trim() === '') return problem('core-unconfirmed', 'Confirm it by repeating the address with --core.')
  const wanted = parseBaseUrl(address)
  if (!wanted.ok || before === null || wanted.value.url === before.url) return wanted
  return problem(
    'core-differs',
    `This migration belongs to ${coreName(before.url)}. Use that core, add --core-moved if it has moved, or start a new migration for another core.`,
  )
}
