/*
 * Tables that a database server or a tool keeps for itself. None has users of an app, whatever is in it.
 */

/** Histories of the changes of a schema, as tools for migrations of databases call them: the texts in them name tables, files and authors of programs. */
const history =
  /(?:^|[.])(?:(?:_?prisma|_*drizzle|_sqlx|_*diesel_schema|schema|knex|kysely|django|doctrine|typeorm|mikro_orm|strapi|gorp|goose|south|yii|laravel|node_pgmigrate|pg|pgmigrate|db|database|data|phinx|cake_d_c_users_phinx|seed|core_store)_?)?(?:migrations?|migrations?_?(?:lock|history|log|versions?|info|status))$|(?:^|[.])(?:ar_internal_metadata|(?:flyway_)?schema_(?:history|versions?|info)|(?:\w{1,40}_)?schema_history|__efmigrationshistory|__migrationhistory|alembic_version(?:_\w{1,40})?|phinxlog|\w{1,40}_phinxlog|databasechangelog(?:lock)?|sequelize(?:meta|data)|typeorm_metadata|goose_db_version|play_evolutions(?:_lock)?|refinery_schema_history|changelog_lock)$/i

/** Whether a table is the history of the changes of a schema, by its name. */
export function isSchemaHistory(table: string): boolean {
  return history.test(table.replaceAll(/["`[\]]/g, ''))
}

/** The columns by which the accounts of each database server are known. */
const ofServers: readonly (readonly RegExp[])[] = [
  // MySQL and MariaDB: `user`, `global_priv`.
  [/^host$/i, /^user$/i, /^(?:\w{1,60}_)?priv$/i],
  // PostgreSQL: `pg_authid`, `pg_roles`, `pg_shadow`, `pg_user`.
  [/^rolname$/i, /^rolsuper$/i],
  [/^usename$/i, /^use(?:super|createdb|sysid)$/i],
  // SQL Server: `sys.server_principals`, `sys.sql_logins`, `syslogins`, `sysusers`.
  [/^principal_id$/i, /^sid$/i, /^type_desc$/i],
  [/^sid$/i, /^isntname$/i],
  // Oracle: `DBA_USERS`, `SYS.USER$`.
  [/^account_status$/i, /^default_tablespace$/i],
  [/^user#$/i, /^(?:datats#|spare4)$/i],
  // MongoDB: `admin.system.users`.
  [/^user$/, /^db$/, /^credentials(?:\.|$)/, /^roles(?:[.[]|$)/],
]

/** Whether a table has accounts of a database server itself, who have rights on its databases. */
export function holdsServerAccounts(columns: readonly string[]): boolean {
  return ofServers.some((names) => names.every((name) => columns.some((column) => name.test(column))))
}

/** The words for such a table, with the way out. */
export const serverAccounts =
  'accounts of the database server, which are no users of an app. Export the table of users with its rows, and choose that file.'
