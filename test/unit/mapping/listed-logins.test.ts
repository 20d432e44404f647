import { describe, expect, it } from 'vitest'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** The first of four users has no entry under this name. */
function loginsOf(name: string, entry: (at: number) => object, isList = true): readonly string[] {
  const records = [0, 1, 2, 3].map((at) => ({
    id: 40 + at,
    email: `u${at}@acme.example`,
    password: madeUpBcrypt(at),
    [name]: at === 0 ? (isList ? [] : null) : isList ? [entry(at)] : entry(at),
  }))
  const read = readByMapping(suggestMapping({ header: null, records }).mapping)
  return records.flatMap((record) => {
    const user = read(record)
    return user.kind === 'user'
      ? user.user.identities.map(({ provider, userId }) => `${provider} ${userId}`)
      : user.kind
  })
}

const provider = (at: number) => ['google', 'kakao', 'naver', 'apple'][at] ?? ''
const read = [1, 2, 3].map((at) => `${provider(at)} 29000001${at}`)

describe('the provider beside an ID in an entry of a list', () => {
  it.each(['socialAccounts', 'social_logins', 'linkedAccounts', 'snsAccounts', 'authMethods', 'externalLogins'])(
    'is that of the ID, whatever the list is called: %s',
    (list) => expect(loginsOf(list, (at) => ({ provider: provider(at), providerId: `29000001${at}` }))).toEqual(read),
  )

  it.each([
    ['type', 'id'],
    ['network', 'uid'],
    ['source', 'user_id'],
    ['platform', 'id'],
    ['Platform', 'PlatformUserId'],
    ['service', 'external_id'],
    ['provider', 'userId'],
  ])('is named by %s beside %s', (name, id) => {
    const entry = (at: number) => ({ [name]: provider(at), [id]: `29000001${at}` })
    expect(loginsOf('socialAccounts', entry)).toEqual(read)
    expect(loginsOf('socialAccount', entry, false)).toEqual(read)
  })

  it('is no ID of a document', () => {
    const entry = (at: number) => ({ provider_id: `5f1e0b7c2d9a4e6f8b3c3d1${at}`, id: `29000001${at}` })
    expect(loginsOf('identities', entry).filter((login) => login.startsWith('5f1e'))).toEqual([])
  })

  it('may be where players of games have their accounts', () => {
    const names = ['', 'Xbox', 'PSN', 'Game Center']
    const entry = (at: number) => ({ Platform: names[at], PlatformUserId: `29000001${at}` })
    expect(loginsOf('LinkedAccounts', entry)).toEqual(['Xbox 290000011', 'PSN 290000012', 'Game Center 290000013'])
  })

  it('is read in each entry', () => {
    const both = JSON.stringify([
      { provider: 'kakao', providerId: '290000011' },
      { provider: 'google', providerId: '290000019' },
    ])
    const records = [0, 1, 2].map((at) => ({ id: 40 + at, email: `u${at}@acme.example`, socialAccounts: both }))
    const { mapping } = suggestMapping({ header: null, records })
    const user = readByMapping(mapping)({ id: 7, email: 'ann@acme.example', socialAccounts: both })
    expect(user).toMatchObject({ user: { identities: [{ provider: 'kakao' }, { provider: 'google' }] } })
  })

  it.each(['identityProvider', 'idp'])('is no part of a login where the ID is that of the third party: %s', (name) => {
    expect(loginsOf(name, (at) => ({ type: provider(at), id: `f7c1aa0${at}-idp` }), false)).toEqual([])
  })

  it('is no part of a login with the number of the entry or the ID of its own user', () => {
    const counted = (at: number) => ({ id: at, user_id: 40 + at, provider: provider(at), uid: `29000001${at}` })
    expect(loginsOf('social_accounts', counted)).toEqual(read)
    expect(loginsOf('social_pages', (at) => ({ type: provider(at), id: `annlee${at}` }))).toEqual([])
  })

  it.each(['payments', 'subscriptions', 'devices', 'links', 'contacts'])('is none in %s', (list) => {
    expect(loginsOf(list, (at) => ({ provider: 'apple', type: provider(at), id: `29000001${at}` }))).toEqual([])
  })
})

describe('the ID in an object that is called after a third party', () => {
  const users = (more: (at: number) => object) =>
    [0, 1, 2, 3].map((at) => ({ _id: `65a0f0c0000000000000000${at}`, email: `u${at}@acme.example`, ...more(at) }))
  const readOf = (more: (at: number) => object) => {
    const records = users(more)
    const reader = tableReader(suggestMapping({ header: null, records }).mapping)
    return records.flatMap((record) => {
      const entry = reader(record)
      if (entry.kind !== 'user') return entry.kind
      const { identities, unmapped = [] } = entry.user
      return [
        ...identities.map((one) => `${one.provider} ${one.userId} ${one.email}`),
        ...unmapped.map((one) => `asked: ${one.kind} ${one.provider} ${one.value}`),
      ]
    })
  }

  it.each(['facebook', 'github', 'vk', 'twitter', 'kakao', 'google', 'discord'])(
    'is that of the user there: %s',
    (name) => {
      for (const of of [(at: number) => `${583231 + at}`, (at: number) => 583231 + at, (at: number) => `usr_${at}x9`]) {
        const found = readOf((at) =>
          at === 0 ? {} : { [name]: { id: of(at), name: `Ann ${at}`, email: `there${at}@acme.example` } },
        )
        expect(found).toEqual([1, 2, 3].map((at) => `${name} ${of(at)} there${at}@acme.example`))
      }
    },
  )

  it('is asked about where another third party has one as well', () => {
    const found = readOf((at) => ({ facebook: { id: `1023456789012345${at}` }, github: { id: `58323${at}` } }))
    expect(found).toHaveLength(8)
    expect(found.filter((one) => one.includes('facebook'))).toHaveLength(4)
    expect(found.filter((one) => one.includes('github'))).toHaveLength(4)
  })

  it('is none of a page, an order line or an account in a cloud', () => {
    expect(readOf((at) => ({ line: { id: `${800 + at}` } }))).toEqual([])
    expect(readOf((at) => ({ links: { twitter: { id: `annlee${at}` } } }))).toEqual([])
    expect(readOf((at) => ({ slack: { id: `T0${at}` } }))).toEqual([])
  })
})
