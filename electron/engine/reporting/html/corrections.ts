import * as z from 'zod'
import { correctionSchema, type Correction } from '../../../../shared/planning/correction.ts'
import { maskContact } from '../../../../shared/users/mask-contact.ts'
import { loadUser } from '../../document/load-user.ts'
import { withTexts } from '../../document/facets.ts'
import { allRows, type Database, oneNumber, sql } from '../../document/sqlite.ts'
import { shownId } from '../shown-id.ts'

/** A user that the operator corrected: the corrected values, and the export's. */
export type CorrectedUser = { readonly name: string; readonly corrected: string; readonly before: string }

const row = z.object({
  id: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source_id: z.string().nullable(),
  correction: z.string(),
  source: z.string(),
})

/** As many as the first page has room for. */
const maxListed = 40

const wasCorrected = `correction IS NOT NULL AND correction <> '{"excluded":true}'`

/** Users whose email, phone, provider or hash was corrected, in the order of the export; `total`: listed or not. */
export function correctedUsers(
  database: Database,
  masked: boolean,
): { readonly users: readonly CorrectedUser[]; readonly total: number } {
  const select = `SELECT user.id, user.email, user.phone, user.source_id, user.correction, t.source
    FROM user ${withTexts} WHERE ${wasCorrected} ORDER BY user.id LIMIT ${maxListed}`
  const show = (contact: string | null) =>
    contact === null || contact === '' ? 'None' : masked ? maskContact(contact) : contact
  const users = allRows(row, sql(database, select)).map((user) => {
    const own = loadUser(database, user)
    const changes = changesOf(correctionSchema.parse(JSON.parse(user.correction)), own, show)
    return {
      name:
        user.email === null && user.phone === null
          ? (shownId(user.source_id, masked) ?? '–')
          : show(user.email ?? user.phone),
      corrected: changes.map(({ what }) => what).join('; '),
      before: changes.flatMap(({ before }) => (before === null ? [] : [before])).join('; ') || '–',
    }
  })
  return { users, total: oneNumber(sql(database, `SELECT count(*) AS n FROM user WHERE ${wasCorrected}`)) }
}

type Change = { readonly what: string; readonly before: string | null }

function changesOf(
  { email, phone, identities, hash }: Correction,
  own: { readonly email: string | null; readonly phone: string | null },
  show: (contact: string | null) => string,
): readonly Change[] {
  const contact = (name: string, to: string | null | undefined, from: string | null): readonly Change[] =>
    to === undefined || to === from ? [] : [{ what: `${name}, now ${show(to)}`, before: show(from) }]
  return [
    ...contact('Email', email, own.email),
    ...contact('Phone', phone, own.phone),
    ...(identities ?? []).map(({ provider, name, providerUserId }) => ({
      what:
        name === undefined
          ? 'Provider user ID'
          : `Provider, now ${name}${providerUserId === undefined ? '' : ', and its user ID'}`,
      before: provider,
    })),
    ...(hash === undefined ? [] : [{ what: hash === null ? 'Password hash removed' : 'Password hash', before: null }]),
  ]
}
