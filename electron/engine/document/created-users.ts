import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { creatingKinds } from '../../../shared/planning/call.ts'
import { allRows, type Database, oneNumber, sql } from './sqlite.ts'

const madeRow = z.object({
  user_id: z.number(),
  key: z.string(),
  core_user_id: z.string(),
  created: z.number().nullable(),
  existed: z.number().nullable(),
  provenance: z.string().nullable(),
})

const keyRow = madeRow.pick({ key: true })

/** A user of the core that a call of this migration is known by. */
export type CreatedUserRow = {
  readonly userId: number
  readonly key: string
  readonly coreUserId: string
  /** The document records that the core named this call as the one that created the user; anything less certain counts as not created. */
  readonly createdHere: boolean
  /** Signed by the machine that saw it. */
  readonly signature: string | null
}

/** In SQL: the call creates a user in the core. */
export const createsUserSql = `kind IN (${creatingKinds.map((kind) => `'${kind}'`).join(', ')})`

/** Calls that made or met a user of the core. */
const made = `target_id = ? AND state = 'done' AND core_user_id IS NOT NULL
  AND ${createsUserSql}`

/** The core reported that this call created the user. */
const createdHere = '(created = 1 OR existed = 0)'

/** Users of a core by the calls of a migration that created, met or changed them. */
export const createdUsers = {
  /** How many users of the export a core has by the calls of a migration. */
  count: (database: Database, targetId: number): number =>
    oneNumber(sql(database, `SELECT count(DISTINCT user_id) AS n FROM call WHERE ${made}`), targetId),
  /** The same as `countUndo`, at once: every signature is taken at its word. An undo checks each before it removes. */
  countSigned: (database: Database, targetId: number): UndoCounts => {
    const select = `SELECT count(*) AS known, count(nullif(signed, 0)) AS removable, coalesce(sum(signed), 0) AS logins,
      count(CASE WHEN signed = 0 AND unsigned > 0 THEN 1 END) AS unconfirmed FROM (
        SELECT count(CASE WHEN ${createdHere} AND provenance IS NOT NULL THEN 1 END) AS signed,
          count(CASE WHEN ${createdHere} AND provenance IS NULL THEN 1 END) AS unsigned FROM call WHERE ${made} GROUP BY user_id)`
    const { known, ...counts } = signedRow.parse(sql(database, select).get(targetId))
    return { ...counts, left: known - counts.removable - counts.unconfirmed }
  },
  /** How many users an undo would remove, how many it would ask about, and how many it would leave. */
  countUndo: (database: Database, targetId: number, provenance: Provenance): UndoCounts => {
    const count = { removable: 0, logins: 0, unconfirmed: 0, left: 0 }
    let user: { readonly id: number; fate: 'removable' | 'unconfirmed' | 'left' } | null = null
    for (const page of createdUsers.pages(database, targetId)) {
      for (const row of page) {
        const isOurs = row.createdHere && isSignedHere(row, provenance)
        const fate = isOurs ? 'removable' : row.createdHere ? 'unconfirmed' : 'left'
        if (isOurs) count.logins += 1
        if (user === null || user.id !== row.userId) {
          if (user !== null) count[user.fate] += 1
          user = { id: row.userId, fate }
        } else if (fate === 'removable' || user.fate === 'left') user.fate = fate
      }
    }
    if (user !== null) count[user.fate] += 1
    return count
  },
  /** Every user that the calls of a migration made or met at a target, a page at a time, in the order of the export. */
  *pages(database: Database, targetId: number): Generator<readonly CreatedUserRow[]> {
    let after = { user: 0, key: '' }
    for (;;) {
      const rows = allRows(
        madeRow,
        sql(
          database,
          `SELECT user_id, key, core_user_id, created, existed, provenance FROM call
         WHERE target_id = ? AND (user_id, key) > (?, ?) AND state = 'done' AND core_user_id IS NOT NULL
           AND ${createsUserSql} ORDER BY user_id, key LIMIT ${pageSize}`,
        ),
        targetId,
        after.user,
        after.key,
      )
      const last = rows.at(-1)
      if (last === undefined) return
      yield rows.map(createdUser)
      after = { user: last.user_id, key: last.key }
    }
  },
  /** Users of a later export whose email, phone or profile alone was sent, a page at a time, in the order of the export. */
  *changedPages(database: Database, targetId: number): Generator<readonly ChangedUserRow[]> {
    const select = `SELECT user_id, min(key) AS key, min(core_user_id) AS core_user_id, group_concat(DISTINCT kind) AS kinds
    FROM call WHERE target_id = ?1 AND user_id > ?2 AND state = 'done' AND status = 'OK' AND core_user_id IS NOT NULL
      AND NOT ${createsUserSql} AND NOT EXISTS (SELECT 1 FROM call AS made WHERE made.target_id = ?1
        AND made.user_id = call.user_id AND made.state = 'done' AND made.${createsUserSql})
    GROUP BY user_id ORDER BY user_id LIMIT ${pageSize}`
    for (let after = 0; ;) {
      const rows = allRows(changedRow, sql(database, select), targetId, after)
      const last = rows.at(-1)
      if (last === undefined) return
      yield rows.map((row) => ({
        userId: row.user_id,
        key: row.key,
        coreUserId: row.core_user_id,
        kinds: row.kinds.split(','),
      }))
      after = last.user_id
    }
  },
  /** The login methods that the document says were created for one user of the export, as far as they were not removed. */
  ofUser: (database: Database, targetId: number, userId: number): readonly CreatedUserRow[] => {
    const select = `SELECT user_id, key, core_user_id, created, existed, provenance FROM call
    WHERE target_id = ? AND user_id = ? AND state = 'done' AND core_user_id IS NOT NULL AND ${createsUserSql} AND ${createdHere}`
    return allRows(madeRow, sql(database, select), targetId, userId).map(createdUser)
  },
  /** Keys of the login methods that were in the core before, where this migration linked to them what it created of the user. */
  linkedBefore: (database: Database, targetId: number, userId: number): readonly string[] => {
    const select = `SELECT key FROM call WHERE target_id = ?1 AND user_id = ?2 AND state = 'done' AND ${createsUserSql}
    AND NOT coalesce(${createdHere}, 0) AND EXISTS (SELECT 1 FROM call AS link WHERE link.target_id = ?1 AND link.user_id = ?2
      AND link.kind = 'link' AND link.state = 'done' AND link.status = 'OK')`
    return allRows(keyRow, sql(database, select), targetId, userId).map(({ key }) => key)
  },
  /** "Same core, new address": what this machine signed for the old address counts for the new one. */
  signAgain: (database: Database, targetId: number, before: Provenance, after: Provenance): void => {
    const update = 'UPDATE call SET provenance = ? WHERE target_id = ? AND user_id = ? AND key = ?'
    for (const page of createdUsers.pages(database, targetId)) {
      for (const row of page) {
        if (!isSignedHere(row, before)) continue
        sql(database, update).run(after.signCreated(row.key, row.coreUserId), targetId, row.userId, row.key)
      }
    }
  },
}

/** Numbers of users of the export, each counted once: a core links several login methods of one into one user. */
type UndoCounts = {
  /** Users with a login method that this machine created. */
  readonly removable: number
  /** These login methods. */
  readonly logins: number
  /** Users that the document says were created, of which this machine has no record. */
  readonly unconfirmed: number
  /** In the core before, or not known for certain to be ours. */
  readonly left: number
}

const signedRow = z.object({ known: z.number(), removable: z.number(), logins: z.number(), unconfirmed: z.number() })

/** Did this machine see the core create this user? */
export function isSignedHere({ signature, key, coreUserId }: CreatedUserRow, provenance: Provenance): boolean {
  return provenance.isCreated(signature, key, coreUserId)
}

const pageSize = 500

function createdUser(row: z.infer<typeof madeRow>): CreatedUserRow {
  return {
    userId: row.user_id,
    key: row.key,
    coreUserId: row.core_user_id,
    createdHere: row.created === 1 || row.existed === 0,
    signature: row.provenance,
  }
}

const changedRow = z.object({ user_id: z.number(), key: z.string(), core_user_id: z.string(), kinds: z.string() })

/** A user of the core that calls of this migration changed, and that none of them made or met. */
export type ChangedUserRow = Pick<CreatedUserRow, 'userId' | 'key' | 'coreUserId'> & {
  readonly kinds: readonly string[]
}

/**
 * Provenance of users: message authentication codes over what this machine saw happen at a core, under a secret that is
 * in no document. A document may come from anybody, and may say of any user of a core that it created it.
 */
export type Provenance = {
  /** The core said that this call created this user; null: there is nothing to sign with. */
  readonly signCreated: (key: string, coreUserId: string) => string | null
  /** The core was asked and did not have the login method of this call. `at`: Unix epoch, milliseconds. */
  readonly signAbsent: (key: string, at: number) => string | null
  readonly isCreated: (signature: string | null, key: string, coreUserId: string) => boolean
  readonly isAbsent: (signature: string | null, key: string, at: number) => boolean
}

/** Where a signature counts: in one migration, whose copies share its id, for one core. */
type ProvenanceScope = { readonly document: string; readonly origin: string }

/** 128 bits, not guessable. */
const signatureLength = 22

export function createProvenance(secret: Buffer, { document, origin }: ProvenanceScope): Provenance {
  const sign = (...facts: readonly (string | number)[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([document, origin, ...facts]))
      .digest('base64url')
      .slice(0, signatureLength)
  return {
    signCreated: (key, coreUserId) => sign('created', key, coreUserId),
    signAbsent: (key, at) => sign('absent', key, at),
    isCreated: (signature, key, coreUserId) => signature === sign('created', key, coreUserId),
    isAbsent: (signature, key, at) => signature === sign('absent', key, at),
  }
}

/** Of a machine without a secret: it signs nothing and believes nothing. */
export const noProvenance: Provenance = {
  signCreated: () => null,
  signAbsent: () => null,
  isCreated: () => false,
  isAbsent: () => false,
}

/** The rehearsal core has another address each time it starts, and is always the one of this machine. */
export function originOf(target: { readonly kind: 'rehearsal' | 'live'; readonly base_url: string }): string {
  return target.kind === 'rehearsal' ? 'rehearsal' : target.base_url
}
