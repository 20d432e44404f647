import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthorities } from '../../../electron/ipc/services/core-connections.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import { makeAuthority } from '../../support/made-up-authority.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const origin = 'https://core.example.com'

test('what is no certificate, too large, gone, or cannot be kept is said in a sentence, and nothing is trusted', async () => {
  const folder = temporaryFolder()
  const good = fileIn(folder, 'good.pem', makeAuthority().pem)
  const authorities = createAuthorities(createSettingsStore(folder))
  const trust = async (path: string, where = authorities) => {
    const trusted = await where.trust(origin, { path, name: 'file' })
    return trusted.ok ? 'trusted' : trusted.error.code
  }
  writeFileSync(join(folder, 'file'), '')
  expect([
    await trust(fileIn(folder, 'text.pem', 'hello')),
    await trust(fileIn(folder, 'large.pem', 'x'.repeat(2_000_000))),
    await trust(join(folder, 'nowhere.pem')),
    await trust(good, createAuthorities(createSettingsStore(join(folder, 'file', 'below')))),
  ]).toEqual(['authority-unreadable', 'file-too-large', 'file-vanished', 'not-saved'])
  expect(await authorities.of(origin)).toBeNull()
  expect([await trust(good), (await authorities.of(origin))?.names]).toEqual(['trusted', ['Made-up Authority']])
})
