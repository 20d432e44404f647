import { closeSync, constants, createReadStream, existsSync, openSync, writeFileSync } from 'node:fs'
import { ok, problem, unreachable, type Result } from '../../../../shared/result.ts'
import { describeFile } from '../../files/export-file.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import type { Links } from '../store/links.ts'
import type { People } from '../store/people.ts'
import type { StagedUsers } from '../store/staged-users.ts'
import type { Tenants, UserIds } from '../store/stored-user.ts'
import { changeOf, lineOf, type StateChange } from '../store/state-entry.ts'
import type { Users } from '../store/users.ts'

/** The state that a file keeps. */
type Kept = {
  readonly users: Users
  readonly userIds: UserIds
  readonly links: Links
  readonly people: People
  readonly tenants: Tenants
  readonly staged: StagedUsers
}

export type StateFile = {
  /**
   * Writes the changes since the last flush. Called before a reply leaves, so that an acknowledged change survives a
   * crash.
   */
  readonly flush: () => Result<void>
  readonly close: () => void
}

/**
 * Loads the state from a file (none: an empty state) and keeps it there from now on. The file is rewritten once, by
 * writing a new one and renaming it, then only appended to; it is readable by its owner only, because it holds hashes.
 * Errors: `state-file-unreadable`, `state-file-foreign`, `state-file-unwritable`.
 */
export async function openStateFile(path: string, kept: Kept): Promise<Result<StateFile>> {
  const loaded = await load(path, kept)
  if (!loaded.ok) return loaded
  const written = attempt(() => writeFileAtomically(path, blocks(kept)))
  if (!written.ok) return written
  const opened = attempt(() => openSync(path, constants.O_WRONLY | constants.O_APPEND))
  return opened.ok ? ok(append(opened.value, kept)) : opened
}

/*
 * The state file: a first line that names the format, then one JSON array a line, in the order things happened.
 * A later line about the same user replaces an earlier one.
 */

const stateHeader = JSON.stringify({ format: 'rehearsal-core-state', version: 1 })

async function load(path: string, kept: Kept): Promise<Result<void>> {
  if (!existsSync(path)) return ok(undefined)
  let line = 0
  let broken = 0
  try {
    if ((await describeFile(path)).kind !== 'file') return notAFile(path)
    for await (const text of linesOf(path)) {
      line += 1
      if (line === 1) {
        if (text !== stateHeader) return foreign(path, 1)
        continue
      }
      // Only the very last line may be cut, by the end of the process that wrote it.
      if (broken !== 0) return foreign(path, broken)
      const change = changeOf(text)
      if (change === null) broken = line
      else apply(kept, change)
    }
  } catch (error) {
    return problem('state-file-unreadable', `${path} cannot be read (${codeOf(error)}).`)
  }
  return ok(undefined)
}

/** Lines end at a newline only; node:readline would also end one at U+2028, which a name may contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1_048_576 })) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

function notAFile(path: string): Result<never> {
  return problem(
    'state-file-unreadable',
    `${path} cannot be read: it is a folder, a device, or a pipe. Name another file.`,
  )
}

function foreign(path: string, line: number): Result<never> {
  return problem(
    'state-file-foreign',
    `${path}, line ${line}, is not the state of a rehearsal core; name another file, or none to start empty.`,
  )
}

function apply(kept: Kept, change: StateChange): void {
  const { users, userIds, links, people, staged, tenants } = kept
  switch (change.kind) {
    case 'user':
      users.put(change.user)
      return
    case 'removed': {
      const user = users.byId.get(change.id)
      if (user !== undefined) users.remove(user)
      return
    }
    case 'mapped':
      return userIds.map(change.id, change.externalId, change.info)
    case 'unmapped':
      userIds.unmap(change.id)
      return
    case 'linked':
      return links.link(change.id, change.primaryId)
    case 'unlinked':
      return links.unlink(change.id)
    case 'metadata':
      return people.putMetadata(change.userId, change.metadata)
    case 'role':
      people.addRole(change.role)
      return
    case 'role-removed':
      people.removeRole(change.role)
      return
    case 'user-role':
      people.giveRole(change.tenant, change.userId, change.role)
      return
    case 'totp':
      return people.addTotp(change.userId, change.device)
    case 'forgotten':
      return people.forget(change.userId)
    case 'tenant':
      return tenants.put(change.tenant)
    case 'staged':
      return staged.put(change.row)
    case 'unstaged':
      staged.remove(change.id)
      return
    default:
      return unreachable(change)
  }
}

function* blocks(kept: Kept): Generator<string> {
  let block = `${stateHeader}\n`
  for (const user of kept.users.list) {
    if (user !== null) block += `${lineOf({ kind: 'user', user })}\n`
    if (block.length > 262_144) {
      yield block
      block = ''
    }
  }
  for (const [id, mapping] of kept.userIds.externalById) block += `${lineOf({ kind: 'mapped', id, ...mapping })}\n`
  for (const [id, primaryId] of kept.links.primaryById) block += `${lineOf({ kind: 'linked', id, primaryId })}\n`
  yield block
  for (const change of otherChanges(kept)) yield `${lineOf(change)}\n`
}

function* otherChanges({ people, tenants, staged }: Kept): Generator<StateChange> {
  for (const tenant of tenants.byId.values()) yield { kind: 'tenant', tenant }
  for (const [userId, metadata] of people.metadata) yield { kind: 'metadata', userId, metadata }
  for (const role of people.roles) yield { kind: 'role', role }
  for (const [tenant, users] of people.rolesOf) {
    for (const [userId, roles] of users) for (const role of roles) yield { kind: 'user-role', tenant, userId, role }
  }
  for (const [userId, devices] of people.totp) for (const device of devices) yield { kind: 'totp', userId, device }
  for (const row of staged.rows.values()) yield { kind: 'staged', row }
}

function append(file: number, kept: Kept): StateFile {
  let waiting = ''
  let closed = false
  const keep = (change: StateChange): void => {
    waiting += `${lineOf(change)}\n`
  }
  kept.users.onChange = keep
  kept.userIds.onChange = keep
  kept.links.onChange = keep
  kept.people.onChange = keep
  kept.tenants.onChange = keep
  kept.staged.onChange = keep
  return {
    flush() {
      // A request may still end after the core was stopped; the number of a closed file can belong to another by then.
      if (waiting === '' || closed) return ok(undefined)
      return attempt(() => {
        writeFileSync(file, waiting)
        waiting = ''
      })
    },
    close() {
      if (!closed) closeSync(file)
      closed = true
    },
  }
}

function attempt<T>(work: () => T): Result<T> {
  try {
    return ok(work())
  } catch (error) {
    return problem('state-file-unwritable', `The state of the rehearsal core cannot be written (${codeOf(error)}).`)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
