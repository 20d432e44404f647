import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withSubcommands } from '../../../electron/cli/command-spec.ts'
import { commandHelp } from '../../../electron/cli/help-text.ts'
import { commandSpecs } from '../../../electron/cli/run-command.ts'
import { mappingTargets } from '../../../shared/mapping/mapping.ts'
import { targetExamples, targetTitles } from '../../../shared/mapping/target-titles.ts'
import { fetchSources } from '../../../electron/engine/fetching/sources/index.ts'
import { fetchMarkdown } from '../../support/fetch-markdown.ts'

const root = resolve(import.meta.dirname, '../../..')
const folders = ['.', 'docs', 'shared', 'electron', 'renderer', 'scripts', 'packaging', 'test', '.github']

const pages = folders
  .flatMap((folder) =>
    folder === '.'
      ? readdirSync(root)
      : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.md'))

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** Where the links and pictures of a page lead, code left out. */
function linksOf(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
}

/** The names of a page's headings in links, as GitHub makes them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(page: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return false
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
}

test('no link of the documentation leads nowhere', () => {
  const broken = pages.flatMap((page) =>
    linksOf(read(page))
      .filter((link) => isBroken(page, link))
      .map((link) => `${page}: ${link}`),
  )
  expect(pages.length).toBeGreaterThan(20)
  expect(broken).toEqual([])
  expect([isBroken('README.md', 'docs/nowhere.md'), isBroken('README.md', 'docs/cli.md#nowhere')]).toEqual([true, true])
})

test('the README is short, and every page of docs/ is reached from it', () => {
  const readme = read('README.md')
  const linked = linksOf(readme)
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  expect(
    readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && !linked.includes(`docs/${name}`)),
  ).toEqual([])
})

test('docs/mapping.md lists every target with its words and an example', () => {
  const rows = [...read('docs/mapping.md').matchAll(/^\| `([a-z-]+)` +\| (.*?) +\| (.*?) +\| `(.*)` +\|$/gm)]
  expect(rows.map(([, target, title, holds, example]) => [target, title, holds, example])).toEqual(
    mappingTargets.map((target) => [
      target,
      targetTitles[target],
      targetExamples[target].holds,
      targetExamples[target].example.replaceAll('|', '\\|'),
    ]),
  )
})

describe('docs/cli.md', () => {
  const specs = withSubcommands(commandSpecs)
  const blocks = new Map(
    [...read('docs/cli.md').matchAll(/^### (.+)\n\n```text\n([\s\S]*?)\n```$/gm)].map(([, name, text]) => [name, text]),
  )

  test.each(specs)('says of $name what its --help says', (spec) => {
    expect(blocks.get(spec.name)).toBe(commandHelp(spec, (text) => text))
  })

  test('names no other command', () => {
    expect([...blocks.keys()]).toEqual(specs.map(({ name }) => name))
  })
})

test('docs/fetching.md has a section for each source, made of what its --help is made of', async () => {
  const page = 'docs/fetching.md'
  const [begin, end] = ['<!-- sources -->', '<!-- end of sources -->']
  const [intro = ''] = read(page).split(begin)
  const sections = fetchSources.map(fetchMarkdown).join('\n\n')
  // `npx vitest run test/unit/project/documentation.test.ts -u` writes it anew.
  await expect(`${intro}${begin}\n\n${sections}\n\n${end}\n`).toMatchFileSnapshot(join(root, page))
})
