import { passChanges } from '../../../shared/follow/pass-changes.ts'
import { changesText, foundText, goneText, unreadText, type FollowView } from '../../../shared/follow/follow-view.ts'
import { count, counted } from '../../../shared/format.ts'
import { maskContact, maskContactsIn } from '../../../shared/users/mask-contact.ts'
import { verifiedText } from '../../../shared/report/post-run-text.ts'
import { targetTable } from '../../engine/document/targets.ts'
import { countOpenChanges, followView, openChanges } from '../../engine/queries/follow-view.ts'
import type { Session } from '../../engine/session/session.ts'

/** Passes of an open migration at its core. */
export function viewOf({ document: { database } }: Session): FollowView {
  return followView(database, targetTable.current(database)?.id ?? null)
}

/** Sentences of the command line about passes over a source. */
export const followText = {
  /** The result of the last pass, and whether it read everything, as a line. */
  lastPass: ({ passes, since, sums, cutOver }: FollowView): string => {
    const pass = passes.at(-1)
    if (pass === undefined) return ''
    const listed = counted(pass.listed, 'user')
    const facts = [
      ...(pass.readAt === null
        ? []
        : [pass.kind === 'whole' ? `all ${listed} read` : `${listed} recently changed read`]),
      ...(pass.endedAt === null ? [] : [followText.interval(pass.endedAt - pass.begunAt)]),
    ]
    const left = since.reduce((sum, { states }) => sum + (states.waiting ?? 0), 0)
    const more = [
      unreadText(pass),
      left === 0 ? '' : `${counted(left, 'user')} still to be sent.`,
      sums.gone === 0 || cutOver !== null ? '' : `${goneText(sums)} ${removeGone}`,
    ]
    const lines = more.filter((text) => text !== '').map((text) => `  ${text}\n`)
    return `Pass ${pass.number}: ${foundText(pass)} (${facts.join(', ')})\n${lines.join('')}`
  },
  /** Users whose changes wait for the operator, by their IDs; empty: none. `path`: the document, as the operator names it. */
  openChanges: ({ document: { database } }: Session, path: string): string => {
    const target = targetTable.current(database)
    if (target === undefined) return ''
    const total = countOpenChanges(database, target.id)
    if (total === 0) return ''
    const lines = openChanges(database, target.id, maxNamed).map(
      ({ sourceId, email, phone, change, state, detail }) => {
        const name = sourceId ?? maskContact(email ?? phone ?? '')
        const why = detail === '' ? '' : `: ${maskContactsIn(detail)}`
        return `  ${name}, ${passChanges[change].word}, ${state}${why}\n`
      },
    )
    const more =
      total > lines.length
        ? `  and ${count(total - lines.length)} more. All of them: user-migration report ${path} --format held --out held.csv\n`
        : ''
    return `Changes that are not in the core:\n${lines.join('')}${more}`
  },
  /** The end of following: sums, both moments, the result of the look-ups. */
  cutOver: ({ passes, since, sums, cutOver }: FollowView): string => {
    if (cutOver === null) return ''
    const { lastRead, lastWrite, verified } = cutOver
    const moment = (at: number) => new Date(at).toISOString().replace('T', ' ').slice(0, 19)
    const written =
      lastWrite === null || lastWrite < lastRead
        ? ' UTC; nothing was written after it'
        : `, last write ${moment(lastWrite)} UTC: ${followText.interval(lastWrite - lastRead)} between them`
    return [
      `Cut over after ${counted(passes.length, 'pass', 'passes')}: ${changesText(since)}.`,
      `  ${'In the first export'.padEnd(28)}${count(sums.first).padStart(10)}`,
      `  ${'New in passes'.padEnd(28)}${count(sums.new).padStart(10)}`,
      `  ${'Users'.padEnd(28)}${count(sums.users).padStart(10)}`,
      `Last read ${moment(lastRead)}${written}.`,
      verified === null
        ? 'This core cannot be asked for its users, so none were looked up.'
        : verifiedText({ ...verified, signIn: null, stopped: null }),
      '',
    ].join('\n')
  },
  /** "4 s", "10 min", "2 h". */
  interval: (ms: number): string => {
    const seconds = Math.round(ms / 1000)
    if (seconds < 120) return `${seconds} s`
    return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
  },
}

const removeGone = 'To remove those that this migration created, add --remove-gone (supertokens cores).'

const maxNamed = 20
