import { execFileSync } from 'node:child_process'
import { appendFileSync, linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { superJournal } from '../../support/data/hot-journal.ts'
import type { Random } from '../../fuzz/random.ts'
import type { Mutation, Place } from './mutation.ts'

const sidecars = ['-journal', '-wal', '-shm', '-lock'] as const
const besideLock = ['-lock-journal', '-lock-wal', '-lock-shm'] as const

/** A path of a canary, or one that is not there and would be made. */
function victim({ canary }: Place, random: Random): string {
  return random.once(4) ? join(canary.folder, `new-${random.below(1000)}`) : random.pick(canary.paths)
}

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)))
}

/**
 * Another user's file in the folder of the document: a second name of it, because the canary does not see a change of
 * owner.
 */
function linkTo(place: Place, path: string): void {
  const other = join(place.folder, 'other.txt')
  writeFileSync(other, 'other')
  linkSync(other, path)
}

const hostile: Readonly<Record<string, (place: Place, random: Random) => void>> = {
  'sidecar a link': (place, random) =>
    symlinkSync(victim(place, random), `${place.path}${random.pick([...sidecars, ...besideLock])}`),
  'sidecar with two names': (place, random) => linkTo(place, `${place.path}${random.pick([...sidecars])}`),
  'sidecar a folder': (place, random) => mkdirSync(`${place.path}${random.pick([...sidecars, ...besideLock])}`),
  'sidecar a pipe': (place, random) => {
    execFileSync('mkfifo', [`${place.path}${random.pick([...sidecars, ...besideLock])}`])
  },
  'super-journal': (place, random) =>
    writeFileSync(`${place.path}-journal`, superJournal(place.path, victim(place, random))),
  'super-journal behind noise': (place, random) => {
    writeFileSync(`${place.path}-journal`, bytes(random, random.below(2000)))
    appendFileSync(`${place.path}-journal`, superJournal(place.path, victim(place, random)))
  },
  'lock a database': (place) => writeFileSync(`${place.path}-lock`, readFileSync(place.path)),
  'lock a database with a super-journal': (place, random) => {
    writeFileSync(`${place.path}-lock`, readFileSync(place.path))
    writeFileSync(`${place.path}-lock-journal`, superJournal(place.path, victim(place, random)))
  },
  'lock with a journal beside it': (place, random) =>
    writeFileSync(`${place.path}${random.pick([...besideLock])}`, bytes(random, random.below(600))),
  'lock with text': (place, random) => writeFileSync(`${place.path}-lock`, bytes(random, 1 + random.below(600))),
  'document with two names': (place) => linkSync(place.path, join(place.folder, 'second.migration')),
  'document a link to another file': (place, random) => {
    renameSync(place.path, join(place.folder, 'was.migration'))
    symlinkSync(random.pick(place.canary.paths), place.path)
  },
}

const noise: Readonly<Record<string, (place: Place, random: Random) => void>> = {
  'noise beside it': (place, random) =>
    writeFileSync(`${place.path}${random.pick(['-journal', '-wal', '-shm'])}`, bytes(random, random.below(5000))),
  'document a link to itself elsewhere': (place) => {
    const moved = join(place.folder, 'moved.migration')
    renameSync(place.path, moved)
    symlinkSync(moved, place.path)
  },
  'empty lock left behind': (place) => writeFileSync(`${place.path}-lock`, ''),
}

const mutationsOf = (list: typeof hostile, refused: boolean): readonly Mutation[] =>
  Object.entries(list).map(([name, apply]) => ({ name, refused, apply }))

export const sidecarMutations: readonly Mutation[] = [...mutationsOf(hostile, true), ...mutationsOf(noise, false)]
