import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rehearsalCoreCommand } from '../../../electron/cli/commands/rehearsal-core.ts'

let cwd = ''

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'rehearsal-command-'))
})

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true })
})

/** Runs the command; as soon as it prints its address, asks something and then ends it. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, ask?: (baseUrl: string) => Promise<unknown>) {
  const end = new AbortController()
  const printed: string[] = []
  const errors: string[] = []
  let answer: unknown = null
  const answerAndEnd = async (baseUrl: string): Promise<void> => {
    try {
      answer = ask === undefined ? null : await ask(baseUrl)
    } finally {
      end.abort()
    }
  }
  const out = (text: string): void => {
    printed.push(text)
    const baseUrl = /http:\S+/.exec(text)?.[0] ?? ''
    void answerAndEnd(baseUrl)
  }
  const io = { out, err: (text: string) => errors.push(text), env, cwd, signal: end.signal }
  const code = await rehearsalCoreCommand.run(args, io)
  return { code, printed, errors, answer }
}

async function statusOf(baseUrl: string, key: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'api-key': key }
  const body = JSON.stringify({ email: 'ann@example.com' })
  return (await fetch(`${baseUrl}/recipe/signinup/code`, { method: 'POST', headers, body })).status
}

async function statusOfBothKeys(baseUrl: string): Promise<readonly number[]> {
  return [await statusOf(baseUrl, 'key-in-a-file'), await statusOf(baseUrl, 'key-in-the-environment')]
}

describe('the command rehearsal-core', () => {
  test('prints one line with its address, answers, and ends with the signal', async () => {
    const { code, printed, errors, answer } = await run(['--base-path', '/auth'], {}, (url) => statusOf(url, ''))
    expect([code, printed.length, printed[0], errors, answer]).toEqual([
      0,
      1,
      expect.stringMatching(/^Rehearsal core \(documented\) on http:\/\/127\.0\.0\.1:\d+\/auth\n$/),
      [],
      200,
    ])
  })

  test('takes keys from files and from the environment, files first', async () => {
    await writeFile(join(cwd, 'key.txt'), '  key-in-a-file\n')
    const env = { USER_MIGRATION_API_KEY: 'key-in-the-environment' }
    const fromFile = await run(['--api-key-file', 'key.txt'], env, statusOfBothKeys)
    const fromEnvironment = await run([], env, statusOfBothKeys)
    expect([fromFile.answer, fromEnvironment.answer]).toEqual([
      [200, 401],
      [401, 200],
    ])
  })

  test('takes faults as JSON and from a file', async () => {
    const faults = JSON.stringify({ rules: [{ kind: '500' }] })
    await writeFile(join(cwd, 'faults.json'), faults)
    const answers: unknown[] = []
    for (const given of [faults, 'faults.json']) {
      answers.push((await run(['--faults', given], {}, (url) => statusOf(url, ''))).answer)
    }
    expect(answers).toEqual([500, 500])
  })

  test.each([
    ['an unknown option', ['--api-key', 'my-secret-key']],
    ['an argument without an option', ['my-secret-key']],
    ['a port that is none', ['--port', 'many']],
    ['a port beyond the last', ['--port', '65536']],
    ['an unknown dialect', ['--dialect', 'latin']],
    ['a key file that is not there', ['--api-key-file', 'missing.txt']],
    ['faults that are no faults', ['--faults', '{"rules":[{"kind":"418"}]}']],
    ['faults that are no JSON', ['--faults', '{"rules":']],
  ])('%s: exit 2 with one line that repeats no key', async (_, args) => {
    const { code, printed, errors } = await run(args)
    expect([code, printed, errors]).toEqual([2, [], [expect.stringMatching(/^[^\n]+\n$/)]])
    expect(errors.join('')).not.toContain('my-secret-key')
  })

  test('a key with a line break inside is refused', async () => {
    const { code, errors } = await run([], { USER_MIGRATION_API_KEY: 'two\nlines' })
    expect([code, errors]).toEqual([2, ['The API key must be one line of ASCII characters without spaces.\n']])
  })

  test('a port that is taken: exit 1', async () => {
    const { answer } = await run([], {}, async (url) => (await run(['--port', new URL(url).port])).code)
    expect(answer).toBe(1)
  })
})
