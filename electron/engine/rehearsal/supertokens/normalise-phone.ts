import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { javaTrim } from '../store/normalise-email.ts'

/** Real cores write a number in E.164 where it can be read without a country, and keep any other text as it is, trimmed. */
export function normalisePhone(phoneNumber: string): string {
  const trimmed = javaTrim(phoneNumber)
  return parsePhoneNumberFromString(trimmed)?.number ?? trimmed
}
