import { familyTitle } from './family-title.ts'
import { malformed, unsupported } from './refusal.ts'
import type { HashVerdict } from './verdict.ts'

/** What stands in a document where a value was not kept, because it may be a password itself. */
const beginning = '$not-kept$'

/** The mark for a password that an export holds in clear text, in a field that says so. */
export const clearTextMark = `${beginning}unsupported$clear-text`

type Refusal = Extract<HashVerdict, { kind: 'reject' }>

/** The mark for a value that was refused like this. */
export function notKeptMark({ why, family }: Refusal): string {
  return `${beginning}${why === 'malformed' ? 'malformed' : 'unsupported'}$${family}`
}

/** The verdict of a mark, in the group that the value was counted in; null for any other text. */
export function judgeNotKept(text: string): HashVerdict | null {
  if (!text.startsWith(beginning)) return null
  const [why, family = 'unknown'] = text.slice(beginning.length).split('$')
  if (family === 'clear-text') return unsupported(family, inClearText)
  if (family === 'plaintext') return unsupported(family, clear)
  if (family === 'unknown') return unsupported(family, unknown)
  const reason = `It looks like ${familyTitle(family)}, but it may be a password itself. It was not kept.`
  return why === 'malformed' ? malformed(family, reason) : unsupported(family, reason)
}

const inClearText =
  'The export holds the password itself, in clear text. It was not kept, and the core takes hashes only.'
const clear = 'It is too short for a hash: it is probably the password itself, in clear text. The value was not kept.'
const unknown = 'It looks like no hash that is known here. The value was not kept, because it may be a password.'
