import type { Sample } from './export-format.ts'
import { lastName } from './column-words.ts'
import type { Mapping } from './mapping.ts'
import { profileColumns } from './profile-columns.ts'

/** Columns of tables that hold something else than users, with the email of a user beside it. */
const ofOtherThings =
  /^(?:rating|stars?|review(?:id|text|body|title)?|comment(?:s|id|text|body|content|author)?|product(?:id|name|title)?|sku|order(?:id|number|no|total|date|status)|(?:grand|sub)?total|total(?:amount|price|sum)|shipped(?:at|date)?|ship(?:ping|ment)\w{0,20}|(?:paid|delivered|placed|ordered)at|basket|cart(?:id)?|currency|payment(?:method|status|id)?|items?(?:count)?|billing\w{0,20}|company|deal|lead(?:source|status)?|leadscore|owner|lastcontacted|invoice(?:id|number|no)?|ticket(?:id|number)?|subject|message|body|quantity|qty|price|amount|question|answers?|survey(?:id)?|voucher|coupon(?:code)?|tracking(?:number|code)|event(?:id|name)|seat|utm(?:source|medium|campaign))$/
const enough = 2

/**
 * Why a table that is read by its columns may hold something else than users; null: nothing speaks for it. Completes the
 * reason of a recognition. A table with passwords, or with ids at third parties, holds users.
 */
export function doubtAbout(sample: Sample, { columns }: Mapping): string | null {
  if (columns.some(({ target }) => target === 'password-hash' || target === 'provider-user-id')) return null
  if (!columns.some(({ target }) => target === 'email' || target === 'phone')) return null
  const profiles = profileColumns(sample.records, sample.header)
  const others = profiles.map(({ path }) => path).filter((path) => ofOtherThings.test(lastName(path)))
  if (others.length < enough) return null
  const email = profiles.find(({ path }) => columns.some((one) => one.path === path && one.target === 'email'))
  const repeats = email !== undefined && new Set(email.values).size < email.values.length
  const named = others
    .slice(0, 3)
    .map((name) => `“${name}”`)
    .join(', ')
  return `it may hold something else than users (it has ${named} and no passwords${repeats ? ', and emails come several times' : ''}): check before you import it`
}
