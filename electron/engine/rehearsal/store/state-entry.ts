import * as z from 'zod'
import { recipes } from './stored-user.ts'
import type { UserChange } from './users.ts'
import type { LinkChange } from './links.ts'
import type { UserIdChange } from './user-ids.ts'

/*
 * The state file: a first line that names the format, then one JSON array a line, in the order things happened.
 * A later line about the same user replaces an earlier one.
 */

export const stateHeader = JSON.stringify({ format: 'rehearsal-core-state', version: 1 })

const text = z.string()
const maybe = z.string().nullable()

/** id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail */
const userLine = z.tuple([z.literal('user'), text, z.enum(recipes), z.int(), maybe, maybe, maybe, maybe, maybe, maybe])
const removedLine = z.tuple([z.literal('removed'), text])
/** id, external id, info */
const mappedLine = z.tuple([z.literal('mapped'), text, text, maybe])
const unmappedLine = z.tuple([z.literal('unmapped'), text])

/** id, id of the primary user */
const linkedLine = z.tuple([z.literal('linked'), text, text])
const unlinkedLine = z.tuple([z.literal('unlinked'), text])

const stateLine = z.union([userLine, removedLine, mappedLine, unmappedLine, linkedLine, unlinkedLine])

export type StateChange = UserChange | UserIdChange | LinkChange

/** One change as a line, without its newline. */
export function lineOf(change: StateChange): string {
  switch (change.kind) {
    case 'user': {
      const { id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail } =
        change.user
      const rest = [email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail]
      return JSON.stringify(['user', id, recipe, timeJoined, ...rest])
    }
    case 'removed':
      return JSON.stringify(['removed', change.id])
    case 'mapped':
      return JSON.stringify(['mapped', change.id, change.externalId, change.info])
    case 'linked':
      return JSON.stringify(['linked', change.id, change.primaryId])
    default:
      return JSON.stringify([change.kind, change.id])
  }
}

/** Reads one line back; null when it is not one of this format. */
export function changeOf(line: string): StateChange | null {
  const parsed = stateLine.safeParse(parseJson(line))
  if (!parsed.success) return null
  const entry = parsed.data
  switch (entry[0]) {
    case 'user': {
      const [, id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail] =
        entry
      const user = { id, recipe, timeJoined, email, phoneNumber, provider, providerUserId, passwordHash, verifiedEmail }
      return { kind: 'user', user }
    }
    case 'removed':
      return { kind: 'removed', id: entry[1] }
    case 'mapped':
      return { kind: 'mapped', id: entry[1], externalId: entry[2], info: entry[3] }
    case 'linked':
      return { kind: 'linked', id: entry[1], primaryId: entry[2] }
    default:
      return { kind: entry[0], id: entry[1] }
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
