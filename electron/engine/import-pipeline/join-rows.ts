import { canBeSent } from '../../../shared/hashes/two-hashes.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import type { Entry } from '../../../shared/mapping/export-format.ts'
import { type UnmappedValue, type User, type UserPart, userWith } from '../../../shared/users/user.ts'
import type { RawRecord } from '../reading/raw-record.ts'
import type { Interpretation } from './interpretation/interpretation.ts'

/** Whether rows of a file may repeat their user: its mapping reads one login of each row, or rows of the sample are of one user. */
export function mayRepeatUsers({
  recognition,
  mapping,
  sample,
  read,
}: Pick<Interpretation, 'recognition' | 'mapping' | 'sample' | 'read'>): boolean {
  if (recognition.provider === 'generic' && mapping !== null)
    return mapping.columns.some(({ target }) => target === 'provider-user-id')
  let isRepeated = false
  const rows = joinRows<null>((_raw, entry, joined) => {
    if (entry.kind === 'user' && joined.kind === 'part') isRepeated = true
  })
  for (const record of sample.records) rows.add(null, read(record, sample.table))
  return isRepeated
}

type UserEntry = Extract<Entry, { kind: 'user' }>

/** Gets a record with its entry as it was read, and as it counts. */
type TakeRow<R> = (raw: R, entry: Entry, joined: Entry) => void

type Rows<R> = {
  /** Takes the next record; those that are settled are passed on, in their order. */
  readonly add: (raw: R, entry: Entry) => void
  /** Passes on the last one. */
  readonly end: () => void
}

/** The rows of one user that came one after the other, as far as they were joined. */
type Group<R> = {
  readonly raw: R
  readonly first: UserEntry
  /** Of all rows, once there is a second one; null: the first row still waits. */
  known: {
    readonly person: string
    readonly logins: Set<string>
    readonly declared: string | undefined
    hash: string | null
  } | null
}

/**
 * Makes one user of neighboring rows of a table that has a row for each login (`users JOIN identities`): rows after the first are parts
 * of its user where ID, contacts, standing and hash are the same. Hashes that name different algorithms are forms of one password, as in
 * RADIUS, and the one that a core can check counts. Any other row stays a user, and is judged as a duplicate. The first row waits for the next one, since it gets a key only where there are parts: users of most tables have none.
 */
export function joinRows<R = RawRecord>(take: TakeRow<R>): Rows<R> {
  let group: Group<R> | null = null

  const end = (): void => {
    const ended = group
    group = null
    if (ended !== null && ended.known === null) take(ended.raw, ended.first, ended.first)
  }

  return {
    end,
    add: (raw, entry) => {
      if (entry.kind === 'user' && group !== null && mayBeSame(entry.user, group.first.user)) {
        const person = personOf(entry.user)
        const known = group.known ?? knownOf(group.first)
        if (person === known.person) {
          const isFirst = group.known === null
          const forms = isOtherForm(entry, known)
            ? formsOf(isFirst ? group.first.user.hash : null, entry.user.hash)
            : null
          const part = partOf(entry, known, forms?.other)
          if (isFirst) {
            const user = forms === null ? group.first.user : userWith(group.first.user, { hash: forms.hash })
            take(group.raw, group.first, { ...group.first, user, keys: [...group.first.keys, person] })
          }
          group.known = known
          return take(raw, entry, part === null ? entry : { kind: 'part', part, keys: [person] })
        }
      }
      end()
      if (entry.kind === 'user' && (entry.user.sourceId ?? entry.user.email) !== null)
        group = { raw, first: entry, known: null }
      else take(raw, entry, entry)
    },
  }
}

function mayBeSame(one: User, other: User): boolean {
  return one.sourceId === other.sourceId && normalized(one.email) === normalized(other.email)
}

type Known = NonNullable<Group<unknown>['known']>

function knownOf(entry: UserEntry): Known {
  const { hash } = entry.user
  return {
    person: personOf(entry.user),
    logins: new Set(loginsOf(entry)),
    declared: hash?.declared,
    hash: hashOf(entry),
  }
}

/** Whether a row has the password of its user as another algorithm makes it. */
function isOtherForm({ user: { hash } }: UserEntry, { declared }: Known): boolean {
  return hash?.declared !== undefined && declared !== undefined && hash.declared !== declared
}

type Forms = { readonly hash: HashInput | null; readonly other: HashInput | null }

/** The hash of two that counts, and the other one. */
function formsOf(first: HashInput | null, second: HashInput | null): Forms {
  const isBetter = first !== null && second !== null && canBeSent(second) && !canBeSent(first)
  return isBetter ? { hash: second, other: first } : { hash: first, other: second }
}

/** A finding about the form of a password that does not count. A clear password is kept nowhere. */
function named(other: HashInput): readonly UnmappedValue[] {
  const { hash, declared: field = '' } = other
  return field === 'plaintext' ? [] : [{ kind: 'second-hash', field, value: hash, asks: false }]
}

/** The part that a row adds to its user, noted as known; null: none, or another hash. */
function partOf(entry: UserEntry, known: Known, other: HashInput | null = null): UserPart | null {
  const hash = hashOf(entry)
  const isForm = other !== null
  if (hash !== null && known.hash !== null && hash !== known.hash && !isForm) return null
  const addsHash = hash !== null && known.hash === null
  const logins = loginsOf(entry)
  if (!isForm && !addsHash && logins.every((login) => known.logins.has(login))) return null
  for (const login of logins) known.logins.add(login)
  known.hash ??= hash
  const { identities, profile } = entry.user
  const unmapped = [...(entry.user.unmapped ?? []), ...(other === null ? [] : named(other))]
  return {
    ...(identities.length === 0 ? {} : { identities }),
    ...(addsHash && entry.user.hash !== null ? { hash: entry.user.hash } : {}),
    ...(profile?.roles === undefined ? {} : { roles: profile.roles }),
    ...(profile?.totp === undefined ? {} : { totp: profile.totp }),
    ...(unmapped.length === 0 ? {} : { unmapped }),
  }
}

/** The part that all rows of one user share. */
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
