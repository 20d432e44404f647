import { describe, expect, test } from 'vitest'
import { looksLikeData, splitCells } from '../../electron/engine/reading/csv/csv-cells.ts'
import { uniqueNames } from '../../electron/engine/reading/csv/csv-layout.ts'
import { judgeText } from '../../electron/engine/reading/refusals/text-kind.ts'
import { parseJson } from '../../electron/engine/reading/json/json-value.ts'
import { readCopyLine } from '../../electron/engine/reading/sql/sql-copy-line.ts'
import { readRow } from '../../electron/engine/reading/sql/sql-values.ts'
import { isSqlDump, sqlDialect } from '../../electron/engine/reading/sql/sql-dialect.ts'
import { sqlHead } from '../../electron/engine/reading/sql/sql-heads.ts'
import { exportFormats } from '../../shared/exports/index.ts'
import { judgeHash } from '../../shared/hashes/judge-hash.ts'
import { maskHash } from '../../shared/hashes/mask-hash.ts'
import { booleanOf, contactOf, disabledByWord } from '../../shared/mapping/cell.ts'
import { mappingTargets } from '../../shared/mapping/targets.ts'
import { maskSample } from '../../shared/mapping/shown/mask-sample.ts'
import { readEmbedded } from '../../shared/mapping/value-at.ts'
import { fitOfValues } from '../../shared/mapping/columns/value-fit.ts'
import { normaliseEmail } from '../../shared/users/normalise-email.ts'
import { normalisePhone } from '../../shared/users/normalise-phone.ts'
import { rounds } from '../support/length.ts'
import { seedOfRun } from '../support/seed.ts'

const length = rounds(25_000, 100_000)
/** Reads one text of every few, a different one in each run. */
const every = rounds(12, 1)

/** Texts on which a pattern that tries every beginning with every end would not come back within an hour. */
function longTexts(): readonly string[] {
  const heads = ['', 'a@', '$', '"', 'INSERT INTO t ', 'CREATE TABLE t (']
  const units = [
    'x',
    'A',
    '1',
    ' ',
    '\n',
    '.',
    '@a.',
    'a.',
    '$',
    'a$',
    '"',
    '\\"',
    '"\\',
    ',',
    'a,',
    '|',
    '{SHA',
    'eyJa.',
  ]
  const more = [
    '[',
    ']',
    '{"a":',
    '(',
    "'",
    "''",
    "\\'",
    '`',
    '--',
    '/*',
    '-- \n',
    '%24',
    '=',
    '-1',
    'AAa',
    '\0',
    '\u2028',
  ]
  return heads.flatMap((head) =>
    [...units, ...more].flatMap((unit) => {
      const long = head + unit.repeat(Math.ceil(length / unit.length))
      return head.length > 2 ? [long] : [long, `${long} b`]
    }),
  )
}

type Reader = (text: string) => unknown

const readers: Readonly<Record<string, Reader>> = {
  'a hash': (text) => judgeHash({ hash: text, salt: text, declared: text, factor: 10 }, null, 'supertokens'),
  'a hash that is masked': maskHash,
  'a sample': (text) => maskSample('x', text),
  'a contact': contactOf,
  'yes or no': (text) => booleanOf(text) ?? disabledByWord(text),
  'an email': normaliseEmail,
  'a phone number': (text) => normalisePhone(text, 'DE'),
  'a cell': looksLikeData,
  'a row': (text) => splitCells(text, ','),
  'a header': (text) => uniqueNames(text.split(',')),
  'a record in JSON': (text) => [parseJson(text), parseJson(`1234567890123456${text}`)],
  'JSON in a cell': readEmbedded,
  'the beginning of a file': (text) => [judgeText(text), isSqlDump(text), sqlDialect(text)],
  'a statement': (text) => [
    sqlHead.readInsert(text),
    sqlHead.readCopy(text),
    sqlHead.readTable(text),
    sqlHead.readColumns(text),
  ],
  'a row of a dump': (text) => [
    readCopyLine(text),
    ...[true, false].map((backslash) => readRow(`(1,${text})`, { backslash, lines: false })),
  ],
  ...Object.fromEntries(
    mappingTargets.map((target): [string, Reader] => [
      `a column for ${target}`,
      (text) => fitOfValues(target, { path: 'x', values: [text], records: 1, samples: [] }),
    ]),
  ),
  ...Object.fromEntries(
    exportFormats.map(({ provider, fields, recognise, read }): [string, Reader] => [
      `a record of ${provider}`,
      (text) => {
        const record = Object.fromEntries(fields.map(({ path }) => [path, text]))
        const recognition = recognise({ header: null, records: [record] })
        return ['users', 'parts'].map((role) =>
          read(record, recognition ?? { provider, shape: '', reason: '', role: role === 'users' ? 'users' : 'parts' }),
        )
      },
    ]),
  ),
}

describe(`a text of ${length.toLocaleString('en')} characters`, () => {
  const seed = seedOfRun('FUZZ_SEED')
  const texts = longTexts().filter((_, index) => (index + seed) % every === 0)
  console.log(
    `long values: ${texts.length} texts of ${length} characters, each read in ${Object.keys(readers).length} ways`,
  )

  test.each(Object.entries(readers))('does not hold up reading as %s', (_, read) => {
    let readings = 0
    for (const text of texts) {
      read(text)
      readings += 1
    }
    expect(readings).toBe(texts.length)
  })
})
