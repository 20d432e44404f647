import * as z from 'zod'
import { email, passwordHash, phoneNumber, reference, thirdPartyId, thirdPartyUserId } from './fields.ts'

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
