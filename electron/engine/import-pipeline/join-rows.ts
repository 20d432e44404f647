import type { Entry } from '../../../shared/mapping/export-format.ts'
import type { User, UserPart } from '../../../shared/users/user.ts'
import type { Interpretation } from './interpret-file.ts'
import { createClaimIndex } from './fast/claim-index.ts'

/** Whether rows of a file may repeat their user: its mapping reads one login of each row, or rows of the sample are of one user. */
export function mayRepeatUsers({
  mapping,
  sample,
  read,
}: Pick<Interpretation, 'mapping' | 'sample' | 'read'>): boolean {
  if (mapping !== null) return mapping.columns.some(({ target }) => target === 'provider-user-id')
  const join = joinRows(sample.records.length)
  return sample.records.some((record) => {
    const entry = read(record, sample.table)
    return entry.kind === 'user' && join(entry).kind === 'part'
  })
}

type UserEntry = Extract<Entry, { kind: 'user' }>

/**
 * Makes one user of the rows of a table that has a row for each login (`users JOIN identities`): rows after the first are parts of its
 * user where ID, contacts, standing and hash are the same. Any other row stays a user, and is judged as a duplicate.
 * `expected`: approximate number of users.
 */
export function joinRows(expected: number): (entry: Entry) => Entry {
  const seen = createClaimIndex(expected)
  let hasRoom = true
  const note = (key: string) => {
    hasRoom = seen.note(key) && hasRoom
  }
  return (entry) => {
    if (entry.kind !== 'user' || !hasRoom) return entry
    const { user } = entry
    const person = personOf(user)
    if (person === null) return entry
    const logins = user.identities.map((identity) => `${person}\n${identity.provider}\n${identity.userId}`)
    const hash = user.hash === null ? null : `${person}\n${JSON.stringify(user.hash)}`
    const anyHash = `${person}\nhash`
    const isFirst = !seen.isKnown(person)
    const addsLogin = logins.some((login) => !seen.isKnown(login))
    const addsHash = hash !== null && !seen.isKnown(anyHash)
    const isSame = hash === null || addsHash || seen.isKnown(hash)
    if (!isFirst && !(isSame && (addsLogin || addsHash))) return entry
    for (const key of [person, ...logins, ...(hash === null ? [] : [hash, anyHash])]) note(key)
    return isFirst
      ? { ...entry, keys: [...entry.keys, person] }
      : { kind: 'part', part: partOf(entry, addsHash), keys: [person] }
  }
}

/** What is the same in all rows of one user; null: nothing tells users apart. */
function personOf({ sourceId, email, phone, standing, tenants, profile, ...user }: User): string | null {
  if (sourceId === null && email === null) return null
  const contacts = [email?.trim().toLowerCase() ?? null, user.emailVerified, phone, user.phoneVerified]
  return `row:${JSON.stringify([sourceId, ...contacts, standing, tenants ?? [], profile?.metadata ?? null])}`
}

function partOf({ user }: UserEntry, addsHash: boolean): UserPart {
  const { hash, identities, profile, unmapped } = user
  return {
    ...(identities.length === 0 ? {} : { identities }),
    ...(addsHash && hash !== null ? { hash } : {}),
    ...(profile?.roles === undefined ? {} : { roles: profile.roles }),
    ...(profile?.totp === undefined ? {} : { totp: profile.totp }),
    ...(unmapped === undefined ? {} : { unmapped }),
  }
}
