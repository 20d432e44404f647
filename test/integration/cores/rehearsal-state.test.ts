import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseFaults } from '../../../electron/engine/rehearsal/faults/faults.ts'
import { startRehearsalCore, type RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { post, signUpAt } from '../../support/rehearsal.ts'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehearsal-state-'))
  file = join(folder, 'core.state')
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const options = { dialect: 'supertokens', apiKey: null, signerKey: null } as const

async function withCore<T>(use: (core: RehearsalCore) => Promise<T>): Promise<T> {
  const core = await startRehearsalCore({ ...options, file })
  if (!core.ok) throw new Error(core.error.message)
  try {
    return await use(core.value)
  } finally {
    await core.value.stop()
  }
}

const signUp = (core: RehearsalCore, name: string) => signUpAt(core.baseUrl, name, `${name}@example.com`)

const everybody = (core: RehearsalCore) => core.users({ from: 0, limit: 100 }).rows

describe('a rehearsal core with a file', () => {
  test('has the same users after a restart, and none of those that were removed', async () => {
    const before = await withCore(async (core) => {
      const ann = await signUp(core, 'ann')
      const bob = await signUp(core, 'bob')
      await signUp(core, 'eve\u2028')
      await post(core.baseUrl, '/recipe/userid/map', { superTokensUserId: ann, externalUserId: 'old-1' })
      await post(core.baseUrl, '/user/remove', { userId: bob })
      return everybody(core)
    })
    const after = await withCore(async (core) => everybody(core))
    expect(before.map((row) => [row.id === 'old-1', row.emails, row.verified])).toEqual([
      [true, ['ann@example.com'], true],
      [false, ['eve\u2028@example.com'], true],
    ])
    expect(after).toEqual(before)
  })

  test('has written a user before it answers, so that a crash loses nobody', async () => {
    await withCore(async (core) => {
      const id = await signUp(core, 'ann')
      expect(await readFile(file, 'utf8')).toContain(id)
    })
  })

  test('forgives a last line that a crash has cut', async () => {
    const before = await withCore(async (core) => {
      await signUp(core, 'ann')
      return everybody(core)
    })
    await appendFile(file, '["user","4be6')
    const after = await withCore(async (core) => {
      await signUp(core, 'bob')
      return everybody(core).length
    })
    expect([before.length, after, await withCore(async (core) => core.count())]).toEqual([1, 2, 2])
  })

  test.skipIf(process.platform === 'win32')(
    'is readable by its owner only and leaves no other file behind',
    async () => {
      await withCore((core) => signUp(core, 'ann'))
      await chmod(file, 0o644)
      await withCore((core) => signUp(core, 'bob'))
      expect([(await stat(file)).mode & 0o777, await readdir(folder)]).toEqual([0o600, ['core.state']])
    },
  )

  test.each([
    ['another file', 'email,hash\nann@example.com,x\n', 'line 1'],
    [
      'a broken line in the middle',
      '{"format":"rehearsal-core-state","version":1}\n["user"]\n["removed","x"]\n',
      'line 2',
    ],
  ])('leaves %s alone and says which line is wrong', async (_, content, place) => {
    await writeFile(file, content)
    const started = await startRehearsalCore({ ...options, file })
    expect([started, await readFile(file, 'utf8')]).toEqual([
      { ok: false, error: { code: 'state-file-foreign', message: expect.stringContaining(place) } },
      content,
    ])
  })

  test('writes nothing more once it is closed, and may be stopped twice', async () => {
    const core = await startRehearsalCore({ ...options, file })
    if (!core.ok) throw new Error(core.error.message)
    await signUp(core.value, 'ann')
    const faults = parseFaults({ latencyMs: 1 })
    if (faults.ok) core.value.setFaults(faults.value)
    const late = signUp(core.value, 'bob').catch(() => 'broken off')
    while (core.value.requests()['third-party'] < 2) await new Promise((resolve) => setImmediate(resolve))
    await core.value.stop()
    await core.value.stop()
    const written = await readFile(file, 'utf8')
    expect([await late, await readFile(file, 'utf8')]).toEqual(['broken off', written])
  })

  test('says so when the file cannot be read or written', async () => {
    const codes: unknown[] = []
    for (const path of [folder, join(folder, 'missing', 'core.state')]) {
      const started = await startRehearsalCore({ ...options, file: path })
      codes.push(started.ok ? 'started' : started.error.code)
    }
    expect(codes).toEqual(['state-file-unreadable', 'state-file-unwritable'])
  })
})
