import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bsonOf } from '../../../support/data/bson-of.ts'
import { collect, linesOf, openWith, readAll, valuesOf } from './support.ts'

const oid = '65f1c0ffee65f1c0ffee65f1'
const ann = bsonOf({ _id: { oid }, email: 'ann@acme.example', n: 1 })
const ben = bsonOf({ _id: { oid: oid.replace('65', '66') }, email: 'ben@acme.example' })

describe('a BSON dump', () => {
  it('gives each document with its number, also gzipped, and again by its place', async () => {
    const expected = [
      [1, { _id: { $oid: oid }, email: 'ann@acme.example', n: 1 }],
      [2, { _id: { $oid: oid.replace('65', '66') }, email: 'ben@acme.example' }],
    ]
    for (const pack of [(content: Buffer) => content, gzipSync]) {
      const opened = await openWith(pack(Buffer.concat([ann, ben])))
      const records = await collect(opened.batches())
      expect([opened.format, linesOf(records)]).toEqual(['bson', expected])
      expect(await opened.recordAt(records[1]?.offset ?? -1)).toMatchObject({ email: 'ben@acme.example' })
    }
  })

  it('has values of every kind', async () => {
    const document = {
      id: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
      at: new Date('2024-01-02T03:04:05.000Z'),
      big: 9007199254740993n,
      long: 7n,
      half: 0.5,
      list: ['a', { b: true }],
      none: null,
      text: Buffer.from('$2b$10$abc'),
      bytes: Buffer.from([0, 255]),
      ['__proto__']: 'x',
    }
    expect(valuesOf(await readAll(bsonOf(document)))).toEqual([
      {
        id: '00112233-4455-6677-8899-aabbccddeeff',
        at: { $date: '2024-01-02T03:04:05.000Z' },
        big: '9007199254740993',
        long: 7,
        half: 0.5,
        list: ['a', { b: true }],
        none: null,
        text: '$2b$10$abc',
        bytes: { $binary: { base64: 'AP8=', subType: '00' } },
        '(__proto__)': 'x',
      },
    ])
  })

  it('loses one document where one is damaged, and says where the file was cut', async () => {
    const broken = Buffer.from(ann)
    broken[4] = 0x60
    const read = await readAll(Buffer.concat([ben, broken, ben, ann.subarray(0, 30)]))
    expect(linesOf(read)).toEqual([
      [1, expect.objectContaining({ email: 'ben@acme.example' })],
      [2, 'This document is not valid BSON: the fil'],
      [3, expect.objectContaining({ email: 'ben@acme.example' })],
      [4, 'The file ends within this document: it w'],
    ])
    expect(read.at(-1)).toMatchObject({ truncates: true })
    expect(linesOf(await readAll(Buffer.concat([ben, Buffer.alloc(8), ben])))).toEqual([
      [1, expect.anything()],
      [2, 'No BSON document begins here, so the res'],
    ])
  })

  it('is not looked into deeper than any user goes', async () => {
    let deep = bsonOf({ a: 1 })
    for (let level = 0; level < 300; level += 1) {
      const inside = Buffer.concat([Buffer.from([3, 97, 0]), deep, Buffer.from([0])])
      const length = Buffer.alloc(4)
      length.writeInt32LE(inside.length + 4)
      deep = Buffer.concat([length, inside])
    }
    expect(linesOf(await readAll(Buffer.concat([ann, deep])))).toEqual([
      [1, expect.anything()],
      [2, 'More than 200 lists and objects are nest'],
    ])
  })

  it('has thousands of sessions in one user, and is refused with the true reason where it has more than anyone', async () => {
    const session = (at: number) => ({ token: `t${at}`, at: new Date(at), ip: '192.0.2.1' })
    const sessions = (count: number) => Array.from({ length: count }, (_, at) => session(at))
    const long = bsonOf({ email: 'cem@acme.example', sessions: sessions(4000) })
    const nulls = Buffer.alloc(3 * 1_000_001, Buffer.from([0x0a, 0x61, 0]))
    const endless = Buffer.concat([Buffer.alloc(4), nulls, Buffer.from([0])])
    endless.writeInt32LE(endless.length)
    expect(linesOf(await readAll(Buffer.concat([long, endless, ann])))).toEqual([
      [1, expect.objectContaining({ email: 'cem@acme.example' })],
      [2, 'This document has more than 1,000,000 fi'],
      [3, expect.objectContaining({ email: 'ann@acme.example' })],
    ])
  })
})
