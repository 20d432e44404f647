import { describe, expect, it } from 'vitest'
import { linesOf, openWith, readAll, valuesOf } from './support.ts'

describe('a table', () => {
  it('is read with its header as keys', async () => {
    const records = await readAll('id,email\n1,ann@acme.example\n2,ben@acme.example\n')
    expect(records).toEqual([
      { kind: 'record', line: 2, offset: 9, value: { id: '1', email: 'ann@acme.example' } },
      { kind: 'record', line: 3, offset: 28, value: { id: '2', email: 'ben@acme.example' } },
    ])
  })

  it.each([
    [',', 'name,email,city\n"Lee, Ann",ann@acme.example,"Bonn; am Rhein"\n'],
    [';', 'name;email;city\n"Lee, Ann";ann@acme.example;"Bonn; am Rhein"\n'],
    ['\t', 'name\temail\tcity\nLee, Ann\tann@acme.example\tBonn; am Rhein\n'],
    ['|', 'sep=|\nname|email|city\nLee, Ann|ann@acme.example|Bonn; am Rhein\n'],
    ['|', 'name|email|city\nLee, Ann|ann@acme.example|Bonn; am Rhein\n'],
  ])('has its delimiter found outside of quotes: %j', async (delimiter, content) => {
    expect((await openWith(content)).delimiter).toBe(delimiter)
    expect(valuesOf(await readAll(content))).toEqual([
      { name: 'Lee, Ann', email: 'ann@acme.example', city: 'Bonn; am Rhein' },
    ])
  })

  it('of few rows is divided by bars below known names, though one row has a bar too many', async () => {
    const content =
      'id|name|email|note\n1|Ann|ann@acme.example|likes |, a lot\n2|Ben|ben@acme.example|\n3|Cleo|c@acme.example|x\n'
    expect((await openWith(content)).delimiter).toBe('|')
    expect(valuesOf(await readAll(content))).toMatchObject([expect.any(String), { id: '2' }, { id: '3', note: 'x' }])
  })

  it.each([
    'Nr,Name des Benutzers,Kennwort,Kontakt\nuser_id,username,password_hash,email\n',
    'ID,User name,Secret,Mail\nuser_id,user_name,password,email_address\n',
  ])('is read by the second of two headers: %j', async (names) => {
    const [, second = ''] = names.split('\n')
    const { header, sample } = await openWith(`${names}1,ann,x7,ann@acme.example\n2,ben,y8,ben@acme.example\n`)
    expect([header?.join(','), sample.records.length]).toEqual([second, 2])
  })

  it.each(['login,email\nuser,root@acme.example\nann,ann@acme.example\n', 'email,role\nann@acme.example,user\n'])(
    'keeps the first record: %j',
    async (content) => {
      expect(await readAll(content)).toHaveLength(content.split('\n').length - 2)
    },
  )

  it('has a delimiter that is in its header, where another one is in a value of each row', async () => {
    const rows = [
      'Ann;OU=Sales,DC=acme,DC=local;one1;ann@acme.example;',
      'Ben;OU=Sales,DC=acme,DC=local;two2;;ben@acme.example;',
    ]
    const table = (...more: readonly string[]) => ['name;unit;password;email;', ...rows, ...more].join('\n')
    const long = 'Cem;OU=Sales,DC=acme,DC=local;two2;;cem@acme.example;'
    for (const content of [table(), table(long, long)]) expect((await openWith(content)).delimiter).toBe(';')
    expect(valuesOf(await readAll(table()))).toMatchObject([
      { name: 'Ann', email: 'ann@acme.example' },
      { name: 'Ben' },
    ])
    // A title has no delimiter.
    expect((await openWith('Members\nname,email\nAnn,ann@acme.example\n')).delimiter).toBe(',')
  })

  it.each([
    '(2 rows)',
    '(2 rows)\n',
    '(2 Zeilen)\n',
    '2 rows in set (0.00 sec)\r\n',
    '(2 rows affected)',
    '2 rows selected.\n',
  ])('ends before what a program prints below it: %j', async (footer) => {
    const records = ['1', '2'].map((id) => ({ id, email: `ann${id}@acme.example` }))
    const table = 'id,email\n1,ann1@acme.example\n2,ann2@acme.example\n'
    expect(valuesOf(await readAll(table + footer))).toEqual(records)
    expect(valuesOf(await readAll(table.replaceAll(',', '|') + footer))).toEqual(records)
  })

  it('has no other line of one cell that is passed', async () => {
    expect(valuesOf(await readAll('id,email\n1,ann@acme.example\n2 rowers\n3,ben@acme.example\n'))).toHaveLength(3)
  })

  const whole = 'email,key,role\nann@acme.example,K1,admin\n'
  it.each([
    ['ben@acme.example,K2\ncem@acme.example,K3', 2],
    ['ben@acme.example,K2\ndan@acme.example,K4,user\ncem@acme.example,K3\n', 2],
    [`${'dan@acme.example,K4,\n'.repeat(20)}ben@acme.example,K2\ncem@acme.example,K3\n`, 2],
    ['ben@acme.example\ncem@acme.example\n', 2],
    // Behind many whole rows.
    [`${'dan@acme.example,K4,\n'.repeat(90)}ben@acme.example,K2\ncem@acme.example,K3\n`, 2],
    [`${'dan@acme.example,K4,user\n'.repeat(90)}${'ben@acme.example,K2\n'.repeat(12)}`, 12],
  ])('reads rows that leave out the empty cells at their end: %j', async (rows, count) => {
    const records = await readAll(whole + rows)
    const lacking = Array.from<(typeof records)[number]>(records).filter(
      (one) => typeof one !== 'string' && one.kind === 'record' && !('role' in one.value),
    )
    expect(lacking).toHaveLength(count)
  })

  it('reads such rows by a phone number or a hash where they have no address', async () => {
    const phones = 'name,phone,note\nann,+491711234567,x\nben,+491711234568\ncem,+491711234569\n'
    expect(valuesOf(await readAll(phones))).toContainEqual({ name: 'cem', phone: '+491711234569' })
    const hash = `$2b$10$${'e'.repeat(53)}`
    expect(valuesOf(await readAll(`login,pass,role\nann,${hash},x\nben,${hash}\ncem,${hash}\n`))).toContainEqual({
      login: 'cem',
      pass: hash,
    })
  })

  it.each([
    // One row alone, which may be cut.
    ['ben@acme.example,K2', 1],
    ['ben@acme.example,K2\n', 1],
    // Few, where all others have a value.
    [`${'dan@acme.example,K4,user\n'.repeat(20)}ben@acme.example,K2\ncem@acme.example,K3\n`, 2],
    [`${'dan@acme.example,K4,user\n'.repeat(90)}ben@acme.example,K2\ncem@acme.example,K3\n`, 2],
    // Line ends within cells.
    [`${'dan@acme.example,K4,user\n'.repeat(90)}${'ben@acme.example,K\n2,user\n'.repeat(12)}`, 24],
    ['ben@acme.example,K\n2,user\ncem@acme.example,K\n3,user\n', 4],
    // A cell within the row is missing.
    ['Ben,ben@acme.example\nCem,cem@acme.example\n', 2],
  ])('does not read other short rows: %j', async (rows, count) => {
    const records = await readAll(whole + rows)
    const unread = Array.from<(typeof records)[number]>(records).filter(
      (one) => typeof one !== 'string' && one.kind === 'unreadable',
    )
    expect(unread).toHaveLength(count)
  })

  it('is not parted by the bars between values of a cell', async () => {
    const content = 'email,roles\nann@acme.example,admin|editor|owner\nben@acme.example,admin|editor|x\n'
    expect(valuesOf(await readAll(content))).toEqual([
      { email: 'ann@acme.example', roles: 'admin|editor|owner' },
      { email: 'ben@acme.example', roles: 'admin|editor|x' },
    ])
  })

  it('keeps line ends and quotation marks inside quotes, and counts lines by any line end', async () => {
    const records = await readAll('\uFEFFid,bio\r\n1,"two\r\nlines"\r2,"say ""hi"""\n\n3,5" disk\n')
    expect(linesOf(records)).toEqual([
      [2, { id: '1', bio: 'two\r\nlines' }],
      [4, { id: '2', bio: 'say "hi"' }],
      [6, { id: '3', bio: '5" disk' }],
    ])
  })

  it('allows blanks around quoted cells', async () => {
    expect(valuesOf(await readAll('id, email\n"1" , "ann, lee"\n'))).toEqual([{ id: '1', email: 'ann, lee' }])
  })

  it('has the texts of formulas that keep them as they are for spreadsheets', async () => {
    const rows = '="1",="ann@acme.example",="01, a"\n"=""2""",ben@acme.example,"=""x"""\n3,="c"&A1,=1+1\n'
    expect(valuesOf(await readAll(`id,email,zip\n${rows}`))).toEqual([
      { id: '1', email: 'ann@acme.example', zip: '01, a' },
      { id: '2', email: 'ben@acme.example', zip: 'x' },
      { id: '3', email: '="c"&A1', zip: '=1+1' },
    ])
  })

  it('names rows with too few or too many cells and goes on', async () => {
    const records = await readAll('id,email\n1\n2,ben@acme.example,x\n3,cleo@acme.example,,\n4,dan@acme.example\n')
    expect(linesOf(records)).toEqual([
      [2, 'This row has 1 cell, the header has 2.'],
      [3, 'This row has 3 cells, the header has 2. '],
      [4, { id: '3', email: 'cleo@acme.example' }],
      [5, { id: '4', email: 'dan@acme.example' }],
    ])
  })

  it('takes empty cells for left out where a row ends with one, but not where the file is cut', async () => {
    const records = await readAll(
      'id,email,hash,salt\n1,ann@acme.example,,\n2,ben@acme.example,\n3,cleo@acme.example\n4,dan@acme.example,',
    )
    expect(linesOf(records)).toEqual([
      [2, { id: '1', email: 'ann@acme.example', hash: '', salt: '' }],
      [3, { id: '2', email: 'ben@acme.example', hash: '', salt: '' }],
      [4, 'This row has 2 cells, the header has 4.'],
      [5, 'This row has 3 cells, the header has 4. '],
    ])
  })

  it('may have a header with more names than any row has cells', async () => {
    const records = await readAll(
      'id,email,hash,salt,note\n1,ann@acme.example,x\n2,ben@acme.example,y\n3,cleo\n4,dan@acme.example,z\n5,eve@acme.example,z\n6,fay@acme.example,z\n',
    )
    expect(linesOf(records)).toEqual([
      [2, { id: '1', email: 'ann@acme.example', hash: 'x', salt: '', note: '' }],
      [3, { id: '2', email: 'ben@acme.example', hash: 'y', salt: '', note: '' }],
      [4, 'This row has 2 cells, most rows have 3.'],
      [5, { id: '4', email: 'dan@acme.example', hash: 'z', salt: '', note: '' }],
      [6, { id: '5', email: 'eve@acme.example', hash: 'z', salt: '', note: '' }],
      [7, { id: '6', email: 'fay@acme.example', hash: 'z', salt: '', note: '' }],
    ])
  })

  it('names a row that repeats the header, where files were put together', async () => {
    const again = ' id,"email",email,\r\n'
    expect(
      linesOf(await readAll(`id,email,email,\n1,a@acme.example,,\n${again}2,b@acme.example,x,\nid,email,,\n`)),
    ).toEqual([
      [2, { id: '1', email: 'a@acme.example', email_2: '', column_4: '' }],
      [3, 'This row repeats the column names: files'],
      [4, { id: '2', email: 'b@acme.example', email_2: 'x', column_4: '' }],
      [5, { id: 'id', email: 'email', email_2: '', column_4: '' }],
    ])
  })

  it('loses one line to a quotation mark that is never closed when rows follow it', async () => {
    const records = await readAll(
      'id,email\n1,ann@acme.example\n2,"ben@acme.example\n3,cleo@acme.example\n4,dan@acme.example\n',
    )
    expect(linesOf(records)).toEqual([
      [2, { id: '1', email: 'ann@acme.example' }],
      [3, 'A quotation mark is opened in this line '],
      [4, { id: '3', email: 'cleo@acme.example' }],
      [5, { id: '4', email: 'dan@acme.example' }],
    ])
  })

  it('names the line where a quotation mark is opened for good when no rows follow it', async () => {
    const records = await readAll('id,bio\n1,fine\n2,"a text\nof several\nlines')
    expect(linesOf(records)).toEqual([
      [2, { id: '1', bio: 'fine' }],
      [3, 'A quotation mark is opened here and neve'],
    ])
  })

  it('loses one line to a misplaced quotation mark', async () => {
    const records = await readAll('id,email\n1,"ann" lee\n2,"ben\n3,"cleo",x\n4,dan\n')
    expect(linesOf(records)).toEqual([
      [2, 'This line has a quotation mark where non'],
      [3, 'This line has a quotation mark where non'],
      [4, 'This row has 3 cells, the header has 2. '],
      [5, { id: '4', email: 'dan' }],
    ])
  })

  it('gives repeated, empty and dangerous column names names of their own', async () => {
    const opened = await openWith('email,,email,email_2,__proto__,email\na,b,c,d,e,f\n')
    expect(opened.header).toEqual(['email', 'column_2', 'email_3', 'email_2', '__proto___2', 'email_4'])
    expect(opened.sample.records).toEqual([
      { email: 'a', column_2: 'b', email_3: 'c', email_2: 'd', __proto___2: 'e', email_4: 'f' },
    ])
  })

  it.each([
    ['an email', 'ann@acme.example,Ann\nben@acme.example,Ben\n', { 1: 'ann@acme.example', 2: 'Ann' }],
    ['a time', 'Ann,1700000000000\nBen,1700000000001\n', { 1: 'Ann', 2: '1700000000000' }],
    ['a hash', 'Ann,$2b$10$abcdefghijklmnopqrstuv\nBen,x\n', { 1: 'Ann', 2: '$2b$10$abcdefghijklmnopqrstuv' }],
    [
      'a name with its address',
      'Ann Lee <ann@acme.example>\nBen Ray <ben@acme.example>\n',
      { 1: 'Ann Lee <ann@acme.example>' },
    ],
  ])('without a header is keyed by number when its first row holds %s', async (_, content, first) => {
    const opened = await openWith(content)
    expect([opened.header, opened.sample.records[0], opened.sample.records.length]).toEqual([null, first, 2])
  })

  it('without a header keeps longer rows and names shorter ones', async () => {
    const records = await readAll(
      'ann@acme.example,a,b\nben@acme.example,a,b\ncleo@acme.example,a,b,c\ndan@acme.example\n',
    )
    expect(linesOf(records)).toEqual([
      [1, { 1: 'ann@acme.example', 2: 'a', 3: 'b' }],
      [2, { 1: 'ben@acme.example', 2: 'a', 3: 'b' }],
      [3, { 1: 'cleo@acme.example', 2: 'a', 3: 'b', 4: 'c' }],
      [4, 'This row has 1 cell, most rows have 3.'],
    ])
  })

  it.each([
    ['a comment', '# exported today\nid,email,name\n1,ann@acme.example,Ann\n', 3],
    ['a hint for spreadsheets', 'sep=;\nid;email;name\n1;ann@acme.example;Ann\n', 3],
    ['parameters', 'cost,,\nr,8,\n,,\nid,email,name\n1,ann@acme.example,Ann\n', 5],
  ])('may begin with %s', async (_, content, line) => {
    expect(linesOf(await readAll(content))).toEqual([[line, { id: '1', email: 'ann@acme.example', name: 'Ann' }]])
  })

  it.each([
    ['a title', 'Users of the shop\nname;mail\nAnn;ann@acme.example\n', 3],
    ['a title in one word', 'Users\nname,mail\nAnn,ann@acme.example\n', 3],
    ['a title and an empty line', 'Export 2024-01-02\n\nname,mail\nAnn,ann@acme.example\n', 4],
  ])('of two columns may begin with %s', async (_, content, line) => {
    expect(linesOf(await readAll(content))).toEqual([[line, { name: 'Ann', mail: 'ann@acme.example' }]])
  })

  it('of one column keeps its name above rows with a cell too many', async () => {
    const records = await readAll('mail\nann@acme.example,Ann\nben@acme.example,Ben\n')
    const reason = expect.any(String)
    expect(linesOf(records)).toEqual([
      [2, reason],
      [3, reason],
    ])
    expect(linesOf(await readAll('notes\nred, green\nblue, white\n'))).toHaveLength(2)
  })

  it('names a row that holds NUL bytes', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `${index},user${index}@acme.example\n`).join('')
    const records = await readAll(`id,email\n${rows}x,\0\0\n`)
    expect(linesOf(records.slice(-1) as never)).toEqual([[502, 'This row holds NUL bytes: the file is da']])
  })
})

describe('a table without column names', () => {
  const bcrypt = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC'

  it.each([
    ['a hash', `ann,${bcrypt}\nben,${bcrypt}\n`],
    [
      'a hash in braces',
      'ann;{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr;x\nben;{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr;y\n',
    ],
    ['a framework', 'ann\tpbkdf2_sha256$390000$salt$b64b64b64b64b64b64b64b64b64b64b64b64b64b64b64=\tx\nben\tx\ty\n'],
    ['numbers', '1,ann,s3cret\n2,ben,other\n'],
    ['dates', 'ann,2024-01-15,secret\nben,2024-02-01,other\n'],
    ['answers', 'ann,true,secret\nben,false,other\n'],
    ['nothing', 'ann,NULL,secret\nben,12,other\n'],
    ['words as below', 'ann,abc\nann1,4321\nben,autumn\n'],
    ['short words', 'no,yes\nann,ben\n'],
    ['a clear password', 'ann;Fr0g!pond\nben;Tr33?house\n'],
    ['a clear password behind a tab', 'ann\tFr0g!pond\nben\tTr33?house\n'],
    ['a clear password behind a bar', 'ann|Fr0g!pond\nben|Tr33?house\n'],
    ['a clear password behind a blank', 'ann Fr0g!pond\nben Tr33?house\n'],
    ['a clear password behind a word that columns are called by', 'user;Fr0g!pond\nben;Tr33?house\n'],
    ['names of people', 'Ann Lee|alee|APP_Users\nBen Ray|bray|APP_Users\n'],
    ['a role that is a word of names', 'Ann Lee;member\nBen Ray;guest\n'],
    ['parts with dashes', '0001-Ann Lee-Old Town-admin-ann-1234\n0002-Ben Ray-New Town-user-ben-4321\n'],
    ['an account without an address', 'admin;secret\nann@acme.example;abc\nben@acme.example;def\n'],
    ['a password that says so', 'ann,MyPassword1\nben,qwerty77\ncleo,sunny-day\n'],
    ['a password that says so in another language', 'ann\tmojaLozinka\nben\tqwerty77\ncleo\tsunny-day\n'],
    ['a password of two words', 'ann|admin_pass\nben|qwerty77\n'],
    [
      'a password that says so among other words',
      'admin;adminPassword;admin\nben;qwerty77;user\ncleo;sunny-day;user\n',
    ],
    ['a role that others have beside words of names', 'user;password;user\nben;qwerty77;user\ncleo;sunny-day;admin\n'],
    ['a password that says so above numbers', 'ann,mojaLozinka\nben,1234\ncleo,4321\n'],
    ['a password that says so above dates', 'ann,adminPassword\nben,01.02.1990\ncleo,03.04.1991\n'],
    ['an address above others', `ann;myPassword;ann@acme.example\nben;${bcrypt};ben@acme.example\n`],
    ['a PIN in later lines', 'ann;autumn\nben;1234\ncleo;4321\ndan;1111\n'],
  ])('is told by %s in its first line, which is a record', async (_, content) => {
    expect((await openWith(content)).header).toBeNull()
    expect(linesOf(await readAll(content))).toHaveLength(content.trim().split('\n').length)
  })

  it.each([
    ['names that are known', 'Foo;Login\nann;abc\nben;def\n'],
    ['names that are known in another language', 'Jméno;Heslo\nann;abc\nben;def\n'],
    ['years among names', 'name,2023,2024\nAnn,5,7\nBen,6,9\n'],
    ['a word for users beside one for passwords', 'Kasutaja;Parool\nann;abc\nben;def\n'],
    ['a word for passwords above hashes', `xyz;Parool\nann;${bcrypt}\nben;${bcrypt}\n`],
    ['a word for passwords that is one as well', 'username;password\nben;password\ncleo;password\n'],
    ['a word for passwords beside one for names', 'Foo;UserName;UserPass\nx;ann;abc\ny;ben;def\n'],
    ['a word for passwords beside names of other kinds', 'admin;admin_pass;e-mail\nann;abc;ann@acme.example\n'],
    ['a word for passwords among others above hashes', `xyz;adminPassword\nann;${bcrypt}\nben;${bcrypt}\n`],
    ['a word for passwords above numbers beside flags', 'xyz;user_password;abc\nann;1234;0\nben;4321;1\n'],
    ['names above another kind of value', 'foo;bar\nann;2024-01-15\nben;2024-02-01\n'],
    ['names above numbers', 'foo;bar;baz\nann;17;1\nben;4;9\n'],
    [
      'the name of hashes, of which one is cut, beside words that columns are called by',
      'id,email,password_hash\nmail,no email,$2y$10$abcdefghijklmnopqrstuuMadeUp1xYz4xYz4xYz4xYz4xYz4xYz1\nhash,h@acme.example,$2b$10$cut\n',
    ],
    [
      'an address beside the name of other addresses',
      'id,email,more@acme.example\n1,ann@acme.example,\n2,ben@acme.example,ben2@acme.example\n',
    ],
    ['names in a file that was put together', 'login;abc\nann;x\nlogin;abc\nben;y\n'],
    ['a column of passwords called with a sign', 'login;phone#1\nann;x\nben;y\n'],
  ])('is not seen below %s', async (_, content) => {
    expect((await openWith(content)).header).not.toBeNull()
  })

  it('never has a secret as a name', async () => {
    const { header } = await openWith('login;email;Fr0g!pond;0a1b2c3d4e5f6a7b\nann;ann@acme.example;abc;1\n')
    expect(header).toEqual(['login', 'email', 'column_3', 'column_4'])
    const { header: others } = await openWith('login;email;MyPassword1!\nann;ann@acme.example;abc\n')
    expect(others).toEqual(['login', 'email', 'column_3'])
  })

  it('is not seen where names are odd', async () => {
    const odd = ['id,2023,2024\n1,a,b\n', '#,Name,true?\n1,a,b\n']
    expect(await Promise.all(odd.map(async (one) => (await openWith(one)).header))).not.toContain(null)
  })
})
