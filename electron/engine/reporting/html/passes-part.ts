import { foldPasses, type PassLine } from '../../../../shared/follow/fold-passes.ts'
import { changesText, readingText, unreadText, type PassView } from '../../../../shared/follow/follow-view.ts'
import { count, counted } from '../../../../shared/format.ts'
import type { Gathered } from './gather.ts'
import { markup, utc, type Markup } from './markup.ts'

type Passes = NonNullable<Gathered['summary']['passes']>

/** The passes over the source until the cut-over, with sums that add up; nothing where no source was followed. */
export function passesPart({ summary }: Gathered): Markup | null {
  const { passes: found } = summary
  if (found === null) return null
  const { passes, since, sums } = found
  return markup`<section>
    <h2>In step until cut-over</h2>
    <p>
      ${counted(passes.length, 'pass', 'passes')} after the first run: ${changesText(since)}. ${count(sums.first)} users of the
      first run and ${count(sums.new)} new ones are the ${count(sums.users)} users of this migration. ${cutOverText(found)}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Found</th>
          <th scope="col" class="n">Listed</th>
          <th scope="col" class="n">Took</th>
        </tr>
      </thead>
      <tbody>
        ${foldPasses(passes).map(lineOf)}
      </tbody>
    </table>
    <p>${readingText(found)}</p>
  </section>`
}

function cutOverText({ cutOver }: Passes): string {
  if (cutOver === null) return 'Not cut over yet.'
  const { lastRead, lastWrite, verified } = cutOver
  const between =
    lastWrite === null || lastWrite < lastRead
      ? 'nothing was written after it'
      : `last write ${time(lastWrite)}, ${seconds(lastWrite - lastRead)} later`
  const looked =
    verified === null
      ? 'This core cannot be asked for its users, so none were looked up.'
      : `${count(verified.looked)} users were looked up in the core afterwards: ${count(verified.found)} found, ${count(verified.missing)} missing, ${count(verified.unanswered)} without an answer.`
  return `Cut over: last read ${time(lastRead)}; ${between}. ${looked}`
}

function lineOf(line: PassLine): Markup {
  if (line.kind === 'nothing-new') {
    const { first, last, passes } = line
    const when = passes === 1 ? time(first.begunAt) : `${time(first.begunAt)} to ${time(last.begunAt)}`
    return row(when, `${counted(passes, 'pass', 'passes')}, nothing new`, last, '')
  }
  const { pass } = line
  const what = pass.readAt === null ? 'The source was not read' : changesText(pass.changes)
  const took = pass.endedAt === null ? '' : seconds(pass.endedAt - pass.begunAt)
  const name = `${time(pass.begunAt)}${pass.isCutOver ? ', cut-over' : ''}`
  const more = [pass.problem ?? '', unreadText(pass)].filter((text) => text !== '')
  return row(name, more.length === 0 ? what : `${what}. ${more.join(' ')}`, pass, took)
}

function row(when: string, what: string, { listed, kind }: PassView, took: string): Markup {
  return markup`<tr>
    <th scope="row">${when}</th>
    <td>${what}</td>
    <td class="n">${count(listed)}${kind === 'incremental' ? ' of late' : ''}</td>
    <td class="n">${took}</td>
  </tr>`
}

function time(at: number): string {
  return utc(new Date(at).toISOString())
}

function seconds(ms: number): string {
  return `${count(Math.round(ms / 100) / 10)} s`
}
