import {
  changesText,
  foundText,
  foldPasses,
  type PassLine,
  type PassView,
  readingText,
  unreadText,
} from '../../../../shared/follow/follow-view.ts'
import { count, counted } from '../../../../shared/format.ts'
import type { Audit } from '../audit.ts'
import type { summary } from '../summary.ts'
import type { Gathered } from './gather.ts'
import { markup, type Markup, utc } from './markup.ts'

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
    <table>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Read as</th>
          <th scope="col">SHA-256 of its bytes</th>
          <th scope="col" class="n">Bytes</th>
          <th scope="col" class="n">Records</th>
        </tr>
      </thead>
      <tbody>
        ${files.map(
          (file) =>
            markup`<tr>
              <th scope="row">${file.name}</th>
              <td>
                ${file.readAs}${file.because === '' ? null : markup`<br /><span class="muted">because ${file.because}</span>`}<br /><span
                  class="muted"
                  >${file.format}</span
                >
              </td>
              <td><code>${file.sha256 ?? 'not known'}</code></td>
              <td class="n">${count(file.bytes)}</td>
              <td class="n">${count(file.records)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
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
  return markup`<table>
    <thead>
      <tr>
        <th scope="col">Started</th>
        <th scope="col">Ended</th>
        <th scope="col">By</th>
        <th scope="col">Users</th>
        <th scope="col">Method</th>
        <th scope="col">Stopped by</th>
        <th scope="col" class="n">Calls</th>
        <th scope="col" class="n">Retries</th>
      </tr>
    </thead>
    <tbody>
      ${runs.map(
        (run) =>
          markup`<tr>
            <th scope="row">${utc(run.startedAt)}</th>
            <td>${utc(run.endedAt)}</td>
            <td>${byText(run)}</td>
            <td>${run.whom ?? '–'}${run.part === null ? null : `, part ${run.part}`}</td>
            <td>${howText(run)}</td>
            <td>${run.stopped ?? '–'}</td>
            <td class="n">${count(run.calls)}</td>
            <td class="n">${count(run.retries)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
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
  const what = foundText(pass)
  const took = pass.endedAt === null ? '' : seconds(pass.endedAt - pass.begunAt)
  const name = `${time(pass.begunAt)}${pass.isCutOver ? ', cut-over' : ''}`
  const more = [pass.problem ?? '', unreadText(pass)].filter((text) => text !== '')
  return row(name, more.length === 0 ? what : `${what}. ${more.join(' ')}`, pass, took)
}

function row(when: string, what: string, { listed, kind }: PassView, took: string): Markup {
  return markup`<tr>
    <th scope="row">${when}</th>
    <td>${what}</td>
    <td class="n">${count(listed)}${kind === 'incremental' ? ' recent' : ''}</td>
    <td class="n">${took}</td>
  </tr>`
}

function time(at: number): string {
  return utc(new Date(at).toISOString())
}

function seconds(ms: number): string {
  return `${count(Math.round(ms / 100) / 10)} s`
}
