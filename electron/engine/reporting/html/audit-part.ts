import {
  changesText,
  foundText,
  foldPasses,
  type PassLine,
  type PassView,
  passReadingText,
  unreadText,
} from '../../../../shared/follow/follow-view.ts'
import { count, counted } from '../../../../shared/format.ts'
import type { Audit } from '../audit.ts'
import type { summary } from '../summary.ts'
import type { Gathered } from './gather.ts'
import { markup, type Markup, utc, table } from './markup.ts'

/** Facts for an auditor: the core, the files with their digests, every run and who started it, every setting. */
export function auditPart(
  { core, runs, files, settings, userFilterView, corrected }: Audit,
  numbers: ReturnType<typeof summary>,
): Markup {
  return markup`<section>
    <h2>Audit details</h2>
    <h3>Core</h3>
    <dl>
      ${entry('Address', core?.address ?? 'none was connected')}
      ${entry('Kind', core === null ? '–' : core.kind === 'live' ? 'live' : 'rehearsal inside the app')}
      ${entry('Interface', core === null ? '–' : [core.dialect, core.interface].filter((part) => part !== null).join(' '))}
      ${entry('Connection check', core?.found ?? '–')}
    </dl>
    <h3>Files</h3>
    ${table(['File', 'Read as', 'SHA-256 of its bytes', ['Bytes', 'n'], ['Records', 'n']], files, (file) => [
      file.name,
      markup`${file.readAs}${file.because === '' ? null : markup`<br /><span class="muted">because ${file.because}</span>`}<br /><span class="muted">${file.format}</span>`,
      markup`<code>${file.sha256 ?? 'not known'}</code>`,
      count(file.bytes),
      count(file.records),
    ])}
    <h3>Runs</h3>
    ${runs.length === 0 ? markup`<p>Nothing was sent.</p>` : runTable(runs)}
    <h3>Settings</h3>
    <dl>
      ${settings.map(({ setting, value }) => entry(setting, value))}
      ${userFilterView === null ? null : entry('Narrowed to a list', `${count(userFilterView)} users`)}
      ${entry('Corrected users', count(corrected))}
      ${entry('Passwords checked', count(numbers.matchedAccounts.length))}
        ${numbers.hashesRemovedAt === null ? null : entry('Hashes removed from the migration', utc(numbers.hashesRemovedAt))}
    </dl>
  </section>`
}

function entry(name: string, value: string): Markup {
  return markup`<dt>${name}</dt>
    <dd>${value}</dd>`
}

function runTable(runs: Audit['runs']): Markup {
  return table(
    ['Started', 'Ended', 'By', 'Users', 'Method', 'Stopped by', ['Calls', 'n'], ['Retries', 'n']],
    runs,
    (run) => [
      utc(run.startedAt),
      utc(run.endedAt),
      byText(run),
      markup`${run.whom ?? '–'}${run.part === null ? null : `, part ${run.part}`}`,
      howText(run),
      run.stopped ?? '–',
      count(run.calls),
      count(run.retries),
    ],
  )
}

function byText({ by, machine, version }: Audit['runs'][number]): string {
  return by === null ? '–' : `${by} on ${machine ?? 'an unknown machine'}, version ${version ?? 'unknown'}`
}

function howText({ concurrency, maxPerSecond, sentBy, executor, executorChoice }: Audit['runs'][number]): string {
  if (concurrency === null) return '–'
  const by = sentBy === 'bulk' ? 'by bulk import, ' : sentBy === 'single' ? 'by single calls, ' : ''
  const why = executor === 'auto' && executorChoice !== null ? `. Automatic: ${executorChoice}` : ''
  return `${by}${paceText(concurrency, maxPerSecond)}${why}`
}

function paceText(concurrency: 'auto' | number, maxPerSecond: number | null): string {
  const atOnce = concurrency === 'auto' ? 'parallel users: automatic' : `parallel users: ${count(concurrency)}`
  return maxPerSecond === null ? atOnce : `${atOnce}, limit: ${count(maxPerSecond)} requests/s`
}

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
      first export and ${count(sums.new)} new ones are the ${count(sums.users)} users of this migration. ${cutOverText(found)}
    </p>
    ${table(['Time', 'Found', ['Listed', 'n'], ['Took', 'n']], foldPasses(passes), cellsOf)}
    <p>${passReadingText(found)}</p>
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

function cellsOf(line: PassLine): readonly string[] {
  if (line.kind === 'nothing-new') {
    const { first, last, passes } = line
    const when = passes === 1 ? time(first.begunAt) : `${time(first.begunAt)} to ${time(last.begunAt)}`
    return cells(when, `${counted(passes, 'pass', 'passes')}, nothing new`, last, '')
  }
  const { pass } = line
  const what = foundText(pass)
  const took = pass.endedAt === null ? '' : seconds(pass.endedAt - pass.begunAt)
  const name = `${time(pass.begunAt)}${pass.isCutOver ? ', cut-over' : ''}`
  const more = [pass.problem ?? '', unreadText(pass)].filter((text) => text !== '')
  return cells(name, more.length === 0 ? what : `${what}. ${more.join(' ')}`, pass, took)
}

function cells(when: string, what: string, { listed, kind }: PassView, took: string): readonly string[] {
  return [when, what, `${count(listed)}${kind === 'incremental' ? ' recent' : ''}`, took]
}

function time(at: number): string {
  return utc(new Date(at).toISOString())
}

function seconds(ms: number): string {
  return `${count(Math.round(ms / 100) / 10)} s`
}
