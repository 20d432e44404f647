/** Guides to getting the export of each provider: the pages of docs/sources/, which all have one form. */

export type GuideFact = {
  readonly what: string
  /** `partly`: only under the condition of the note. */
  readonly has: 'yes' | 'partly' | 'no'
  readonly note: string
}

export type Guide = {
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
  const [head = '', ...sections] = page.trimEnd().split(/^## /m)
  const contents = new Map(sections.map((one) => [one.split('\n', 1)[0] ?? '', one.replace(/.*\n*/, '').trimEnd()]))
  const [title, files, time] = partsOf(
    head,
    /^# How to get the export of (.+)\n\nYou will have (.+?)\. It takes (.+)\.$/m,
  )
  const facts = contents.get('What the export has') ?? ''
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
