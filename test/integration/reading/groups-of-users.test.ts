import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const user = (id: number) => ({ id, email: `u${id}@acme.example` })

/** YAML with a line for each key, and lists in brackets. */
function yamlOf(content: object, indent = ''): string {
  const lines = Object.entries(content).map(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `${indent}${key}:\n${yamlOf(value, `${indent}  `)}`
      : `${indent}${key}: ${JSON.stringify(value)}\n`,
  )
  return lines.join('')
}

/** The same content as JSON and as YAML. */
function bothOf(content: object) {
  return Promise.all([inspect({ 'all.json': JSON.stringify(content) }), inspect({ 'all.yaml': yamlOf(content) })])
}

const two = { acme: { users: [user(1), user(2)] }, globex: { users: [user(3)] } }

describe('lists of users of several groups in one file', () => {
  test.each([
    [two],
    [{ tenants: two }],
    [{ tenants: { ...two, other: { name: 'x' } } }],
    [{ 'acme.example': two.acme, 'globex.example': two.globex }],
    [{ version: 1, ...two, empty: { users: [] } }],
  ])('are read together, with the name of the group: %j', async (content) => {
    for (const { json } of await bothOf(content))
      expect(json).toMatchObject({
        users: 3,
        ready: 3,
        other: {},
        unreadable: 0,
        files: [{ mapping: { unused: [{ column: 'group' }] } }],
      })
  })

  test('disable the users of a group whose name says so', async () => {
    const content = { active: two.acme, suspended: two.globex }
    for (const { json } of await bothOf(content))
      expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 } })
  })

  test('may have lists of bans beside them', async () => {
    const content = { acme: two.acme, globex: { ...two.globex, bannedUserIds: [3] } }
    for (const { json } of await bothOf(content))
      expect(json).toMatchObject({ users: 3, ready: 2, joined: 1, blocked: { disabled: 1 } })
  })

  test.each([
    ['the same users once more', { app: two.acme, backup: two.acme }],
    ['something else about them', { app: two.acme, chat: { users: [{ id: 1, nick: 'x' }] } }],
  ])('are read apart where one holds %s', async (_, content) => {
    for (const { json } of await bothOf(content)) expect(json).toMatchObject({ users: 2, unreadable: 0 })
  })
})
