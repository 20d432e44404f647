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
