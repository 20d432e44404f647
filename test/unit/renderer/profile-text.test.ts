import { createElement, type ComponentProps, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MetadataPart, ProfileFacts } from '../../../renderer/components/users/user/user-overview.tsx'

/** The texts that a component shows, in its order. */
function texts<P extends object>(component: ComponentType<P>, props: P): readonly string[] {
  return [...renderToStaticMarkup(createElement(component, props)).matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
}

const none = { metadata: null, roles: [], moreRoles: 0, authenticatorApps: 0, authenticatorAppsSent: 0, joined: null }
const facts = (profile: Partial<ComponentProps<typeof ProfileFacts>['profile']>) =>
  texts(ProfileFacts, { profile: { ...none, ...profile } })

test('the size of metadata is said with its limit, and whether it is sent', () => {
  const metadata = { json: '{}', hidden: 0, masked: false, size: 1204, limit: 65_536 }
  expect([true, false].map((sent) => texts(MetadataPart, { metadata: { ...metadata, sent } })[0])).toEqual([
    'Metadata: 1,204 of 65,536 characters',
    'Metadata: 1,204 of 65,536 characters, not sent',
  ])
})

test('authenticator apps are counted, with those that stay behind', () => {
  const apps = (authenticatorApps: number, authenticatorAppsSent: number) =>
    facts({ authenticatorApps, authenticatorAppsSent })
  expect([apps(0, 0), apps(1, 1), apps(1, 0), apps(3, 2)]).toEqual([
    [],
    ['TOTP', '1 authenticator app'],
    ['TOTP', '1 authenticator app, not sent'],
    ['TOTP', '3 authenticator apps, 2 sent'],
  ])
})

test('the time joined is a time in UTC, or said to be none', () => {
  expect([facts({ joined: { at: '2023-02-09T16:34:22.000Z' } }), facts({ joined: { at: null } })]).toEqual([
    ['Time joined', '2023-02-09 16:34:22 UTC'],
    ['Time joined', 'Not a readable date'],
  ])
})

test('roles that are not sent say so', () => {
  const roles = [
    { name: 'admin', sent: true },
    { name: 'editor', sent: false },
  ]
  expect(facts({ roles, moreRoles: 4 })).toEqual(['Roles', 'admin, editor (not sent) and 4 more'])
})
