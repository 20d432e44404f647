import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import type { Sample } from '../../../shared/mapping/export-format.ts'
import { exportFormats } from '../../../shared/exports/index.ts'
import { namedSample } from '../../../shared/exports/known-columns.ts'
import { presets } from '../../../shared/exports/presets/index.ts'
import { profileColumns } from '../../../shared/mapping/columns/profile-columns.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

function exportsOf(provider: string): readonly string[] {
  const own = join(sampleExports, provider)
  return existsSync(own) ? readdirSync(own).filter((name) => !name.endsWith('.txt')) : []
}

async function openMadeUp(path: string) {
  const opened = await openExport(join(sampleExports, path))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** The first records; of a dump the first ones of each table. */
async function samplesOf(path: string): Promise<readonly Sample[]> {
  const { sample, tables } = await openMadeUp(path)
  return tables?.map(({ name, columns, records }) => namedSample({ table: name, header: columns, records })) ?? [sample]
}

describe.each(exportFormats.map(({ provider, title }) => [provider, title] as const))('%s', (provider, title) => {
  test('has a sample export, a title and named fields', () => {
    const format = exportFormats.find((one) => one.provider === provider)
    expect({ files: exportsOf(provider).length > 0, title, fields: (format?.fields.length ?? 0) > 0 }).toEqual({
      files: true,
      title: expect.stringMatching(/^\S.*\S$/),
      fields: true,
    })
  })

  test('names fields that its sample exports have', async () => {
    const seen = new Set<string>()
    for (const name of exportsOf(provider)) {
      for (const { records, header } of await samplesOf(join(provider, name))) {
        for (const { path } of profileColumns(records, header)) seen.add(path)
      }
    }
    const fields = exportFormats.find((one) => one.provider === provider)?.fields ?? []
    // A value that is read whole shows by its members.
    const isSeen = (path: string, whole = false) =>
      seen.has(path) || (whole && [...seen].some((one) => one.startsWith(`${path}.`) || one.startsWith(`${path}[`)))
    const unseen = fields.filter(({ path, whole }) => !isSeen(path, whole))
    // A preset lists other names for the same column, of which one has to be in a sample.
    const others = presets.some((preset) => preset.provider === provider)
      ? fields.filter(({ path }) => seen.has(path)).map(({ becomes }) => becomes)
      : []
    expect(unseen.filter(({ becomes }) => !others.includes(becomes)).map(({ path }) => path)).toEqual([])
  })

  test.each(exportsOf(provider))('is what %s is taken for, and nothing else is', async (name) => {
    const recognition = {
      provider,
      shape: expect.stringMatching(/^\S.*\S$/),
      reason: expect.stringMatching(/^[a-z].*[^.]$/),
      role: expect.stringMatching(/^(users|parts)$/),
    }
    const found = (await samplesOf(join(provider, name))).map((sample) =>
      exportFormats.flatMap((format) => format.recognise(sample) ?? []),
    )
    // Tables of a dump without users belong to no provider.
    const known = found.filter((one) => found.length === 1 || one.length > 0)
    expect([known.length > 0, known]).toEqual([true, known.map(() => [recognition])])
  })
})
