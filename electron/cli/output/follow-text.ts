import { passChanges } from '../../../shared/follow/pass-changes.ts'
import { changesText, unreadText, type FollowView } from '../../../shared/follow/follow-view.ts'
import { count, counted } from '../../../shared/format.ts'
import { maskContact, maskContactsIn } from '../../../shared/users/mask-contact.ts'
import { verifiedText } from '../../../shared/report/post-run-text.ts'
import { currentTarget } from '../../engine/document/targets.ts'
import { followView, openChanges } from '../../engine/queries/follow-view.ts'
import type { Session } from '../../engine/session/session.ts'

/** Passes of an open migration at its core. */
export function viewOf({ document: { database } }: Session): FollowView {
  return followView(database, currentTarget(database)?.id ?? null)
}

/** What the last pass found, and whether it read everything, as a line. */
export function lastPassLine({ passes }: FollowView): string {
  const pass = passes.at(-1)
  if (pass === undefined) return ''
  const what = pass.readAt === null ? 'the source was not read' : changesText(pass.changes)
  const kind =
    pass.kind === 'whole'
      ? `all ${counted(pass.listed, 'user')} read`
      : `${counted(pass.listed, 'user')} changed lately read`
  const took = pass.endedAt === null ? '' : `, ${everyText(pass.endedAt - pass.begunAt)}`
  const unread = unreadText(pass)
  return `Pass ${pass.number}: ${what} (${kind}${took})\n${unread === '' ? '' : `  ${unread}\n`}`
}

/** Users whose changes wait for the operator, by their IDs; empty: none. */
export function openChangesText({ document: { database } }: Session): string {
  const target = currentTarget(database)
  if (target === undefined) return ''
  const { users, total } = openChanges(database, target.id, maxNamed)
  if (total === 0) return ''
  const lines = users.map(({ sourceId, email, phone, change, state, detail }) => {
    const name = sourceId ?? maskContact(email ?? phone ?? '')
    const why = detail === '' ? '' : `: ${maskContactsIn(detail)}`
    return `  ${name}, ${passChanges[change].word}, ${state}${why}\n`
  })
  const more =
    total > users.length ? `  and ${counted(total - users.length, 'more', 'more')}; the window names all.\n` : ''
  return `Not in the core yet:\n${lines.join('')}${more}`
}

const maxNamed = 20

/** The end of following: sums, both moments, the result of the look-ups. */
export function cutOverText({ passes, since, sums, cutOver }: FollowView): string {
  if (cutOver === null) return ''
  const { lastRead, lastWrite, verified } = cutOver
  const moment = (at: number) => new Date(at).toISOString().replace('T', ' ').slice(0, 19)
  const between =
    lastWrite === null || lastWrite < lastRead
      ? 'nothing was written after the last read'
      : `${everyText(lastWrite - lastRead)} between them`
  return [
    `Cut over after ${counted(passes.length, 'pass', 'passes')}: ${changesText(since)}.`,
    `  ${'First run'.padEnd(28)}${count(sums.first).padStart(10)}`,
    `  ${'New in passes'.padEnd(28)}${count(sums.new).padStart(10)}`,
    `  ${'Users'.padEnd(28)}${count(sums.users).padStart(10)}`,
    `Last read ${moment(lastRead)}, last write ${lastWrite === null ? 'none' : moment(lastWrite)} UTC: ${between}.`,
    verified === null
      ? 'This core cannot be asked for its users, so none were looked up.'
      : verifiedText({ ...verified, signIn: null, stopped: null }),
    '',
  ].join('\n')
}

/** "4 s", "10 min", "2 h". */
export function everyText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
