import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  closeDocument,
  createDocument,
  openDocument,
  openForReading,
} from '../../../../electron/engine/document/open-document.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { hotJournal, superJournal } from '../../../support/hot-journal.ts'
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
