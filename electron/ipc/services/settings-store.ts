import { join } from 'node:path'
import * as z from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { moveIntoPlaceSync, writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { withFileMutex } from '../../engine/files/lock-file.ts'
import { makePrivateFolder } from '../../engine/files/folders.ts'
import { readOwnText } from '../../engine/files/own-file.ts'

/** One part of the settings: its name in the file, its schema, and its value where nothing usable is saved. */
export type Section<T> = { readonly name: string; readonly schema: z.ZodType<T>; readonly initial: T }

/**
 * The app's settings for its operator on this machine: `settings.json` in the app's folder, with a version and one
 * section per subject. Confirmations of migrations live apart in `trust.json`: the engine and the command line need
 * them, too, and a copy of the settings must not carry a confirmation to another machine.
 */
export type SettingsStore = {
  readonly get: <T>(section: Section<T>) => T
  /** Changes one section and leaves the others as they are. False: it could not be saved and holds for this process only. */
  readonly change: <T>(section: Section<T>, make: (value: T) => T) => boolean
}

const version = 1
/** A larger file was not written by this app. */
const maxBytes = 64 * 1024 * 1024

const fileSchema = z.looseObject({ version: z.literal(version) })
const laterSchema = z.looseObject({ version: z.number().gt(version) })

/**
 * Opens the settings of a folder. Every change reads the file anew under a mutex and replaces it whole, so that several
 * processes, and several requests of one, lose nothing of each other. A damaged section counts as its initial value; a file
 * that is damaged as a whole is kept beside as `settings.damaged.json`; that of a later version is left as it is.
 */
export function createSettingsStore(appFolder: string): SettingsStore {
  const path = join(appFolder, 'settings.json')
  const unsaved = new Map<string, unknown>()

  const save = (name: string, make: (saved: unknown) => unknown): void => {
    const found = read(path)
    if (found.kind === 'unusable') throw new Error('settings that this version must not replace')
    if (found.kind === 'damaged') moveIntoPlaceSync(path, join(appFolder, 'settings.damaged.json'))
    const saved = found.kind === 'read' ? found.sections : {}
    const value = make(saved[name])
    if (JSON.stringify(value) === JSON.stringify(saved[name])) return
    writeFileAtomically(path, [JSON.stringify({ ...saved, version, [name]: value })])
  }
  const known = (name: string): unknown => {
    if (unsaved.has(name)) return unsaved.get(name)
    const found = read(path)
    return found.kind === 'read' ? found.sections[name] : undefined
  }

  return {
    get: (section) => valueOf(section, known(section.name)),
    change: (section, make) => {
      const { name } = section
      const next = (value: unknown) => make(valueOf(section, value))
      try {
        makePrivateFolder(appFolder)
      } catch {
        // Taking the mutex fails for the same reason.
      }
      const isSaved = withFileMutex(`${path}.lock`, () =>
        save(name, (saved) => next(unsaved.has(name) ? unsaved.get(name) : saved)),
      )
      if (isSaved) unsaved.delete(name)
      else unsaved.set(name, next(known(name)))
      return isSaved
    },
  }
}

function valueOf<T>({ schema, initial }: Section<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : initial
}

type Found =
  /** `unusable`: of a later version, or it cannot be read at all. */
  | { readonly kind: 'none' | 'damaged' | 'unusable' }
  | { readonly kind: 'read'; readonly sections: Readonly<Record<string, unknown>> }

function read(path: string): Found {
  const text = textOf(path)
  if (text.kind !== 'text') return text
  const json = parseJson(text.text)
  const parsed = fileSchema.safeParse(json)
  if (parsed.success) return { kind: 'read', sections: parsed.data }
  return { kind: laterSchema.safeParse(json).success ? 'unusable' : 'damaged' }
}

function textOf(
  path: string,
): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'none' | 'unusable' } {
  try {
    const read = readOwnText(path, maxBytes)
    return read.kind === 'foreign' ? { kind: 'unusable' } : read
  } catch {
    return { kind: 'unusable' }
  }
}
