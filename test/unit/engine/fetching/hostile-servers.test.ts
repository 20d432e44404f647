import { createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { anySource } from '../../../../electron/engine/fetching/any-source.ts'
import {
  createMessageLimit,
  ldapMessage,
  mysqlMessage,
  postgresMessage,
} from '../../../../electron/engine/fetching/message-limit.ts'
import type { JsonValue } from '../../../../electron/engine/fetching/source.ts'
import { entryRecord } from '../../../../electron/engine/fetching/sources/ldap/ldif-format.ts'
import { ldap } from '../../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { mysql } from '../../../../electron/engine/fetching/sources/mysql/mysql.ts'
import { postgresql } from '../../../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { fetchInto } from '../../../support/fetching.ts'
import { madeUpSource } from '../../../support/servers/made-up-source.ts'
import { listen } from '../../../support/servers/loopback.ts'

type MessageLength = typeof ldapMessage

const password = 'Corr3ct-Horse-of-the-old-system'

/** A server that says something and then answers each message by what it got. Remembers every byte. */
async function server(hello: Buffer | null, answer: (socket: Socket, bytes: Buffer, number: number) => void) {
  const got: Buffer[] = []
  const listening = createServer((socket) => {
    let number = 0
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      got.push(bytes)
      answer(socket, bytes, (number += 1))
    })
    if (hello !== null) socket.write(hello)
  })
  return { port: String(await listen(listening)), heard: () => Buffer.concat(got).toString('latin1') }
}

const sources = { postgresql: anySource(postgresql), mysql: anySource(mysql), ldap: anySource(ldap) }

async function fetchFrom(kind: keyof typeof sources, port: string, more: Record<string, string | boolean> = {}) {
  const what =
    kind === 'ldap'
      ? { base: 'dc=example', 'bind-dn': 'cn=reader' }
      : { database: 'app', user: 'reader', table: 'users' }
  const settings = { host: '127.0.0.1', port, ...what, ...more }
  return (await fetchInto(sources[kind], settings, { password }, { signal: AbortSignal.timeout(8000) })).outcome
}

const postgres = (letter: string, body: Buffer, length = body.length + 4) => {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const packet = (number: number, body: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head[3] = number
  return Buffer.concat([head, body])
}
/** The first packet of a server of MySQL 8 (its manual, "Protocol::HandshakeV10"). */
const greeting = (plugin: string) =>
  packet(
    0,
    Buffer.concat([
      Buffer.from('\u000a8.0.36\0', 'latin1'),
      Buffer.from([1, 0, 0, 0]),
      Buffer.from('abcdefgh\0', 'latin1'),
      Buffer.from([0xff, 0xf7, 0xff, 2, 0, 0xff, 0xdf, 21]),
      Buffer.alloc(10),
      Buffer.from('ijklmnopqrst\0', 'latin1'),
      Buffer.from(`${plugin}\0`, 'latin1'),
    ]),
  )

describe('a server that asks for the password where others can read it', () => {
  test('PostgreSQL: clear text is refused without TLS, unless the operator allows it', async () => {
    const hostile = await server(null, (socket, _bytes, number) => {
      if (number === 1) socket.write(postgres('R', int32(3)))
      else socket.destroy()
    })
    expect(await fetchFrom('postgresql', hostile.port)).toMatchObject({ code: 'not-encrypted' })
    expect(hostile.heard()).not.toContain(password)
    await fetchFrom('postgresql', hostile.port, { 'allow-plain-text': true })
    expect(hostile.heard()).toContain(password)
  })

  test.each(['caching_sha2_password', 'sha256_password', 'mysql_clear_password'])('MySQL: %s', async (plugin) => {
    const hostile = await server(greeting('mysql_native_password'), (socket, _bytes, number) => {
      const change = Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${plugin}\0abcdefghijklmnopqrst\0`, 'latin1')])
      if (number === 1) socket.write(packet(2, change))
      else if (number === 2 && plugin === 'caching_sha2_password') socket.write(packet(4, Buffer.from([1, 4])))
      else socket.destroy()
    })
    expect(await fetchFrom('mysql', hostile.port)).toMatchObject({ code: 'not-encrypted' })
    // Neither the password nor a request for the key of the server.
    expect([hostile.heard().includes(password), hostile.heard().endsWith('\u0001\0\0\u0005\u0002')]).toEqual([
      false,
      false,
    ])
  })
})

describe('a server that does not keep to its protocol', () => {
  test.each([99, 4, 1000])('PostgreSQL: sign-in of kind %i is a sentence, not the end of the process', async (kind) => {
    const hostile = await server(null, (socket) => void socket.write(postgres('R', int32(kind))))
    expect(await fetchFrom('postgresql', hostile.port)).toMatchObject({ kind: 'failed', code: 'bad-reply' })
  })

  test('a message of gigabytes is refused when it is announced', async () => {
    const hostile = {
      postgresql: await server(null, (socket) => void socket.write(postgres('D', Buffer.alloc(8), 3_800_000_000))),
      mysql: await server(greeting('mysql_native_password'), (socket, _bytes, number) => {
        if (number > 1) return
        const full = packet(2, Buffer.alloc(0xff_ff_ff))
        for (let part = 0; part < 8; part += 1) socket.write(full)
      }),
      ldap: await server(
        null,
        (socket) => void socket.write(Buffer.from([0x30, 0x84, 0xe0, 0, 0, 0, 2, 1, 1, 0x61, 0x84])),
      ),
    }
    for (const kind of ['postgresql', 'mysql', 'ldap'] as const)
      expect([kind, await fetchFrom(kind, hostile[kind].port)]).toEqual([
        kind,
        expect.objectContaining({ kind: 'failed', code: 'size-limit' }),
      ])
  })
})

describe('an old system that does not end', () => {
  const one = { id: 'u1', email: 'one@example.com' }

  test('a list with ever new cursors and always the same user', async () => {
    let number = 0
    const page = () => {
      number += 1
      return Promise.resolve({
        kind: 'page',
        records: Array.from({ length: 500 }, () => one),
        next: String(number),
      } as const)
    }
    const { outcome } = await fetchInto(madeUpSource([], { page }), {}, {})
    expect([outcome, number < 100]).toEqual([expect.objectContaining({ code: 'bad-reply', users: 1 }), true])
  })

  test('a record that is nested without end is a sentence', async () => {
    let deep: JsonValue = []
    for (let level = 0; level < 200_000; level += 1) deep = [deep]
    const { outcome } = await fetchInto(madeUpSource([{ users: [{ ...one, deep }] }]), {}, {})
    expect(outcome).toMatchObject({ code: 'bad-reply', sentence: expect.stringContaining('nested too deeply') })
  })
})

test('an attribute whose name would begin another entry is refused', () => {
  const value = Buffer.from('x')
  for (const name of ['mail\n\ndn: cn=admin', 'mail: forged\nuid', '', 'a b'])
    expect(() => entryRecord('cn=a', [[name, value]])).toThrow('Not an attribute')
  for (const name of ['userPassword', 'cn;lang-de', '2.5.4.3'])
    expect(entryRecord('cn=a', [[name, value]])).toBeDefined()
})

describe('bounds on messages', () => {
  const cases: readonly (readonly [string, MessageLength, Buffer])[] = [
    ['PostgreSQL', postgresMessage, postgres('D', Buffer.alloc(300))],
    ['MySQL', mysqlMessage(), packet(0, Buffer.alloc(300))],
    ['LDAP', ldapMessage, Buffer.concat([Buffer.from([0x30, 0x82, 1, 44]), Buffer.alloc(300)])],
    ['short LDAP', ldapMessage, Buffer.from([0x30, 2, 1, 1])],
  ]
  test.each(cases)('%s: messages are told apart however they are cut', (_name, length, message) => {
    for (const size of [1, 2, 3, 4, 5, 7, 301, 1000]) {
      const bytes = Buffer.concat(Array.from({ length: 5 }, () => message))
      const limit = createMessageLimit(length, { message: message.length })
      const tooSmall = createMessageLimit(length, { message: message.length - 1 })
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect([size, pieces.every(limit.admits), pieces.every(tooSmall.admits)]).toEqual([size, true, false])
    }
  })

  test('a page is bounded, and the next one is counted anew', () => {
    const limit = createMessageLimit(postgresMessage, { page: 1000 })
    const message = postgres('D', Buffer.alloc(395))
    expect([limit.admits(message), limit.admits(message), limit.admits(message)]).toEqual([true, true, false])
    limit.nextPage()
    expect(limit.admits(message)).toBe(true)
  })
})
