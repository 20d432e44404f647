import { expect, test } from 'vitest'
import { fileProviders, knownProviders } from '../../../renderer/steps/export/providers.ts'
import { exportFormats } from '../../../shared/exports/index.ts'

test('a file can be said to be of every provider whose exports are read, once, or a table of one’s own at the end', () => {
  const offered = fileProviders.map(({ id }) => id)
  const read = exportFormats.map(({ provider }) => provider)
  expect([offered.toSorted(), offered.at(-1)]).toEqual([[...read, 'generic'].sort(), 'generic'])
})

test('known providers are named in a phrase that does not grow with them', () => {
  expect([knownProviders(2), knownProviders(1000).split(', ').length]).toEqual([
    `Auth0, Firebase Authentication and ${exportFormats.length - 2} more`,
    exportFormats.length,
  ])
})
