import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const rows = (column: string, ...values: readonly string[]) =>
  [`id,email,${column}`, ...values.map((value, at) => `${at + 1},u${at}@acme.example,${value}`)].join('\n')

const inspected = async (name: string, content: string, ...args: readonly string[]) =>
  (await cli(['inspect', name, '--json', ...args], { cwd: folderOf({ [name]: content }) })).json

test.each([
  ['del_flag', ['1', '1', '1']],
  ['is_deleted', ['1', '1', '1', '1']],
  ['del', ['1', '1']],
  ['deleted', ['true', 'true', 'true']],
  ['del_flag', ['1', '1', '1', '0']],
])('a flag by which most users would be deleted is asked about: %s', async (column, values) => {
  const off = values.filter((value) => value !== '0').length
  const json = await inspected('users.csv', rows(column, ...values))
  expect(json).toMatchObject({ ready: values.length - off, excluded: 0, blocked: { 'unmapped-status': off } })
  const decided = ['--decide', `unmapped-status:${column}=${values[0]}=active`]
  expect(await inspected('users.csv', rows(column, ...values), ...decided)).toMatchObject({ ready: values.length })
})

const table = (name: string, column: string, flags: readonly string[]) =>
  `CREATE TABLE ${name} (id int primary key, email varchar(80), ${column});\n` +
  flags
    .map((flag, at) => {
      const [names, values] = flag === '' ? ['', ''] : [', del_flag', `, ${flag}`]
      return `INSERT INTO ${name} (id, email${names}) VALUES (${at + 1}, 'u${at}@acme.example'${values});\n`
    })
    .join('')

test.each([
  ['no row has', ['', '']],
  ['some rows have', ['0', '0', '1']],
])('and so is one by whose default a new user would be deleted, which %s', async (_, flags) => {
  const json = await inspected('dump.sql', table('sys_user', 'del_flag tinyint default 1 not null', flags))
  const off = flags.filter((flag) => flag !== '0').length
  expect(json).toMatchObject({ excluded: 0, blocked: { 'unmapped-status': off } })
})

test.each([
  ['del_flag', ['0', '0', '1', '0']],
  ['is_deleted', ['1', '1', '0', '1', '0']],
  ['deleted', ['false', 'true']],
])('a flag by which some users are deleted is none of these: %s', async (column, values) => {
  const json = await inspected('users.csv', rows(column, ...values))
  const off = values.filter((value) => ['1', 'true'].includes(value)).length
  expect(json).toMatchObject({ ready: values.length - off, excluded: off, blocked: {} })
})

test('nor is a flag of 0 by default, or one in a table of users who were deleted', async () => {
  const json = await inspected('dump.sql', table('users', 'del_flag tinyint default 0 not null', ['', '1', '']))
  expect(json).toMatchObject({ ready: 2, excluded: 1, blocked: {} })
  const former = await inspected('dump.sql', table('deleted_users', 'del_flag tinyint', ['1', '1', '1']))
  expect(former).toMatchObject({ ready: 0, excluded: 3, blocked: {} })
})

test.each([
  ['status', ['active', 'deleted', 'suspended', 'active']],
  ['account_status', ['Active', 'Soft-Deleted', 'Banned', 'Active']],
  ['Status', ['aktiv', 'gelöscht', 'gesperrt', 'aktiv']],
  ['statut', ['actif', 'supprimée', 'suspendu', 'actif']],
  ['estado', ['activo', 'eliminada', 'bloqueado', 'activa']],
  ['Статус', ['активен', 'удалена', 'заблокирован', 'активен']],
])('a status excludes the deleted, and asks about the disabled: %s', async (column, values) => {
  const json = await inspected('users.csv', rows(column, ...values))
  expect(json).toMatchObject({ ready: 2, excluded: 1, blocked: { disabled: 1 } })
  // A choice about the disabled does not bring the deleted back.
  const decided = await inspected('users.csv', rows(column, ...values), '--decide', 'disabled=migrate')
  expect(decided).toMatchObject({ ready: 3, excluded: 1, blocked: {} })
})

test('a word of a status that may mean another end than deletion is asked about', async () => {
  const json = await inspected('users.csv', rows('status', 'active', 'removed', 'closed', 'active'))
  expect(json).toMatchObject({ ready: 2, excluded: 0, blocked: { disabled: 2 } })
})
