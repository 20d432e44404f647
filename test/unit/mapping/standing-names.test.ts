import { expect, it } from 'vitest'
import { standingName } from '../../../shared/mapping/names/standing-names.ts'

it.each([
  ['compte activé', 'lets-in'],
  ['Benutzer aktiv?', 'lets-in'],
  ['cuenta_habilitada', 'lets-in'],
  ['klient aktywny', 'lets-in'],
  ['zbanowany', 'keeps-out'],
  ['usuario_baneado', 'keeps-out'],
  ['gebannt', 'keeps-out'],
  ['zawieszony', 'keeps-out'],
  ['statut du compte', 'status'],
  ['LOCK_FLAG', 'keeps-out'],
  ['lock_version', null],
  ['banner', null],
  ['bank', null],
  ['bandwidth', null],
  ['newsletter active', null],
  ['archivist', null],
])('what the name of a column says of its account, in whatever language: %s says %s', (name, says) => {
  expect(standingName(name)).toBe(says)
})
