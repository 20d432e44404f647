import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Java's trim: takes off white space and control characters up to U+0020, and no other white space. */
export function javaTrim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1
  return text.slice(start, end)
}

/** All that real cores do to an email: trim and lower-case it. */
export function normaliseEmail(email: string): string {
  return javaTrim(email).toLowerCase()
}

/** Real cores write a number in E.164 where it can be read without a country, and keep any other text as it is, trimmed. */
export function normalisePhone(phoneNumber: string): string {
  const trimmed = javaTrim(phoneNumber)
  return parsePhoneNumberFromString(trimmed)?.number ?? trimmed
}
