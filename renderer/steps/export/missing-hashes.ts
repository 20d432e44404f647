import { counted } from '../../components/format.ts'
import type { Guide } from './guides.ts'

/** That users of an export have passwords whose hashes are elsewhere, and where; null: there are none, or no guide says it. */
export function missingHashes(
  guide: Guide | undefined,
  findings: readonly { readonly code: string; readonly users: number }[],
): { readonly title: string; readonly text: string } | null {
  const users = findings.find(({ code }) => code === 'hash-not-in-export')?.users ?? 0
  const fact = guide?.facts.find(({ what }) => what === 'Password hashes')
  return users === 0 || fact === undefined
    ? null
    : { title: `The hashes of ${counted(users, 'user')} are missing:`, text: `${fact.note}.` }
}
