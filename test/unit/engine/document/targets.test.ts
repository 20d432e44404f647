import { expect, test } from 'vitest'
import { setSetting, getSetting } from '../../../../electron/engine/document/settings.ts'
import { clearTarget, currentTarget, useTarget } from '../../../../electron/engine/document/targets.ts'
import { withDocument } from './planned-documents.ts'

test.each([
  ['above its own', 'https://core.example.com/appid-shop', true],
  ['of another host', 'https://other.example.com', false],
  ['that only begins alike', 'https://core.example.com/appid-sh', false],
])('a document may name an address of the app %s', async (_, app, isTaken) => {
  await withDocument(({ database }) => {
    useTarget(database, {
      kind: 'live',
      base_url: 'https://core.example.com/appid-shop/tenant',
      name: 'Bank',
      dialect: 'supertokens',
      cdi_version: null,
      app_url: app,
      check_message: '',
    })
    const target = currentTarget(database)
    expect([target?.app_url, target?.name]).toEqual([isTaken ? app : null, 'core.example.com/appid-shop/tenant'])
    return Promise.resolve()
  })
})

test('a rehearsal that begins afresh loses its own curve, and no other one', async () => {
  await withDocument(({ database }) => {
    setSetting(
      database,
      'samples',
      [1, 2].map((target) => ({ target, samples: [] })),
    )
    clearTarget(database, 1)
    expect(getSetting(database, 'samples')).toEqual([{ target: 2, samples: [] }])
    return Promise.resolve()
  })
})
