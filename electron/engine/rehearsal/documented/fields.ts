import * as z from 'zod'
import { isWiderThan } from '../../../../shared/users/width.ts'

/*
 * The fields of specification 2.2 and 2.3, checked as strictly as the specification allows. Its bounds are not shown;
 * the widths are those of real cores, so that nothing passes here that would fail there.
 */

/** Longest email, phone number, provider user id and hash that real cores can store. */
const width = 256
/** Longest provider id that real cores can store. */
const providerWidth = 28

/** An email with text on both sides of an `@`, no white space and no control characters. Kept in lower case. */
export const email = z
  .string()
  .refine(...atMost(width))
  .refine((value) => /^(?=[^\s\p{Cc}]+$).+?@./u.test(value), 'must be an email address')
  .transform((value) => value.toLowerCase())

/** E.164: `+` and up to 15 digits. */
export const phoneNumber = z
  .string()
  .refine((value) => /^\+[1-9]\d{1,14}$/.test(value), 'must be in international format: + and digits only')

export const thirdPartyId = z
  .string()
  .min(1, 'must not be empty')
  .refine(...atMost(providerWidth))
  .refine((value) => /^[^\s\p{Cc}\p{Lu}]*$/u.test(value), 'must be a lowercase provider name')

export const thirdPartyUserId = plainText(width)
export const passwordHash = plainText(width)
/** Ids and codes of this core: any text, looked up as it is. */
export const reference = z.string().min(1, 'must not be empty')

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
