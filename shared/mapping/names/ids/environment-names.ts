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
