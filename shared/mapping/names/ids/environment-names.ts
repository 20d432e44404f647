import { wordsOf } from '../column-words.ts'

/** The environment that a file or a table is from by its name, such as staging; empty: production, or none. Another one has IDs of its own. */
export function environmentIn(name: string): string {
  const words = wordsOf(name.replace(/^\d+/, '')).filter((word) => ofEnvironment.test(word))
  return [...new Set(words.map((word) => kinds.find(({ is }) => is.test(word))?.kind ?? word))].join(' ')
}

const kinds = [
  { is: /^(?:staging|stg)$/, kind: 'staging' },
  { is: /^dev/, kind: 'development' },
  { is: /^test/, kind: 'test' },
] as const
const ofEnvironment = /^(?:staging|stg|dev|develop|development|qa|uat|sandbox|preprod|nonprod|test|testing|testenv)$/

/** Whether two names are of different regions, each of which counts its users: `users_eu` and `hashes_us`. A name without a region may be of any. */
export function areOtherRegions(one: string, other: string): boolean {
  const [own, theirs] = [one, other].map((name) => wordsOf(name).filter((word) => ofRegion.test(word)))
  if (own === undefined || theirs === undefined || own.length === 0 || theirs.length === 0) return false
  return own.join(' ') !== theirs.join(' ')
}

const ofRegion = /^(?:eu|us|usa|uk|emea|apac|amer|latam|asia|europe|au|ca|de|fr|es|nl|pl|ch|se|dk|jp|br|mx)$/
