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

const presets = ['wordpress', 'laravel', 'keycloak'] as const

/** MySQL and MariaDB: a table, a query, or the users of a product, read in one consistent snapshot. */
export const mysql: FetchSource<DatabaseSettings> = {
  name: 'mysql',
  title: 'MySQL or MariaDB',
  summary: 'Users of a MySQL or MariaDB database: a table, a query, WordPress, Laravel, or Keycloak',
  settings: databaseSchema(presets),
  options: databaseOptions(presets, '3306'),
  secrets: [databasePassword],
  example: '--host db.example.com --database app --user reader --table users',
  // Rows of a table may be alike; which were read is known by their key.
  key: () => null,
  destination: databaseAddress('mysql', 3306),
  // The driver is loaded when it is needed.
  open: async (...given) => openDatabase((await import('./driver.ts')).mysqlDriver, ...given),
  survey: async (...given) => surveyDatabase((await import('./driver.ts')).mysqlDriver, presets, ...given),
}
