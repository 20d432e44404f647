import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import { exportFormats } from '../../../shared/exports/index.ts'

const folder = join(import.meta.dirname, '../../exports')

function exportsOf(provider: string): readonly string[] {
  const own = join(folder, provider)
  return existsSync(own) ? readdirSync(own).filter((name) => !name.endsWith('.txt')) : []
}

describe.each(exportFormats.map(({ provider, title }) => [provider, title] as const))('%s', (provider, title) => {
  test('has a made-up export, a title and named fields', () => {
    const format = exportFormats.find((one) => one.provider === provider)
    expect({ files: exportsOf(provider).length > 0, title, fields: (format?.fields.length ?? 0) > 0 }).toEqual({
      files: true,
      title: expect.stringMatching(/^\S.*\S$/),
      fields: true,
    })
  })

  test.each(exportsOf(provider))('is what %s is taken for, and nothing else is', async (name) => {
    const opened = await openExport(join(folder, provider, name))
    if (!opened.ok) throw new Error(opened.error.message)
    const found = exportFormats.flatMap((format) => format.recognise(opened.value.sample) ?? [])
    expect(found).toEqual([
      {
        provider,
        shape: expect.stringMatching(/^\S.*\S$/),
        reason: expect.stringMatching(/^[a-z].*[^.]$/),
        role: expect.stringMatching(/^(users|parts)$/),
      },
    ])
  })
})
