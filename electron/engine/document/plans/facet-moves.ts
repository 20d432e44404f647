import * as z from 'zod'
import { type Facet, isSameFacet } from '../../import-pipeline/plan-columns.ts'
import { facetId, turnFacets } from '../facets.ts'
import { allRows, type Database, run, sql } from '../sqlite.ts'

/**
 * Facets whose users move to another one while users are planned again, with nothing else of them changed. Where all users of a facet
 * move to the same one, the facet itself becomes the other one at the end, and no user is written.
 */
export type FacetMoves = {
  /** Notes that a user moves where all users of its facet so far move to the same one; false: nothing is noted. */
  readonly follow: (userId: number, from: number, to: Facet) => boolean
  /** Notes that a user moves that does not follow others; false: the user is to be written. Within a transaction. */
  readonly move: (userId: number, from: number, to: Facet) => boolean
  /** A user of the facet stays as it is, so its users do not move together. Within a transaction. */
  readonly stay: (facet: number) => void
  /** Writes all moves, once, at the end. Within a transaction. */
  readonly write: () => void
}

/** `to` null: its users have been written one by one, and so are those that follow. */
type Move = { readonly to: Facet | null; readonly users: number[] }

export function createFacetMoves(database: Database): FacetMoves {
  const moves = new Map<number, Move>()

  const split = (from: number, { to, users }: Move): void => {
    if (to !== null) writeEach(database, users, to)
    moves.set(from, { to: null, users: [] })
  }

  return {
    follow: (userId, from, to) => {
      const known = moves.get(from)
      if (known === undefined || known.to === null || !isSameFacet(known.to, to)) return false
      known.users.push(userId)
      return true
    },
    move: (userId, from, to) => {
      const known = moves.get(from)
      if (known === undefined) {
        moves.set(from, { to, users: [userId] })
        return true
      }
      if (known.to !== null) split(from, known)
      return false
    },
    stay: (facet) => {
      const known = moves.get(facet)
      if (known === undefined) moves.set(facet, { to: null, users: [] })
      else if (known.to !== null) split(facet, known)
    },
    write: () => {
      const counts = countUsers(database)
      const whole = new Map<number, Facet>()
      const others: [Facet, readonly number[]][] = []
      for (const [from, { to, users }] of moves) {
        if (to === null) continue
        // Users that were sent keep their plan.
        if (counts.get(from) === users.length) whole.set(from, to)
        else others.push([to, users])
      }
      if (whole.size > 0) turnFacets(database, whole, counts)
      for (const [to, users] of others) writeEach(database, users, to)
    },
  }
}

function writeEach(database: Database, users: readonly number[], to: Facet): void {
  const facet = facetId(database, to)
  for (const user of users) run(database, 'UPDATE user SET facet_id = ? WHERE id = ?', facet, user)
}

const countRow = z.object({ facet: z.number(), users: z.number() })

/** The number of users of each facet: reads the index of facets once. */
function countUsers(database: Database): ReadonlyMap<number, number> {
  const rows = allRows(
    countRow,
    sql(database, 'SELECT facet_id AS facet, count(*) AS users FROM user GROUP BY facet_id'),
  )
  return new Map(rows.map(({ facet, users }) => [facet, users]))
}
