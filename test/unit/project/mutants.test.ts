import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { mutantsOf } from '../../../scripts/mutants/operators.mjs'
import { reachOf } from '../../../scripts/mutants/reach.mjs'
import { createSwitches, switched } from '../../../scripts/mutants/switches.mjs'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')

function mutated(source: string): readonly string[] {
  return mutantsOf('made-up.ts', source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  )
}

test.each([
  ['if (a) b = 1', ['if (!(a)) b = 1', 'if (a) b = 2']],
  ['x = a && b', ['x = (a || b)']],
  ['x = a < b', ['x = a <= b']],
  ["x = a === 'é'", ["x = a !== 'é'"]],
  ['x = a + b', ['x = a - b']],
  ['x = `${a}` + b', []],
  ['await save(a)', ['{}']],
  ['x = [0, 99, 1_000]', ['x = []', 'x = [1, 99, 1_000]', 'x = [0, 100, 1_000]', 'x = [0, 99, 0]']],
  ['x = [a, true]', ['x = []', 'x = [a, false]']],
  ["x = { 'key': 'word', more: 'A sentence for people.' }", ["x = { 'key': '', more: 'A sentence for people.' }"]],
  ["import type { A } from './a.ts'; type B = 'one' | 2; const x = a as 'two'", []],
  ['export const x = (a satisfies 1) > b!', ['export const x = (a satisfies 1) >= b!']],
])('the mutants of %j', (source, expected) => {
  expect(mutated(source)).toEqual(expected)
})

test.each([
  'return a && b || c',
  'return (a || b) && (c ? 1 : 2)',
  'if (a < b) return 1\nelse return b < c && 3',
  'let x = 0\na || (x = b)\nif (x < 3) x = x + 1\nreturn x * 2 - c',
  "const list = [a, 'text', true]\nlist.push(b)\nif (list.length > 3) list.push(c), list.pop()\nreturn list",
  "let x = a // A comment.\nif (b) (() => (x = 7))()\nreturn x === 1 ? 'one' : /* no */ x !== 7 && ((c) >= (b))",
])('one text with a switch for each mutant of %j does the same as a text for each', (source) => {
  const wrapped = `const act = (a, b, c) => {\n${source}\n}`
  const mutants = mutantsOf('made-up.ts', wrapped).map((mutant, id) => ({ ...mutant, id }))
  const switches = createSwitches()
  const answers = (text: string) => {
    const run = (a: number, b: number, c: number): unknown =>
      runInNewContext(`${text}\nact(${a}, ${b}, ${c})`, { mutantSwitches: switches })
    return [0, 1, 5].flatMap((a) => [0, 2].flatMap((b) => [0, 2].map((c) => run(a, b, c))))
  }
  const all = switched('made-up.ts', wrapped, mutants)
  expect(answers(all)).toEqual(answers(wrapped))
  for (const { id, start, end, text } of mutants) {
    switches.turnOn(id, 10_000)
    expect([id, answers(all)]).toEqual([id, answers(wrapped.slice(0, start) + text + wrapped.slice(end))])
  }
})

test('a file is reached by the tests that import it, those of its name and folder first, not by those that import its types or run the build', () => {
  const tree = temporaryFolder()
  const files = {
    'shared/room/a.ts': '',
    'shared/b.ts': "import {\n  a,\n} from './room/a.ts'",
    'shared/c.ts': "import type { A } from './room/a.ts'",
    'electron/late.ts': "const b = await import('../shared/b.ts')",
    'scripts/build-if-needed.mjs': '',
    'test/unit/far.test.ts': "import '../../electron/late.ts'",
    'test/unit/room/own.test.ts': "import '../far.test.ts'",
    'test/unit/room/a.test.ts': "import './own.test.ts'",
    'test/unit/near.test.ts': "import { a } from '../../shared/room/a.ts'",
    'test/unit/types.test.ts': "import { c } from '../../shared/c.ts'",
    'test/unit/built.test.ts': "import '../../shared/room/a.ts'\nimport '../../scripts/build-if-needed.mjs'",
    'test/e2e/slow.test.ts': "import '../../shared/room/a.ts'",
  }
  for (const folder of ['shared/room', 'electron', 'renderer', 'scripts', 'test/unit/room', 'test/e2e']) {
    mkdirSync(join(tree, folder), { recursive: true })
  }
  for (const [name, text] of Object.entries(files))
    fileIn(join(tree, dirname(name)), name.split('/').at(-1) ?? '', text)
  expect(reachOf(tree)('shared/room/a.ts')).toEqual([
    'test/unit/room/a.test.ts',
    'test/unit/room/own.test.ts',
    'test/unit/near.test.ts',
    'test/unit/far.test.ts',
  ])
})

test('a seed, which is printed, chooses the same mutants again', () => {
  const list = (...args: readonly string[]) => {
    const all = ['scripts/mutants.mjs', '--list', '--count', '5', ...args, 'shared/planning']
    return execFileSync(process.execPath, all, { cwd: root, encoding: 'utf8', env: { ...process.env, INIT_CWD: root } })
  }
  const first = list()
  const seed = /^5 mutants, seed (\d+)\n/.exec(first)?.[1] ?? ''
  expect(list('--seed', seed)).toBe(first)
  expect(first.trim().split('\n').slice(1)).toEqual(
    Array.from({ length: 5 }, () => expect.stringMatching(/^shared\/planning\/[\w/-]+\.ts:\d+ .+ => /)),
  )
})
