import { describe, expect, it } from 'vitest'
import { ofPeople, readAll, valuesOf } from './support.ts'

const ann = { id: 'u1', email: 'ann@acme.example' }
const ben = { id: 'u2', email: 'ben@acme.example' }
const cy = { id: 'u3', email: 'cy@globex.example' }
const both = [
  { ...ann, tenant: 'acme' },
  { ...ben, tenant: 'acme' },
  { ...cy, tenant: 'globex' },
]

describe('users of several organizations in one file', () => {
  it.each([
    [
      'under the name of a tenant',
      [
        { tenant: 'acme', users: [ann, ben] },
        { tenant: 'globex', users: [cy] },
      ],
    ],
    [
      'which the page is called by',
      {
        companies: [
          { id: 'acme', name: 'Acme Ltd', members: [ann, ben] },
          { id: 'globex', name: 'Globex', members: [cy] },
        ],
      },
    ],
    [
      'in an object of its own',
      [
        { organization: { name: 'Acme Ltd', slug: 'acme' }, users: [ann, ben] },
        { organization: { slug: 'globex' }, users: [cy] },
      ],
    ],
    [
      'behind the list',
      [
        { members: [ann, ben], name: 'acme' },
        { members: [cy], name: 'globex' },
      ],
    ],
    [
      'around the object with the list',
      {
        orgs: [
          { org: { name: 'acme' }, data: { users: [ann, ben] } },
          { org: { name: 'globex' }, data: { users: [cy] } },
        ],
      },
    ],
    [
      'of which one has teams',
      {
        orgs: [
          {
            name: 'acme',
            teams: [
              { id: 't1', users: [ann] },
              { id: 't2', users: [ben] },
            ],
          },
          { name: 'globex', teams: [{ id: 't3', users: [cy] }] },
        ],
      },
    ],
  ])('get its name: %s', async (_, content) => {
    for (const text of [JSON.stringify(content), JSON.stringify(content, null, 2)])
      expect(valuesOf(ofPeople(await readAll(text)))).toEqual(both)
  })

  it('get it from pages that follow each other, and none from one page alone', async () => {
    const [one, other] = [
      { org_id: 'acme', users: [ann, ben] },
      { org_id: 'globex', users: [cy] },
    ]
    expect(valuesOf(await readAll(`${JSON.stringify(one)}\n${JSON.stringify(other)}\n`))).toEqual([
      { ...ann, org_id: 'acme' },
      { ...ben, org_id: 'acme' },
      { ...cy, org_id: 'globex' },
    ])
    expect(valuesOf(await readAll(JSON.stringify(one)))).toEqual([ann, ben])
  })

  it('keep all digits of it, and their own field of that name', async () => {
    const content =
      '{"orgs":[{"orgId":123456789012345678901,"users":[{"email":"ann@acme.example"},{"email":"x","orgId":7}]}]}'
    expect(valuesOf(await readAll(content))).toEqual([
      { orgId: '123456789012345678901', email: 'ann@acme.example' },
      { orgId: 7, email: 'x' },
    ])
  })

  it.each([
    ['status', 'suspended', 'active'],
    ['active', false, true],
    ['blocked', true, false],
    ['state', 'No longer a customer', 'ok'],
  ])('get the %s of it that keeps them out, and no other', async (key, off, on) => {
    const pages = [
      { [key]: on, name: 'acme', users: [ann, ben] },
      { [key]: off, name: 'globex', users: [{ ...cy, status: 'new' }] },
    ]
    expect(valuesOf(await readAll(JSON.stringify(pages)))).toEqual([
      { ...ann, tenant: 'acme' },
      { ...ben, tenant: 'acme' },
      { ...cy, status: 'new', tenant: 'globex', [`account_${key}`]: String(off) },
    ])
  })

  it.each([
    ['registrationAllowed', false],
    ['registration_enabled', false],
    ['permanentLockout', true],
  ])('get nothing of its rule for them, %s', async (key, value) => {
    const realms = [
      { realm: 'acme', enabled: true, [key]: !value, users: [ann, ben] },
      { realm: 'globex', enabled: true, [key]: value, users: [cy] },
    ]
    expect(valuesOf(await readAll(JSON.stringify(realms)))).toEqual([
      { ...ann, realm: 'acme' },
      { ...ben, realm: 'acme' },
      { ...cy, realm: 'globex' },
    ])
  })
})
