import { expect, test } from 'vitest'
import {
  clearUserFilter,
  facetTable,
  namesInList,
  notePlanWritten,
  withFacet,
  writtenPlans,
} from '../../../../electron/engine/document/facets.ts'
import { closeDocument, openDocument } from '../../../../electron/engine/document/open-document.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Database, transaction } from '../../../../electron/engine/document/sqlite.ts'
import type { Facet } from '../../../../electron/engine/import-pipeline/plan-columns.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { keepUser, madeUpFacet } from '../../../support/planned-users.ts'

const finding = JSON.stringify([['disabled', '', 1, 'Disabled.']])

function facet(state: Facet[0], claim: Facet[11] = 0, findings = ''): Facet {
  return [state, 'bcrypt', 'password', 'google', 1, 'roles', 'north', '', 'summary', findings, '[]', claim, 'a kind']
}

const findingsOf = (database: Database) => database.prepare('SELECT facet_id, code FROM facet_finding').all()

test.each(['ready', 'blocked', 'excluded'] as const)(
  'a facet of users that are %s is read as it was written',
  (state) => {
    const document = emptyDocument()
    const { database, path } = document
    const ids = ([0, 1, 2] as const).map((claim) => facetTable.id(database, facet(state, claim)))
    expect(new Set(ids).size).toBe(3)
    expect(ids.map((id) => facetTable.of(database, id))).toEqual(
      [0, 1, 2].map((claim) => facet(state, claim as 0 | 1 | 2)),
    )
    expect(facetTable.of(database, 99)).toBeUndefined()
    // Another connection reads them from the document.
    closeDocument(document)
    const again = must(openDocument(path))
    expect(ids.map((id) => facetTable.of(again.database, id)?.[11])).toEqual([0, 1, 2])
    expect(facetTable.id(again.database, facet(state, 1))).toBe(ids[1])
    closeDocument(again)
  },
)

test('a facet that planning does not make is none', () => {
  const { database } = emptyDocument()
  const id = facetTable.id(database, facet('ready'))
  database.prepare("UPDATE facet SET plan_state = 'other'").run()
  expect(facetTable.of(database, id)).toBeUndefined()
  expect(facetTable.withClaim(database, id, 1)).toBe(id)
})

test('a facet is stored once, with its findings, however many were met since', () => {
  const { database } = emptyDocument()
  const first = facetTable.id(database, facet('blocked', 0, finding))
  for (let n = 0; n < 20; n++) facetTable.id(database, madeUpFacet({ bucket: `family ${n}` }))
  expect([facetTable.id(database, facet('blocked', 0, finding)), findingsOf(database)]).toEqual([
    first,
    [{ facet_id: first, code: 'disabled' }],
  ])
  expect(database.prepare('SELECT count(*) AS n FROM facet').get()).toEqual({ n: 21 })
})

test('a facet that was rolled back is written again', () => {
  const { database } = emptyDocument()
  expect(() =>
    transaction(database, () => {
      facetTable.id(database, facet('ready'))
      throw new Error('no')
    }),
  ).toThrow('no')
  const id = facetTable.id(database, facet('ready'))
  expect(database.prepare('SELECT id FROM facet').all()).toEqual([{ id }])
})

test('facets may take the place of each other', () => {
  const { database } = emptyDocument()
  const [one, other] = [facetTable.id(database, facet('ready')), facetTable.id(database, facet('blocked'))]
  for (const [id, of] of [one, other].entries()) {
    keepUser(database, { id: id + 1 })
    database.prepare('UPDATE user SET facet_id = ? WHERE id = ?').run(of, id + 1)
  }
  const swapped = new Map([
    [one, facet('blocked')],
    [other, facet('ready')],
  ])
  facetTable.turn(database, swapped, new Map([one, other].map((id) => [id, 1])))
  const states = `SELECT plan_state AS state FROM user ${withFacet} ORDER BY user.id`
  expect(database.prepare(states).all()).toEqual([{ state: 'blocked' }, { state: 'ready' }])
})

test('a facet is looked up in the document once, however many others are met in between', () => {
  const { database } = emptyDocument()
  let reads = 0
  const counted: Database = {
    ...database,
    prepare: (text) => {
      const statement = database.prepare(text)
      const get: typeof statement.get = (...values) => {
        reads += 1
        return statement.get(...values)
      }
      return { ...statement, get, run: (...values) => statement.run(...values) }
    },
  }
  const facets = Array.from({ length: 20 }, (_, n) => madeUpFacet({ bucket: `family ${n}` }))
  const ids = facets.map((one) => facetTable.id(counted, one))
  expect(facets.map((one) => facetTable.id(counted, one))).toEqual(ids)
  const found = [reads]
  for (let times = 0; times < 2; times += 1) {
    expect(ids.map((id) => facetTable.of(counted, id))).toEqual(facets)
    found.push(reads)
  }
  expect(found).toEqual([20, 40, 40])
})

test('facets that become the same are one, with the users of all, that of the most users staying', () => {
  const { database } = emptyDocument()
  const [few, many, other] = [
    facetTable.id(database, facet('ready')),
    facetTable.id(database, facet('blocked')),
    facetTable.id(database, facet('excluded')),
  ]
  for (const [id, of] of [few, many, many, other].entries()) {
    keepUser(database, { id: id + 1 })
    database.prepare('UPDATE user SET facet_id = ? WHERE id = ?').run(of, id + 1)
  }
  const version = getSetting(database, 'users-version') ?? 0
  const to = facet('blocked', 0, finding)
  facetTable.turn(
    database,
    new Map([
      [few, to],
      [many, to],
    ]),
    new Map([
      [few, 1],
      [many, 2],
    ]),
  )
  expect(
    database
      .prepare('SELECT facet_id FROM user ORDER BY id')
      .all()
      .map((row) => Object.values(row ?? {})[0]),
  ).toEqual([many, many, many, other])
  expect([facetTable.of(database, few), facetTable.of(database, many), findingsOf(database)]).toEqual([
    undefined,
    to,
    [{ facet_id: many, code: 'disabled' }],
  ])
  expect(getSetting(database, 'users-version')).toBe(version + 1)
  facetTable.turn(database, new Map([[many, facet('ready')]]), new Map([[many, 3]]))
  expect([facetTable.of(database, many), findingsOf(database)]).toEqual([facet('ready'), []])
})

test('names of a list, and plans that were written on a connection, are counted by themselves', () => {
  expect([namesInList('a,b'), namesInList(''), namesInList(',a,')]).toEqual([['a', 'b'], [], ['a']])
  const [one, two] = [emptyDocument().database, emptyDocument().database]
  for (let n = 0; n < 2; n++) notePlanWritten(one)
  expect([writtenPlans(one), writtenPlans(two)]).toEqual([2, 0])
})

test('facets whose values differ only in where one ends are two, also where they become others', () => {
  const { database } = emptyDocument()
  const split = (bucket: string, methods: string) => madeUpFacet({ bucket, methods })
  const ids = [facetTable.id(database, split('ab', 'c')), facetTable.id(database, split('a', 'bc'))]
  expect(ids[0]).not.toBe(ids[1])
  const [one = 0, other = 0] = ids
  const turned = new Map([
    [one, split('x', 'yz')],
    [other, split('xy', 'z')],
  ])
  facetTable.turn(database, turned, new Map())
  expect(ids.map((id) => facetTable.of(database, id))).toEqual([split('x', 'yz'), split('xy', 'z')])
})

test('without its filter a migration has no users to narrow to, and no lists that name them', () => {
  const { database } = emptyDocument()
  setSetting(database, 'user-filter', ['u1'])
  setSetting(database, 'user-filter-sources', ['failed.csv'])
  clearUserFilter(database)
  expect([getSetting(database, 'user-filter'), getSetting(database, 'user-filter-sources')]).toEqual([null, []])
})
