import type { Catalog } from './user-statement.ts'

/** `public.users`, or with quotation marks around names that hold a dot. */
export function tablePath(table: string): readonly string[] {
  const parts = table.match(/"[^"]+"|`[^`]+`|[^."`]+/g) ?? [table]
  return parts.map((part) => part.replaceAll(/["`]/g, ''))
}

/** Names of tables are said, so that a slip of the hand is seen. */
export async function noTable(table: string, { tables }: Catalog): Promise<string> {
  const names = await tables()
  if (names.length === 0) return `There is no table ${table} that this account may read, nor any other.`
  const shown = names.slice(0, 20).join(', ')
  return `There is no table ${table} that this account may read. There are: ${shown}${names.length > 20 ? ', and more' : ''}.`
}
