import * as z from 'zod'
import { isWiderThan } from '../../../../shared/users/width.ts'

/*
 * The fields of specification 2.2 and 2.3, checked as strictly as the specification allows. It states no bounds; the widths match real cores, so that every value accepted here fits there.
 */

/** Longest email, phone number, provider user id and hash that real cores can store. */
const width = 256
/** Longest provider id that real cores can store. */
const providerWidth = 28

/** An email with text on both sides of an `@`, no white space and no control characters. Kept in lower case. */
const email = z
  .string()
  .refine(...atMost(width))
  .refine((value) => /^(?=[^\s\p{Cc}]+$).+?@./u.test(value), 'must be an email address')
  .transform((value) => value.toLowerCase())

/** E.164: `+` and up to 15 digits. */
const phoneNumber = z
  .string()
  .refine((value) => /^\+[1-9]\d{1,14}$/.test(value), 'must be in international format: + and digits only')

const thirdPartyId = z
  .string()
  .min(1, 'must not be empty')
  .refine(...atMost(providerWidth))
  .refine((value) => /^[^\s\p{Cc}\p{Lu}]*$/u.test(value), 'must be a lowercase provider name')

const thirdPartyUserId = plainText(width)
const passwordHash = plainText(width)
/** Ids and codes of this core: any text, looked up as it is. */
const reference = z.string().min(1, 'must not be empty')

function plainText(longest: number) {
  return z
    .string()
    .min(1, 'must not be empty')
    .refine(...atMost(longest))
    .refine((value) => !value.includes('\u0000'), 'must not contain a NUL')
}

function atMost(longest: number) {
  const fits = (value: string): boolean => !isWiderThan(value, longest)
  return [fits, { error: `must have at most ${longest} characters`, abort: true }] as const
}

/* The request bodies of specification 4.1 to 4.5. Whatever is not documented is refused. */

/** 4.1 */
export const codeBody = z
  .strictObject({ email: email.optional(), phoneNumber: phoneNumber.optional() })
  .refine(
    (body) => (body.email === undefined) !== (body.phoneNumber === undefined),
    'Send exactly one of email and phoneNumber.',
  )

/** 4.2 */
export const consumeBody = z.strictObject({ preAuthSessionId: reference, linkCode: reference })

/** 4.3 */
export const updateBody = z.strictObject({ userId: reference, email, phoneNumber })

/** 4.4 */
export const thirdPartyBody = z.strictObject({ thirdPartyId, thirdPartyUserId, email: z.strictObject({ id: email }) })

/** 4.5; the shape of the hash and the algorithm are judged together, in `import-hash.ts`. */
export const importBody = z.strictObject({ email, passwordHash, hashingAlgorithm: z.string().optional() })

/** What is wrong with a body, in one sentence that names the field and repeats no value. */
export function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'The body is not what this operation takes.'
  const field = `The field ${issue.path.map(String).join('.')}`
  if (issue.code === 'unrecognized_keys') {
    const place = issue.path.length === 0 ? 'this operation' : `the field ${issue.path.map(String).join('.')}`
    return `${place} has no field ${issue.keys.join(', ')}.`.replace(/^t/, 'T')
  }
  if (issue.code === 'invalid_type') {
    if (issue.path.length === 0) return 'The body must be a JSON object.'
    return issue.input === undefined ? `${field} is missing.` : `${field} must be of type ${issue.expected}.`
  }
  return issue.path.length === 0 ? issue.message : `${field} ${issue.message}.`
}
