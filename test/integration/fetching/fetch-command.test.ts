import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fetchCommand } from '../../../electron/cli/commands/fetch.ts'
import type { AnyFetchSource } from '../../../electron/engine/fetching/source.ts'
import { madeUpSource, madeUpUsers } from '../../support/servers/made-up-source.ts'
import { startRehearsalHere } from '../../support/rehearsal-here.ts'
import { folderOf, temporaryFolder } from '../../support/temporary-folder.ts'

const secret = 'Corr3ct-Horse'
const pages = [{ users: madeUpUsers(3) }, { users: madeUpUsers(2, 4) }]

type Surroundings = {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  readonly answer?: string
}

async function fetch(source: AnyFetchSource, args: readonly string[], given: Surroundings = {}) {
  const { cwd = temporaryFolder(), env = {}, signal = new AbortController().signal, answer } = given
  let [out, err] = ['', '']
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    env,
    cwd,
    signal,
    ask: answer === undefined ? null : () => Promise.resolve(answer),
  }
  const code = await fetchCommand.run(args, io, {
    startRehearsal: startRehearsalHere,
    random: () => 0,
    fetchSources: [source],
  })
  return { code, out, err, cwd }
}

describe('fetch', () => {
  test('writes the file and says how many users are in it, and its digest', async () => {
    const { code, out, cwd } = await fetch(madeUpSource(pages), ['made-up', '--out', 'users.ndjson'])
    expect([code, out.includes('5 users in '), /SHA-256: [0-9a-f]{64}\n/.test(out)]).toEqual([0, true, true])
    expect(readFileSync(join(cwd, 'users.ndjson'), 'utf8').split('\n')).toHaveLength(6)
  })

  test('--json prints one object', async () => {
    const { out, err } = await fetch(madeUpSource(pages), ['made-up', '--out', 'a.ndjson', '--json'])
    expect([JSON.parse(out), err]).toEqual([
      expect.objectContaining({ users: 5, repeated: 0, changed: 0, parameters: null, notes: [] }),
      'Server: https://nowhere.example.com\n',
    ])
  })

  test('Ctrl-C pauses, and the sentence says how to go on; the options are remembered', async () => {
    const stop = new AbortController()
    const heard: string[] = []
    const hear = (what: string) => {
      heard.push(what)
      if (what === 'page 1') stop.abort()
    }
    const source = madeUpSource(pages, { hear })
    const paused = await fetch(source, ['made-up', '--place', 'here', '--out', 'a b.ndjson'], { signal: stop.signal })
    const resumed = await fetch(source, ['made-up', '--out', 'a b.ndjson', '--resume'], { cwd: paused.cwd })
    expect([paused.code, paused.err.trim().split('\n').at(-1), resumed.code, readdirSync(paused.cwd)]).toEqual([
      4,
      'Paused after 3 users. Continue with: user-migration fetch made-up --out "a b.ndjson" --resume',
      0,
      ['a b.ndjson'],
    ])
    expect(heard).toEqual(['open', 'page 0', 'page 1', 'close', 'open', 'page 1', 'close'])
  })

  test.each([
    [[], 'Name a source: made-up.'],
    [['mad-up'], 'Unknown source. Did you mean made-up?'],
    [['made-up'], 'Name a file with --out FILE.'],
    [['made-up', '--out', 'a', '--size', 'medium'], '--size cannot be used: small or large.'],
    [['made-up', '--out', 'a', '--resume'], 'There is no unfinished fetch to '],
    [
      ['made-up', '--out', 'a', '--pasword-file', 'x'],
      'There is no option --pasword-file. Did you mean --password-file?',
    ],
  ])('%j: a sentence, and nothing is written', async (args, said) => {
    const { code, out, err, cwd } = await fetch(madeUpSource(pages), args)
    expect([code, out, err.startsWith(said), readdirSync(cwd)]).toEqual([2, '', true, []])
  })

  test('the secret comes from a file, the environment or a prompt, and is in nothing that is written', async () => {
    const heard: string[] = []
    const stop = new AbortController()
    const hear = (what: string) => {
      heard.push(what)
      if (what === 'page 1') stop.abort()
    }
    const cwd = folderOf({ 'secret.txt': `${secret}\r\n` })
    const [signal, source] = [stop.signal, madeUpSource(pages, { hear })]
    const runs = [
      await fetch(source, ['made-up', '--out', 'a', '--password-file', 'secret.txt'], { cwd, signal }),
      await fetch(source, ['made-up', '--out', 'b'], { cwd, signal, env: { MADE_UP_PASSWORD: secret } }),
      await fetch(source, ['made-up', '--out', 'c'], { cwd, answer: secret }),
    ]
    const written = readdirSync(cwd).filter((name) => name !== 'secret.txt')
    expect(heard.filter((what) => what.startsWith('open'))).toEqual(Array(3).fill(`open ${secret}`))
    expect(written.length).toBeGreaterThan(2)
    expect(runs.some(({ out, err }) => `${out}${err}`.includes(secret))).toBe(false)
    expect(written.filter((name) => readFileSync(join(cwd, name), 'utf8').includes(secret))).toEqual([])
  })

  test('the address that the secret goes to is said before it is asked for, also where it is only remembered', async () => {
    const stop = new AbortController()
    const source = madeUpSource(pages, { hear: (what) => void (what === 'page 1' && stop.abort()) })
    const cwd = temporaryFolder()
    const first = await fetch(source, ['made-up', '--place', 'here', '--out', 'a'], { cwd, signal: stop.signal })
    const next = await fetch(source, ['made-up', '--out', 'a', '--resume'], { cwd, answer: secret })
    for (const { err } of [first, next]) expect(err.split('\n')[0]).toBe('Server: https://here.example.com')
  })

  test('a journal that this machine did not write gets no secret sent to its address', async () => {
    const heard: string[] = []
    const stop = new AbortController()
    const source = madeUpSource(pages, {
      hear: (what) => {
        heard.push(what)
        if (what === 'page 1') stop.abort()
      },
    })
    const cwd = temporaryFolder()
    await fetch(source, ['made-up', '--place', 'here', '--out', 'a'], { cwd, signal: stop.signal })
    const text = readFileSync(join(cwd, 'a.fetch'), 'utf8')
    writeFileSync(join(cwd, 'a.fetch'), text.replace('"here"', '"thief"'))
    heard.length = 0
    const { code, err } = await fetch(source, ['made-up', '--out', 'a', '--resume'], { cwd, answer: secret })
    expect([code, heard, err.includes('thief'), err]).toEqual([2, [], false, expect.stringContaining('--place again')])
  })

  test('a secret of two lines is refused without being repeated', async () => {
    const env = { MADE_UP_PASSWORD: `${secret}\nx` }
    const { code, err } = await fetch(madeUpSource(pages), ['made-up', '--out', 'a'], { env })
    expect([code, err.split('\n')[1]]).toEqual([2, 'The password must be one line. Check where it comes from.'])
  })

  test('a failure says how many users are saved, and how to go on', async () => {
    const reply = {
      kind: 'failed',
      code: 'unauthorized',
      sentence: 'The token expired. Get a new one.',
      again: false,
    } as const
    const source = madeUpSource([pages[0] ?? { users: [] }, { users: [], before: [reply] }])
    const { code, err } = await fetch(source, ['made-up', '--out', 'a'])
    expect([code, err.trim().split('\n').slice(-2)]).toEqual([
      4,
      [
        'The token expired. Get a new one.',
        '3 users saved. Continue with: user-migration fetch made-up --out a --resume',
      ],
    ])
  })
})
