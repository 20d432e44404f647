import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3]
const mail = (at: number) => `user${at}@acme.example`
const all = { records: 4, users: 3, ready: 3, unreadable: 0, loginMethods: { emailPassword: 3 } }

const hash = (at: number) => `{CRYPT}${madeUpBcrypt(at)}`

test('entries of a directory in DSML are people or groups, with all values of an attribute', async () => {
  const attr = (name: string, ...values: readonly string[]) =>
    `<dsml:attr name="${name}">${values.map((value) => `<dsml:value>${value}</dsml:value>`).join('')}</dsml:attr>`
  const classes = (...names: readonly string[]) =>
    `<dsml:objectclass>${names.map((name) => `<dsml:oc-value>${name}</dsml:oc-value>`).join('')}</dsml:objectclass>`
  const person = (at: number) =>
    `<dsml:entry dn="uid=u${at},dc=acme">${classes('top', 'inetOrgPerson')}${attr('uid', `u${at}`)}${attr('mail', mail(at))}${attr('userPassword', hash(at))}</dsml:entry>`
  const group = `<dsml:entry dn="cn=staff,dc=acme">${classes('top', 'groupOfNames')}${attr('cn', 'staff')}${attr('member', 'uid=u1,dc=acme', 'uid=u2,dc=acme')}</dsml:entry>`
  const text = `<?xml version="1.0"?>\n<dsml:dsml xmlns:dsml="http://www.dsml.org/DSML"><dsml:directory-entries>\n${[...some.map(person), group].join('\n')}\n</dsml:directory-entries></dsml:dsml>\n`
  const { json } = await inspect({ 'people.xml': text })
  expect(json).toMatchObject({ ...all, other: { groupOfNames: 1 } })
})

test.each(['xsi:type="xsd:base64Binary"', 'encoding="base64"'])(
  'values in base64 are decoded where their element says so: %s',
  async (saying) => {
    const attr = (name: string, value: string, more = '') =>
      `<attr name="${name}"><value${more}>${value}</value></attr>`
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const entry = (at: number) =>
      `<searchResultEntry dn="uid=u${at},dc=acme">${attr('objectClass', 'inetOrgPerson')}${attr('mail', mail(at))}${attr('userPassword', base64(hash(at)), ` ${saying}`)}${attr('jpegPhoto', '/9j/4AAQSkZJRgABAQ==', ` ${saying}`)}</searchResultEntry>`
    const { json } = await inspect({
      'people.xml': `<batchResponse xmlns="urn:oasis:names:tc:DSML:2:0:core" xmlns:xsi="x">\n<searchResponse>\n${some.map(entry).join('\n')}\n</searchResponse></batchResponse>\n`,
    })
    expect(json).toMatchObject({ ...all, records: 3 })
    expect(JSON.stringify(json)).not.toContain('unaccounted')
  },
)

test('the name of a value may be in an attribute with a namespace', async () => {
  const attr = (name: string, value: string) => `<x:attr x:name="${name}"><x:value>${value}</x:value></x:attr>`
  const entry = (at: number) =>
    `<x:person>${attr('mail', mail(at))}${attr('passwordHash', madeUpBcrypt(at))}</x:person>`
  const { json } = await inspect({ 'people.xml': `<x:all xmlns:x="urn:x">\n${some.map(entry).join('\n')}\n</x:all>\n` })
  expect(json).toMatchObject({ ...all, records: 3 })
})

test('a value in an element with attributes is read like one without, and its attributes say more of it', async () => {
  const contact = (at: number) => `<contact type="mail" confirmed="${at === 1 ? 'no' : 'yes'}">${mail(at)}</contact>`
  const phone = (at: number) => (at === 2 ? '<contact type="mobile">+4915112345678</contact>' : '')
  const secret = (at: number) => `<secret scheme="bcrypt">${madeUpBcrypt(at)}</secret>`
  const member = (at: number) => `<member><login>u${at}</login>${contact(at)}${phone(at)}${secret(at)}</member>`
  const sponsor = (at: number) => `<sponsor><name>Firm ${at}</name><mail>firm${at}@acme.example</mail></sponsor>`
  for (const others of [[], some.map(sponsor)]) {
    const { json } = await inspect({ 'club.xml': `<club>\n${[...others, ...some.map(member)].join('\n')}\n</club>\n` })
    expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { emailPassword: 3 }, hashes: { bcrypt: 3 } })
    const [file] = (json as { files: { mapping: { columns: { column: string; becomes: string }[] } }[] }).files
    expect(file?.mapping.columns.map(({ column, becomes }) => [column, becomes]).toSorted()).toEqual([
      ['contact.mail', 'email'],
      ['contact.mail.confirmed', 'email-verified'],
      ['contact.mobile', 'phone'],
      ['secret', 'password-hash'],
      ['secret.scheme', 'hash-algorithm'],
    ])
  }
})

test('several values of one kind are a list of objects, of which the first is read', async () => {
  const member = (at: number) =>
    `<member><id>${at}</id><email main="1">${mail(at)}</email><email main="0">${mail(at + 10)}</email><password kind="old">${hash(at)}</password></member>`
  const { json } = await inspect({ 'club.xml': `<club>\n${some.map(member).join('\n')}\n</club>\n` })
  expect(json).toMatchObject({ users: 3, loginMethods: { emailPassword: 3 } })
})
