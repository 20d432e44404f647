import type { HashVerdict } from './verdict.ts'

type Reject = Extract<HashVerdict, { kind: 'reject' }>

const withoutHash =
  'Create these users passwordless, exclude them, or migrate them outside this tool at their next login.'
const fromSource =
  'Export the hashes again and check that the column is wide enough and the text is not changed on the way.'

/** Another algorithm than the core knows. */
export function unsupported(family: string, reason: string, wayOut: string = withoutHash): Reject {
  return { kind: 'reject', why: 'unsupported', family, reason, wayOut }
}

/** A known algorithm, but the text is broken. */
export function malformed(family: string, reason: string, wayOut: string = fromSource): Reject {
  return { kind: 'reject', why: 'malformed', family, reason, wayOut }
}

/** Firebase scrypt without what its project has to add. */
export function incomplete(reason: string, wayOut: string): Reject {
  return { kind: 'reject', why: 'incomplete', family: 'firebase-scrypt', reason, wayOut }
}
