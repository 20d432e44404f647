import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const ann = { name: 'Ann Lee', email: 'ann@acme.example' }
const smtp = { host: 'mail.acme.example', user: 'mailer@acme.example', password: 'made-up-1' }
const rails = { adapter: 'sqlite3', database: 'app', username: 'app', password: 'made-up-4' }
const db = { host: 'db.acme.example', user: 'app', password: 'made-up-2', port: 5432 }

describe('a file of a program is refused with a sentence', () => {
  test.each<[string, string, unknown]>([
    [
      'package.json',
      'a software package',
      { name: 'web', version: '1.0.0', author: ann, dependencies: { a: '^1.0.0' } },
    ],
    ['composer.json', 'a software package', { name: 'acme/web', authors: [ann], require: { php: '>=8.1' } }],
    ['Chart.yaml', 'a software package', { apiVersion: 'v2', name: 'chart', version: '0.1.0', maintainers: [ann] }],
    ['CITATION.cff', 'a software package', { 'cff-version': '1.2.0', title: 'X', authors: [ann] }],
    ['composer.lock', 'installed packages', { 'content-hash': '0cc1', packages: [{ name: 'a/b', authors: [ann] }] }],
    [
      'main.tfstate',
      'Terraform',
      {
        version: 4,
        terraform_version: '1.5.0',
        resources: [{ type: 'db', instances: [{ attributes: { ...db, ...ann } }] }],
      },
    ],
    [
      'openapi.json',
      'an API',
      { openapi: '3.0.0', info: { contact: ann }, paths: { '/users': { post: { example: ann } } } },
    ],
    [
      'users.yaml',
      'authentik',
      { version: 1, entries: [{ model: 'authentik_core.user', identifiers: { username: 'ann' }, attrs: ann }] },
    ],
    [
      'kubeconfig.yaml',
      'Kubernetes',
      { apiVersion: 'v1', kind: 'Config', clusters: [], users: [{ name: ann.email, user: { token: 'made-up' } }] },
    ],
    [
      'docker-compose.yml',
      'services',
      { services: { db: { image: 'postgres', environment: { DEFAULT_EMAIL: ann.email } } } },
    ],
    [
      'key.json',
      'a service account',
      { type: 'service_account', private_key: 'made-up', client_email: 'svc@acme.example', client_id: '12345' },
    ],
    ['settings.json', 'a program', { smtp, db, redis: { url: 'redis://cache' } }],
    ['appsettings.json', 'a program', { ConnectionStrings: { main: 'Server=db' }, Smtp: smtp }],
    ['servers.json', 'a program', { first: smtp, second: db }],
    ['database.yml', 'a program', { default: { adapter: 'postgresql', pool: 5 }, test: rails, production: rails }],
    ['config.json', 'a program', { development: { ...rails, adapter: undefined, dialect: 'sqlite' } }],
    ['application.yml', 'a program', { spring: { datasource: db, security: { user: smtp } }, server: { port: 80 } }],
    [
      'configuration.yml',
      'a program',
      {
        authentication_backend: { file: { path: '/config/users.yml' } },
        access_control: { rules: [{ subject: 'user:ann' }] },
        notifier: { smtp: { sender: ann.email, password: 'made-up-3' } },
        identity_providers: { oidc: { clients: [{ client_id: 'web', client_secret: madeUpBcrypt(3) }] } },
      },
    ],
  ])('%s', async (name, what, content) => {
    // JSON is YAML as well.
    const cwd = folderOf({ [name]: JSON.stringify(content, null, 2) })
    const { err, out, code } = await cli(['inspect', name], { cwd })
    expect(code).toBe(2)
    expect(`${out}${err}`).toContain('not an export of users')
    expect(`${out}${err}`).toContain(what)
  })
})

describe('a file with users is read, whatever stands beside them', () => {
  const user = (at: number) => ({ email: `u${at}@acme.example`, password: madeUpBcrypt(at) })
  test.each<[string, unknown, number]>([
    ['one user', { id: 7, ...user(1), name: 'Ann', version: 1 }, 1],
    [
      'one user of an application',
      { ...user(1), app: { theme: 'dark' }, mail: { digest: true }, storage: { used: 3 } },
      1,
    ],
    ['users beside settings', { smtp, db, users: [user(1), user(2)] }, 2],
    ['users without passwords beside settings', { smtp, db, users: [ann, { ...ann, email: 'ben@acme.example' }] }, 2],
    ['users under their names', { ann: user(1), db: user(2) }, 2],
    ['users of a program on Spring', { spring: { datasource: db }, app: { users: [user(1), user(2)] } }, 2],
    ['users with databases of their own', { ann: { ...user(1), ...rails }, ben: { ...user(2), ...rails } }, 2],
    ['users with servers of their own', { ann: { ...user(1), host: 'a' }, ben: { ...user(2), host: 'b' } }, 2],
  ])('%s', async (_, content, users) => {
    const { json } = await inspect({ 'users.json': JSON.stringify(content) })
    expect(json).toMatchObject({ users })
  })
})

describe('XML of a program', () => {
  const about = '<name>nav</name><version>1.0</version><description>Nav</description>'
  const people = [1, 2].map((at) => `<author email="u${at}@acme.example">Ann ${at}</author>`).join('')

  test.each([
    ['authors', `<package>${about}${people}</package>`],
    ['a lead', `<package>${about}<lead><name>Ann</name><email>ann@acme.example</email></lead></package>`],
  ])('is refused for its authors: %s', async (_, content) => {
    const { err, out, code } = await cli(['inspect', 'package.xml'], { cwd: folderOf({ 'package.xml': content }) })
    expect(code).toBe(2)
    expect(`${out}${err}`).toContain('a software package, not an export of users')
  })

  test.each([
    ['users beside them', `<site>${about}${people}${people.replaceAll('author', 'user')}</site>`],
    ['without a version', `<site><name>nav</name>${people}</site>`],
  ])('is none with people of a site: %s', async (_, content) => {
    const { json } = await inspect({ 'site.xml': content })
    expect(json).toMatchObject({ users: 2 })
  })
})

test.each(['yaml', 'json'])(
  'a changelog of Liquibase in %s is refused with the command that writes it as SQL',
  async (format) => {
    const columns = (of: object) => Object.entries(of).map(([name, value]) => ({ column: { name, value } }))
    const inserts = [1, 2].map((at) => ({
      insert: { tableName: 'users', columns: columns({ id: at, username: `ann${at}`, password: madeUpBcrypt(at) }) },
    }))
    const changelog = { databaseChangeLog: [{ changeSet: { id: 'a', author: 'ann', changes: inserts } }] }
    const name = `db.changelog.${format}`
    const { out, err } = await cli(['inspect', name], { cwd: folderOf({ [name]: JSON.stringify(changelog, null, 1) }) })
    expect(out + err).toContain('liquibase update-sql')
    // Users under that name are users.
    const users = {
      databaseChangeLog: 'none',
      users: [1, 2].map((at) => ({ id: at, email: `u${at}@acme.example`, password: madeUpBcrypt(at) })),
    }
    expect((await inspect({ [name]: JSON.stringify(users, null, 1) })).json).toMatchObject({ users: 2 })
  },
)
