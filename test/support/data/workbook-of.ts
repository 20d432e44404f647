import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of these files. `sizes`: what it says that they unpack to, where that is not so. */
export function zipOfFiles(
  files: Readonly<Record<string, string | Buffer>>,
  sizes: Readonly<Record<string, number>> = {},
) {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(sizes[path] ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, name, packed])
    locals.push(local)
    centrals.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, name)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

export type MadeUpSheet = {
  readonly name: string
  /** Rows of cells as XML without their reference: `<c t="s"><v>0</v></c>`. A text is one in itself. */
  readonly rows: readonly (readonly (string | number)[])[]
  readonly state?: 'hidden'
}

export type BookOptions = {
  readonly strings?: readonly string[]
  readonly from1904?: boolean
  readonly extra?: Readonly<Record<string, string | Buffer>>
  readonly sizes?: Readonly<Record<string, number>>
}

/** A workbook as Excel writes it. Style 1 is a date, style 2 a date of one's own, style 3 an amount of money, style 4 a number of eight digits. */
export function workbookOf(
  sheets: readonly MadeUpSheet[],
  { strings = [], from1904 = false, extra = {}, sizes }: BookOptions = {},
) {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const ids = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  )
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const formats =
    '<numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;dh&quot;"/><numFmt numFmtId="166" formatCode="00000000"/>'
  const styles = [0, 14, 164, 165, 166].map((id) => `<xf numFmtId="${id}"/>`).join('')
  return zipOfFiles(
    {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<?xml version="1.0"?><workbook ${main} ${ids}><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
      'xl/styles.xml': `<styleSheet ${main}><numFmts>${formats}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': `<sst ${main}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
      ...Object.fromEntries(
        sheets.map(({ rows }, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(main, rows)]),
      ),
      ...extra,
    },
    sizes,
  )
}

function sheetXml(main: string, rows: MadeUpSheet['rows']): string {
  const lines = rows.map((cells, row) => {
    const texts = cells.map((cell, column) => {
      const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`
      if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
      if (cell === '') return ''
      return cell.startsWith('<c')
        ? cell.replace('<c', `<c ${at}`)
        : `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`
    })
    return cells.length === 0 ? '' : `<row r="${row + 1}">${texts.join('')}</row>`
  })
  return `<worksheet ${main}><sheetData>${lines.join('')}</sheetData></worksheet>`
}
