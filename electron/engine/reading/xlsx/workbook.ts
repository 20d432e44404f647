import { readWholeXml } from './read-xml.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** A sheet of a workbook: its name, and the part that holds it. */
export type SheetPart = { readonly name: string; readonly part: string }

/** What the sheets of a workbook have in common. */
export type Workbook = {
  readonly sheets: readonly SheetPart[]
  /** Dates count from 1904 instead of 1900. */
  readonly from1904: boolean
  /** Whether numbers with this style are dates. */
  readonly isDate: (style: number) => boolean
  /** The digits that numbers with this style are filled up to with zeros, as in postal codes and ids; 0: none. */
  readonly digits: (style: number) => number
}

const maxSheets = 500

export async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const targets = new Map<string, string>()
  await readWholeXml(parts.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const sheets: SheetPart[] = []
  let from1904 = false
  await readWholeXml(parts.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet' || sheets.length >= maxSheets) return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const part = targets.get(id) ?? `xl/worksheets/sheet${sheets.length + 1}.xml`
      // Charts and dialogs are sheets without cells.
      if (parts.has(part) && !/chartsheets|dialogsheets/.test(part)) {
        sheets.push({ name: attributes['name'] ?? `Sheet${sheets.length + 1}`, part })
      }
    },
  })
  return { sheets, from1904, ...(await numberStyles(parts)) }
}

/**
 * Which styles show a number as a date: those built in, and own formats with days or hours in them; and which show it with leading
 * zeros: own formats of zeros alone.
 */
async function numberStyles(parts: WorkbookParts): Promise<Pick<Workbook, 'isDate' | 'digits'>> {
  const own = new Map<number, string>()
  const formats: number[] = []
  let isCell = false
  await readWholeXml(parts.read('xl/styles.xml'), {
    open: (name, attributes) => {
      if (name === 'numFmt') own.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell) formats.push(Number(attributes['numFmtId'] ?? '0'))
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  const dates = formats.map((format) => {
    const code = own.get(format)
    if (code === undefined) return (format >= 14 && format <= 22) || (format >= 45 && format <= 47)
    return /[dhy]|mm|ss/i.test(code.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, '')) && !/^general$/i.test(code)
  })
  const digits = formats.map((format) => /^0{2,15}$/.exec(own.get(format) ?? '')?.[0].length ?? 0)
  return { isDate: (style) => dates[style] === true, digits: (style) => digits[style] ?? 0 }
}
