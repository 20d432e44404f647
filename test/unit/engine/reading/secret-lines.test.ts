import { describe, expect, it } from 'vitest'
import { openWith, readAll, valuesOf } from './support.ts'

const bcrypt = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC'
const argon = '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'
const sha = 'a591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e'
const md5 = '5f4dcc3b5aa765d61d8327deb882cf99'

describe('lines of a name, a colon and a secret', () => {
  it('are read with the names of their fields, whatever their secrets hold', async () => {
    const opened = await openWith(`# made by htpasswd\nann@acme.example:${argon}\n\nben@acme.example:${bcrypt}\n`)
    expect([opened.header, opened.delimiter]).toEqual([['email', 'password'], ':'])
    expect(valuesOf(await readAll(`# by hand\nann@acme.example:${argon}\n\nben@acme.example:${bcrypt}\n`))).toEqual([
      { email: 'ann@acme.example', password: argon },
      { email: 'ben@acme.example', password: bcrypt },
    ])
  })

  it('are no records where they are comments', async () => {
    const content = `;ann@acme.example:${bcrypt}\n//dan@acme.example:${bcrypt}\nben@acme.example:${bcrypt}\n# carl@acme.example:${bcrypt}\n`
    expect(valuesOf(await readAll(content))).toEqual([{ email: 'ben@acme.example', password: bcrypt }])
  })

  it.each([
    ['names of users', `ann:${bcrypt}\n`, { name: 'ann', password: bcrypt }],
    ['digests', `ann@acme.example:${md5}\nben@acme.example:${md5}\n`, { email: 'ann@acme.example', password: md5 }],
    ['digests with a salt', `ann@acme.example:${md5}:x7\n`, { email: 'ann@acme.example', password: `${md5}:x7` }],
    ['realms', `ann:shop:${md5}\nben:shop:${md5}\n`, { name: 'ann', name_2: 'shop', password: md5 }],
    [
      'ids and names',
      `1:ann:ann@acme.example:${bcrypt}\n`,
      { id: '1', name: 'ann', email: 'ann@acme.example', password: bcrypt },
    ],
    [
      'passwords themselves',
      'ann@acme.example:s3,c;r"et:x\nben@acme.example:a|b\n',
      { email: 'ann@acme.example', password: 's3,c;r"et:x' },
    ],
    [
      'a status behind the hash',
      `1:ann@acme.example:${bcrypt}:active\n2:ben@acme.example:${bcrypt}:banned\n`,
      { id: '1', email: 'ann@acme.example', password: bcrypt, status: 'active' },
    ],
    [
      'groups that all have',
      ['ann', 'ben', 'cem'].map((name) => `${name}:${bcrypt}:${name} Lee:${name}@acme.example:user\n`).join(''),
      { name: 'ann', password: bcrypt, name_3: 'ann Lee', email: 'ann@acme.example', groups: 'user' },
    ],
    [
      'rounds',
      `ann@acme.example:pbkdf2:sha256:600000$ab$${md5}${md5}\n`,
      { email: 'ann@acme.example', password: `pbkdf2:sha256:600000$ab$${md5}${md5}` },
    ],
    [
      'a salt and roles behind a digest',
      `ann:${sha}:0a1b2c3d4e5f6a7b:SALES,HR\nben:${sha}:1a1b2c3d4e5f6a7c:HR\ncid:${sha}:2a1b2c3d4e5f6a7d:AUDIT,TAX,HR\n`,
      { name: 'ann', password: sha, salt: '0a1b2c3d4e5f6a7b', groups: 'SALES,HR' },
    ],
    [
      'a salt before a longer digest',
      `ann:${md5}:${sha}:Clients\nben:${md5.replace('5', '6')}:${sha}:Premium Clients\n`,
      { name: 'ann', salt: md5, password: sha, groups: 'Clients' },
    ],
    [
      'a number before the digest and a role of two words',
      `Ann:0630172775:${sha}:Client\nBen:1398514895:${sha}:Compliance Officer\n`,
      { name: 'Ann', id: '0630172775', password: sha, groups: 'Client' },
    ],
    [
      'clear passwords and roles with commas',
      'ann:Fr0g!pond:SALES,HR\nben:Tr33?house:HR\n',
      { name: 'ann', password: 'Fr0g!pond', groups: 'SALES,HR' },
    ],
    [
      'the address of a machine behind a clear password',
      'ann@acme.example:Fr0g!pond:192.0.2.7\nben@acme.example:Tr33?house:192.0.2.11\n',
      { email: 'ann@acme.example', password: 'Fr0g!pond', name: '192.0.2.7' },
    ],
    [
      'the name of a person behind a digest',
      `ann:${sha}:Ann Lee\nben:${sha}:Ben Smith\n`,
      { name: 'ann', password: sha, name_3: 'Ann Lee' },
    ],
    [
      'a time with colons of its own behind the hash',
      ['ann', 'ben'].map((name) => `${name}:${bcrypt}:autocreated 2024-06-25T15:47:16.520Z\n`).join(''),
      { name: 'ann', password: bcrypt, comment: 'autocreated 2024-06-25T15:47:16.520Z' },
    ],
    [
      'a time behind a hash that looks like a word',
      'ann:io/1kJDAYW3d2:autocreated 2024-06-25T15:47:16.520Z\nben:NLc.qeTbbh4CU:autocreated 2024-06-26T08:12:56.982Z\n',
      { name: 'ann', password: 'io/1kJDAYW3d2', comment: 'autocreated 2024-06-25T15:47:16.520Z' },
    ],
    [
      'a time behind a digest',
      `ann:${sha}:2024-06-25 15:47:16\nben:${sha.replace('5', '6')}:2024-06-26 08:12:56\n`,
      { name: 'ann', password: sha, comment: '2024-06-25 15:47:16' },
    ],
    [
      'a time behind a clear password',
      'ann:Fr0g!pond:2024-06-25T15:47:16Z\nben:Tr33?house:2024-06-26T08:12:56Z\n',
      { name: 'ann', password: 'Fr0g!pond', comment: '2024-06-25T15:47:16Z' },
    ],
    [
      'a colon within a name, as DokuWiki writes it',
      `ann:${bcrypt}:Ann\\: the boss:ann@acme.example:user\nben:${bcrypt}:Ben:ben@acme.example:user\n`,
      { name: 'ann', password: bcrypt, name_3: 'Ann\\: the boss', email: 'ann@acme.example', groups: 'user' },
    ],
    [
      'a comment behind the hash of some',
      `ann:${bcrypt}:the boss: see notes\nben:${bcrypt}\ncem:${bcrypt}\n`,
      { name: 'ann', password: bcrypt, comment: 'the boss: see notes' },
    ],
    [
      'an address of a page as the last of several fields',
      `ann:${bcrypt}:ann@acme.example:https://acme.example:8443/ann\nben:${bcrypt}:ben@acme.example:https://acme.example:8443/ben\n`,
      { name: 'ann', password: bcrypt, email: 'ann@acme.example', comment: 'https://acme.example:8443/ann' },
    ],
    [
      'an address of IPv6 as the last field',
      `ann:${bcrypt}:2001:db8::1\nben:${bcrypt}:fe80::a:2\n`,
      { name: 'ann', password: bcrypt, comment: '2001:db8::1' },
    ],
    ['a first line with names', `username:password\nann:${bcrypt}\n`, { username: 'ann', password: bcrypt }],
  ])('are known with %s', async (_, content, first) => {
    const records = valuesOf(await readAll(content))
    expect(records).toEqual(expect.arrayContaining([first]))
    expect(Array.isArray(records) && records.length).toBe(
      content.trim().split('\n').length - (content.startsWith('user') ? 1 : 0),
    )
  })

  it('are those of shadow and passwd with all their fields', async () => {
    const shadow = valuesOf(await readAll('ann:$6$abcdefgh$x.:19000:0:99999:7:::\nben:!:19000:0:99999:7:::\n'))
    expect(shadow).toEqual([
      expect.objectContaining({ login: 'ann', password: '$6$abcdefgh$x.' }),
      expect.objectContaining({ login: 'ben', password: '!' }),
    ])
    const passwd = valuesOf(
      await readAll('ann:x:1000:1000:Ann Lee,,,:/home/ann:/bin/bash\nben:x:1001:1001::/home/ben:/bin/sh\n'),
    )
    expect(passwd).toEqual([
      expect.objectContaining({ login: 'ann', uid: '1000', gecos: 'Ann Lee,,,' }),
      expect.objectContaining({ login: 'ben', shell: '/bin/sh' }),
    ])
  })

  it('are those of master.passwd, also with hashes that look like words', async () => {
    const line = (name: string) => `${name}:ab01FAX.bQRSU:660:660:staff:0:0:${name} Lee:/home/${name}:/bin/csh\n`
    expect(valuesOf(await readAll(line('ann') + line('ben')))).toEqual([
      expect.objectContaining({ login: 'ann', password: 'ab01FAX.bQRSU', gecos: 'ann Lee' }),
      expect.objectContaining({ login: 'ben', shell: '/bin/csh' }),
    ])
  })

  it('are those of passwd with comments and IDs of either sign', async () => {
    const users = 'nobody:*:-2:-2:Nobody:/var/empty:/usr/bin/false\nroot:*:0:-1:Root:/var/root:/bin/sh\n'
    expect(valuesOf(await readAll(`##\n# User database\n##\n${users}`))).toEqual([
      expect.objectContaining({ login: 'nobody', uid: '-2', home: '/var/empty' }),
      expect.objectContaining({ login: 'root', uid: '0', gid: '-1' }),
    ])
  })

  it('are those of passwd where some accounts have no IDs', async () => {
    const users = `ann:x:1001:1001:Ann:/home/ann:/bin/sh\nben:${bcrypt}::1001:Ben:/home/ben:/bin/sh\ncy:x:::Cy:/home/cy:/bin/sh\n`
    expect(valuesOf(await readAll(users))).toEqual([
      expect.objectContaining({ login: 'ann', password: 'x', uid: '1001' }),
      expect.objectContaining({ login: 'ben', password: bcrypt, uid: '', home: '/home/ben' }),
      expect.objectContaining({ login: 'cy', uid: '', gid: '', gecos: 'Cy' }),
    ])
  })

  it('are those of Samba with the flags of their accounts', async () => {
    const line = (name: string, flags: string) =>
      `${name}:1001:${'X'.repeat(32)}:${md5.toUpperCase()}:[${flags.padEnd(11)}]:LCT-5F0E6F2C:`
    const lines = [line('ann', 'U'), line('ben', 'UD'), line('host$', 'W')].join('\n')
    expect(valuesOf(await readAll(`${lines}\n`))).toMatchObject([
      { login: 'ann', lm_hash: '', password: md5.toUpperCase(), hash_algorithm: 'nt', disabled: 'no', type: 'user' },
      { login: 'ben', disabled: 'yes', type: 'user' },
      { login: 'host$', disabled: 'no', type: 'machine account' },
    ])
  })

  it('are those of Dovecot with its further fields', async () => {
    const line = `ann@acme.example:{BLF-CRYPT}${bcrypt}:1000:1000::/home/ann::userdb_quota_rule=*`
    expect(valuesOf(await readAll(`${line}\n${line.replaceAll('ann', 'ben')}\n`))).toContainEqual(
      expect.objectContaining({ email: 'ann@acme.example', password: `{BLF-CRYPT}${bcrypt}` }),
    )
  })

  it('say which users of Dovecot may not log in', async () => {
    const line = `ann@acme.example:{BLF-CRYPT}${bcrypt}:1000:1000::/home/ann::`
    const lines = ['', 'proxy=y nologin=y', 'userdb_nologin_note=x', 'nologin'].map((extra) => line + extra)
    expect(valuesOf(await readAll(`${lines.join('\n')}\n`))).toEqual(
      ['no', 'yes', 'no', 'yes'].map((nologin) => expect.objectContaining({ nologin })),
    )
  })

  it('names a line without a secret, and reads the others', async () => {
    expect(valuesOf(await readAll(`ann:${bcrypt}\nben\ncleo:${bcrypt}\n`))).toEqual([
      { name: 'ann', password: bcrypt },
      'This line has no colon between a name and a secret.',
      { name: 'cleo', password: bcrypt },
    ])
  })

  it('have no comment where some have none, and keep theirs apart from the hash', async () => {
    expect(valuesOf(await readAll(`ann:${bcrypt}\nben:${bcrypt}:autocreated 2024-06-26T08:12:56Z\n`))).toEqual([
      { name: 'ann', password: bcrypt, comment: '' },
      { name: 'ben', password: bcrypt, comment: 'autocreated 2024-06-26T08:12:56Z' },
    ])
  })

  it('are not seen in tables, times, addresses of pages and keys with values', async () => {
    const others = [
      `at,email,hash\n2024-01-01T10:00:00,ann@acme.example,${bcrypt}\n`,
      `auth0:12,ann@acme.example,${bcrypt}\n`,
      'page\nhttps://acme.example/a\nhttps://acme.example/b\n',
      '10:15\n10:30\n',
    ]
    expect(await Promise.all(others.map(async (one) => (await openWith(one)).delimiter))).not.toContain(':')
  })
})
