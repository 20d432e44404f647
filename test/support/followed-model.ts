import { readFileSync } from 'node:fs'
import { madeUpBcrypt } from './made-up-csv.ts'

/** A user of a source, as it is now. */
export type SourceUser = { readonly id: string; readonly email: string; readonly hash: string }

/** A source that changes, by chance. */
export type SourceModel = {
  readonly users: ReadonlyMap<string, SourceUser>
  /** IDs that were there once. */
  readonly ever: ReadonlySet<string>
  /** Makes one change by chance, and says which rows are others now. */
  readonly step: () => readonly SourceChange[]
}

export type SourceChange =
  | { readonly kind: 'put'; readonly user: SourceUser; readonly isNew: boolean }
  | { readonly kind: 'delete'; readonly id: string }

/** Numbers by chance from a seed, below a limit. */
export function chance(seed: number): (below: number) => number {
  let state = seed | 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** `first`: users at the beginning, `u1` and so on. */
export function createSource(first: number, random: (below: number) => number): SourceModel {
  const users = new Map<string, SourceUser>()
  const ever = new Set<string>()
  const freed: string[] = []
  let numbers = 0
  const put = (user: SourceUser): SourceChange => {
    const isNew = !users.has(user.id)
    users.set(user.id, user)
    ever.add(user.id)
    return { kind: 'put', user, isNew }
  }
  const fresh = () => `user${(numbers += 1)}@example.com`
  const address = () => {
    const at = random(freed.length + 2)
    const [found] = at < freed.length ? freed.splice(at, 1) : []
    return found ?? fresh()
  }
  const some = () => [...users.values()][random(users.size)]
  const hash = () => madeUpBcrypt(random(1_000_000_000))
  for (let n = 1; n <= first; n += 1) put({ id: `u${n}`, email: fresh(), hash: hash() })

  const remove = ({ id, email }: SourceUser): SourceChange => {
    users.delete(id)
    freed.push(email)
    return { kind: 'delete', id }
  }
  const steps: readonly (() => readonly SourceChange[])[] = [
    () => [put({ id: `u${ever.size + 1}`, email: address(), hash: hash() })],
    () => changed(some(), (user) => ({ ...user, hash: hash() })),
    () =>
      changed(some(), (user) => {
        const email = address()
        freed.push(user.email)
        return { ...user, email }
      }),
    () => {
      const user = some()
      return user === undefined || users.size * 2 < first ? [] : [remove(user)]
    },
    // The ID of a user who was deleted is given to another one.
    () => {
      const id = [...ever].find((one) => !users.has(one))
      return id === undefined ? [] : [put({ id, email: address(), hash: hash() })]
    },
  ]
  const changed = (user: SourceUser | undefined, change: (user: SourceUser) => SourceUser) =>
    user === undefined ? [] : [put(change(user))]
  return { users, ever, step: () => steps[random(steps.length)]?.() ?? [] }
}

/** A login of the core, by the ID of the source that it was mapped to. */
export type CoreLogin = { readonly sourceId: string; readonly email: string; readonly hash: string }

/** Reads what a rehearsal core has, from its state file and by nothing of the app. */
export function loginsIn(stateFile: string): readonly CoreLogin[] {
  const users = new Map<string, { email: string; hash: string }>()
  const mapped = new Map<string, string>()
  for (const line of readFileSync(stateFile, 'utf8').trimEnd().split('\n').slice(1)) {
    const entry = JSON.parse(line) as readonly unknown[]
    const [kind, id] = entry
    if (kind === 'user') users.set(String(id), { email: String(entry[4]), hash: String(entry[8]) })
    if (kind === 'removed') users.delete(String(id))
    if (kind === 'mapped') mapped.set(String(id), String(entry[2]))
  }
  return [...users].map(([id, user]) => ({ sourceId: mapped.get(id) ?? `unmapped ${id}`, ...user }))
}

/**
 * Faults of a core once nothing changes any more: users that it has twice or not at all, and emails that differ from
 * the source. An email that a former user of the source still has in the core cannot be given to another one.
 */
export function disagreements(
  source: ReadonlyMap<string, SourceUser>,
  core: readonly CoreLogin[],
  hashOf: (user: SourceUser) => readonly string[],
): readonly string[] {
  const wrong: string[] = []
  const byId = new Map<string, CoreLogin>()
  const owner = new Map<string, string>()
  for (const login of core) {
    if (byId.has(login.sourceId)) wrong.push(`${login.sourceId} is there twice`)
    if (owner.has(login.email)) wrong.push(`${login.email} is there twice`)
    byId.set(login.sourceId, login)
    owner.set(login.email, login.sourceId)
  }
  const isTaken = (user: SourceUser, seen: readonly string[] = []): boolean => {
    const other = owner.get(user.email)
    if (other === undefined || other === user.id) return false
    const wants = source.get(other)
    return wants === undefined || seen.includes(other) || isTaken(wants, [...seen, user.id])
  }
  for (const user of source.values()) {
    if (isTaken(user)) continue
    const login = byId.get(user.id)
    if (login === undefined) wrong.push(`${user.id} ${user.email} is not there`)
    else if (login.email !== user.email) wrong.push(`${user.id} is ${login.email}, not ${user.email}`)
    else if (!hashOf(user).includes(login.hash)) wrong.push(`${user.id} has another password than it should`)
  }
  return wrong
}
