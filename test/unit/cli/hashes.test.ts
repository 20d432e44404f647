import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hashesCommand } from '../../../electron/cli/commands/hashes.ts'
import {
  bcryptHash,
  keycloakCredential,
  scryptHash,
  scryptSalt,
  signerKey,
  urlAlphabet,
} from '../hashes/made-hashes.ts'

const cwd = mkdtempSync(join(tmpdir(), 'user-migration-hashes-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

function put(name: string, lines: readonly string[]): string {
  writeFileSync(join(cwd, name), lines.join('\n'))
  return name
}

async function run(args: readonly string[], signal = new AbortController().signal) {
  let out = ''
  let err = ''
  const io = {
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
    env: {},
    cwd,
    signal,
    ask: null,
  }
  const code = await hashesCommand.run(args, io)
  return { code, out, err }
}

const jsonOf = (out: string): readonly unknown[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const salt = scryptSalt.toString('base64')

describe('the command hashes', () => {
  it('writes one verdict a line, in order', async () => {
    const file = put('plain.txt', [`\uFEFF${bcryptHash}\r`, '', 'hunter2', `bcrypt$${bcryptHash}`, ''])
    expect(await run([file])).toEqual({
      code: 0,
      out:
        'accept\tbcrypt\tbcrypt, sent as it is.\n' +
        'no-password\t-\tThere is no password hash.\n' +
        'reject\tplaintext\tIt is too short for a hash: it is probably the password itself, in clear text. ' +
        'Create these users passwordless, exclude them, or migrate them outside this tool at their next login.\n' +
        "rewrite\tbcrypt\tThe exporter's prefix is removed; the hash itself is untouched.\n",
      err: '4 hashes: accept 1, no-password 1, reject 1, rewrite 1.\n',
    })
  })

  it('reads JSON lines and writes JSON, with the value to send only where something is sent', async () => {
    const file = put('lines.ndjson', [
      JSON.stringify({ hash: bcryptHash, declared: 'bcrypt_peppered', salt: null }),
      JSON.stringify({ hash: `bcrypt$${bcryptHash}`, provider: 'django' }),
      keycloakCredential(),
      JSON.stringify({ hash: null }),
    ])
    const { code, out } = await run([file, '--json'])
    expect(code).toBe(0)
    expect(jsonOf(out)).toEqual([
      { family: 'bcrypt_peppered', verdict: 'reject', reason: expect.stringContaining('pepper') },
      { family: 'bcrypt', verdict: 'rewrite', send: bcryptHash, reason: expect.any(String) },
      {
        family: 'argon2',
        verdict: 'rewrite',
        send: expect.stringMatching(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/),
        reason: 'Argon2, put together from a Keycloak credential.',
      },
      { family: null, verdict: 'no-password', reason: expect.any(String) },
    ])
  })

  it('makes hashes of Firebase scrypt whole with the parameters of their project', async () => {
    const file = put('firebase.ndjson', [
      JSON.stringify({ hash: urlAlphabet(scryptHash), salt, provider: 'firebase' }),
      scryptHash,
    ])
    const parameters = put('parameters.txt', [
      'hash_config {',
      '  algorithm: SCRYPT,',
      `  base64_signer_key: ${signerKey.toString('base64')},`,
      '  base64_salt_separator: Bw==,',
      '  rounds: 8,',
      '  mem_cost: 10,',
      '}',
    ])
    const verdicts = jsonOf((await run([file, '--json', '--scrypt-parameters', parameters])).out)
    expect(verdicts).toMatchObject([
      { family: 'firebase-scrypt', verdict: 'rewrite', send: `$f_scrypt$${scryptHash}$${salt}$m=10$r=8$s=Bw==` },
      { family: 'firebase-scrypt', verdict: 'reject', reason: expect.stringContaining('salt') },
    ])
  })

  it('refuses what it cannot read with a sentence and exit code 2', async () => {
    const file = put('one.txt', [bcryptHash])
    expect([
      await run([]),
      await run([file, file]),
      await run([join(cwd, 'nothing-there.txt')]),
      await run([file, '--scrypt-parameters', file]),
      await run([file, '--unheard-of']),
    ]).toMatchObject(
      Array.from({ length: 5 }, () => ({ code: 2, out: '', err: expect.stringMatching(/^[A-Z][^\n]+\n$/) })),
    )
  })

  it('repeats nothing of what it read in a reason', async () => {
    const secret = 'a plain password, long enough'
    const file = put('secret.txt', [secret, JSON.stringify({ hash: secret, declared: secret, salt: secret })])
    const { out, err } = await run([file, '--json'])
    expect(out + err).not.toContain('plain password, long')
  })

  it('stops when it is told to', async () => {
    expect(await run([put('stop.txt', [bcryptHash])], AbortSignal.abort())).toEqual({ code: 4, out: '', err: '' })
  })
})
