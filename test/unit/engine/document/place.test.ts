import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockInode } from '../../../../electron/engine/document/lock.ts'
import {
  closeDocument,
  createDocument,
  openDocument,
  openForReading,
} from '../../../../electron/engine/document/open-document.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { hotJournal, superJournal } from '../../../support/data/hot-journal.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

function savedIn(folder: string): string {
  const path = join(folder, 'm.migration')
  closeDocument(must(createDocument(path)))
  return path
}

const both = (path: string) => [codeOf(openForReading(path)), codeOf(openDocument(path))]
const refused = ['document-beside', 'document-beside']

/** Links and pipes can be made there by administrators only, or not at all. */
const hasLinks = process.platform !== 'win32'

describe.skipIf(!hasLinks)('a file beside a migration', () => {
  test('that is a journal of another file as well is refused, and that file is still there', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const victim = fileIn(folder, 'thesis.txt', 'mine')
    writeFileSync(`${path}-journal`, superJournal(path, victim))
    expect([both(path), readFileSync(victim, 'utf8')]).toEqual([refused, 'mine'])
  })

  test('that makes such a journal of the lock is refused, and that file is still there', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const victim = fileIn(folder, 'thesis.txt', 'mine')
    writeFileSync(`${path}-lock`, readFileSync(path))
    writeFileSync(`${path}-lock-journal`, superJournal(path, victim))
    expect([both(path), readFileSync(victim, 'utf8')]).toEqual([refused, 'mine'])
  })

  test.each(['-journal', '-wal', '-shm', '-lock', '-lock-journal', '-lock-wal', '-lock-shm'])(
    'that is a link called %s is refused, and what it points to stays as it is',
    (ending) => {
      const folder = temporaryFolder()
      const path = savedIn(folder)
      const victim = fileIn(folder, 'public.html', '')
      chmodSync(victim, 0o644)
      symlinkSync(victim, `${path}${ending}`)
      expect([both(path), readFileSync(victim, 'utf8'), statSync(victim).mode & 0o777]).toEqual([refused, '', 0o644])
    },
  )

  test.each(['-journal', '-wal', '-shm', '-lock'])('that is called %s and has another name is refused', (ending) => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    linkSync(fileIn(folder, 'mine.txt', ''), `${path}${ending}`)
    expect(both(path)).toEqual(refused)
  })

  test.each(['-journal', '-wal', '-shm', '-lock'])(
    'that is a folder or a pipe called %s is refused at once',
    (ending) => {
      const [folder, piped] = [temporaryFolder(), temporaryFolder()]
      const [path, beside] = [savedIn(folder), savedIn(piped)]
      mkdirSync(`${path}${ending}`)
      execFileSync('mkfifo', [`${beside}${ending}`])
      expect([both(path), both(beside)]).toEqual([refused, refused])
    },
  )

  test('that was left behind keeps a new migration from being made on top of it', () => {
    const folder = temporaryFolder()
    const victim = fileIn(folder, 'mine.txt', 'mine')
    const path = join(folder, 'new.migration')
    const codes = ['-journal', '-wal', '-shm', '-lock'].map((ending) => {
      symlinkSync(victim, `${path}${ending}`)
      const code = codeOf(createDocument(path))
      renameSync(`${path}${ending}`, join(folder, `was${ending}`))
      return code
    })
    expect([codes, existsSync(path), readFileSync(victim, 'utf8')]).toEqual([
      codes.map(() => 'document-beside'),
      false,
      'mine',
    ])
  })

  test('that is the journal of a writer who died is put back all the same', () => {
    const path = hotJournal(savedIn(temporaryFolder()), temporaryFolder())
    const opened = must(openDocument(path))
    closeDocument(opened)
    expect(existsSync(`${path}-journal`)).toBe(false)
  })
})

describe.skipIf(!hasLinks)('a migration with two names', () => {
  test('that are the same file is not opened under either of them', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    linkSync(path, join(folder, 'other.migration'))
    expect([both(path), both(join(folder, 'other.migration'))]).toEqual([
      ['document-linked', 'document-linked'],
      ['document-linked', 'document-linked'],
    ])
  })

  test('of which one is a link has one lock, beside the file itself', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const link = join(temporaryFolder(), 'link.migration')
    symlinkSync(path, link)
    const open = must(openDocument(link))
    const seen = [codeOf(openDocument(path)), codeOf(openDocument(link)), existsSync(`${link}-lock`), open.path]
    closeDocument(open)
    expect(seen).toEqual(['document-in-use', 'document-in-use', false, path])
  })

  test('of which one is a folder with another name has one lock', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const link = join(temporaryFolder(), 'folder')
    symlinkSync(folder, link)
    const open = must(openDocument(path))
    const seen = codeOf(openDocument(join(link, 'm.migration')))
    closeDocument(open)
    expect(seen).toBe('document-in-use')
  })

  test('of which one leads nowhere is not made behind it', () => {
    const folder = temporaryFolder()
    const link = join(folder, 'new.migration')
    symlinkSync(join(folder, 'nowhere'), link)
    expect([codeOf(createDocument(link)), lstatSync(link).isSymbolicLink(), existsSync(link)]).toEqual([
      'document-exists',
      true,
      false,
    ])
  })
})

/** Opens a document in another process for as long as the test runs. */
async function openInProcess(path: string) {
  // Where its packages are found.
  const built = mkdtempSync(join(import.meta.dirname, '../../../../node_modules/.open-'))
  onTestFinished(() => rmSync(built, { recursive: true, force: true }))
  const script = join(built, 'open.mjs')
  await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      ssr: join(import.meta.dirname, 'open-and-wait.ts'),
      outDir: dirname(script),
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: basename(script) } },
    },
    ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
  })
  const child = spawn(process.execPath, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { said: String(said).trim(), kill: () => (child.kill('SIGKILL'), once(child, 'exit')) }
}

describe.skipIf(!hasLinks)('a migration that is renamed while it is open', () => {
  test('is not opened a second time under its new name', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const renamed = join(folder, 'renamed.migration')
    const open = must(openDocument(path))
    renameSync(path, renamed)
    const code = codeOf(openDocument(renamed))
    renameSync(renamed, path)
    closeDocument(open)
    expect([code, existsSync(`${renamed}-lock`)]).toEqual(['document-in-use', false])
    renameSync(path, renamed)
    closeDocument(must(openDocument(renamed)))
  })

  test('nor by another process, as long as the first one lives', async () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const renamed = join(temporaryFolder(), 'renamed.migration')
    const other = await openInProcess(path)
    renameSync(path, renamed)
    const before = codeOf(openDocument(renamed))
    await other.kill()
    const after = openDocument(renamed)
    if (after.ok) closeDocument(after.value)
    expect([other.said, before, codeOf(after)]).toEqual(['open', 'document-in-use', 'no problem'])
  })

  test('a new one that took its name is another migration', () => {
    const folder = temporaryFolder()
    const path = savedIn(folder)
    const open = must(openDocument(path))
    renameSync(path, join(folder, 'renamed.migration'))
    const code = codeOf(createDocument(path))
    renameSync(join(folder, 'renamed.migration'), path)
    closeDocument(open)
    expect(code).toBe('document-beside')
  })
})

test.skipIf(!hasLinks)('a folder and a pipe are no migration, and each is called what it is', () => {
  const folder = temporaryFolder()
  const pipe = join(folder, 'pipe.migration')
  execFileSync('mkfifo', [pipe])
  const messages = [folder, pipe].map((path) => {
    const opened = openDocument(path)
    return opened.ok ? 'opened' : opened.error.message
  })
  expect(messages).toEqual([expect.stringMatching(/is a folder/), expect.stringMatching(/is a device or a pipe/)])
})

test("a folder for locks that is somebody else's choice is not used", () => {
  const folder = temporaryFolder()
  const path = savedIn(folder)
  const target = join(folder, 'target')
  mkdirSync(target)
  symlinkSync(target, join(folder, 'locks'))
  lockInode(path, join(folder, 'locks'))?.release()
  mkdirSync(join(folder, 'open'))
  chmodSync(join(folder, 'open'), 0o777)
  const held = lockInode(path, join(folder, 'open'))
  expect([readdirSync(target), readdirSync(join(folder, 'open'))]).toEqual([[], []])
  held?.release()
})
