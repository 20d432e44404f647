import type { FetchSource } from '../../source.ts'
import {
  databaseAddress,
  databaseOptions,
  databasePassword,
  databaseSchema,
  type DatabaseSettings,
} from '../database/database-settings.ts'
import { openDatabase } from '../database/open-database.ts'
import { surveyDatabase } from '../database/survey.ts'

const presets = ['supabase', 'keycloak', 'laravel'] as const

/** PostgreSQL: a table, a query, or the users of a product, read in one snapshot through a cursor of the server. */
export const postgresql: FetchSource<DatabaseSettings> = {
  name: 'postgresql',
  title: 'PostgreSQL',
  summary: 'Users of a PostgreSQL database: a table, a query, Supabase, Keycloak, or Laravel',
  settings: databaseSchema(presets),
  options: databaseOptions(presets, '5432'),
  secrets: [databasePassword],
  example: '--host db.example.com --database app --user reader --table users',
  // Rows of a table may be alike; which were read is known by their key.
  key: () => null,
  destination: databaseAddress('postgresql', 5432),
  // The driver is loaded when it is needed.
  open: async (...given) => openDatabase((await import('./driver.ts')).postgresDriver, ...given),
  survey: async (...given) => surveyDatabase((await import('./driver.ts')).postgresDriver, presets, ...given),
}
