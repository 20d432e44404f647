import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { digestFile } from '../../../../electron/engine/reading/same-file.ts'
import { fileProblem } from '../../../../electron/engine/reading/file-problem.ts'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { collect, fileWith, openWith, readAll, valuesOf } from './support.ts'

const table = 'id,name\n1,Zoë\n2,Łucja €\n'
const rows = [
  { id: '1', name: 'Zoë' },
  { id: '2', name: 'Łucja €' },
]

async function codeOf(path: string): Promise<string> {
  const opened = await openExport(path)
  return opened.ok ? 'opened' : opened.error.code
}

function utf16(text: string, big: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

/** Bytes of a text in an encoding of one byte for each character. */
function hexOf(text: string, encoding: string): string {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]))
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 63)).toString('hex')
}

describe('what a file is', () => {
  it('follows from its content', async () => {
    const {
      batches,
      recordAt: _,
      linesAt: _lines,
      sample,
      ...facts
    } = await openWith(gzipSync('id;email\n1;ann@acme.example\n'))
    expect(facts).toEqual({
      format: 'csv',
      compression: 'gzip',
      encoding: 'utf-8',
      delimiter: ';',
      header: ['id', 'email'],
      isOneObject: false,
      places: { word: 'line', sections: [] },
      size: gzipSync('id;email\n1;ann@acme.example\n').length,
    })
    expect(sample).toEqual({ header: ['id', 'email'], records: [{ id: '1', email: 'ann@acme.example' }] })
    expect(valuesOf(await collect(batches()))).toEqual(sample.records)
    expect(valuesOf(await collect(batches()))).toEqual(sample.records)
  })

  it.each([
    ['utf-8', Buffer.from(table)],
    ['utf-8', Buffer.from(`\uFEFF${table}`)],
    ['utf-16le', utf16(`\uFEFF${table}`, false)],
    ['utf-16be', utf16(`\uFEFF${table}`, true)],
    ['utf-16le', utf16(table, false)],
    ['utf-16be', utf16(table, true)],
  ])('includes its encoding: %s', async (encoding, content) => {
    expect((await openWith(content)).encoding).toBe(encoding)
    expect(valuesOf(await readAll(content))).toEqual(rows)
    expect(valuesOf(await readAll(gzipSync(content)))).toEqual(rows)
  })

  it('reads Shift_JIS, and takes no other text for it', async () => {
    const name = Buffer.from([0x8e, 0x52, 0x93, 0x63, 0x91, 0xbe, 0x98, 0x59])
    const content = Buffer.concat([Buffer.from('id,name\n1,'), name, Buffer.from('\n2,Ann\n')])
    expect((await openWith(content)).encoding).toBe('shift_jis')
    expect(valuesOf(await readAll(content))).toEqual([
      { id: '1', name: '山田太郎' },
      { id: '2', name: 'Ann' },
    ])
    const quotes = Buffer.from('id,name\n1,It\x92s Ann\x92s caf\xe9 \x96 na\xefve\n', 'latin1')
    expect((await openWith(quotes)).encoding).toBe('windows-1252')
  })

  it.each([
    ['euc-jp', 'bbe1ccbe2ca5e1a1bca5eb0a312cc5c4c3e60a'],
    ['euc-kr', 'c0ccb8a72cc0ccb8dec0cf0a312cb1e8c3b6bcf60a'],
    // Signs of Thai, if it were Thai.
    ['euc-kr', 'c0ccb8a72cc0cfb8e90ab1e8c3b6bcf62cc0ccbfb5c8f1'],
    ['gb18030', 'd0d5c3fb2cd3cacfe40a312ccdf5d0a1c3f70a'],
    ['big5', 'a96da6572cab48bd630a312cb3afa470a9fa0a'],
    ['windows-1251', 'e8ecff2cefeef7f2e00a312cc8e2e0ed0a'],
    ['koi8-r', 'c9cdd12cd0cfded4c10a312ce9d7c1ce0a'],
    ['windows-1253', 'fcedefece12ce5ece1dfeb0a312cc3e9fef1e3eff20a'],
    ...['imię,hasło\nŁukasz,żółć\n', 'jméno,uživatel\nJiří,Růžena\n', 'név,jelszó\nGyőző,Ödön Őszike\n'].map(
      (text): [string, string] => ['windows-1250', hexOf(text, 'windows-1250')],
    ),
    ...['jméno,město\nŠťastný Tomáš,Růžena Němcová\n', 'imię,miasto\nDąbrowska Świętosława,Łódź Źródło\n'].map(
      (text): [string, string] => ['iso-8859-2', hexOf(text, 'iso-8859-2')],
    ),
    ...['vardas,pavardė\nŽydrūnas Jonušas,Šimkūnaitė\n', 'vārds,uzvārds\nJānis Bērziņš,Ķēniņš Žagata\n'].map(
      (text): [string, string] => ['windows-1257', hexOf(text, 'windows-1257')],
    ),
    ['windows-874', hexOf('ชื่อ,นามสกุล\nสมชาย สีดำ,ใจดี\n', 'windows-874')],
    ['windows-1254', hexOf('ad,şifre\nÇağrı,Gökşin\n', 'windows-1254')],
    ['macintosh', hexOf('prénom,mél\nZoé,Amélie\n', 'macintosh')],
  ])('reads %s', async (encoding, bytes) => {
    const content = Buffer.from(bytes, 'hex')
    expect((await openWith(content)).encoding).toBe(encoding)
    const [header = '', row = ''] = new TextDecoder(encoding).decode(content).split('\n')
    const [name = '', mail = ''] = header.split(',')
    expect(valuesOf(await readAll(content))).toEqual([{ [name]: row.split(',')[0], [mail]: row.split(',')[1] }])
  })

  it.each([
    ['Swedish', 'namn,Sp\x84rrad\nM\x84rta \x8fstr\x94m,Sk\x86ne', ['Märta Åström', 'Skåne'], 'Spärrad'],
    ['German', 'Name,Stra\xe1e\nJ\x81rgen \x99hler,B\x84renstra\xe1e', ['Jürgen Öhler', 'Bärenstraße'], 'Straße'],
    ['French', 'nom,pr\x82nom\nLef\x8avre,Zo\x82 Am\x82lie', ['Lefèvre', 'Zoé Amélie'], 'prénom'],
    ['Spanish', 'nombre,contrase\xa4a\nMar\xa1a P\x82rez,Coraz\xa2n', ['María Pérez', 'Corazón'], 'contraseña'],
  ])('reads %s text of MS-DOS, and says so', async (_, text, values, column) => {
    const content = Buffer.from(`${text}\n`, 'latin1')
    const { encoding, header, doubtfulLetters } = await openWith(content)
    expect([encoding, header?.[1]]).toEqual(['cp850', column])
    expect(doubtfulLetters).toContain('MS-DOS')
    expect(valuesOf(await readAll(content))).toEqual([{ [header?.[0] ?? '']: values[0], [column]: values[1] }])
  })

  it.each([
    'Jürgen Groß,Äußere Straße\n',
    'élève réélu,naïveté où\n',
    'ÅÄÖ,Åsa Öström\n',
    'prénom,Éloïse,Noëlle,Zoé\n',
    'Þórður Guðmundsson,Sigríður Ýr,Ægir\n',
    'João,corações,ação,Luís,avôs\n',
    'Põhja,õun,üks,äär,Tõnu\n',
    'Søren,Jørgen,Åse,où,dès août\n',
    'città,perché,più,lunedì,però\n',
    '10 m²,5 m³,½ l,«señor»,¿qué?,¡año!\n',
  ])('takes western text for no other: %s', async (text) => {
    expect((await openWith(Buffer.from(`id,name\n${text}`, 'latin1'))).encoding).toBe('windows-1252')
  })

  it.each([
    [
      'of central Europe in MS-DOS',
      Buffer.from(
        'id,email,imi\xa9\n1,a@acme.example,Micha\x88\n2,b@acme.example,Pawe\x88 Krak\xa2w\n3,c@acme.example,\x9dukasz \xbd\xa2\x88\x86\n4,d@acme.example,\x97wi\xa9tos\x88awa\n5,e@acme.example,D\xa5browska\n',
        'latin1',
      ),
      'not surely',
    ],
    [
      'of Hebrew',
      Buffer.from('id,name\n1,\xe3\xe5\xe3 \xeb\xe4\xef\n2,\xf9\xf8\xe4 \xec\xe5\xe9 \xf9\xec\xe5\xed\n', 'latin1'),
      'read as Windows-1255',
    ],
    [
      'of Hebrew without a letter that Greek lacks',
      Buffer.from('id,name\n1,\xf9\xf8\xe4\xe9 \xeb\xe4\xef\xe9\n2,\xe3\xe5\xe3\xe9 \xec\xe5\xe9\xed\n', 'latin1'),
      'not surely Windows-1252',
    ],
    ['encoded twice', Buffer.from('id,name\n1,JÃ¼rgen\n2,ZoÃ«\n'), 'encoded twice'],
    ['that were lost', Buffer.from('id,name\n1,J\ufffdrgen\n2,Zo\ufffd\n'), 'were replaced'],
  ])('says that letters may be wrong: %s', async (_, content, words) => {
    expect((await openWith(content)).doubtfulLetters).toContain(words)
  })

  it.each(['Jürgen Groß,Äußere Straße', 'prénom,Éloïse,Noëlle', 'Ærø,Øre,Å', '10 m²,½ l,«señor»,¿qué?,¡año!'])(
    'doubts no letters of western text: %s',
    async (text) => {
      expect((await openWith(Buffer.from(`id,name\n${text}\n`, 'latin1'))).doubtfulLetters).toBeUndefined()
      expect((await openWith(Buffer.from(`id,name\n${text}\n`))).doubtfulLetters).toBeUndefined()
    },
  )

  it('keeps UTF-8 in which a byte is damaged', async () => {
    const content = Buffer.concat([Buffer.from('编号,姓名\n1,王小明\n2,李'), Buffer.from([0xe5, 0x0a])])
    expect(valuesOf(await readAll(content))).toEqual(expect.arrayContaining([{ 编号: '1', 姓名: '王小明' }]))
  })

  it('reads Windows-1252, also where it is mixed with UTF-8', async () => {
    const content = Buffer.concat([
      Buffer.from('id,name\n1,Zo'),
      Buffer.from([0xeb, 0x20, 0x80]),
      Buffer.from('\n2,Łucja\n'),
    ])
    expect((await openWith(content)).encoding).toBe('windows-1252')
    expect(valuesOf(await readAll(content))).toEqual([
      { id: '1', name: 'Zoë €' },
      { id: '2', name: 'Łucja' },
    ])
  })

  it.each([
    ['nothing at all', '', 'file-empty'],
    ['blanks only', ' \n\n', 'file-empty'],
    ['column names only', 'id,email\n', 'file-without-rows'],
    ['an empty list', '[]', 'file-without-rows'],
    ['an empty list of users', '{"users":[]}', 'file-without-rows'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'file-of-other-kind'],
    ['random bytes', deflateSync(createHash('sha512').update('x').digest().toString('hex').repeat(9)), 'file-not-text'],
    ['NUL bytes', 'id,email\n1,\0\0\0\n', 'file-not-text'],
    ['control characters in many places', 'id,email\n1,\u0001\u0002\n2,\u001c\u0006\n', 'file-not-text'],
    ['a web page', '<!DOCTYPE html><html>Link expired</html>', 'file-not-text'],
    ['a PDF', '%PDF-1.7 x', 'file-of-other-kind'],
    ['an Access database', Buffer.from('\0\u0001\0\0Standard Jet DB\0'), 'file-not-text'],
    ['a part of a dump', "(1,'ann@acme.example'),\n(2,'bob@acme.example'),\n", 'file-not-text'],
    ['an armoured PGP message', '-----BEGIN PGP MESSAGE-----\n\nhQEMA\n', 'file-encrypted'],
    ['a PGP message', Buffer.from('85010c03aabbccddeeff0011', 'hex'), 'file-encrypted'],
    ['a zip archive', Buffer.from('504b03041400000008', 'hex'), 'file-packed'],
    ['an SQL dump without rows', '-- dump\nSET x = 1;\nCREATE TABLE users (id int);\n', 'file-empty'],
    ['hash parameters', 'hash_config {\n  algorithm: SCRYPT,\n}\n', 'file-hash-parameters'],
  ])('refuses %s', async (_, content, code) => {
    expect(await readAll(content)).toBe(code)
    if (content.length > 20) expect(await readAll(gzipSync(content))).toBe(code)
  })

  it('says of what a terminal printed in which line its control characters begin', async () => {
    const printed = 'id\temail\n\u001b[1m1\u001b[0m\tann@acme.\bexample\n\u001b[1m2\u001b[0m\tben@acme.example\n'
    const drawn = `\u001b[?1049h\u001b[?1hid\temail\n${'1\tann@acme.example\n'.repeat(1000)}`
    for (const [text, line] of [
      [printed, 2],
      [drawn, 1],
    ] as const) {
      const opened = await openExport(fileWith(text))
      expect(opened.ok ? '' : opened.error.message).toBe(
        `This file has control characters of a terminal from line ${line} on, which would be read as part of the values. Export the users into a file, for example with \`psql --csv --output=users.csv\`, and choose that.`,
      )
    }
  })

  it.each([1, 3000])('reads a control character in one name of %i and more users', async (count) => {
    const others = Array.from({ length: count }, (_, index) => ({ id: `${index + 2}`, name: 'Ben' }))
    const users = [{ id: '1', name: 'An\u001bn' }, ...others]
    const text = ['id,name', ...users.map(({ id, name }) => `${id},${name}`)].join('\n')
    expect(valuesOf(await readAll(text))).toEqual(users)
  })

  it('says of a table in a web page how to save it', async () => {
    const opened = await openExport(fileWith('<html><body><table><tr><th>Email</th></tr></table></body></html>'))
    expect(opened.ok ? '' : opened.error.message).toContain('save it as XLSX or CSV')
  })

  it('refuses a file that is gone, a folder and what may not be read, each with its reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reading-'))
    expect(await codeOf(join(folder, 'gone'))).toBe('file-vanished')
    expect(await codeOf(folder)).toBe('file-unreadable')
    expect(fileProblem(Object.assign(new Error('x'), { code: 'EACCES' })).code).toBe('file-no-access')
  })

  it('reports a file that goes away while it is read', async () => {
    const path = fileWith(table)
    const opened = await openExport(path)
    rmSync(path)
    if (!opened.ok) throw new Error('not opened')
    const failure = await collect(opened.value.batches()).catch((error: unknown) => fileProblem(error).code)
    expect(failure).toBe('file-vanished')
  })

  it('stops with the reason of the signal', async () => {
    const stop = new AbortController()
    const path = fileWith(table)
    const opened = await openExport(path, { signal: stop.signal })
    stop.abort(new Error('enough'))
    if (!opened.ok) throw new Error('not opened')
    await expect(collect(opened.value.batches())).rejects.toThrow('enough')
    await expect(openExport(path, { signal: stop.signal })).rejects.toThrow('enough')
    await expect(digestFile(path, { signal: stop.signal })).rejects.toThrow('enough')
  })
})

describe('a record', () => {
  it.each([
    ['a table', '\uFEFFid,name\n1,"Zoë\n"\n2,Łucja\n3\n'],
    ['a list', '[\n {"id":1,"of":[{}]},{"id":2}]'],
    ['pages', '{"users":[{"id":1}]}{"users":[{"id":2},{"id":3}]}'],
    ['lines', '{"id":1}\n{"id":2}\n{"id":\n'],
    ['UTF-16', utf16('\uFEFFid,name\n1,Zoë\n2,Łucja\n', false)],
  ])('can be read again at its place: %s', async (_, content) => {
    for (const packed of [content, gzipSync(content)]) {
      const opened = await openWith(packed)
      const records = await collect(opened.batches())
      expect(records.length).toBeGreaterThan(1)
      for (const record of records) {
        expect(await opened.recordAt(record.offset)).toEqual(record.kind === 'record' ? record.value : null)
      }
    }
  })

  it('that is not there is null', async () => {
    expect(await (await openWith(table)).recordAt(1000)).toBeNull()
  })
})

describe('a packed file', () => {
  it('may have several members', async () => {
    expect(valuesOf(await readAll(Buffer.concat([gzipSync('id,name\n1,Zoë\n'), gzipSync('2,Łucja €\n')])))).toEqual(
      rows,
    )
  })

  it('that is damaged keeps what comes before and says so', async () => {
    const lines = Array.from(
      { length: 60_000 },
      (_, index) => `${index},${createHash('md5').update(`${index}`).digest('hex')}\n`,
    )
    const packed = gzipSync(`id,name\n${lines.join('')}`)
    const middle = Math.floor(packed.length / 2)
    packed.fill(0xff, middle, middle + 40)
    const records = await readAll(packed)
    if (typeof records === 'string') throw new Error(records)
    const last = records.at(-1)
    expect(last?.kind === 'unreadable' && last.reason).toContain('damaged')
    expect(records.length).toBeGreaterThan(20_000)
    expect(records.slice(0, -1).every(({ kind, line }, index) => kind === 'record' && line === index + 2)).toBe(true)
    expect(last?.line).toBe(records.length + 1)
  })
})

describe('JSON by columns', () => {
  it.each([
    { id: [1, 2], email: ['ann@acme.example', 'ben@acme.example'] },
    { id: { 0: 1, 1: 2 }, email: { 0: 'ann@acme.example', 1: 'ben@acme.example' } },
  ])('is refused with a way out: %j', async (table) => {
    expect(await codeOf(fileWith(JSON.stringify(table)))).toBe('file-by-columns')
  })
  it.each([
    { columns: ['id', 'email'], index: [0], data: [[1, 'ann@acme.example']] },
    {
      fields: ['id', 'email'],
      values: [
        [1, 'ann@acme.example'],
        [2, 'ben@acme.example'],
      ],
    },
    { columns: ['id', 'email'], rows: [[1, 'ann@acme.example']], rowCount: 1 },
    { columns: [{ name: 'id', type: 'int' }, { name: 'email' }], rows: [[1, 'ann@acme.example']] },
    { fields: [{ key: 'id' }, { key: 'email' }, { key: 'pw' }], data: [[1, 'ann@acme.example', 'x']] },
    { data: { columns: ['id', 'email'], rows: [[1, 'ann@acme.example']] }, took: 4 },
    { results: [{ columns: ['id', 'email'], values: [[1, 'ann@acme.example']], time: 0.1 }] },
  ])('is read where the names of its columns stand beside its rows: %j', async (table) => {
    const opened = await openExport(fileWith(JSON.stringify(table)))
    expect(opened).toMatchObject({
      ok: true,
      value: { sample: { records: expect.arrayContaining([expect.objectContaining({ email: 'ann@acme.example' })]) } },
    })
  })
  it('is refused where each value of a user has a row of its own', async () => {
    const rows = (fields: readonly (readonly [string, (name: string) => string])[]) =>
      ['ann', 'ben', 'cid']
        .flatMap((name) => fields.map(([field, value]) => `${name},${field},${value(name)}`))
        .join('\n')
    const email = ['email', (name: string) => `${name}@acme.example`] as const
    const table = rows([email, ['password_hash', (name) => `$2b$10$${name}`], ['phone', () => '+358501234500']])
    expect(await codeOf(fileWith(`entity,attribute,value\n${table}\n`))).toBe('file-by-columns')
    // A column of kinds of contacts, and one user in each row.
    const contacts = rows([email, ['work', (name) => `${name}@work.example`]])
    expect(await codeOf(fileWith(`entity,kind,value\n${contacts}\n`))).not.toBe('file-by-columns')
  })
  it.each([
    { id: 1, emails: ['ann@acme.example', 'ann@home.example'], roles: ['a', 'b'] },
    { email: 'ann@acme.example', points: [[1, 2]], roles: ['a'], id: 7 },
    { email: 'ann@acme.example', fields: ['a', 'b', 'c'], points: [[1, 2]] },
  ])('is not what one user has: %j', async (user) => {
    expect(await codeOf(fileWith(JSON.stringify(user)))).toBe('opened')
  })
})

describe('a record longer than 16 MiB', () => {
  it('is named and passed over', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024)
    expect(valuesOf(await readAll(['id,name\n1,a\n2,"', long, '\n', long, '"\n3,c\n'].join('')))).toEqual([
      { id: '1', name: 'a' },
      expect.stringContaining('longer than 16 MiB'),
      { id: '3', name: 'c' },
    ])
  })
})

describe('digestFile', () => {
  it('is the SHA-256 of the file as it lies there', async () => {
    const content = gzipSync(table)
    const digest = await digestFile(fileWith(content))
    expect(digest).toEqual({ ok: true, value: createHash('sha256').update(content).digest('hex') })
  })

  it('reports a file that is gone', async () => {
    const digest = await digestFile(join(tmpdir(), 'reading-gone', 'x'))
    expect(digest.ok ? '' : digest.error.code).toBe('file-vanished')
  })
})

describe('a stream of changes', () => {
  const user = { id: 7, email: 'ann@acme.example' }
  it.each([
    ['Debezium', { before: null, after: user, op: 'c', ts_ms: 1 }],
    ['Debezium with its schema', { schema: {}, payload: { before: user, after: null, op: 'd' } }],
    ['Maxwell', { database: 'app', table: 'users', type: 'update', data: user, old: { email: 'x@acme.example' } }],
    ['DynamoDB Streams', { eventName: 'REMOVE', dynamodb: { OldImage: { email: { S: 'ann@acme.example' } } } }],
    ['MongoDB', { operationType: 'insert', ns: { db: 'app' }, fullDocument: user }],
    ['wal2json', { change: [{ kind: 'delete', table: 'users', columnvalues: [7, 'ann@acme.example'] }] }],
    ['a webhook', { type: 'user.deleted', object: 'event', data: user }],
    ['a table with operations', { Op: 'D', ...user }],
  ])('is refused with a way out: %s', async (_, event) => {
    expect(await codeOf(fileWith(`${JSON.stringify(event)}\n${JSON.stringify(event)}\n`))).toBe('file-of-changes')
  })
  it('is refused as a file of NeDB that holds former states, and read once it is compacted', async () => {
    const nedb = (...more: readonly object[]) => {
      const id = (at: number) => `AbCdEfGhIjKlMn${at}7`
      const documents = [1, 2].map((at) => ({ email: `u${at}@acme.example`, _id: id(at) }))
      const lines = [...documents, ...more, { $$indexCreated: { fieldName: 'email' } }]
      return fileWith(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    }
    expect(await codeOf(nedb({ $$deleted: true, _id: 'AbCdEfGhIjKlMn17' }))).toBe('file-of-changes')
    expect(await codeOf(nedb({ email: 'new@acme.example', _id: 'AbCdEfGhIjKlMn27' }))).toBe('file-of-changes')
    expect(await codeOf(nedb())).toBe('opened')
  })
  it('is refused as a table, too', async () => {
    expect(await codeOf(fileWith('Op,id,email\nI,7,ann@acme.example\nD,7,ann@acme.example\n'))).toBe('file-of-changes')
  })
  it.each([
    { ...user, type: 'user', data: { theme: 'dark' } },
    { ...user, action: 'none', record: {} },
    { ...user, op: 'true', operation: 'sales' },
    { ...user, kind: 'create', data: null },
  ])('is not what a list of users is: %j', async (record) => {
    expect(await codeOf(fileWith(JSON.stringify([record, record])))).toBe('opened')
  })
})
