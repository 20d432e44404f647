import type { DocumentView } from './views.ts'

const workReasons = {
  comparing: 'The earlier migration is still being read.',
  reading: 'The export is still being read.',
  planning: 'Users are still being planned.',
  excluding: 'Users are being excluded.',
  including: 'Users are being included again.',
  removing: 'The hashes are being removed.',
  clearing: 'What was read of a file is being removed.',
} as const

/** The reason why the document is being worked on, as a sentence; null: it is not. */
export function workReason(kind: DocumentView['work']['kind']): string | null {
  return kind === 'idle' ? null : workReasons[kind]
}
