import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { preferenceRequests, profileRequests } from '../../../electron/ipc/services/preferences.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import type { SavedFilter } from '../../../shared/ipc/preferences.ts'
import { codeOf, must } from '../../support/documents.ts'
import { fileIn, folderOf, temporaryFolder } from '../../support/temporary-folder.ts'

test('the theme is the system’s until one is chosen, stays chosen, and is the system’s again when it is damaged', async () => {
  const folder = temporaryFolder()
  const requests = () => preferenceRequests(createSettingsStore(folder))
  const scheme = async () => must(await requests()['theme:get']({})).scheme
  const first = await scheme()
  must(await requests()['theme:set']({ scheme: 'dark' }))
  const chosen = await scheme()
  fileIn(folder, 'settings.json', '{"version":1,"theme":{"scheme":"neon"}}')
  expect([first, chosen, await scheme()]).toEqual(['system', 'dark', 'system'])
})

test('the columns of each table are kept by themselves, and forgotten when they are damaged', async () => {
  const folder = temporaryFolder()
  const requests = () => preferenceRequests(createSettingsStore(folder))
  const kept = async (table: 'review' | 'run') => must(await requests()['columns:get']({ table })).kept
  const first = await kept('review')
  must(await requests()['columns:set']({ table: 'review', kept: 'wide' }))
  must(await requests()['columns:set']({ table: 'run', kept: 'narrow' }))
  const both = [await kept('review'), await kept('run')]
  fileIn(folder, 'settings.json', '{"version":1,"columns":{"review":7}}')
  expect([first, both, await kept('review')]).toEqual([null, ['wide', 'narrow'], null])
})

test('filters that were saved are there the next time, and none are when they are damaged', async () => {
  const folder = temporaryFolder()
  const requests = () => preferenceRequests(createSettingsStore(folder))
  const saved = async () => must(await requests()['filters:get']({})).saved
  const first = await saved()
  const filter: SavedFilter = {
    name: 'Old hashes',
    states: ['blocked'],
    filters: [{ kind: 'finding', code: 'unsupported-hash', group: 'md5', label: 'MD5' }],
    search: '',
  }
  must(await requests()['filters:set']({ saved: [filter] }))
  const kept = await saved()
  fileIn(folder, 'settings.json', '{"version":1,"filters":{"saved":[{"name":""}]}}')
  expect([first, kept, await saved()]).toEqual([[], [filter], []])
})

const live = { name: 'Production', baseUrl: 'https://core.example.com/', dialect: 'auto' } as const

describe('cores by name', () => {
  test('are kept in order, replaced by name and removed', async () => {
    const ask = profileRequests(createSettingsStore(temporaryFolder()))
    must(await ask['profiles:save'](live))
    must(await ask['profiles:save']({ name: 'Another', baseUrl: 'http://127.0.0.1:3567/app', dialect: 'documented' }))
    must(await ask['profiles:save']({ ...live, dialect: 'supertokens' }))
    const kept = must(await ask['profiles:list']({})).profiles
    const left = must(await ask['profiles:remove']({ name: 'Another' })).profiles
    expect([kept.map(({ name, baseUrl, dialect }) => `${name} ${baseUrl} ${dialect}`), left.length]).toEqual([
      ['Another http://127.0.0.1:3567/app documented', 'Production https://core.example.com supertokens'],
      1,
    ])
  })

  test('hold no secret and are readable by their owner only', async () => {
    const folder = temporaryFolder()
    const ask = profileRequests(createSettingsStore(folder))
    const refused = await ask['profiles:save']({ ...live, baseUrl: 'https://name:secret@core.example.com' })
    must(await ask['profiles:save'](live))
    const file = join(folder, 'settings.json')
    expect([codeOf(refused), readFileSync(file, 'utf8').includes('secret'), statSync(file).mode & 0o777]).toEqual([
      codeOf(refused),
      false,
      0o600,
    ])
    expect(refused.ok).toBe(false)
  })

  test('begin anew when their file is damaged', async () => {
    const folder = folderOf({ 'settings.json': '{"version": 1, "connections": 7' })
    expect(must(await profileRequests(createSettingsStore(folder))['profiles:list']({}))).toEqual({ profiles: [] })
  })
})
