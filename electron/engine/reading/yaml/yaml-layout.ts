import { labelColumn } from '../../../../shared/mapping/entries/label-key.ts'
import { linePlaces } from '../../../../shared/places.ts'
import { type Layout, recordsBehind, severalTables } from '../layout.ts'
import { tablesOf } from '../sql/sql-survey.ts'
import { isOneObject, type YamlFile } from './yaml-file.ts'
import { recordsIn, yamlRecords } from './yaml-records.ts'
import { mayHoldRows } from './yaml-rows.ts'

/** A field of an entry, as opposed to the label before it. */
const hasLabelColumn = new RegExp(`(?:^|[\\s{,"'-])${labelColumn}["']?\\s*:`, 'm')

/** The layout of YAML, which may have several lists, or tables whose rows are lists of values. */
export async function yamlLayout(file: YamlFile): Promise<Layout> {
  const tables = await tablesOf((wants) => recordsIn(file, undefined, wants))
  const whole = wholeOf(file)
  const areRows = file.kind === 'whole' && mayHoldRows(file.text)
  return {
    format: 'yaml',
    delimiter: null,
    header: null,
    places: linePlaces,
    ...severalTables(areRows ? tables : tables.map((table) => ({ ...table, columns: null }))),
    isOneObject: isOneObject(whole),
    ...(file.kind === 'whole' && !hasLabelColumn.test(file.text) ? { labelField: labelColumn } : {}),
    parsed: { first: recordsIn(file), whole },
    records: (chunks, wants, book) => yamlRecords(chunks, file, book, wants),
    recordsFrom: (chunks, offset) => recordsBehind(yamlRecords(chunks, file), offset),
  }
}

/** The only document of a file; null: it has none, or several. */
function wholeOf(file: YamlFile): unknown {
  const documents = file.kind === 'whole' && file.yaml.kind === 'documents' ? file.yaml.documents : []
  return documents.length === 1 ? documents[0] : null
}
