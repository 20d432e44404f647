import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const table = 'email,token,role\nann@acme.example,K1,Admin\nben@acme.example,K2\ncem@acme.example,K3'

test('rows without their last cells are users, counted in a finding, and the file is whole', async () => {
  const { json } = await inspect({ 'users.csv': table })
  expect(json).toMatchObject({
    users: 3,
    ready: 3,
    unreadable: 0,
    findings: [{ code: 'cells-missing', users: 2 }],
    files: [{ truncation: null }],
  })
})

test('an incomplete file names the commands that have the option to accept it', async () => {
  const { out } = await cli(['inspect', 'users.csv'], { cwd: folderOf({ 'users.csv': `${table}\nd@acme.` }) })
  expect(out).toMatch(/INCOMPLETE.* --allow-incomplete of run or resume\./)
})
