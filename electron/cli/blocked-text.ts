import { counted } from '../../shared/format.ts'
import { decisions } from '../../shared/planning/choices.ts'
import type { Database } from '../engine/document/sqlite.ts'
import { getChoices } from '../engine/document/settings.ts'
import { countFacets } from '../engine/queries/counts.ts'
import { findingGroups } from '../engine/queries/preview.ts'

/** More findings are counted, not named. */
const maxNamed = 20

/** Findings with a sentence of their own after a run. */
const saidElsewhere: ReadonlySet<string> = new Set(['existing-user', 'signer-key-not-confirmed'])

/** Why users were not sent: each finding that blocks some, and how it is decided. Empty where no user is blocked. */
export function blockedText(database: Database, users: number): string {
  if (users <= 0) return ''
  const groups = findingGroups(database, getChoices(database), null, countFacets(database)).filter(
    ({ code, blocks }) => blocks && !saidElsewhere.has(code),
  )
  const lines = groups
    .slice(0, maxNamed)
    .map(
      ({ code, group, title, users: n, meaning }) =>
        `- ${title} (${counted(n, 'user')}). ${meaning} ${wayOut(decisions.waysFor({ code, group }))}`,
    )
  const more = groups.length - maxNamed
  return [
    `${counted(users, 'user was', 'users were')} not sent because a finding has to be decided first. Decide with resume and the options named here, or in the app:`,
    ...lines,
    ...(more > 0
      ? [`- and ${counted(more, 'more finding')}; open the migration in the app, or inspect the files.`]
      : []),
    '',
  ].join('\n')
}

function wayOut(ways: string): string {
  return ways === '' ? 'Correct these users on screen (Review), or in the export.' : `Option: ${ways}.`
}
