import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHead, readNamedText, readPlainFile } from '../../../../electron/engine/files/named-file.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const hasPipes = process.platform !== 'win32'

function pipeIn(folder: string): string {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  return path
}

describe('a small file that the operator named', () => {
  test('is read whole, and refused where it is larger than it can be', async () => {
    const path = fileIn(temporaryFolder(), 'ca.pem', '\uFEFFtext')
    expect([readPlainFile(path, 100), readPlainFile(path, 3), await readNamedText(path, 100)]).toEqual([
      { kind: 'bytes', bytes: Buffer.from('\uFEFFtext') },
      { kind: 'too-large' },
      { kind: 'text', text: 'text' },
    ])
  })

  test.skipIf(!hasPipes)('is refused at once where it is a device, a pipe, a folder or a link to one', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'folder'))
    symlinkSync('/dev/zero', join(folder, 'link'))
    for (const path of ['/dev/zero', '/dev/null', pipeIn(folder), join(folder, 'folder'), join(folder, 'link')]) {
      expect([path, readPlainFile(path, 1000), readHead(path, 10).length]).toEqual([path, { kind: 'unreadable' }, 0])
    }
  })

  test.skipIf(!hasPipes)('may be what another program writes into a pipe, as long as it is small', async () => {
    const path = pipeIn(temporaryFolder())
    const writer = spawn('sh', ['-c', `sleep 0.1; printf 'key-of-a-program' > ${path}`])
    expect(await readNamedText(path, 100)).toEqual({ kind: 'text', text: 'key-of-a-program' })
    writer.kill()
    expect(await readNamedText('/dev/zero', 1000)).toEqual({ kind: 'too-large' })
  })

  test.skipIf(!hasPipes)('is no longer waited for when the command is stopped', async () => {
    const stop = new AbortController()
    const reading = readNamedText(pipeIn(temporaryFolder()), 100, stop.signal)
    stop.abort()
    expect(await reading).toEqual({ kind: 'unreadable' })
  })
})
