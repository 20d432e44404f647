import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqliteDriver } from '../../../electron/engine/sqlite-driver.ts'
import { bsonOf } from '../../support/data/bson-of.ts'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { workbookOf } from '../../support/data/workbook-of.ts'

const mail = (form: string) => `ann@${form}.example`
const hash = madeUpBcrypt(1)

const files: Readonly<Record<string, string | Buffer>> = {
  'people.ldif': `version: 1\n\ndn: uid=ann,dc=acme\nobjectClass: inetOrgPerson\nuid: ann\nmail: ${mail('ldif')}\nuserPassword: {CRYPT}${hash}\n`,
  'users.yml': `users:\n  ann:\n    email: ${mail('yaml')}\n    password: '${hash}'\n`,
  'people.xlsx': workbookOf([
    {
      name: 'People',
      rows: [
        ['Email', 'Password hash'],
        [mail('xlsx'), hash],
      ],
    },
  ]),
  'users.bson': bsonOf({ _id: { oid: '65a5f1e2c3d4e5f6a7b8c9d0' }, email: mail('bson'), password: hash }),
}

test('users of every form of file are sent to a core', async () => {
  const cwd = folderOf(files)
  const database = sqliteDriver().open(join(cwd, 'app.db'), false, 'unguarded')
  database.exec(`CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password_hash TEXT);
    INSERT INTO users VALUES (1, '${mail('sqlite')}', '${hash}');`)
  database.close()
  const core = await startCore({ dialect: 'documented' })
  const names = [...Object.keys(files), 'app.db']
  const { code, json } = await cli(
    ['run', ...names, '--core', core.baseUrl, '--yes', '--json', '--document', 'm.migration'],
    {
      cwd,
    },
  )
  expect([code, json?.['migrated']]).toEqual([0, 5])
  const forms = ['bson', 'ldif', 'sqlite', 'xlsx', 'yaml']
  expect(usersIn(core)).toEqual(forms.map((form) => expect.stringContaining(mail(form))))
})
