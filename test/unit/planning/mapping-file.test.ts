import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unmappedCodes, unmappedField } from '../../../shared/planning/unmapped-key.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { constantTargets, mappingTargets } from '../../../shared/mapping/targets.ts'
import { mappingFileText, parseMappingFile, splitMappingFile } from '../../../shared/planning/mapping-file.ts'

const mappings: fc.Arbitrary<Mapping> = fc
  .record({
    columns: fc.array(
      fc.record({ path: fc.string({ minLength: 1, maxLength: 40 }), target: fc.constantFrom(...mappingTargets) }),
      { maxLength: 8 },
    ),
    fixedProvider: fc.option(fc.string({ maxLength: 20 })),
    constants: fc.option(
      fc.array(
        fc.record({ target: fc.constantFrom(...constantTargets), value: fc.string({ minLength: 1, maxLength: 20 }) }),
        { maxLength: 4 },
      ),
    ),
  })
  .map(({ constants, ...rest }) => ({ version: 1, ...rest, ...(constants === null ? {} : { constants }) }))

describe('a mapping file', () => {
  it('is read back as it was saved', () => {
    fc.assert(
      fc.property(mappings, (mapping) => {
        expect(parseMappingFile(mappingFileText(mapping))).toEqual({ ok: true, value: mapping })
      }),
    )
  })

  it('is read back with its decisions, whatever the columns are called', () => {
    const decisions = fc.dictionary(
      fc
        .tuple(fc.constantFrom(...Object.values(unmappedCodes)), fc.string({ minLength: 1, maxLength: 40 }))
        .map(([code, field]) => unmappedField.key(code, field)),
      fc.constantFrom('import' as const, 'exclude' as const),
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(mappings, decisions, (mapping, unmapped) => {
        const parsed = parseMappingFile(mappingFileText(mapping, unmapped))
        expect(parsed.ok && splitMappingFile(parsed.value)).toEqual({ mapping, unmapped })
      }),
    )
  })

  it('with two decisions about one column is refused: one of them would be dropped', () => {
    const one = { column: 'pw', kind: 'password-hash' }
    const decisions = [
      { ...one, decision: 'import' },
      { ...one, decision: 'exclude' },
    ]
    expect(parseMappingFile(JSON.stringify({ version: 1, columns: [], fixedProvider: null, decisions }))).toMatchObject(
      { ok: false, error: { code: 'mapping-invalid', message: expect.stringContaining('entry 2 of “decisions”') } },
    )
  })

  it('is read with the mark that some editors put in front', () => {
    expect(parseMappingFile('\uFEFF{"version":1,"columns":[],"fixedProvider":null}').ok).toBe(true)
  })

  it.each([
    ['', 'mapping-not-json', 'it is not JSON'],
    ['id,email\n1,ann@acme.example\n', 'mapping-not-json', 'it is not JSON'],
    ['[]', 'mapping-invalid', 'it has no version'],
    ['{"users":[{"email":"ann@acme.example"}]}', 'mapping-invalid', 'it has no version'],
    ['{"version":2,"columns":{}}', 'mapping-newer', 'newer version of the app'],
    ['{"version":1,"fixedProvider":null}', 'mapping-invalid', '“columns” is missing'],
    ['{"version":1,"columns":[]}', 'mapping-invalid', '“fixedProvider” is missing'],
    [
      '{"version":1,"columns":[{"path":"a","target":"email"},{"path":"b","target":"hunter2"}],"fixedProvider":null}',
      'mapping-invalid',
      'entry 2 of “columns” becomes something that is not known',
    ],
    [
      '{"version":1,"columns":[{"target":"email"}],"fixedProvider":null}',
      'mapping-invalid',
      'entry 1 of “columns” is not',
    ],
    [
      '{"version":1,"columns":[],"fixedProvider":null,"constants":[{"target":"email","value":"hunter2"}]}',
      'mapping-invalid',
      'entry 1 of “constants” becomes something that is not known',
    ],
    [
      '{"version":1,"columns":[],"fixedProvider":null,"decisions":[{"column":"pw","kind":"password-hash","decision":"hunter2"}]}',
      'mapping-invalid',
      'entry 1 of “decisions” decides something that is not known',
    ],
    [
      '{"version":1,"columns":[],"fixedProvider":null,"decisions":[{"column":"pw","kind":"hunter2","decision":"import"}]}',
      'mapping-invalid',
      'entry 1 of “decisions” decides something that is not known',
    ],
    [
      '{"version":1,"columns":[],"fixedProvider":null,"decisions":[{"kind":"email","decision":"import"}]}',
      'mapping-invalid',
      'entry 1 of “decisions” is not whole',
    ],
    [
      '{"version":1,"columns":[],"fixedProvider":null,"decisions":{"pw":"import"}}',
      'mapping-invalid',
      '“decisions” is missing or is not what it should be',
    ],
  ])('that holds %j is refused with a sentence', (text, code, words) => {
    const parsed = parseMappingFile(text)
    expect(parsed).toEqual({ ok: false, error: { code, message: expect.stringContaining(words) } })
    expect(JSON.stringify(parsed)).not.toMatch(/hunter2|acme/)
  })
})
