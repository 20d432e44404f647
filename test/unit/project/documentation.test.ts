import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commonOptions, withSubcommands } from '../../../electron/cli/options/command-spec.ts'
import { commentsOf } from '../../../scripts/comments.mjs'
import { commandSpecs } from '../../../electron/cli/run-command.ts'
import { mappingTargets } from '../../../shared/mapping/targets.ts'
import { targetExamples, targetTitles } from '../../../shared/mapping/shown/target-titles.ts'
import { fetchSources } from '../../../electron/engine/fetching/sources/index.ts'

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

test('the README of each top folder fits a screen, that of a room nearly, and the figures a page', () => {
  const rooms = pages.filter((page) => page.endsWith('/README.md'))
  const tooLong = Object.entries({
    ...Object.fromEntries(rooms.map((page) => [page, 56])),
    ...Object.fromEntries(folders.slice(2, 8).map((folder) => [`${folder}/README.md`, 40])),
    'docs/benchmarks.md': 60,
  }).filter(([page, max]) => read(page).trimEnd().split('\n').length > max)
  expect(rooms.length).toBeGreaterThan(30)
  expect(tooLong).toEqual([])
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

const commands = await commandSpecs()
const specs = withSubcommands(commands)
const optionsOf = new Map<string, object>(specs.map(({ name, options }) => [name, { ...options, ...commonOptions }]))
const allOptions = new Set([...optionsOf.values()].flatMap((options) => Object.keys(options)))

/** Options of other programs that pages name, by themselves or in commands that are not ours. */
const foreignOptions = new Set(['complete-insert', 'data-only'])

/** Pages for operators and for the curious; the guides of sources name commands of other systems. */
const guides = ['README.md', ...pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/sources/'))]

test.each(guides)('every option in %s is one of a command, and of the command that it is given to', (page) => {
  const text = read(page)
  const calls = [...text.matchAll(/\buser-migration (fetch [a-z\d]+|[a-z][a-z-]*)([^`\n]*)/g)]
  const wrong = calls.flatMap(([call, name = '', rest = '']) => {
    const source = /--from ([a-z]+\d?)/.exec(rest)?.[1]
    const own = optionsOf.get(name)
    if (own === undefined) return [call]
    const options = { ...own, ...optionsOf.get(`fetch ${source}`) }
    return namesIn(rest)
      .filter((option) => !Object.hasOwn(options, option))
      .map((option) => `${call}: --${option}`)
  })
  expect(wrong).toEqual([])
  const code = [...text.matchAll(/`[^`\n]+`/g)].flatMap(([span]) => (/npm|node /.test(span) ? [] : namesIn(span)))
  expect(code.filter((name) => !allOptions.has(name) && !foreignOptions.has(name))).toEqual([])
})

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name = '']) => name)
}

test('docs/cli.md lists every command, docs/fetching.md every source, and neither another one', () => {
  const listed = (page: string) =>
    [...read(page).matchAll(/^\| `([a-z\d-]+)(?: [A-Z]+)?` +\|/gm)].map(([, name = '']) => name)
  expect(listed('docs/cli.md').toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  const sources = fetchSources.map(({ name }) => name)
  expect(listed('docs/fetching.md')).toEqual(expect.arrayContaining(sources))
})

test('every file that a page or a comment names is there', () => {
  const tree = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  const isThere = (page: string, name: string) =>
    [dirname(page), '.'].some((folder) => existsSync(join(root, folder, name))) ||
    tree.some((file) => file.endsWith(`/${name}`) && existsSync(join(root, file)))
  const code = tree.filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && existsSync(join(root, file)))
  const texts = [
    ...pages.filter((page) => page !== 'CHANGELOG.md').map((page) => [page, read(page)] as const),
    ...code.flatMap((file) => commentsOf(read(file)).map(({ text }) => [file, text] as const)),
  ]
  const gone = texts.flatMap(([page, text]) =>
    [...text.matchAll(/`([\w@/-][\w@./-]*\.(?:tsx?|mjs|css|html|yml))`/g)].flatMap(([, name = '']) =>
      isThere(page, name) ? [] : [`${page}: ${name}`],
    ),
  )
  expect(gone).toEqual([])
})
