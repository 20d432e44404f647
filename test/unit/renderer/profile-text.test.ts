import { expect, test } from 'vitest'
import { appsText, joinedText, metadataText } from '../../../renderer/components/users/user/user-overview.tsx'

test('the size of metadata is said with its limit, and whether it is sent', () => {
  const metadata = { json: '{}', hidden: 0, masked: false, size: 1204, limit: 65_536 }
  expect([metadataText({ ...metadata, sent: true }), metadataText({ ...metadata, sent: false })]).toEqual([
    'Metadata: 1,204 of 65,536 characters',
    'Metadata: 1,204 of 65,536 characters, not sent',
  ])
})

test('authenticator apps are counted, with those that stay behind', () => {
  const apps = (authenticatorApps: number, authenticatorAppsSent: number) =>
    appsText({ metadata: null, roles: [], moreRoles: 0, authenticatorApps, authenticatorAppsSent, joined: null })
  expect([apps(1, 1), apps(1, 0), apps(3, 2)]).toEqual([
    '1 authenticator app',
    '1 authenticator app, not sent',
    '3 authenticator apps, 2 sent',
  ])
})

test('the time joined is a time in UTC, or said to be none', () => {
  expect([joinedText({ at: '2023-02-09T16:34:22.000Z' }), joinedText({ at: null })]).toEqual([
    '2023-02-09 16:34:22 UTC',
    'Not a readable date',
  ])
})
