import type { FetchSource } from '../../source.ts'
import {
  databaseAddress,
  databaseOptions,
  databasePassword,
  databaseSchema,
  type DatabaseSettings,
  type PresetName,
} from './database-settings.ts'
import { type DatabaseDriver, openDatabase } from './open-database.ts'
import { surveyDatabase } from './survey.ts'

type Database<C> = Pick<FetchSource<DatabaseSettings>, 'title' | 'summary' | 'example'> & {
  /** Also the scheme of its addresses. */
  readonly name: string
  readonly port: number
  /** Products whose users have a statement of their own. */
  readonly presets: readonly PresetName[]
  /** Loads the driver when it is needed. */
  readonly driver: () => Promise<DatabaseDriver<C>>
}

/** A database as a source: a table, a query, or the users of a product, read in one consistent snapshot. */
export function databaseSource<C>({ port, presets, driver, ...words }: Database<C>): FetchSource<DatabaseSettings> {
  return {
    ...words,
    settings: databaseSchema(presets),
    options: databaseOptions(presets, String(port)),
    secrets: [databasePassword],
    // Rows of a table may be alike; those that were read are known by their key.
    key: () => null,
    destination: databaseAddress(words.name, port),
    open: async (...given) => openDatabase(await driver(), ...given),
    survey: async (...given) => surveyDatabase(await driver(), presets, ...given),
  }
}
