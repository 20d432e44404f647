import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const inspected = (content: string) => cli(['inspect', 'users.txt'], { cwd: folderOf({ 'users.txt': content }) })

test('accounts of a system are users, however many fields they have and however few a password', async () => {
  const fields = 'daemon:*:1:1::0:0:Owner of processes:/root:/usr/sbin/nologin'
  const system = [1, 2, 3, 4, 5, 6].map((at) => fields.replaceAll('1', `${at}`).replace('daemon', `daemon${at}`))
  const ann = `ann:${madeUpBcrypt(1)}:1001:1001::0:0:Ann Lee:/home/ann:/bin/csh`
  const { json } = await inspect({ 'master.passwd': `# $FreeBSD$\n#\n${[ann, ...system].join('\n')}\n` })
  expect(json).toMatchObject({ records: 7, unreadable: 0, hashes: { bcrypt: 1 } })
  const six = [ann, ...system].map((line) => line.split(':').slice(0, 6).join(':')).join('\n')
  expect((await inspect({ 'accounts.txt': six })).json).toMatchObject({
    records: 7,
    unreadable: 0,
    hashes: { bcrypt: 1 },
  })
})

test('accounts of a BSD without a password have none, and their login class is no status', async () => {
  const ann = `ann:${madeUpBcrypt(1)}:1001:1001:staff:0:0:Ann Lee:/home/ann:/bin/csh`
  const system = ['*', '*************', '*LK*', '!!'].map(
    (mark, at) => `d${at}:${mark}:${at}:1:daemon:0:0:Owner of processes:/root:/usr/sbin/nologin`,
  )
  const { json } = await inspect({ 'master.passwd': `${[ann, ...system].join('\n')}\n` })
  expect(json).toMatchObject({ records: 5, hashes: { bcrypt: 1, none: 4, redacted: 0 } })
  expect(JSON.stringify(json)).not.toContain('unmapped-status')
})

test('keys of YAML that are symbols of Ruby are names', async () => {
  const one = (name: string) => `:${name}:\n  :email: ${name}@acme.example\n  :interests:\n  - cooking\n`
  const keyed = await inspect({ 'users.yaml': `# users\n\n${['ann', 'ben', 'cem'].map(one).join('')}` })
  expect(keyed.json).toMatchObject({ records: 3, users: 3, ready: 3, files: [{ format: 'yaml' }] })
  const list = await inspect({ 'users.yml': `- :email: ann@acme.example\n  :city: Ulm\n- :email: ben@acme.example\n` })
  expect(list.json).toMatchObject({ records: 2, users: 2, ready: 2 })
})

const card = (name: string) => `BEGIN:VCARD\nVERSION:2.1\nN:Lee;${name};;;\nTEL;CELL:0611111111\nEND:VCARD\n`
const head = '----boundary-07\ncontent-disposition: form-data; name="file"; filename="users"\n'

test.each([
  ['contacts behind the head of an upload', `${head}\n${card('Ann')}${card('Ben')}`, '(vCard)'],
  ['groups of a system', 'root:x:0:\nsudo:x:27:ann,ben\nann:x:1000:\n', 'list of the groups of a system'],
  ['contacts behind a line', `Exported on Monday\n${card('Ann')}${card('Ben')}`, '(vCard)'],
  ['a table behind the head of an upload', `${head}\nemail,name\nann@acme.example,Ann\n`, '(multipart)'],
  ['settings with one section', '# svnserve\n\n[users]\n# harry = s\nann = Wolke7\nben.k = a&b\n', 'settings file'],
])('%s are refused by their name', async (_, content, name) => {
  expect(await inspected(content)).toMatchObject({ code: 2, err: expect.stringContaining(name) })
})

test.each([
  ['XML', 2, 'Password for user ann:\n<users><user email="ann@acme.example"/><user email="b@acme.example"/></users>\n'],
  ['YAML', 2, 'Loading ...\nusers:\n  - email: ann@acme.example\n  - email: ben@acme.example\n'],
])('%s that begins in line %i is named with that line', async (form, line, content) => {
  const err = expect.stringContaining(`This file has ${form} from line ${line} on`)
  expect(await inspected(content)).toMatchObject({ code: 2, err })
})

test('hashes in a section of users are those of its users', async () => {
  const content = `# passwords\n[users]\nann = ${madeUpBcrypt(1)}\n\nben = ${madeUpBcrypt(2)}\n`
  const { json } = await inspect({ 'users.ini': content })
  expect(json).toMatchObject({ records: 2, users: 2, unreadable: 0, hashes: { bcrypt: 2 } })
})

test('a line is called one value only where nothing in it divides fields', async () => {
  const ofOneValue = 'This line is one value'
  const { out: names } = await inspected('ann\nben\ncem\n')
  expect(names).toContain(ofOneValue)
  const { out: odd } = await inspected('ann <a> (x)\nben <b>: y = 1\ncem <c> [z]\n')
  expect(odd).not.toContain(ofOneValue)
  expect(odd).toContain('This line is in no form that this app reads')
  const { out: words } = await inspected('login ann pass x at acme\nlogin ben pass y at acme\n')
  expect(words).not.toContain(ofOneValue)
})
