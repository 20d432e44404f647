import type { Entry } from '../../../shared/mapping/export-format.ts'
import type { User, UserPart } from '../../../shared/users/user.ts'
import type { RawRecord } from '../reading/raw-record.ts'
import type { Interpretation } from './interpret-file.ts'

/** Whether rows of a file may repeat their user: its mapping reads one login of each row, or rows of the sample are of one user. */
export function mayRepeatUsers({
  mapping,
  sample,
  read,
}: Pick<Interpretation, 'mapping' | 'sample' | 'read'>): boolean {
  if (mapping !== null) return mapping.columns.some(({ target }) => target === 'provider-user-id')
  const rows = joinRows<null>()
  return [...sample.records.map((record) => rows.add(null, read(record, sample.table))), rows.end()]
    .flat()
    .some(({ entry, joined }) => entry.kind === 'user' && joined.kind === 'part')
}

type UserEntry = Extract<Entry, { kind: 'user' }>

/** A record with its entry as it was read, and as it counts. */
export type JoinedRow<R = RawRecord> = { readonly raw: R; readonly entry: Entry; readonly joined: Entry }

type Rows<R> = {
  /** Takes the next record; returns those that are settled, in their order. */
  readonly add: (raw: R, entry: Entry) => readonly JoinedRow<R>[]
  /** The last one. */
  readonly end: () => readonly JoinedRow<R>[]
}

/** The rows of one user that came one after the other. */
type Group<R> = {
  readonly first: { readonly raw: R; readonly entry: UserEntry }
  readonly person: string
  readonly logins: Set<string>
  hash: string | null
  /** The first row was settled. */
  settled: boolean
}

/**
 * Makes one user of neighboring rows of a table that has a row for each login (`users JOIN identities`): rows after the first are parts
 * of its user where ID, contacts, standing and hash are the same. Any other row stays a user, and is judged as a duplicate. The
 * first row waits for the next one, since it gets a key only where there are parts: users of most tables have none.
 */
export function joinRows<R = RawRecord>(): Rows<R> {
  let group: Group<R> | null = null

  const settled = (raw: R, entry: Entry, joined: Entry = entry): JoinedRow<R> => ({ raw, entry, joined })

  const end = (): readonly JoinedRow<R>[] => {
    const ended = group
    group = null
    return ended === null || ended.settled ? [] : [settled(ended.first.raw, ended.first.entry)]
  }

  const first = ({ first: { raw, entry }, person }: Group<R>): JoinedRow<R> =>
    settled(raw, entry, { ...entry, keys: [...entry.keys, person] })

  return {
    end,
    add: (raw, entry) => {
      if (entry.kind !== 'user') return [...end(), settled(raw, entry)]
      const part = group === null ? null : partOf(entry, group)
      if (group === null || part === null) {
        const before = end()
        group = newGroup(raw, entry)
        return group === null ? [...before, settled(raw, entry)] : before
      }
      const before = group.settled ? [] : [first(group)]
      group.settled = true
      if (part === 'repeated') return [...before, settled(raw, entry)]
      for (const login of loginsOf(entry)) group.logins.add(login)
      group.hash ??= hashOf(entry)
      return [...before, settled(raw, entry, { kind: 'part', part, keys: [group.person] })]
    },
  }
}

function newGroup<R>(raw: R, entry: UserEntry): Group<R> | null {
  const { sourceId, email } = entry.user
  if (sourceId === null && email === null) return null
  return {
    first: { raw, entry },
    get person() {
      return personOf(entry.user)
    },
    logins: new Set(loginsOf(entry)),
    hash: hashOf(entry),
    settled: false,
  }
}

/** What a row adds to the user of the rows before it; null: it is of another user; `repeated`: it adds nothing. */
function partOf<R>(entry: UserEntry, group: Group<R>): UserPart | 'repeated' | null {
  const known = group.first.entry.user
  if (entry.user.sourceId !== known.sourceId || normalized(entry.user.email) !== normalized(known.email)) return null
  if (personOf(entry.user) !== group.person) return null
  const hash = hashOf(entry)
  if (hash !== null && group.hash !== null && hash !== group.hash) return 'repeated'
  const addsHash = hash !== null && group.hash === null
  const addsLogin = loginsOf(entry).some((login) => !group.logins.has(login))
  if (!addsHash && !addsLogin) return 'repeated'
  const { identities, profile, unmapped } = entry.user
  return {
    ...(identities.length === 0 ? {} : { identities }),
    ...(addsHash && entry.user.hash !== null ? { hash: entry.user.hash } : {}),
    ...(profile?.roles === undefined ? {} : { roles: profile.roles }),
    ...(profile?.totp === undefined ? {} : { totp: profile.totp }),
    ...(unmapped === undefined ? {} : { unmapped }),
  }
}

/** What is the same in all rows of one user. */
function personOf({ sourceId, email, phone, standing, tenants, profile, ...user }: User): string {
  const contacts = [normalized(email), user.emailVerified, phone, user.phoneVerified]
  return `row:${JSON.stringify([sourceId, ...contacts, standing, tenants ?? [], profile?.metadata ?? null])}`
}

function normalized(email: string | null): string | null {
  return email?.trim().toLowerCase() ?? null
}

function loginsOf({ user: { identities } }: UserEntry): readonly string[] {
  return identities.map(({ provider, userId }) => `${provider}\n${userId}`)
}

function hashOf({ user: { hash } }: UserEntry): string | null {
  return hash === null ? null : JSON.stringify(hash)
}
