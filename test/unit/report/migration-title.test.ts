import { expect, test } from 'vitest'
import { migrationTitle, titledFiles } from '../../../shared/report/migration-title.ts'

const content = { name: 'migration 2026-11-21 14.05 (2)', sources: ['Auth0'], file: null, users: 2776, core: null }
const live = (name: string) => ({ kind: 'live', name }) as const

test('a migration is called after what it holds, until it is renamed', () => {
  expect([
    migrationTitle({ ...content, core: live('core.acme-staging.example/tenant') }),
    migrationTitle({ ...content, core: live('127.0.0.1:4700') }),
    migrationTitle({ ...content, core: { kind: 'rehearsal', name: 'Rehearsal core' } }),
    migrationTitle({
      ...content,
      sources: ['Custom table'],
      file: 'members.csv',
      users: 1,
      core: live('core.a.example'),
    }),
    migrationTitle({ ...content, sources: ['Custom table'], file: 'members.csv', users: null }),
    migrationTitle({
      ...content,
      sources: ['Custom table'],
      file: 'shop-app_users (2).ndjson',
      fetched: true,
      core: live('core.acme.example'),
    }),
    migrationTitle({ ...content, fetched: true, core: live('core.acme.example') }),
    migrationTitle({ ...content, sources: ['Auth0', 'Okta', 'LDAP'], users: null }),
    migrationTitle({ ...content, sources: [], users: 0 }),
    migrationTitle({ ...content, name: 'Globex members.migration' }),
    migrationTitle({ ...content, name: 'migration 2026-11-21' }),
  ]).toEqual([
    'Auth0 · 2,776 users · acme-staging',
    'Auth0 · 2,776 users · 127.0.0.1:4700',
    'Auth0 · 2,776 users',
    'members.csv · 1 user · a',
    'members.csv',
    'shop-app_users · 2,776 users · acme',
    'Auth0 · 2,776 users · acme',
    'Auth0 and 2 more',
    'New migration',
    'Globex members',
    'migration 2026-11-21',
  ])
})

test('the title names the files that have users, and one that adds to them only where there is no other', () => {
  const custom = { provider: 'generic', providerTitle: 'Custom table' }
  const bans = { ...custom, name: 'banned.csv', role: 'parts' } as const
  const members = { ...custom, name: 'members.csv', role: 'users' } as const
  const auth0 = { name: 'users.ndjson', provider: 'auth0', providerTitle: 'Auth0', role: 'users' } as const
  const unread = { name: 'logo.png', provider: null, providerTitle: '', role: 'users' } as const
  expect(titledFiles([unread, bans, members])).toEqual({ sources: ['Custom table'], file: 'members.csv' })
  expect(titledFiles([bans, auth0])).toEqual({ sources: ['Auth0'], file: null })
  expect(titledFiles([auth0, members])).toEqual({ sources: ['Auth0', 'Custom table'], file: null })
  expect(titledFiles([bans])).toEqual({ sources: ['Custom table'], file: 'banned.csv' })
  expect(titledFiles([])).toEqual({ sources: [], file: null })
})
