import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import { exportFormats } from '../../../shared/exports/index.ts'
import { profileColumns } from '../../../shared/mapping/profile-columns.ts'

const folder = join(import.meta.dirname, '../../exports')

function exportsOf(provider: string): readonly string[] {
  const own = join(folder, provider)
  return existsSync(own) ? readdirSync(own).filter((name) => !name.endsWith('.txt')) : []
}

async function openMadeUp(path: string) {
  const opened = await openExport(join(folder, path))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
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

  test('names fields that its made-up exports have', async () => {
    const seen = new Set<string>()
    for (const name of exportsOf(provider)) {
      const { sample } = await openMadeUp(join(provider, name))
      for (const { path } of profileColumns(sample.records, sample.header)) seen.add(path)
    }
    const fields = exportFormats.find((one) => one.provider === provider)?.fields ?? []
    expect(fields.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([])
  })

  test.each(exportsOf(provider))('is what %s is taken for, and nothing else is', async (name) => {
    const { sample } = await openMadeUp(join(provider, name))
    const found = exportFormats.flatMap((format) => format.recognise(sample) ?? [])
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
