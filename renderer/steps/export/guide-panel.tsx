import { type ReactNode, useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/display/card.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { capitalized, counted } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import styles from './export-step.module.css'

/** Guides to getting the export of each provider: the pages of docs/sources/, which all have one form. */

type GuideFact = {
  readonly what: string
  /** `partly`: only under the condition of the note. */
  readonly has: 'yes' | 'partly' | 'no'
  readonly note: string
}

type Guide = {
  /** The provider of the export format; the name of the page. */
  readonly provider: string
  readonly title: string
  /** Number of files to expect, in words. */
  readonly files: string
  readonly time: string
  /** A command can be copied as it is, with its variables set before. */
  readonly steps: readonly { readonly title: string; readonly text: string; readonly command: string | null }[]
  readonly facts: readonly GuideFact[]
  readonly usersWithoutHashes: string
  /** The day on which the sources were read, `YYYY-MM-DD`. */
  readonly checked: string
  readonly sources: readonly string[]
  /** Claims that could not be confirmed that day. */
  readonly unconfirmed: string | null
}

/** Reads a page of docs/sources/. Throws when a part of the form is missing. */
export function readGuide(provider: string, page: string): Guide {
  const [head = '', ...sections] = unwrapped(page).trimEnd().split(/^## /m)
  const contents = new Map(sections.map((one) => [one.split('\n', 1)[0] ?? '', one.replace(/.*\n*/, '').trimEnd()]))
  const [title, files, time] = partsOf(
    head,
    /^# How to get the export of (.+)\n\nYou will have (.+?)\. It takes (.+)\.$/m,
  )
  const facts = contents.get('Contents of the export') ?? ''
  const sources = contents.get('Sources') ?? ''
  const [usersWithoutHashes] = partsOf(facts, /\n\n(.+)$/)
  const [checked] = partsOf(sources, /^Checked on (\d{4}-\d\d-\d\d):$/m)
  return {
    provider,
    title,
    files,
    time,
    usersWithoutHashes,
    checked,
    steps: [...contents].flatMap(([name, text]) => (/^\d\. /.test(name) ? [readStep(name, text)] : [])),
    facts: facts.split('\n').flatMap((line) => (line.startsWith('- ') ? [readFact(line)] : [])),
    sources: [...sources.matchAll(/^- <(https:.+)>$/gm)].map(([, source = '']) => source),
    unconfirmed: contents.get('Not confirmed') ?? null,
  }
}

/** A page with each paragraph and each item of a list in one line, however its source is wrapped. */
function unwrapped(page: string): string {
  return page.replace(/```[^]*?```|([^\n])\n *(?=[^\n\-#`<| ])/g, (whole, last?: string) =>
    last === undefined ? whole : `${last} `,
  )
}

function readStep(name: string, content: string): Guide['steps'][number] {
  const [text, command] = partsOf(content, /^(.+)(?:\n\n```sh\n([^]+)\n```)?$/)
  return { title: `${name.replace(/^\d\. /, '')}.`, text, command: command === '' ? null : command }
}

function readFact(line: string): GuideFact {
  const [what, answer, note] = partsOf(line, /^- \*\*(.+)\*\*: (Yes|Partly|No), (.+)\.$/)
  return { what, has: answer === 'Yes' ? 'yes' : answer === 'No' ? 'no' : 'partly', note }
}

/** The groups of a pattern; one that did not take part is empty. Throws when the text does not match. */
function partsOf(text: string, pattern: RegExp): readonly [string, string, string] {
  const found = pattern.exec(text)
  if (found === null) throw new Error(`A guide is not of the form ${pattern}: ${text.slice(0, 200)}`)
  const [, first = '', second = '', third = ''] = found
  return [first, second, third]
}

const pages = import.meta.glob<string>('../../../docs/sources/*.md', { query: '?raw', import: 'default', eager: true })

/** A guide for each export that is recognised, by title; last the one for a custom table. */
export const guides: readonly Guide[] = Object.entries(pages)
  .map(([path, page]) => readGuide(path.slice(path.lastIndexOf('/') + 1, -'.md'.length), page))
  .toSorted(
    (a, b) =>
      Number(a.provider === 'generic') - Number(b.provider === 'generic') || a.title.localeCompare(b.title, 'en'),
  )

/** Providers that are offered first, with the letters of their tiles. */
export const commonProviders: readonly { readonly provider: string; readonly mark: string }[] = [
  { provider: 'auth0', mark: 'A0' },
  { provider: 'cognito', mark: 'Cg' },
  { provider: 'firebase', mark: 'Fb' },
  { provider: 'keycloak', mark: 'Kc' },
  { provider: 'supabase', mark: 'Sb' },
  { provider: 'okta', mark: 'Ok' },
]

/** The guide to the export of the provider that is chosen or was recognized; without one, only the choice. */
export function GuidePanel() {
  const recognized = useRecognized()
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = chosen ?? recognized
  const guide = guideOf(shown)
  return (
    <Card className={styles.guide}>
      <h2 className={styles.title}>How to get this export</h2>
      <fieldset className={styles.picker}>
        <legend className="visually-hidden">Provider</legend>
        {commonProviders.map(({ provider, mark }) => (
          <label key={provider} className={styles.pick}>
            <input
              type="radio"
              name="guide"
              className="visually-hidden"
              checked={provider === shown}
              onChange={() => setChosen(provider)}
            />
            <span className={styles.mark} aria-hidden="true">
              {mark}
            </span>
            {guideOf(provider)?.title}
          </label>
        ))}
      </fieldset>
      <select
        className={styles.more}
        aria-label="More sources"
        value={moreGuides.some(({ provider }) => provider === shown) ? shown : ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="" disabled>
          More sources…
        </option>
        {moreGuides.map(({ provider, title }) => (
          <option key={provider} value={provider}>
            {title}
          </option>
        ))}
      </select>
      {shown === recognized && <MissingHashes />}
      {guide && <GuideText guide={guide} />}
    </Card>
  )
}

function guideOf(provider: string | undefined): Guide | undefined {
  return guides.find((guide) => guide.provider === provider)
}

/** Guides beside the common ones. */
const moreGuides = guides.filter((guide) => !commonProviders.some(({ provider }) => provider === guide.provider))

/** The provider of the last file that was recognized. */
function useRecognized(): string | undefined {
  const { files } = useDocument()
  return files.findLast(({ provider }) => guideOf(provider ?? undefined) !== undefined)?.provider ?? undefined
}

/** Says that users of the recognized export have passwords whose hashes are elsewhere, and where; without the guide beside it, how to open that. */
export function MissingHashes({ howTo = null }: { readonly howTo?: ReactNode }) {
  const { version, work } = useDocument()
  const recognized = useRecognized()
  const guide = guideOf(recognized)
  const preview = useQuery('preview:get', guide && work.kind === 'idle' ? {} : null, version, 1000).value
  const missing = missingHashes(guide, preview?.findings ?? [])
  if (missing === null) return null
  return (
    <Notice tone="wait">
      <b>{missing.title}</b> {howTo ?? missing.text}
    </Notice>
  )
}

function GuideText({ guide }: { readonly guide: Guide }) {
  const { title, files, steps, facts, time, usersWithoutHashes, checked, unconfirmed } = guide
  return (
    <>
      <p className={styles.head}>
        <b>{title}</b>
        <span className={styles.small}>{files}</span>
      </p>
      <ol className={styles.steps}>
        {steps.map(({ title: name, text, command }, index) => (
          <li key={name}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <p>
              <b>{name}</b> {text}
            </p>
            {command !== null && (
              <div className={styles.code}>
                <div className={styles.codeHead}>
                  Terminal
                  <CopyButton text={command} label="command" />
                </div>
                <pre tabIndex={0} aria-label="Command">
                  {command}
                </pre>
              </div>
            )}
          </li>
        ))}
      </ol>
      <ul className={styles.contents}>
        {facts.map(({ what, has, note }) => (
          <li key={what} data-has={has}>
            <Icon name={icons[has]} />
            <span>
              {what}
              <span className="visually-hidden">{has === 'no' ? ': no,' : has === 'yes' ? ': yes,' : ':'}</span>
            </span>
            <span className="muted">{note}</span>
          </li>
        ))}
        <li>
          <Icon name="clock" />
          <span>Time</span>
          <span className="muted">{time}</span>
        </li>
      </ul>
      <p className={styles.small}>{usersWithoutHashes}</p>
      <p className={styles.small}>
        Looked up on {checked}. {unconfirmed}
      </p>
    </>
  )
}

const icons = { yes: 'check', partly: 'check', no: 'close' } as const satisfies Record<GuideFact['has'], string>

/** That users of an export have passwords whose hashes are elsewhere, and where; null: there are none, or no guide says it. */
export function missingHashes(
  guide: Guide | undefined,
  findings: readonly { readonly code: string; readonly users: number }[],
): { readonly title: string; readonly text: string } | null {
  const users = findings.find(({ code }) => code === 'hash-not-in-export')?.users ?? 0
  const fact = guide?.facts.find(({ what }) => what === 'Password hashes')
  return users === 0 || fact === undefined
    ? null
    : { title: `The hashes of ${counted(users, 'user')} are missing.`, text: `${capitalized(fact.note)}.` }
}
