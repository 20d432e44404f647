import { lastName } from '../../mapping/names/column-words.ts'

/** Whether a column has the name of its row in a lookup table, by its own name: `role_name`, `title`, `Bezeichnung`. */
export function isRowName(path: string): boolean {
  return ofName.test(lastName(path))
}

const ofName =
  /(?:name|title|label|bezeichnung|titel|nombre|nom|nome|nazwa|naam|navn|namn|libelle|nazev|название|名称|名前)$/u
