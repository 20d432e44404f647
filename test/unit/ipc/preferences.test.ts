import { expect, test } from 'vitest'
import { preferenceRequests } from '../../../electron/ipc/services/preferences.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import type { SavedFilter } from '../../../shared/ipc/preferences.ts'
import { must } from '../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

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
