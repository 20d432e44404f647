import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf, temporaryFolder } from '../../support/temporary-folder.ts'

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0
}

async function script(shell: string): Promise<string> {
  const { code, out } = await cli(['completion', shell], { cwd: temporaryFolder() })
  expect(code).toBe(0)
  return out
}

describe.skipIf(!isInstalled('bash'))('completion in bash', () => {
  /** The completions that the shell offers for the last of `words`. */
  async function offered(words: readonly string[]): Promise<readonly string[]> {
    const folder = folderOf({ completion: await script('bash'), 'users.csv': '' })
    const list = ['user-migration', ...words].map((word) => `'${word}'`).join(' ')
    const program = `. ./completion; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _user_migration; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, status } = spawnSync('bash', ['-c', program], { cwd: folder, encoding: 'utf8' })
    expect(status).toBe(0)
    return stdout.trim().split('\n')
  }

  test.each([
    [['ver'], ['verify']],
    [['re'], ['resume', 'retry', 'report', 'remove-hashes', 'rehearsal-core']],
    [['run', '--max'], ['--max-rate']],
    [
      ['run', '--dialect', ''],
      ['auto', 'documented', 'supertokens'],
    ],
    [['inspect', 'us'], ['users.csv']],
  ])('%j', async (words, expected) => {
    expect((await offered(words)).toSorted()).toEqual([...expected].toSorted())
  })
})

describe.each(['zsh', 'fish'])('completion in %s', (shell) => {
  test.skipIf(!isInstalled(shell))('is a script that this shell can read', async () => {
    const file = join(temporaryFolder(), 'completion')
    const text = await script(shell)
    expect(text).toContain('rehearsal-core')
    writeFileSync(file, text)
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

test('another shell is refused in a sentence', async () => {
  const { code, err } = await cli(['completion', 'tcsh'], { cwd: temporaryFolder() })
  expect([code, err.startsWith('Name one shell: bash, zsh, fish.')]).toEqual([2, true])
})
