import { databaseSource } from '../database/database-source.ts'

export const mysql = databaseSource({
  name: 'mysql',
  title: 'MySQL or MariaDB',
  summary: 'Users of a MySQL or MariaDB database: a table, a query, WordPress, Laravel, or Keycloak',
  port: 3306,
  presets: ['wordpress', 'laravel', 'keycloak'],
  driver: async () => (await import('./driver.ts')).mysqlDriver,
})
