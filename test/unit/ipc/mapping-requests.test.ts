import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createIpcRouter } from '../../../electron/ipc/ipc-router.ts'
import type { Host } from '../../../electron/ipc/host.ts'
import { unmappedField } from '../../../shared/planning/unmapped-key.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { ok } from '../../../shared/result.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { emptyDocument, fakeEngine, fakeHost } from './support/fakes.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const mapping = mappingOf({ mail: 'email' })

type Decisions = Readonly<Record<string, 'import' | 'exclude'>>

/** A migration with one file whose mapping main knows; null: an export that is recognised. */
async function setUp(folder: string, known: Mapping | null, choices: Partial<Host>, decisions: Decisions = {}) {
  const { engine, asked } = fakeEngine({
    'mapping:get': async () => ok({ fileId: 1, editable: known !== null, columns: [], mapping: known, decisions }),
    'mapping:set': async () => ok(emptyDocument('')),
  })
  const router = createIpcRouter({ engine, host: fakeHost(folder, choices) })
  await router('document:new', {})
  const taken = () => asked.filter(([channel]) => channel === 'mapping:set').map(([, input]) => input)
  return { router, taken }
}

describe('a mapping', () => {
  test('is saved as a file that is whole and loaded from it', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'ours.json')
    const suggested: string[] = []
    const { router, taken } = await setUp(folder, mapping, {
      pickSave: async ({ name, kind }) => {
        suggested.push(name, kind)
        return path
      },
      pickFiles: async (what) => (what === 'mapping' ? [{ path, name: 'ours.json' }] : null),
    })
    expect(await router('mapping:save', { fileId: 1 })).toEqual(ok({ saved: 'ours.json' }))
    expect(suggested).toEqual(['migration 2026-11-21 14.05 mapping.json', 'json'])
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(mapping)
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([])
    expect(await router('mapping:load', { fileId: 1 })).toMatchObject({ ok: true, value: { name: 'made up' } })
    expect(taken()).toEqual([{ fileId: 1, mapping }])
  })

  test('takes its decisions along', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'ours.json')
    const decisions = {
      [unmappedField.key('unmapped-hash', 'a:b=c')]: 'import',
      'unmapped-phone:Tel.': 'exclude',
    } as const
    const host: Partial<Host> = { pickSave: async () => path, pickFiles: async () => [{ path, name: 'ours.json' }] }
    const { router, taken } = await setUp(folder, mapping, host, decisions)
    await router('mapping:save', { fileId: 1 })
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      ...mapping,
      decisions: [
        { column: 'a:b=c', kind: 'password-hash', decision: 'import' },
        { column: 'Tel.', kind: 'phone', decision: 'exclude' },
      ],
    })
    await router('mapping:load', { fileId: 1 })
    expect(taken()).toEqual([{ fileId: 1, mapping, decisions }])
  })

  test('is neither saved nor loaded when the dialog is closed', async () => {
    const { router, taken } = await setUp(temporaryFolder(), mapping, {})
    expect([await router('mapping:save', { fileId: 1 }), await router('mapping:load', { fileId: 1 }), taken()]).toEqual(
      [ok({ saved: null }), ok(null), []],
    )
  })

  test('that is no mapping is refused with a sentence, and nothing is changed', async () => {
    const folder = temporaryFolder()
    const huge = join(folder, 'huge.json')
    await writeFile(huge, ' '.repeat(1_048_577))
    const paths = [fileIn(folder, 'users.csv', 'id,email\n'), huge, join(folder, 'gone.json')]
    const answers = []
    for (const path of paths) {
      const { router, taken } = await setUp(folder, mapping, { pickFiles: async () => [{ path, name: 'x' }] })
      const answer = await router('mapping:load', { fileId: 1 })
      answers.push([answer.ok ? 'taken' : answer.error.code, taken().length])
    }
    expect(answers).toEqual([
      ['mapping-not-json', 0],
      ['file-too-large', 0],
      ['file-vanished', 0],
    ])
  })

  test('of a recognised export is saved once a further column is mapped, and may be loaded before', async () => {
    const { router } = await setUp(temporaryFolder(), null, { pickFiles: async () => [{ path: '/x', name: 'x' }] })
    const codes = []
    for (const channel of ['mapping:save', 'mapping:load']) codes.push(await router(channel, { fileId: 1 }))
    expect(codes).toMatchObject([
      { ok: false, error: { code: 'mapping-not-needed' } },
      { ok: false, error: { code: 'file-vanished' } },
    ])
  })
})

test('a password that does not fit the contract is refused without a word of it', async () => {
  const { router } = await setUp(temporaryFolder(), mapping, {})
  const answers = []
  for (const input of [
    { id: 1, password: '' },
    { id: 'hunter2', password: 'hunter2' },
    { id: 1, password: 'hunter2'.repeat(600) },
    { id: 1, password: ['hunter2'] },
  ])
    answers.push(await router('users:check-password', input))
  expect(answers).toMatchObject(answers.map(() => ({ ok: false, error: { code: 'bad-input' } })))
  expect(JSON.stringify(answers)).not.toContain('hunter2')
})
