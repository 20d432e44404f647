import { createHash, hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { removeFile } from '../files/folders.ts'
import { isNameTaken } from '../files/own-file.ts'
import { digestFile } from '../reading/same-file.ts'
import type { Seal } from '../trust/trust-store.ts'
import { failure, type FetchFailure } from './fetch-outcome.ts'
import {
  createPart,
  type Disk,
  type FetchJournal,
  type FetchPlace,
  type PartFile,
  type ReadJournal,
  readJournal,
  reopenPart,
  sealJournal,
} from './part-file.ts'
import { ndjson } from './record-lines.ts'
import type { AnyFetchSource, FetchValues } from './source.ts'

/** A fetch with its files open. */
export type BegunFetch = { readonly part: PartFile; readonly journal: FetchJournal; readonly seen: SeenUsers }

type Begun =
  | ({ readonly kind: 'begun' } & BegunFetch)
  /** The process ended between the last page and its own end. */
  | { readonly kind: 'complete'; readonly journal: FetchJournal }
  | FetchFailure

/** Makes the files of a new fetch. An existing file is refused. */
export function beginAnew(
  source: AnyFetchSource,
  settings: FetchValues,
  place: FetchPlace,
  disk: Disk,
  seal: Seal,
): Begun {
  if (isNameTaken(place.out)) return failure('file-exists', `${place.out} already exists. Choose another file name.`)
  if (isNameTaken(place.part) || isNameTaken(place.journal)) {
    const sentence = `An earlier fetch to ${place.out} is not finished. Resume it, or remove ${place.part} and ${place.journal}.`
    return failure('file-exists', sentence)
  }
  if (isNameTaken(place.parameters))
    return failure('file-exists', `${place.parameters} already exists. Choose another file name.`)
  // The journal comes first: a part file without one could neither be resumed nor replaced.
  const journal = sealJournal(firstJournal(source, settings), place, seal)
  disk.journal(place.journal, journal)
  return { kind: 'begun', part: emptyPart(source, place, disk), journal, seen: createSeenUsers() }
}

function emptyPart(source: AnyFetchSource, place: FetchPlace, disk: Disk): PartFile {
  const part = createPart(place.part, disk)
  const { begin } = source.format ?? ndjson
  if (begin !== '') part.append(Buffer.from(begin))
  return part
}

function firstJournal(source: AnyFetchSource, settings: FetchValues): FetchJournal {
  return {
    version: 1,
    source: source.name,
    settings: { ...settings },
    cursor: null,
    complete: false,
    bytes: 0,
    sha256: createHash('sha256').digest('hex'),
    users: 0,
    repeated: 0,
    changed: 0,
    seal: '',
  }
}

/**
 * The settings that an unfinished fetch resumes with. Its journal counts where this machine wrote it for this file;
 * else every option has to be given again, because one of them is the address that a secret goes to.
 */
export function resumedSettings(
  source: AnyFetchSource,
  given: FetchValues,
  read: Extract<ReadJournal, { kind: 'journal' }>,
): Result<FetchValues> {
  const journal = { ...read.journal, settings: { ...read.journal.settings, ...reached(source, given) } }
  const settings = read.sealed ? { ...journal.settings, ...given } : given
  const unconfirmed = read.sealed ? null : unconfirmedOption(journal, source, settings)
  const wrong = unconfirmed ?? differenceOf(journal, source, settings) ?? source.judge(settings)
  return wrong === null ? ok(settings) : problem('bad-settings', wrong)
}

/** Opens the files of an earlier fetch, with the settings that were given for it now. */
export async function beginAgain(
  source: AnyFetchSource,
  settings: FetchValues,
  place: FetchPlace,
  disk: Disk,
  seal: Seal,
): Promise<Begun> {
  const read = readJournal(place, seal)
  if (read.kind === 'none')
    return isNameTaken(place.out)
      ? failure('file-exists', `${place.out} is complete. There is nothing to resume.`)
      : failure('nothing-to-resume', `There is no unfinished fetch to ${place.out}. Start without resuming.`)
  if (read.kind === 'damaged') return damaged(place)
  const wanted = resumedSettings(source, settings, read)
  if (!wanted.ok) return failure('bad-settings', wanted.error.message, true, read.journal.users)
  const journal = { ...read.journal, settings: wanted.value }
  if (isNameTaken(place.out)) return completed(place, journal)
  const format = source.format ?? ndjson
  const seen = createSeenUsers()
  if (journal.bytes === 0) {
    removeFile(place.part)
    return { kind: 'begun', part: emptyPart(source, place, disk), journal, seen }
  }
  try {
    const note = (block: string) => {
      const id = source.key(format.read(block))
      if (id !== null) seen.add(id, block)
    }
    const part = reopenPart(place.part, { ...journal, skip: format.begin.length }, format.terminator, note, disk)
    return part === null ? damaged(place) : { kind: 'begun', part, journal, seen }
  } catch (error) {
    if (error instanceof SyntaxError) return damaged(place)
    throw error
  }
}

/** Files that say how a server is reached, such as its authority; another one gives the same users. */
function reached({ options }: AnyFetchSource, settings: FetchValues): FetchValues {
  const files = options.filter(({ kind, name }) => kind === 'file' && settings[name] !== undefined)
  return Object.fromEntries(files.map(({ name }) => [name, settings[name] ?? '']))
}

/** Says which options have to be given again for a journal that this machine did not write; their values are not repeated. */
function unconfirmedOption(journal: FetchJournal, source: AnyFetchSource, given: FetchValues): string | null {
  const missing = source.options.filter(({ name }) => journal.settings[name] !== undefined && given[name] === undefined)
  if (missing.length === 0) return null
  const names = missing.map(({ name }) => `--${name}`).join(', ')
  return `This unfinished fetch was not started on this machine under this name, so its settings are not used. Confirm them by giving ${names} again, or remove the unfinished files and start again.`
}

function differenceOf(journal: FetchJournal, source: AnyFetchSource, settings: FetchValues): string | null {
  if (journal.source !== source.name)
    return `The unfinished fetch is from ${journal.source}, not from ${source.name}. Resume that one, or choose another file name.`
  const names = [...new Set([...Object.keys(journal.settings), ...Object.keys(settings)])]
  const other = names.find((name) => journal.settings[name] !== settings[name])
  return other === undefined
    ? null
    : `The unfinished fetch was started with another --${other}. Resume it with the same options, or choose another file name.`
}

/** Only what the journal describes counts as the finished file. */
async function completed(place: FetchPlace, journal: FetchJournal): Promise<Begun> {
  const taken = failure('file-exists', `${place.out} already exists. Move it away, then resume.`, true, journal.users)
  if (!journal.complete || isNameTaken(place.part)) return taken
  const digest = await digestFile(place.out)
  return digest.ok && digest.value === journal.sha256 ? { kind: 'complete', journal } : taken
}

function damaged({ part, journal }: FetchPlace): FetchFailure {
  const sentence = `${part} and ${journal} do not fit together, so fetching cannot be resumed. Remove both and start again.`
  return failure('part-damaged', sentence)
}

/*
 * Users that were written, by fingerprints: 95 bits of the id and 32 of the content. A set of the ids themselves would take
 * a hundred bytes per user, this takes 16 to 32. Two different ids share a fingerprint once in 10^15 files of ten million.
 */

const words = 4
const firstSlots = 1024

type SeenUsers = {
  /** Notes a user; says whether it is new, was seen just like this, or was seen with another content. */
  readonly add: (id: string, content: string) => 'new' | 'repeated' | 'changed'
  readonly size: () => number
}

/** An open-addressing hash table that grows when it is three quarters full. */
export function createSeenUsers(): SeenUsers {
  let slots = firstSlots
  let table = new Uint32Array(slots * words)
  let size = 0

  const place = (to: Uint32Array, count: number, a: number, b: number, c: number): number => {
    let slot = a % count
    for (;;) {
      const at = slot * words
      // An empty slot: the second word of a fingerprint is never zero.
      if (to[at + 1] === 0) return at
      if (to[at] === a && to[at + 1] === b && to[at + 2] === c) return at
      slot = (slot + 1) % count
    }
  }

  const grow = () => {
    const larger = new Uint32Array(slots * 2 * words)
    for (let at = 0; at < table.length; at += words) {
      const [a = 0, b = 0, c = 0, content = 0] = table.subarray(at, at + words)
      if (b === 0) continue
      larger.set([a, b, c, content], place(larger, slots * 2, a, b, c))
    }
    slots *= 2
    table = larger
  }

  return {
    size: () => size,
    add: (id, content) => {
      const print = hash('sha256', id, 'buffer')
      const [a, b, c] = [print.readUInt32LE(0), (print.readUInt32LE(4) | 1) >>> 0, print.readUInt32LE(8)] as const
      const text = crc32(content)
      const at = place(table, slots, a, b, c)
      if (table[at + 1] === 0) {
        table.set([a, b, c, text], at)
        size += 1
        if (size * 4 > slots * 3) grow()
        return 'new'
      }
      return table[at + 3] === text ? 'repeated' : 'changed'
    },
  }
}
