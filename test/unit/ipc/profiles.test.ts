import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { profileRequests } from '../../../electron/ipc/services/preferences.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import { codeOf, must } from '../../support/documents.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'settings.json'), '{"version": 1, "connections": 7')
    expect(must(await profileRequests(createSettingsStore(folder))['profiles:list']({}))).toEqual({ profiles: [] })
  })
})
