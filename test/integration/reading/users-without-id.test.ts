import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { engineOf } from '../../support/engine.ts'

/* Files of users, in which nearly every user has an ID. */

type Row = Readonly<Record<string, string | null>>

const rowsOf = (count: number, without: readonly number[], nothing: string | null): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: without.includes(at) ? nothing : `${1000 + at}`,
    email: `u${at}@acme.example`,
    nome: `Name ${at}`,
  }))

const csv = (rows: readonly Row[]) =>
  ['id,email,nome', ...rows.map((row) => Object.values(row).join(','))].map((line) => `${line}\n`).join('')

const yaml = (rows: readonly Row[]) =>
  rows.map(({ id, email, nome }) => `- id: ${JSON.stringify(id)}\n  email: ${email}\n  nome: ${nome}\n`).join('')

const sql = (rows: readonly Row[]) => {
  const text = (value: string | null | undefined) => (typeof value === 'string' ? `'${value}'` : 'NULL')
  const values = rows.map((row) => `(${Object.values(row).map(text).join(', ')})`)
  return `CREATE TABLE users (id varchar(64), email varchar(255), nome varchar(255));\nINSERT INTO users (id, email, nome) VALUES\n${values.join(',\n')};\n`
}

const kept = (users: number) => expect.arrayContaining([expect.objectContaining({ code: 'new-id', users })])

describe('one user without an ID leaves all others theirs', () => {
  const forms = { csv, json: JSON.stringify, yaml, sql } as const
  test.each(
    Object.entries(forms).flatMap(([form, write]) =>
      ['', 'N/A', 'null', '-'].map((nothing) => [form, nothing, write(rowsOf(5, [2], nothing))] as const),
    ),
  )('in %s, where it is “%s”', async (form, _, text) => {
    const { json, out } = await inspect({ [`users.${form}`]: text })
    expect(json, out).toMatchObject({ users: 5, ready: 5, findings: kept(4) })
    expect(out).not.toContain('may be a key')
  })

  test.each([
    ['among the first', 5],
    ['behind them', 1900],
  ])('of many, %s', async (_, at) => {
    for (const nothing of ['', '-']) {
      const { json, out } = await inspect({ 'users.csv': csv(rowsOf(2000, [at], nothing)) })
      expect(json, out).toMatchObject({ users: 2000, ready: 2000, findings: kept(1999) })
    }
  })
})

test.each([5, 1900])('the file with the user says so, at row %i', async (at) => {
  const { out } = await inspect({ 'users.csv': csv(rowsOf(2000, [at], '')) })
  expect(out).toContain('only 1999 of 2000 records have one')
})

test('a ban by ID meets its user, though another has no ID', async () => {
  const engine = await engineOf({ 'users.csv': csv(rowsOf(12, [4], '')), 'bans.csv': 'user_id,status\n1003,banned\n' })
  must(await engine.ask('document:state', {}))
  expect(engine.users().flatMap(({ sourceId, state }) => (state === 'blocked' ? [sourceId] : []))).toEqual(['1003'])
})

test('an ID that many lack is asked about', async () => {
  const { out } = await inspect({ 'users.csv': csv(rowsOf(12, [1, 2, 3, 4], '')) })
  expect(out).toContain('its users have no ID: only 8 of 12 records have one')
})

test('a key that all have counts before an ID that one lacks', async () => {
  const rows = rowsOf(12, [1], '').map((row, at) => ({ ...row, uuid: `7c1f0e7a-0000-4000-8000-${1e11 + at}` }))
  const { json, out } = await inspect({ 'users.json': JSON.stringify(rows) })
  expect(json, out).toMatchObject({ users: 12, findings: kept(12) })
})
