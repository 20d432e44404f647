import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSettingsStore, type Section } from '../../../electron/ipc/services/settings-store.ts'
import { fileIn, folderOf, temporaryFolder } from '../../support/temporary-folder.ts'

const names: Section<readonly string[]> = { name: 'names', schema: z.array(z.string()), initial: [] }
const size: Section<number> = { name: 'size', schema: z.number(), initial: 7 }

function settingsIn(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
}

test('sections lie in one file with a version, readable by its owner only, and nothing is left beside it', () => {
  const folder = join(temporaryFolder(), 'made', 'anew')
  const settings = createSettingsStore(folder)
  expect([settings.get(names), settings.get(size)]).toEqual([[], 7])
  expect([settings.change(names, () => ['ada']), settings.change(size, (n) => n + 1)]).toEqual([true, true])
  expect(settingsIn(folder)).toEqual({ version: 1, names: ['ada'], size: 8 })
  expect([readdirSync(folder), statSync(join(folder, 'settings.json')).mode & 0o777]).toEqual([
    ['settings.json'],
    0o600,
  ])
})

test('a change of nothing writes nothing', () => {
  const folder = temporaryFolder()
  const settings = createSettingsStore(folder)
  settings.change(size, () => 1)
  const before = statSync(join(folder, 'settings.json'), { bigint: true }).ino
  settings.change(size, () => 1)
  expect(statSync(join(folder, 'settings.json'), { bigint: true }).ino).toBe(before)
})

test('a section that an older or newer part of the app wrote is kept by a change of another', () => {
  const folder = folderOf({ 'settings.json': '{"version":1,"size":"large","more":{"a":1}}' })
  const settings = createSettingsStore(folder)
  expect(settings.get(size)).toBe(7)
  settings.change(names, () => ['ada'])
  expect(settingsIn(folder)).toEqual({ version: 1, size: 'large', more: { a: 1 }, names: ['ada'] })
})

test.each(['', '{', 'null', '[]', '{"names":["ada"]}', '{"version":"one"}'])(
  'a damaged file (%s) is kept beside before it is replaced',
  (text) => {
    const folder = folderOf({ 'settings.json': text })
    const settings = createSettingsStore(folder)
    expect(settings.get(names)).toEqual([])
    expect(settings.change(names, () => ['bo'])).toBe(true)
    expect(readFileSync(join(folder, 'settings.damaged.json'), 'utf8')).toBe(text)
    expect(createSettingsStore(folder).get(names)).toEqual(['bo'])
  },
)

test('the file of a later version is left as it is, and changes hold for this process', () => {
  const folder = temporaryFolder()
  const later = '{"version":2,"names":["ada"]}'
  fileIn(folder, 'settings.json', later)
  const settings = createSettingsStore(folder)
  expect([settings.change(names, (all) => [...all, 'bo']), settings.get(names)]).toEqual([false, ['bo']])
  expect([
    readFileSync(join(folder, 'settings.json'), 'utf8'),
    existsSync(join(folder, 'settings.damaged.json')),
  ]).toEqual([later, false])
})

test('where nothing can be written, changes hold for this process and add up', () => {
  const folder = folderOf({ file: '' })
  const settings = createSettingsStore(join(folder, 'file', 'below'))
  expect([settings.change(names, () => ['ada']), settings.change(names, (all) => [...all, 'bo'])]).toEqual([
    false,
    false,
  ])
  expect(settings.get(names)).toEqual(['ada', 'bo'])
})

test('processes that write at once lose nothing of each other', async () => {
  const folder = temporaryFolder()
  await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      ssr: join(import.meta.dirname, 'support', 'change-settings.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
    ssr: { noExternal: true },
  })
  const start = (n: number) => spawn(process.execPath, [join(folder, 'writer.mjs'), folder, String(n), '10'])
  await Promise.all(Array.from({ length: 4 }, (_, n) => once(start(n), 'exit')))
  expect(createSettingsStore(folder).get(names)).toHaveLength(40)
})
