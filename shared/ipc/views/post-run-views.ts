import * as z from 'zod'

const count = z.number().int().nonnegative()
const text = z.string().max(2000)

/** What is going on after a run: users are looked up, or removed again. */
export const postRunStateSchema = z.object({
  running: z.object({ kind: z.enum(['verify', 'undo']), done: count, total: count, stopping: z.boolean() }).nullable(),
  /** Why the last one broke off inside the app; null: it did not. */
  trouble: text.nullable(),
  /** Users that were looked up just now and have no record on this machine: removed when the operator confirms them. */
  unconfirmed: count,
})
export type PostRunState = z.infer<typeof postRunStateSchema>

/** One user of the core that was not as it should be. */
const troubleSchema = z.object({
  userId: z.number().int(),
  /** Email, phone, id or line: what people know the user by. */
  label: text,
  coreUserId: text.nullable(),
  outcome: z.string().max(40),
  message: text,
})

/** What is known of the users that this migration made at its core, and what can be done with them. */
export const postRunSchema = z.object({
  /** The core can be asked about its users and can remove them. */
  possible: z.boolean(),
  /** Users of the core that a call of this migration made or met. */
  made: count,
  /** Of these, the ones that a machine signed as created; an undo checks that it was this one. */
  removable: count,
  /** Users that the document alone calls created: another machine created them, or the document is false. */
  unconfirmed: count,
  verification: z
    .object({
      at: z.number(),
      looked: count,
      found: count,
      missing: count,
      unanswered: count,
      signIn: z.enum(['works', 'refused', 'unanswered']).nullable(),
      stopped: z.string().nullable(),
    })
    .nullable(),
  undone: z
    .object({
      at: z.number(),
      removed: count,
      /** Were not in the core any more. */
      gone: count,
      /** Not removed: this machine has no record that it created them. */
      unconfirmed: count,
      /** Not removed: other accounts were linked to them since. */
      linked: count,
      /** Not removed: the core has another login method under their id. */
      mismatched: count,
      left: count,
      failed: count,
      stopped: z.string().nullable(),
      /** What this migration added to users that were left, in words, with their number. */
      stays: z.record(z.string(), count).exactOptional(),
    })
    .nullable(),
  /** The first of those that are missing, without an answer, left or not removed. */
  troubles: z.object({ verify: z.array(troubleSchema), undo: z.array(troubleSchema) }),
  /** Migrated accounts whose password the operator proved: they can be let sign in. */
  accounts: z.array(z.object({ userId: z.number().int(), email: text })),
})
export type PostRunView = z.infer<typeof postRunSchema>

/** Users that are migrated, by name, with what is known of them in the core. */
export const migratedUsersSchema = z.object({
  users: z.array(
    z.object({
      id: z.number().int(),
      label: text,
      email: text.nullable(),
      methods: z.array(z.string()),
      providers: z.array(z.string()),
      coreUserId: text.nullable(),
      /** What the last look-up found; null: this user was not looked up. */
      found: z.enum(['found', 'missing', 'unanswered']).nullable(),
    }),
  ),
  total: count,
})
export type MigratedUsers = z.infer<typeof migratedUsersSchema>
