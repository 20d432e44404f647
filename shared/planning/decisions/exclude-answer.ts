import type { Answer } from './decision.ts'

/** The answer that leaves users, or one of their logins, out. */
export const excludeAnswer = (consequence: string): Answer => ({ value: 'exclude', label: 'Exclude', consequence })
