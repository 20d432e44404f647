import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const refusal = async (name: string, content: string) => {
  const { code, err } = await cli(['inspect', name], { cwd: folderOf({ [name]: content }) })
  return [code, err]
}

test('XML that is not well-formed is said to be so, with the lines', async () => {
  const ann = '<user login="ann" email="ann@acme.example">ann</user>'
  const open = `<?xml version="1.0"?>\n<document>\n<mods>\n<mod id="1">\n<mod id="2">\n</mods>\n${ann}\n</document>`
  expect(await refusal('cms.xml', open)).toEqual([
    2,
    expect.stringContaining('in line 5 is still open where line 6 closes another'),
  ])
  expect(await refusal('cms.xml', '<cms>\n<mods>\n</mods>\n')).toEqual([
    2,
    expect.stringContaining('in line 1 is still open where the file ends'),
  ])
  const whole = await inspect({
    'cms.xml': open.replaceAll('"><mod', '"/><mod').replaceAll(/(<mod id="\d")>/g, '$1/>'),
  })
  expect(whole.json).toMatchObject({ users: 1, ready: 1 })
})

test('XML with a quotation mark too many is not well-formed and not cut', async () => {
  const user = (at: number) => `<user login="u${at}" email="u${at}@acme.example"/>`
  const said = async (behind: string) => {
    const cwd = folderOf({ 'users.xml': `<users>\n${user(1)}\n${user(2)}\n${behind}` })
    return (await cli(['inspect', 'users.xml'], { cwd })).out
  }
  for (const odd of ['<group name="staff""/>', '<user login="u4" email="u4@acme.example>']) {
    const out = await said(`${odd}\n${user(3)}\n</users>\n`)
    expect(out).toContain('3 records = 2 users + 0 joined + 0 unmatched + 1 unreadable')
    expect(out).toContain('users.xml:4  This is not well-formed XML: a quotation mark in a tag is not closed')
  }
  expect(await said('<user login="u3" em')).toContain('users.xml:4  The file ends within this element: it was cut')
})
