import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closeDocument, createDocument, openDocument } from '../../../electron/engine/document/open-document.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { openSession, readInto } from '../../../electron/cli/open-migration.ts'
import { startRehearsalHere } from '../../support/rehearsal-here.ts'
import { cli, type CliSurroundings } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { accountsCsv, hashConfig, knownAccounts, otherKey, password } from '../../support/data/known-accounts.ts'
import { fileIn, folderOf } from '../../support/temporary-folder.ts'

/** A folder with a migration of the known accounts, `m.migration`. */
async function folderWith({ config = hashConfig() }: { readonly config?: string | null } = {}): Promise<string> {
  const folder = folderOf({
    'accounts.csv': accountsCsv(knownAccounts),
    'more.csv': 'id,email\n2b,twin@example.com\n',
    'hash_config.txt': hashConfig(),
  })
  const document = must(createDocument(join(folder, 'm.migration')))
  const session = openSession(document, { startRehearsal: startRehearsalHere })
  const files = ['accounts.csv', 'more.csv']
  const input = { cwd: folder, files, choices: noChoices, mapping: null, scryptText: config, only: null }
  must(await readInto(session, { ...input, signal: new AbortController().signal }))
  await session.end()
  return folder
}

function prove(folder: string, args: readonly string[], surroundings: Partial<CliSurroundings> = {}) {
  return cli(['check-password', 'm.migration', ...args], { cwd: folder, ...surroundings })
}

describe('the command prove', () => {
  test('says whether the password of one account fits, in words and exit codes', async () => {
    const folder = await folderWith()
    const right = await prove(folder, ['--user', 'argon2id-19'], { input: password })
    const wrong = await prove(folder, ['--user', 'accounts.csv:2', '--json'], { input: 'wrong' })
    expect([right, wrong]).toEqual([
      {
        code: 0,
        out: 'It matches: this account signs in with its old password. Argon2 is confirmed by a known account.\n',
        err: '',
        json: null,
      },
      {
        code: 3,
        out: expect.any(String),
        err: '',
        json: {
          outcome: 'mismatch',
          message: expect.stringContaining('does not match'),
          advice: expect.arrayContaining([expect.stringContaining('pepper')]),
        },
      },
    ])
  })

  test('asks for the password where there is a terminal, without showing it', async () => {
    const folder = await folderWith()
    const prompts: string[] = []
    const answer = (question: string) => {
      prompts.push(question)
      return password
    }
    const { code } = await prove(folder, ['--user', '2y'], { answer, input: 'not this one' })
    expect([code, prompts]).toEqual([0, ['Password of this account (checked on this computer): ']])
  })

  test('proves Firebase scrypt with the signer key of the parameters, and without them only says what was checked', async () => {
    const folder = await folderWith()
    const scrypt = ['--user', 'scrypt-raw']
    const without = await prove(folder, scrypt, { input: password })
    const given = await prove(folder, [...scrypt, '--scrypt-parameters', 'hash_config.txt'], { input: password })
    fileIn(folder, 'other-key.txt', hashConfig(otherKey))
    const other = await prove(folder, [...scrypt, '--scrypt-parameters', 'other-key.txt'], { input: password })
    expect([without.code, without.out.split('\n')[0], given.code, other.code]).toEqual([
      2,
      'Only the format of the hash could be checked: the hash is as long as the signer key, 64 bytes. The password was not checked.',
      0,
      3,
    ])
  })

  test('takes parameters where the migration has none, and changes none that it has', async () => {
    const folder = await folderWith({ config: null })
    const args = ['--user', 'scrypt-raw', '--scrypt-parameters']
    fileIn(folder, 'other.txt', hashConfig(undefined, 'Zm9v'))
    const first = await prove(folder, [...args, 'hash_config.txt'], { input: password })
    const other = await prove(folder, [...args, 'other.txt'], { input: password })
    const again = await prove(folder, [...args, 'hash_config.txt'], { input: password })
    expect([first.code, other, again.code]).toEqual([
      0,
      { code: 2, out: '', err: expect.stringMatching(/^These are not the hash parameters/), json: null },
      0,
    ])
  })

  test.each([
    ['no user', [], { input: 'p' }, 'Name one migration and one user.'],
    ['nobody of that id', ['--user', 'nobody'], { input: 'p' }, 'This migration has no user with that ID.'],
    ['two of that id', ['--user', '2b'], { input: 'p' }, 'Several users have that ID.'],
    ['no password', ['--user', '2a'], {}, 'No password was given.'],
    ['an empty one', ['--user', '2a'], { answer: () => '' }, 'No password was given.'],
    [
      'a password as an argument',
      ['--user', '2a', '--password', 'p'],
      { input: 'p' },
      'There is no option --password.',
    ],
    [
      'no such parameters',
      ['--user', '2a', '--scrypt-parameters', 'no.txt'],
      { input: 'p' },
      'Cannot read the hash parameters from no.txt.',
    ],
    ['no parameters', ['--user', '2a', '--scrypt-parameters', 'more.csv'], { input: 'p' }, 'Not found: base64_salt'],
    ['two migrations', ['m.migration', '--user', '2a'], { input: 'p' }, 'Name one migration and one user.'],
  ])('refuses %s with one line and exit code 2', async (_, args, surroundings, sentence) => {
    const folder = await folderWith()
    const { code, out, err } = await prove(folder, args, surroundings)
    expect([code, out, err.startsWith(sentence), err.trimEnd().includes('\n')]).toEqual([2, '', true, false])
  })

  test('leaves the password in no file and on no stream', async () => {
    const folder = await folderWith()
    const planted = 'planted-pa55word-XYZZY'
    const runs = []
    for (const user of Object.keys(knownAccounts).filter((account) => account !== '2b')) {
      for (const more of [[], ['--json'], ['--scrypt-parameters', 'hash_config.txt']])
        runs.push(await prove(folder, ['--user', user, ...more], { input: planted }))
    }
    for (const format of ['csv', 'json', 'failed', 'created']) {
      const report = ['report', 'm.migration', '--format', format, '--out', `${format}.out`, '--unmasked']
      runs.push(await cli(report, { cwd: folder }))
    }
    const texts = [
      JSON.stringify(runs),
      ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
    ]
    expect([runs.length, texts.length, texts.filter((text) => text.includes('XYZZY'))]).toEqual([37, 7, []])
    expect(readFileSync(join(folder, 'json.out'), 'utf8')).toContain('"mismatched": 6')
  })

  test('stops when it is told to', async () => {
    const { code } = await prove(await folderWith(), ['--user', '2a'], { input: password, signal: AbortSignal.abort() })
    expect(code).toBe(4)
  })

  test('is refused while another process has the migration open', async () => {
    const folder = await folderWith()
    const held = must(openDocument(join(folder, 'm.migration')))
    const { code, err } = await prove(folder, ['--user', '2a'], { input: password })
    closeDocument(held)
    expect([code, err]).toEqual([2, expect.stringMatching(/^[A-Z][^\n]+\n$/)])
  })
})
