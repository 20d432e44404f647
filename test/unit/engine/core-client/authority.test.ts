import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAuthority } from '../../../../electron/engine/core-client/authority.ts'
import { makeAuthority } from '../../../support/servers/made-up-authority.ts'

const [one, other] = [makeAuthority('One'), makeAuthority('Other')]

test('PEM with one or several certificates, and DER, are read; what stands around them is left out', () => {
  const several = `Bag Attributes\n${one.pem}\nsomething else\n${other.pem}`
  const der = new X509Certificate(one.pem).raw
  expect([readAuthority(Buffer.from(several)), readAuthority(der)]).toEqual([
    { ok: true, value: { pem: one.pem + other.pem, names: ['One', 'Other'] } },
    { ok: true, value: { pem: one.pem, names: ['One'] } },
  ])
})

test('a private key, a text and a damaged certificate are refused with a sentence', () => {
  const { cert, key } = one.issue('core.test')
  const damaged = one.pem.replace(/[A-Za-z]{8}/, '')
  const codes = [cert + key, 'hello', '', damaged].map((text) => {
    const read = readAuthority(Buffer.from(text))
    return read.ok ? 'read' : read.error.code
  })
  expect(codes).toEqual([
    'authority-private-key',
    'authority-unreadable',
    'authority-unreadable',
    'authority-unreadable',
  ])
})
