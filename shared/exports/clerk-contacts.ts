import { readEmbedded } from '../mapping/value-at.ts'
import type { SourceRecord } from '../mapping/export-format.ts'
import { listField, objectField, textField } from './fields.ts'

/** An email or phone number with what Clerk says about it; null: nothing. */
type Contact = { readonly value: string; readonly verified: boolean | null }

const names = {
  email: {
    primary: 'primary_email_address',
    primaryId: 'primary_email_address_id',
    verified: 'verified_email_addresses',
    unverified: 'unverified_email_addresses',
    all: 'email_addresses',
    value: 'email_address',
  },
  phone: {
    primary: 'primary_phone_number',
    primaryId: 'primary_phone_number_id',
    verified: 'verified_phone_numbers',
    unverified: 'unverified_phone_numbers',
    all: 'phone_numbers',
    value: 'phone_number',
  },
} as const

/** The primary one, else the first verified, else the first of any. */
export function clerkContact(record: SourceRecord, kind: 'email' | 'phone'): Contact | null {
  const of = names[kind]
  const objects = (listField(record, of.all) ?? []).flatMap((one) => toContact(one, of.value) ?? [])
  const listed: readonly Contact[] = [
    ...texts(record, of.verified).map((value) => ({ value, verified: true })),
    ...texts(record, of.unverified).map((value) => ({ value, verified: false })),
    ...objects,
    ...(objects.length > 0 ? [] : texts(record, of.all).map((value) => ({ value, verified: null }))),
  ]
  const primary = textField(record, of.primary) ?? primaryOf(record, of)
  if (primary === null) return listed.find(({ verified }) => verified === true) ?? listed[0] ?? null
  const wanted = primary.trim().toLowerCase()
  const same = listed.find(({ value }) => value.toLowerCase() === wanted)
  return { value: primary, verified: same?.verified ?? null }
}

function primaryOf(record: SourceRecord, of: (typeof names)['email' | 'phone']): string | null {
  const id = textField(record, of.primaryId)
  const object = listField(record, of.all)?.find((one) => id !== null && textField(one, 'id') === id)
  return object === undefined ? null : textField(object, of.value)
}

function toContact(object: SourceRecord, name: string): Contact | null {
  const value = textField(object, name)
  const status = textField(objectField(object, 'verification') ?? {}, 'status')
  return value === null ? null : { value, verified: status === null ? null : status.toLowerCase() === 'verified' }
}

/** The texts of a list, which tables write with `|` or `,` between them. */
function texts(record: SourceRecord, name: string): readonly string[] {
  const value = record[name]
  const list = typeof value === 'string' ? (readEmbedded(value) ?? value.split(/[|,]/)) : value
  if (!Array.isArray(list)) return []
  return list
    .filter((one): one is string => typeof one === 'string')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
