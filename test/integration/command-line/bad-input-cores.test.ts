import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { startScriptedCore, type Reply } from '../../support/scripted-core.ts'
import { refusal, refused } from './refusals.ts'
import { folderOf } from '../../support/temporary-folder.ts'

describe('an address that cannot be that of a core', () => {
  test.each([
    ['', 'Enter the address of the core, for example https://core.example.com.'],
    ['core.example.com', 'Start the address with https://, for example https://core.example.com.'],
    ['localhost:3567', 'Start the address with https://, for example https://core.example.com.'],
    ['ftp://core.example.com', 'A core address starts with https:// or http://, not ftp://.'],
    ['https://', 'This is not a valid web address. Check the host and port.'],
    ['https://core.example.com:99999', 'This is not a valid web address. Check the host and port.'],
    ['https://core .example.com', 'The address contains white space. Enter only the address.'],
    ['https://u:p@core.example.com', 'Remove the user name and password before the @. Enter the key in its own field.'],
    ['https://core.example.com?x=1', 'Remove the ? and everything after it. The address of a core has no query.'],
    ['https://core.example.com#x', 'Remove the # and everything after it. The address of a core has no fragment.'],
    [
      'http://core.example.com',
      'This address is not encrypted: hashes and the key can be read on the network. Use https://, or add --allow-http if you trust this network.',
    ],
  ])('is refused in one line before anything is read: %s', async (address, sentence) => {
    const folder = folderOf({ 'users.csv': 'id,email\n1,ann@acme.example\n' })
    expect(await refusal(['run', 'users.csv', '--core', address, '--yes'], folder)).toEqual(refused(sentence))
  })
})

describe('a core that cannot be used', () => {
  const kept = 'The migration was saved as users.migration. Use it with resume, retry and report.'
  const later = 'Try again when the core is available.'
  const html = { headers: { 'content-type': 'text/html' }, body: '<html>Log in</html>' }
  const proxy = 'it may be starting, or a proxy answered instead. If a core runs there, choose its interface yourself.'
  const unsure =
    'Check the address, or choose the interface yourself. On the command line that is --dialect documented or --dialect supertokens.'

  const replies: readonly (readonly [string, Reply, string, string])[] = [
    ['a page', html, 'core-unreachable', `A web page answered instead of a core (HTTP 200): ${proxy} ${later}`],
    [
      'a page not found',
      { ...html, status: 404 },
      'core-unreachable',
      `A web page answered instead of a core (HTTP 404): ${proxy} ${later}`,
    ],
    [
      'a bad gateway',
      { ...html, status: 502 },
      'core-unreachable',
      `A web page answered instead of a core (HTTP 502): ${proxy} ${later}`,
    ],
    [
      'a refused key',
      { status: 401, body: 'Invalid API key' },
      'api-key-rejected',
      'The core refused the API key. Check the key.',
    ],
    [
      'a machine that may not ask',
      { status: 403, body: 'forbidden' },
      'wrong-address',
      `The core refuses requests from this machine (HTTP 403: forbidden). ${unsure}`,
    ],
    [
      'another address',
      { status: 302, headers: { location: 'https://example.com/' } },
      'wrong-address',
      `This address redirects to https://example.com/ (HTTP 302). Enter the address of the core itself. ${unsure}`,
    ],
    [
      'half an object',
      { body: '{"versions":' },
      'wrong-address',
      `The server at this address is not a known core (HTTP 200: {"versions":). ${unsure}`,
    ],
  ]

  async function stopped(core: string, env: NodeJS.ProcessEnv) {
    const folder = folderOf({ 'users.csv': 'id,email\n1,ann@acme.example\n2,ben@acme.example\n' })
    const { code, err, json } = await cli(['run', 'users.csv', '--core', core, '--yes', '--json'], { cwd: folder, env })
    return { code, err, ready: json?.['ready'], stopped: json?.['stopped'], files: readdirSync(folder) }
  }

  test.each(replies)('stops the run in one line, with all users kept ready: %s', async (_, reply, why, sentence) => {
    const core = await startScriptedCore(() => reply)
    expect(await stopped(core.url, { USER_MIGRATION_API_KEY: 'made-up-key' })).toEqual({
      code: 4,
      err: `Core: ${core.url}\n${sentence} ${kept}\n`,
      ready: 2,
      stopped: why,
      files: ['users.csv', 'users.migration'],
    })
  })

  test('stops the run in one line, with all users kept ready: nobody there', async () => {
    expect(await stopped('http://127.0.0.1:9', {})).toEqual({
      code: 4,
      err: `Core: http://127.0.0.1:9\nNo server accepts connections at this address (ECONNREFUSED). ${later} ${kept}\n`,
      ready: 2,
      stopped: 'core-unreachable',
      files: ['users.csv', 'users.migration'],
    })
  })

  test('that answers requests with pages fails its users one by one, and none is lost', async () => {
    const core = await startScriptedCore((asked) => (asked.method === 'GET' ? null : html))
    expect(await stopped(core.url, {})).toMatchObject({
      code: 3,
      ready: 0,
      stopped: null,
      files: ['users.csv', 'users.migration'],
    })
  })
})
