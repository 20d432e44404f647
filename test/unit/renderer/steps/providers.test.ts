import { expect, test } from 'vitest'
import { fileProviders } from '../../../../renderer/steps/export/files/file-parts.tsx'
import { exportFormats } from '../../../../shared/exports/index.ts'

test('a file can be said to be of every provider whose exports are read, once, or a table of one’s own at the end', () => {
  const offered = fileProviders.map(({ id }) => id)
  const read = exportFormats.map(({ provider }) => provider)
  expect([offered.toSorted(), offered.at(-1)]).toEqual([[...read, 'generic'].sort(), 'generic'])
})
