import { databaseSource } from '../database/database-source.ts'

export const postgresql = databaseSource({
  name: 'postgresql',
  title: 'PostgreSQL',
  summary: 'Users of a PostgreSQL database: a table, a query, Supabase, Keycloak, or Laravel',
  port: 5432,
  presets: ['supabase', 'keycloak', 'laravel'],
  driver: async () => (await import('./driver.ts')).postgresDriver,
})
