import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const names = ['ann', 'ben', 'cleo']
const digest = (name: string) => createHash('md5').update(name).digest('hex')
const rowsOf = (row: (name: string, at: number) => string) => names.map(row).join('\n')

const fields =
  '<METADATA><FIELDS><FIELD attrname="ID" fieldtype="string" WIDTH="74"/><FIELD attrname="MD5" fieldtype="string" WIDTH="74"/></FIELDS><PARAMS/></METADATA>'
const packet = (rows: string) => `<DATAPACKET Version="2.0">${fields}<ROWDATA>${rows}</ROWDATA></DATAPACKET>`
const schema =
  "<s:Schema id='RowsetSchema'><s:ElementType name='row'><s:AttributeType name='email' rs:number='1'/><s:AttributeType name='pwd' rs:number='2'/></s:ElementType></s:Schema>"
const recordset = (rows: string) =>
  `<xml xmlns:rs='urn:rowset' xmlns:z='#Schema'>${schema}<rs:data>${rows}</rs:data></xml>`

describe('rows of a table in XML', () => {
  test.each([
    ['of Delphi', packet(rowsOf((name) => `<ROW ID="${name}" MD5="${digest(name)}"/>`)), 'MD5'],
    [
      'of Access',
      `<dataroot>${rowsOf((name, at) => `<Conta><Codigo>${at}</Codigo><Chave>${digest(name)}</Chave></Conta>`)}</dataroot>`,
      'Chave',
    ],
    ['of any program', `<rows>${rowsOf((name) => `<row who="${name}" word="${digest(name)}"/>`)}</rows>`, 'word'],
  ])('%s are users by digests alone, about which the operator is asked', async (_, rows, column) => {
    const { out } = await cli(['inspect', 'users.xml'], {
      cwd: folderOf({ 'users.xml': `<?xml version="1.0"?>\n${rows}\n` }),
    })
    expect(out).toMatch(/3 records = 3 users[^]*Ready 0/)
    expect(out).toContain(`unmapped-hash:${column}`)
    for (const name of names) expect(out).not.toContain(digest(name))
  })

  test.each([
    ['of Delphi', packet(rowsOf((name) => `<ROW EMAIL="${name}@acme.example" SENHA="${digest(name)}"/>`))],
    ['of ADO', recordset(rowsOf((name) => `<z:row email='${name}@acme.example' pwd='${digest(name)}'/>`))],
  ])('%s come without the description of their columns', async (_, rows) => {
    const { out } = await inspect({ 'users.xml': `<?xml version="1.0"?>\n${rows}\n` })
    expect(out).not.toMatch(/kind of element|AttributeType|FIELD/)
  })

  test.each([
    ['checksums of files', rowsOf((name) => `<row path="a/${name}.txt" md5="${digest(name)}"/>`)],
    ['checksums by their name', rowsOf((name) => `<row title="${name}" md5sum="${digest(name)}"/>`)],
    ['checksums of other elements', rowsOf((name) => `<part title="${name}" md5="${digest(name)}"/>`)],
    ['goods', rowsOf((name, at) => `<row title="${name}" price="${at}"/>`)],
  ])('are none with %s', async (_, rows) => {
    const cwd = folderOf({ 'all.xml': `<?xml version="1.0"?>\n<all>${rows}</all>\n` })
    const { err, code } = await cli(['inspect', 'all.xml'], { cwd })
    expect([code, err]).toEqual([2, expect.stringContaining('None of its elements looks like a user')])
    expect(err).not.toContain('link')
  })
})
