import { expect, test } from 'vitest'
import { fileProviders } from '../../../renderer/steps/export/providers.ts'
import { exportFormats } from '../../../shared/exports/index.ts'

test('a file can be said to be of every provider whose exports are read, or a table of one’s own', () => {
  const read = exportFormats.map(({ provider, title }) => ({ id: provider, title }))
  const offered = fileProviders.filter(({ id }) => id !== 'generic')
  expect(new Map(offered.map(({ id, title }) => [id, title]))).toEqual(
    new Map(read.map(({ id, title }) => [id, title])),
  )
})
