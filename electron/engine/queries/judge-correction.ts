import * as z from 'zod'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { UserRow } from '../../../shared/ipc/views.ts'
import {
  type CorrectionFault,
  correctionFaults,
  type CorrectionField,
  correctionFields,
} from '../../../shared/planning/check-correction.ts'
import { type Correction, correctionSchema } from '../../../shared/planning/correction.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { loadUser, plannedRow, readCorrection, userUnknown } from '../document/plans/load-user.ts'
import { readPlanning } from '../document/plans/plan-row.ts'
import { type Database, oneRow, sql } from '../document/sqlite.ts'
import { callsOf } from '../document/stored-calls.ts'

const storedRow = plannedRow.extend({ calls: z.string() })

/** The user before a correction. */
export type CorrectableRow = z.infer<typeof storedRow>
type CorrectionInput = Input<'users:correct'>['correction']

/** Corrections of blocked and failed users. */
export const corrections = {
  read: (database: Database, id: number): CorrectableRow | undefined =>
    oneRow(
      storedRow,
      sql(
        database,
        `SELECT id, source, correction, ${callsOf} AS calls FROM user JOIN user_text AS t ON user_id = id WHERE id = ?`,
      ),
      id,
    ),
  /** The correction of the user with this input over it; a fault where the input has no form that can be stored. */
  withInput: (
    database: Database,
    stored: CorrectableRow,
    input: CorrectionInput,
  ): { readonly correction: Correction } | { readonly fault: CorrectionFault } => {
    const before: Correction = readCorrection(stored) ?? {}
    const { identities } = loadUser(database, stored)
    const next = {
      ...before,
      ...(input.email === undefined ? {} : { email: input.email }),
      ...(input.phone === undefined ? {} : { phone: input.phone }),
      ...(input.hash === undefined ? {} : { hash: input.hash === null ? null : { hash: input.hash.trim() } }),
      ...(input.provider === undefined || input.provider === null
        ? {}
        : { identities: identities.map(({ provider, userId }) => ({ provider, userId, name: input.provider })) }),
    }
    const parsed = correctionSchema.safeParse(next)
    if (parsed.success && input.provider !== null) return { correction: parsed.data }
    const field =
      correctionFields.find((one) =>
        parsed.success ? one === 'provider' : parsed.error.issues.some(({ path }) => path[0] === pathOf[one]),
      ) ?? 'provider'
    return { fault: { field, reason: schemaReasons[field] } }
  },
  /** Faults that the planner would find in the correction, field by field, judged before anything is stored. */
  judge: (database: Database, stored: CorrectableRow, input: CorrectionInput): readonly CorrectionFault[] => {
    const made = corrections.withInput(database, stored, input)
    if ('fault' in made) return [made.fault]
    const { choices, context } = readPlanning(database)
    const before = readCorrection(stored)
    const changed = new Set(correctionFields.filter((field) => input[field] !== undefined))
    return correctionFaults({
      user: loadUser(database, stored),
      before,
      after: made.correction,
      changed,
      choices,
      context,
    })
  },
  /** The same by the id of a user, for a form that is being filled in. */
  faultsOf: (
    database: Database,
    id: number,
    input: CorrectionInput,
  ): Result<{ readonly faults: CorrectionFault[] }> => {
    const stored = corrections.read(database, id)
    if (stored === undefined) return userUnknown
    return ok({ faults: [...corrections.judge(database, stored, input)] })
  },
  /**
   * Whether this user can be corrected here. Not when a live core has it, whatever a rehearsal says: then it
   * is changed there.
   */
  isPossible: (database: Database, row: Pick<UserRow, 'id' | 'state'>): boolean => {
    if (!correctableStates.includes(row.state)) return false
    const sent = `SELECT 1 FROM progress JOIN target ON target.id = progress.target_id
    WHERE kind = 'live' AND user_id = ? AND state IN ('migrated', 'existing', 'sending')`
    return sql(database, sent).get(row.id) === undefined
  },
}

/** Where each field stands in a correction. */
const pathOf = { email: 'email', phone: 'phone', provider: 'identities', hash: 'hash' } as const
const schemaReasons: { readonly [F in CorrectionField]: string } = {
  email: 'The email is too long.',
  phone: 'The phone number is too long.',
  provider: 'The provider needs a name of 1 to 28 lower-case letters, digits, dots or dashes.',
  hash: 'The hash is too long.',
}

const correctableStates: readonly UserRow['state'][] = ['ready', 'blocked', 'failed', 'in-doubt']
