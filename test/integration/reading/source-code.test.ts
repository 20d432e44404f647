import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Seeds and fixtures: users as literals of a program, which only the program itself can write out. */

const some = [1, 2, 3]
const mail = (at: number) => `user${at}@acme.example`
const lines = (line: (at: number) => string) => some.map(line).join('')
const symbols = lines((at) => `  { name: 'User', email: '${mail(at)}', password: '${madeUpBcrypt(at)}' },\n`)
const texts = lines((at) => `  {"email": "${mail(at)}", "password": "${madeUpBcrypt(at)}"},\n`)
const pairs = lines((at) => `  "user${at}": {"email": "${mail(at)}"},\n`)
const rows = lines((at) => `  ("user${at}", "${mail(at)}", "${madeUpBcrypt(at)}"),\n`)

describe('a program with users as literals is refused as such', () => {
  test.each([
    ['users.rb', 'Ruby', `module Fixtures\n  USERS = [\n${symbols}  ].freeze\nend\n`],
    ['users.rb', 'Ruby', `# frozen_string_literal: true\n\nrequire 'faker'\n\nusers = [\n${symbols}]\n`],
    ['seeds.rb', 'Ruby', `# Seeds\n${lines((at) => `User.create!(name: 'User', email: '${mail(at)}')\n`)}`],
    ['seeds.rb', 'Ruby', `Admin::User.find_or_create_by!(email: '${mail(1)}') do |user|\n  user.name = 'Ann'\nend\n`],
    ['users.py', 'Python', `USERS = [\n${texts}]\n`],
    ['users.py', 'Python', `#!/usr/bin/env python3\nusers: dict = {\n${pairs}}\n`],
    ['users.py', 'Python', `"""Made-up users."""\nimport os\nfrom acme.models import User\n\nusers = [\n${rows}]\n`],
    ['users.py', 'Python', `from acme.models import User\n\nUser.objects.bulk_create([\n${texts}])\n`],
    ['users.py', 'Python', `users = [\n${lines((at) => `  User(email="${mail(at)}"),\n`)}]\n`],
    ['seeds.go', 'Go', `// Package seeds has users.\npackage seeds\n\nvar Users = []User{\n${texts}}\n`],
    [
      'Seed.java',
      'Java',
      `/*\n * Users\n */\npackage acme.seed;\n\nimport java.util.List;\n\npublic class Seed {\n${rows}}\n`,
    ],
    ['Seed.cs', 'C#', `using System;\n\nnamespace Acme.Seed\n{\n${rows}}\n`],
    ['seed.pl', 'Perl', `#!/usr/bin/perl\nuse strict;\nuse warnings;\nmy @users = (\n${rows});\n`],
  ])('%s: %s', async (name, language, text) => {
    const { code, err } = await cli(['inspect', name], { cwd: folderOf({ [name]: text }) })
    expect(code).toBe(2)
    expect(err).toContain(`This is a program in ${language}, not an export of users. Run it, and save its list`)
  })

  test.each([
    ['seed.ts', `import { make } from './user'\n\nexport const users: User[] = [\n${symbols}].map(make)\n`],
    ['seed.js', `'use strict'\n\n/** Users. */\nmodule.exports = [\n${symbols}  ...others,\n]\n`],
    ['users.rb', `USERS = [\n${symbols}].freeze\n`],
    ['users.rb', `USERS = [\n${symbols.replaceAll(/(\w+): '/g, ":$1 => '")}]\n`],
    ['Users.kt', `val users = listOf(\n${rows})\n`],
  ])('whichever language it is: %s', async (name, text) => {
    const { code, err } = await cli(['inspect', name], { cwd: folderOf({ [name]: text }) })
    expect(code).toBe(2)
    expect(err).toContain('This is a program, not an export of users.')
  })
})

describe('data that begins or continues like a program is read', () => {
  test.each([
    ['one column under a statement', 'users.csv', `import users\n${lines((at) => `${mail(at)}\n`)}`],
    ['one column under a package', 'users.csv', `package main\n${lines((at) => `${mail(at)}\n`)}`],
    [
      'a comment above a header',
      'users.csv',
      `# import users of acme\nemail,name\n${lines((at) => `${mail(at)},User\n`)}`,
    ],
    ['classes of a school', 'users.csv', `class,email\n${lines((at) => `class A,${mail(at)}\n`)}`],
    ['code in cells', 'users.csv', `email,code\n${lines((at) => `${mail(at)},"users = [{ name: 'User' }]\nend"\n`)}`],
    [
      'code in first cells',
      'users.csv',
      `code,email\n${lines((at) => `"require 'faker'\nUser.create!(id: ${at})",${mail(at)}\n`)}`,
    ],
    [
      'YAML under a comment',
      'users.yml',
      `# require 'users'\n${lines((at) => `- {name: User, email: ${mail(at)}}\n`)}`,
    ],
    ['JSON under a comment', 'users.json', `// module Users\n[${some.map((at) => `{"email": "${mail(at)}"}`).join()}]`],
    ['passwords of a server', '.htpasswd', lines((at) => `user${at}:${madeUpBcrypt(at)}\n`)],
    [
      'SQL of a schema',
      'users.sql',
      `use acme;\nINSERT INTO users (email, name) VALUES ${some.map((at) => `('${mail(at)}', 'User')`).join()};\n`,
    ],
  ])('%s', async (_, name, text) => {
    expect((await inspect({ [name]: text })).json).toMatchObject({ users: 3, unreadable: 0 })
  })

  test.each([
    ['events in a log', 'User.create,User.update\n'],
    ['tables in TOML', 'users = [ { "name" = "ann", email = "ann@acme.example" } ]\n'],
    ['properties', 'users={ann: "ann@acme.example", ben: "ben@acme.example"}\n'],
    ['permissions', 'User.create\nUser.delete_all\n'],
  ])('%s are not called a program', async (_, text) => {
    const { err, out } = await cli(['inspect', 'users.txt'], { cwd: folderOf({ 'users.txt': text }) })
    expect(err + out).not.toContain('a program')
  })
})
