import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sqliteDriver } from '../../../electron/engine/document/sqlite.ts'
import type { Random } from '../../fuzz/random.ts'
import { superJournal } from '../../support/data/hot-journal.ts'
import { canaryText, type Canary } from './canary.ts'

/** Replaces or changes the file at `path`. `template`: a database that can take its place. */
export type Replace = (
  path: string,
  world: { readonly canary: Canary; readonly template: string },
  random: Random,
) => void

/** The user that files of others belong to; it has to exist nowhere. */
const stranger = 54_321

/** Files of others can be made by root only. */
export const canChown = process.getuid?.() === 0

/** In the place of what is there; none of them follows it. */
export const replacements: Readonly<Record<string, Replace>> = {
  'a link': (path, { canary }, random) => symlinkSync(random.pick(canary.paths), path),
  'a link to a new file': (path, { canary }, random) =>
    symlinkSync(join(canary.folder, `new-${random.below(99)}`), path),
  'a second name': (path, { canary }, random) =>
    linkSync(join(canary.folder, random.pick(['thesis.txt', 'public.html'])), path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to a device': (path, _world, random) =>
    symlinkSync(random.pick(['/dev/zero', '/dev/full', '/dev/tty']), path),
  'a database whose journal names a file': (path, { canary, template }, random) => {
    copyFileSync(template, path)
    writeFileSync(`${path}-journal`, superJournal(path, random.pick(canary.paths)))
  },
  'a journal that names a file': (path, { canary, template }, random) =>
    writeFileSync(path, superJournal(template, random.pick(canary.paths))),
  bytes: (path, _world, random) => writeFileSync(path, Buffer.alloc(random.below(3000), random.below(256))),
  'a folder': (path) => {
    mkdirSync(path)
    writeFileSync(join(path, 'inside'), canaryText)
  },
  'nothing but emptiness': (path) => writeFileSync(path, ''),
  ...(canChown
    ? {
        'a file of another owner': (path, { template }, random) => {
          if (random.once(2)) copyFileSync(template, path)
          else writeFileSync(path, random.once(2) ? '' : strangerText)
          chownSync(path, stranger, stranger)
        },
      }
    : {}),
}

const strangerText = 'STRANGER-18ac77-contents'

/** Keep what is there, in part. */
export const changes: Readonly<Record<string, Replace>> = {
  cut: (path, _world, random) => truncateSync(path, random.below(statSync(path).size + 1)),
  grown: (path, _world, random) => appendFileSync(path, Buffer.alloc(random.below(5000), random.below(256))),
}

/** Replacements of a file that the operator named: a link there is the named file. */
const named = Object.keys(replacements).filter((name) => !/link$|new file$|second name$/.test(name))

/** Replaces or changes what is at `path`; answers how. `as`: `named` for a file that the operator named. */
export function replace(
  path: string,
  as: 'own' | 'output' | 'named',
  world: Parameters<Replace>[1],
  random: Random,
): string {
  const isFile = existsSync(path) && statSync(path).isFile()
  const list = isFile && random.once(3) ? changes : replacements
  const names = list === replacements && as === 'named' ? named : Object.keys(list)
  const name = names[random.below(names.length)] ?? ''
  mkdirSync(dirname(path), { recursive: true })
  if (list === replacements) rmSync(path, { recursive: true, force: true })
  list[name]?.(path, world, random)
  return name
}

/** A small database of this person. */
export function makeTemplate(path: string): string {
  const database = sqliteDriver().open(path, false)
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
  database.close()
  return path
}
