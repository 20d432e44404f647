import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

async function refusalOf(name: string, text: string): Promise<string> {
  const { out, err, code } = await cli(['inspect', name], { cwd: folderOf({ [name]: text }) })
  expect(code).toBe(2)
  expect(out + err).not.toContain('$2')
  return err
}

const users = `id,email,password\n1,ann@acme.example,${madeUpBcrypt(1)}\n2,ben@acme.example,${madeUpBcrypt(2)}\n`
const dump = `INSERT INTO users (id, email, password) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}');\n`

describe('what a program, an API or a storage answered is no export', () => {
  test.each([
    [
      'a.sql',
      'pg_dump: error: connection to server on socket "/run/acme" failed: FATAL:  role "acme" does not exist\npg_dump: hint: Try more.\n',
      'error message of pg_dump',
    ],
    [
      'b.sql',
      "mysqldump: Got error: 1045: Access denied for user 'acme'@'localhost' when trying to connect\n",
      'error message of mysqldump',
    ],
    [
      'c.sql',
      'mysqldump: [Warning] Using a password on the command line interface can be insecure.\n',
      'error message of mysqldump',
    ],
    ['d.sql', 'bash: pg_dump: command not found\n', 'a program that failed'],
    ['e.csv', "ERROR 1146 (42S02) at line 1: Table 'acme.user' doesn't exist\n", 'a program that failed'],
    [
      'f.csv',
      'ERROR:  relation "users" does not exist\nLINE 1: SELECT * FROM users\n                      ^\n',
      'a program that failed',
    ],
    ['g.json', '2026-03-01T10:00:00.000+0000\tFailed: could not connect to server\n', 'a program that failed'],
    [
      'h.csv',
      "'mysqldump' is not recognized as an internal or external command,\noperable program or batch file.\n",
      'a program that failed',
    ],
    [
      'i.csv',
      "Msg 208, Level 16, State 1, Server ACME, Line 1\nInvalid object name 'users'.\n",
      'a program that failed',
    ],
    ['j.json', '{"error":{"code":"Unauthorized","message":"The token expired."}}', 'the error of an API'],
    [
      'k.json',
      '{"statusCode":401,"error":"Unauthorized","message":"Missing authentication","attributes":null}',
      'the error of an API',
    ],
    ['l.json', '{"message":"Forbidden","status":403}', 'the error of an API'],
    ['m.json', '{"data":null,"errors":[{"message":"Not allowed","path":["users"]}]}', 'the error of an API'],
    [
      'n.xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
      'the error of a storage (AccessDenied)',
    ],
    ['q.json', '{"ok":0,"errmsg":"not authorized","code":13,"codeName":"Unauthorized"}', 'the error of an API'],
    ['r.txt', '(error) NOAUTH Authentication required.\n', 'a program that failed'],
    ['s.csv', 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n', 'a program that failed'],
    ['o.csv', 'version https://git-lfs.github.com/spec/v1\noid sha256:00aa\nsize 123\n', 'a pointer of Git LFS'],
    ['p.csv', '', 'empty'],
  ])('%s', async (name, text, told) => {
    expect(await refusalOf(name, text)).toContain(told)
  })

  test.each([
    [
      'a warning above a dump',
      'a.sql',
      `mysqldump: [Warning] Using a password on the command line interface can be insecure.\n-- MySQL dump 10\n${dump}`,
      1,
    ],
    [
      'users of a page with an error of null',
      'b.json',
      `{"error":null,"users":[{"email":"ann@acme.example","password":"${madeUpBcrypt(1)}"}]}`,
      1,
    ],
    [
      'a user with an error',
      'c.json',
      `[{"email":"ann@acme.example","password":"${madeUpBcrypt(1)}","error":"mail bounced"}]`,
      1,
    ],
    [
      'data beside errors',
      'd.json',
      `{"data":{"users":[{"email":"ann@acme.example"},{"email":"ben@acme.example"}]},"errors":[{"message":"x"}]}`,
      2,
    ],
    ['accounts that are called like programs', '.htpasswd', `mysql:${madeUpBcrypt(1)}\nbash:${madeUpBcrypt(2)}\n`, 2],
    ['a table', 'e.csv', users, 2],
  ])('%s is one', async (_, name, text, count) => {
    expect((await inspect({ [name]: text })).json).toMatchObject({ users: count })
  })
})

describe('what is encrypted is to be decrypted first', () => {
  const ofSops = (letters: string) => `ENC[AES256_GCM,data:${letters},iv:CB0jdPlE5w==,tag:KhU7gE1d==,type:str]`
  const ofRails = (letters: string) =>
    `{"p":"${letters}==","h":{"iv":"AAAAAAAAAAAAAAAA","at":"BBBBBBBBBBBBBBBBBBBBBB=="}}`
  const rows = (value: (at: number) => unknown) =>
    JSON.stringify([1, 2, 3].map((at) => ({ id: at, email: value(at), password: madeUpBcrypt(at) })))
  const ofLaravel = (at: number) => Buffer.from(`{"iv":"made up ${at}","value":"${'x'.repeat(60)}"}`).toString('base64')

  test.each([
    [
      'a.yml',
      `users:\n  ann:\n    password: ${ofSops('u5Zb')}\n    email: ${ofSops('LsfN')}\nsops:\n  mac: ${ofSops('YS28')}\n`,
      'SOPS',
    ],
    ['b.json', `{"users":[{"email":"${ofSops('LsfN')}"}],"sops":{"mac":"${ofSops('YS28')}"}}`, 'SOPS'],
    ['c.yml', '$ANSIBLE_VAULT;1.1;AES256\n6162636465666768\n6162636465666768\n', 'Ansible Vault'],
    [
      'd.yml',
      'apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nspec:\n  encryptedData:\n    users: AgBmadeup\n',
      'sealed secret of Kubernetes',
    ],
    ['e.txt', '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n', 'This file is encrypted'],
    ['f.csv', '\u0000GITCRYPT\u0000abcdef', 'git-crypt'],
    ['g.json', rows((at) => ofRails(`abc${at}`)), '“email” are encrypted'],
    ['h.json', rows((at) => JSON.parse(ofRails(`abc${at}`))), '“email” are encrypted'],
    [
      'i.json',
      rows((at) => `vault:v1:${Buffer.from(`made up value ${at}`).toString('base64')}`),
      '“email” are encrypted',
    ],
    ['j.json', rows(ofLaravel), '“email” are encrypted'],
  ])('%s', async (name, text, told) => {
    expect(await refusalOf(name, text)).toContain(told)
  })

  test.each([
    ['a second factor that Laravel encrypted', (at: number) => ({ two_factor_secret: ofLaravel(at) })],
    ['a note about SOPS', (at: number) => ({ note: `sops: ${at}` })],
    ['one encrypted value beside clear ones', (at: number) => (at === 1 ? { phone_enc: ofLaravel(at) } : {})],
  ])('%s says nothing of the others', async (_, fields) => {
    const list = [1, 2, 3].map((at) => ({
      id: at,
      email: `u${at}@acme.example`,
      password: madeUpBcrypt(at),
      ...fields(at),
    }))
    expect((await inspect({ 'users.json': JSON.stringify(list) })).json).toMatchObject({ users: 3, ready: 3 })
  })
})

describe('tables that a database or a tool keeps for itself hold no users', () => {
  const ofServer = 'accounts of the database server, which are no users of an app'

  test.each([
    [
      'mysql.sql',
      "CREATE TABLE `user` (`Host` char(60), `User` char(32), `Select_priv` char(1), `password_expired` char(1), `password_last_changed` timestamp, `password_lifetime` int);\nINSERT INTO `user` VALUES ('localhost','root','Y','N','2026-05-21 21:43:39',90);\n",
    ],
    [
      'authid.sql',
      'COPY pg_catalog.pg_authid (oid, rolname, rolsuper, rolpassword) FROM stdin;\n10\tacme\tt\tSCRAM-SHA-256$4096:AAAA$BBBB:CCCC\n11\tweb\tf\t\\N\n\\.\n',
    ],
    ['shadow.csv', 'usename,usesysid,usesuper,passwd\nacme,10,t,md5aa\nweb,11,f,md5bb\n'],
    [
      'logins.csv',
      'name,principal_id,sid,type,type_desc,is_disabled,password_hash\nsa,1,0x01,S,SQL_LOGIN,0,0x0200AA\nweb,2,0x02,S,SQL_LOGIN,0,0x0200BB\n',
    ],
    [
      'dba_users.csv',
      'USERNAME,USER_ID,ACCOUNT_STATUS,DEFAULT_TABLESPACE,PROFILE\nSYS,0,OPEN,SYSTEM,DEFAULT\nWEB,61,OPEN,USERS,DEFAULT\n',
    ],
    [
      'system.users.json',
      '[{"_id":"admin.root","user":"root","db":"admin","credentials":{"SCRAM-SHA-256":{"iterationCount":15000,"salt":"AAAA"}},"roles":[{"role":"root","db":"admin"}]}]',
    ],
  ])('%s', async (name, text) => {
    const told = await refusalOf(name, text)
    expect(told).toContain(ofServer)
    expect(told).not.toContain('--table')
  })

  test('the users beside the accounts of a server are read', async () => {
    const ofMysql =
      "INSERT INTO `mysql`.`user` (`Host`,`User`,`Select_priv`,`authentication_string`) VALUES ('%','web','Y','*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29');\n"
    expect((await inspect({ 'all.sql': ofMysql + dump })).json).toMatchObject({ users: 1, ready: 1 })
  })

  test.each([
    'migrations',
    'schema_migrations',
    '__EFMigrationsHistory',
    'django_migrations',
    'alembic_version',
    'knex_migrations',
    'doctrine_migration_versions',
    'flyway_schema_history',
    'ar_internal_metadata',
  ])('%s is not offered as the table of users', async (table) => {
    const told = await refusalOf(
      'dump.sql',
      `INSERT INTO staff (id, name) VALUES (1, 'Ann Moss'), (2, 'Ben Reed');\nINSERT INTO ${table} (id, name, checksum) VALUES (1, '2026_10_12_000000_create_users_table', '5f4dcc3b5aa765d61d8327deb882cf99'), (2, '2026_10_12_100000_create_password_resets_table', '5f4dcc3b5aa765d61d8327deb882cf98');\n`,
    )
    expect(told).toContain('leave this file out')
    expect(told).not.toContain('--table')
  })

  test('a table of users that moved is one of users', async () => {
    const moved = dump.replace('users', 'migrated_users')
    expect((await inspect({ 'all.sql': moved })).json).toMatchObject({ users: 1 })
  })
})
