import * as z from 'zod'
import { count, text } from '../parts.ts'
import { userStates } from '../../planning/call.ts'
import { maxNameKey } from '../../users/name-key.ts'

/** A proof that still holds for the value that would be sent now. */
export const passwordCheckSchema = z.object({
  family: z.enum(['bcrypt', 'argon2', 'firebase-scrypt']),
  /** For people, e.g. `2b` or `argon2id, version 19`. */
  variant: z.string().max(60),
  /** Unix epoch, milliseconds. */
  at: z.number(),
  matched: z.boolean(),
})
export type PasswordCheckView = z.infer<typeof passwordCheckSchema>

/** Limit of a document; far more than an operator types. */
export const maxPasswordChecks = 200

/** How many known accounts of one family matched, and how many did not. */
export const passwordCheckCountsSchema = z.object({
  matched: z.number().int().nonnegative(),
  mismatched: z.number().int().nonnegative(),
})

/** A family whose hashes are imported, with what is known about it. */
export const familyPasswordCheckSchema = passwordCheckCountsSchema.extend({
  family: passwordCheckSchema.shape.family,
  label: z.string().max(60),
  /** Users with a hash of this family. */
  users: z.number().int().nonnegative(),
})
export type FamilyPasswordCheck = z.infer<typeof familyPasswordCheckSchema>

/* Users as the screen may see them. No view holds a password hash. */

const userRowSchema = z.object({
  id: z.number().int(),
  /** The email, phone or source ID that identifies this user to people. */
  label: text,
  sourceId: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  methods: z.array(z.string()),
  family: text,
  /** Provider names as the export has them. */
  providers: z.array(z.string()),
  /** Tenants of the source that the user belongs to. */
  tenants: z.array(z.string()),
  state: z.enum(userStates),
  /** The first finding or error, one line. */
  note: text,
  tries: count,
  /** A later export has the user as the earlier migration sent it. */
  unchanged: z.literal(true).exactOptional(),
  /** The email that the earlier migration sent, where a later export has another one for the same user. */
  formerEmail: text.exactOptional(),
  /** The part of the user that a later export changes, and a detail of it; empty: there is none. */
  changed: z.object({ what: text, detail: text, isSameUser: z.boolean() }).exactOptional(),
  file: text,
  line: count,
  /** Where in the file it is, in words: `line 5`, `sheet Staff, row 5`. */
  place: text,
})
export type UserRow = z.infer<typeof userRowSchema>

/** Several values of one kind let through users who have any of them. */
const several = (longest: number) => z.array(z.string().max(longest)).max(100)

/** Which users are meant: those who pass every kind that is named. An empty list names nothing. */
export const userFilterSchema = z.object({
  states: z.array(z.enum(userStates)).max(8).optional(),
  method: several(40).optional(),
  hash: several(60).optional(),
  provider: several(maxNameKey).optional(),
  finding: z
    .array(z.object({ code: z.string().max(60), group: z.string().max(maxNameKey) }))
    .max(100)
    .optional(),
  /** Keys of failure groups. */
  failure: several(700).optional(),
  /** Free text on email, phone and source id. */
  search: z.string().max(200).optional(),
})
export type UserFilter = z.infer<typeof userFilterSchema>

/** Orders of tables of users. `place`: that of the export; `run`: the same, users outside of every run last. */
export const userSorts = [
  'place',
  'run',
  'label',
  'email',
  'phone',
  'sourceId',
  'methods',
  'family',
  'providers',
  'tenants',
  'state',
  'note',
  'tries',
] as const

export const userPageSchema = z.object({
  rows: z.array(userRowSchema),
  /** Users that the filter lets through. */
  total: count,
})
export type UserPage = z.infer<typeof userPageSchema>

const attemptSchema = z.object({
  /** The core that it went to, by name; null: the one that is connected now. */
  target: text.nullable(),
  at: z.number(),
  operation: z.string(),
  outcome: z.string(),
  httpStatus: z.number().nullable(),
  status: text.nullable(),
  message: text,
  ms: z.number(),
})

/** Data of a user besides its login methods. TOTP secrets are only counted. */
const profileSchema = z.object({
  metadata: z
    .object({
      /** Pretty-printed, with values masked that look secret, and long ones shortened. */
      json: text,
      /** Characters at the end that are not shown. */
      hidden: count,
      /** Some of it is masked, or too long to be shown whole. */
      masked: z.boolean(),
      /** Characters of the JSON that is sent, and how many it may have. */
      size: count,
      limit: count,
      sent: z.boolean(),
    })
    .nullable(),
  roles: z.array(z.object({ name: text, sent: z.boolean() })),
  moreRoles: count,
  authenticatorApps: count,
  authenticatorAppsSent: count,
  /** `at` null: no date that can be read. */
  joined: z.object({ at: text.nullable() }).nullable(),
})

export const userDetailSchema = z.object({
  row: userRowSchema,
  /** Further records that were joined into this user. */
  joined: z.array(z.object({ file: text, place: text })),
  emailVerified: z.boolean().nullable(),
  identities: z.array(z.object({ provider: text, userId: text, email: text.nullable() })),
  /** Null: the export says nothing of it. */
  profile: profileSchema.nullable(),
  hash: z.object({ before: text, after: text.nullable(), verdict: text, reason: text, wayOut: text }).nullable(),
  /** A hash is sent for this user, so a known password can be tried on it. */
  provable: z.boolean(),
  passwordCheck: passwordCheckSchema.nullable(),
  findings: z.array(z.object({ code: z.string(), title: text, detail: text, blocks: z.boolean() })),
  calls: z.array(
    z.object({
      kind: z.string(),
      /** Method, path and body as they go out, without key and with secrets masked. */
      requests: z.array(
        z.object({
          method: z.string(),
          path: text,
          /** Without the key. */
          headers: z.array(z.object({ field: text, value: text })),
          body: z.array(z.object({ field: text, value: text })),
        }),
      ),
      state: z.enum(['todo', 'sending', 'done', 'failed', 'in-doubt']),
      httpStatus: z.number().nullable(),
      status: text.nullable(),
      message: text,
      attempts: count,
      coreUserId: text.nullable(),
      /** `didUserAlreadyExist`, or found before anything was sent; null: the core did not say. */
      existed: z.boolean().nullable(),
      /** `createdNewUser`; null: the core did not say. */
      created: z.boolean().nullable(),
    }),
  ),
  attempts: z.array(attemptSchema),
  correctable: z.boolean(),
  /** Excluded by the operator as this very user, which can be taken back. */
  excludedByHand: z.boolean(),
  correction: z
    .object({ email: text.nullable(), phone: text.nullable(), provider: text.nullable(), hash: z.boolean() })
    .nullable(),
})
export type UserDetail = z.infer<typeof userDetailSchema>
