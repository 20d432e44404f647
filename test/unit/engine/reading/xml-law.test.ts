import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { XmlAttributes, XmlShortcut } from '../../../../electron/engine/reading/shortcuts.ts'
import { readXml } from '../../../../electron/engine/reading/xlsx/read-xml.ts'
import { workbookOf } from '../../../support/data/workbook-of.ts'
import { inPieces, readAll, shortcuts } from './support.ts'
import { rounds } from '../../../support/length.ts'

/** The events of the handlers, and the end. */
async function events(xml: string, sizes: readonly number[], shortcut?: XmlShortcut): Promise<readonly unknown[]> {
  const told: unknown[] = []
  const handlers = {
    open: (name: string, { names, get }: XmlAttributes) =>
      told.push([name, Object.fromEntries(names().map((one) => [one, get(one)]))]),
    close: (name: string) => told.push(`/${name}`),
    text: (text: string) => told.push(text),
  }
  try {
    for await (const _ of readXml(inPieces(Buffer.from(xml), sizes), handlers, shortcut));
  } catch (error) {
    told.push(error)
  }
  return told
}

/** As spreadsheet programs write them, and as none does. */
const text = fc.constantFrom(
  '',
  '7',
  'ann@acme.example',
  'é 😀',
  ' ',
  '\n',
  '&amp;',
  'a&lt;b&apos;',
  '&#65;',
  '&lol;',
  'a\u0000b',
  ']]>',
  '&',
)
const attribute = fc.constantFrom(
  '',
  ' r="B2"',
  ' t="s"',
  ' s="1" t="str"',
  " r='C3'",
  ' x14ac:dyDescent="0.2"',
  ' r="A1" r="B1"',
  ' t="&amp;"',
  ' t="\u0000"',
  ' a b="c"',
  '  s="1"',
  ' s ="1"',
  ' s="1"r="2"',
)
const odd = fc.constantFrom(
  '<!-- </row> -->',
  '<![CDATA[</row>]]>',
  '<?pi </row>?>',
  '<row/>',
  '<x:row></x:row>',
  '<row>',
  '</row>',
  '</row',
  '<v',
  '<rows></rows>',
  '<c x="</row>"/>',
  '<!DOCTYPE x>',
)
const cell = fc.oneof(
  fc.tuple(attribute, text).map(([attributes, value]) => `<c${attributes}><v>${value}</v></c>`),
  fc
    .tuple(attribute, text)
    .map(([attributes, value]) => `<c${attributes}><is><t xml:space="preserve">${value}</t></is></c>`),
  attribute.map((attributes) => `<c${attributes}/>`),
  text.map((formula) => `<c><f>${formula}</f><v>1</v></c>`),
)
const inRow = fc.oneof({ weight: 9, arbitrary: cell }, { weight: 1, arbitrary: odd }, { weight: 1, arbitrary: text })
const row = fc
  .tuple(attribute, fc.array(inRow, { maxLength: 4 }))
  .map(([attributes, cells]) => `<row${attributes}>${cells.join('')}</row>`)
const sheet = fc
  .array(fc.oneof({ weight: 12, arbitrary: row }, { weight: 1, arbitrary: odd }, { weight: 2, arbitrary: text }), {
    maxLength: 6,
  })
  .map((rows) => `<?xml version="1.0"?>\n<worksheet><sheetData>${rows.join('')}</sheetData><pageMargins/></worksheet>`)

describe('elements of XML', () => {
  it('are the same with a shortcut, however their bytes arrive', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(sheet, sizes, async (xml, pieces) => {
        expect(await events(xml, pieces, shortcuts.xmlElement?.('row'))).toEqual(await events(xml, [xml.length * 4]))
      }),
      { numRuns: rounds(80, 400) },
    )
  })

  it('are passed where nothing in them is unusual, and not where something is', () => {
    const shortcut = shortcuts.xmlElement?.('row')
    const passed = (xml: string) => shortcut?.pass(xml, 0)
    const simple = '<row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1"/></row>'
    expect([passed(simple), passed(` \n${simple}`), passed(`${simple}${simple}`)]).toEqual([68, 70, 68])
    for (let end = 0; end < simple.length; end += 1) expect(passed(simple.slice(0, end))).toBe(0)
    const others = [
      '<!---->',
      '</sheetData>',
      'x',
      '<row><!----></row>',
      '<row>&#65;</row>',
      '<x:row></x:row>',
      '<row><c></v></row>',
    ]
    expect(others.map(passed)).toEqual(others.map(() => -1))
    expect(shortcut?.pass('row></row>', 4)).toBe(-1)
  })

  it('are not kept without end where one never ends', async () => {
    const xml = `<a><row></row><row><c><v>${'x'.repeat(1_200_000)}`
    expect(await events(xml, [65_536], shortcuts.xmlElement?.('row'))).toEqual(await events(xml, [65_536]))
  })

  it('make a workbook the same with shortcuts, whatever its texts are', async () => {
    const cells = fc.array(
      fc.constantFrom('0', '1', '2', '3', '9').map((at) => `<c t="s"><v>${at}</v></c>`),
      { minLength: 3, maxLength: 3 },
    )
    const shared = fc.oneof(
      text.map((value) => `<t>${value}</t>`),
      fc
        .tuple(text, text)
        .map(([one, other]) => `<r><t>${one}</t></r><r><t xml:space="preserve">${other}</t></r><rPh><t>x</t></rPh>`),
    )
    const strings = fc.array(shared, { minLength: 3, maxLength: 4 })
    await fc.assert(
      // Reading with shortcuts is compared with reading without them there.
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 4 }), strings, async (rows, texts) => {
        await readAll(workbookOf([{ name: 'Users', rows: [['id', 'email', 'name'], ...rows] }], { strings: texts }))
      }),
      { numRuns: 40 },
    )
  })
})
