import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import { exportFormats } from '../../../shared/exports/index.ts'
import { namedSample } from '../../../shared/exports/known-columns.ts'
import type { Entry, ExportFormat, Sample, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { isStatusName } from '../../../shared/mapping/names/column-words.ts'
import { formatReader } from '../../../shared/mapping/read-table.ts'
import { valueAt } from '../../../shared/mapping/value-at.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

async function samplesOf(provider: string): Promise<readonly Sample[]> {
  const own = join(sampleExports, provider)
  if (!existsSync(own)) return []
  const names = readdirSync(own).filter((name) => !name.endsWith('.txt'))
  const opened = await Promise.all(names.map((name) => openExport(join(own, name))))
  return opened.flatMap((one) => {
    if (!one.ok) return []
    const { sample, tables } = one.value
    return (
      tables?.map(({ name, columns, records }) => namedSample({ table: name, header: columns, records })) ?? [sample]
    )
  })
}

function withWord(record: SourceRecord, path: string, word: string): SourceRecord {
  const name = Object.keys(record).find((one) => path.startsWith(`${one}.`)) ?? path.split('.', 1)[0] ?? ''
  if (Object.hasOwn(record, path) || name === path) return { ...record, [path]: word }
  const inner = record[name]
  const fields = typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner)) : {}
  return { ...record, [name]: withWord(fields, path.slice(name.length + 1), word) }
}

type Found = { readonly path: string; readonly word: string; readonly became: string; readonly shape: string }

/** The standing that users of each shape of the samples have with a word, or `asked`. `words`: of a field of that shape. */
function standingsWith(
  format: ExportFormat,
  samples: readonly Sample[],
  words: (field: ExportFormat['fields'][number]) => readonly string[],
): readonly Found[] {
  const read = formatReader(format)
  return samples.flatMap((sample) => {
    const recognition = format.recognise(sample)
    if (recognition === null) return []
    const { shape } = recognition
    return (format.fieldsOfShape?.(shape) ?? format.fields).flatMap((field) => {
      const { path } = field
      if (sample.records.every((one) => valueAt(one, path) === undefined)) return []
      const record = sample.records.find((one) => isActive(read(withWord(one, path, ''), recognition)))
      if (record === undefined) return []
      return words(field).map((word) => {
        const entry = read(withWord(record, path, word), recognition)
        const asks =
          entry.kind === 'user' &&
          entry.user.unmapped?.some(
            (one) =>
              one.kind === 'status' && one.asks && [word, '(a time)'].includes(one.field.replace(`${path}=`, '')),
          )
        const became = entry.kind !== 'user' ? entry.kind : asks === true ? 'asked' : entry.user.standing
        return { path, word, became, shape }
      })
    })
  })
}

function isActive(entry: Entry): boolean {
  return entry.kind === 'user' && entry.user.standing === 'active'
}

const formats = exportFormats.flatMap((format) =>
  format.fields.some(({ states }) => states !== undefined) ? [[format.provider, format] as const] : [],
)

const standings = ['active', 'disabled', 'deleted', 'asked'] as const

describe.each(formats)('the states of %s', (provider, format) => {
  test.each(standings)('that are documented as %s are that', async (standing) => {
    const samples = await samplesOf(provider)
    const found = standingsWith(format, samples, ({ states }) => states?.[standing] ?? [])
    expect(found.filter(({ became }) => became !== standing)).toEqual([])
  })

  test('are in a sample, and no other word passes for an active one', async () => {
    const samples = await samplesOf(provider)
    const found = standingsWith(format, samples, ({ states }) => (states === undefined ? [] : ['made-up']))
    const paths = format.fields.flatMap(({ path, states }) => (states === undefined ? [] : [path]))
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(paths))
    expect(found.filter(({ became }) => became !== 'asked')).toEqual([])
  })
})

const withFlags = exportFormats.flatMap((format) =>
  format.fields.some(({ flag }) => flag !== undefined) ? [[format.provider, format] as const] : [],
)

describe.each(withFlags)('the flags of %s', (provider, format) => {
  const readWith = async (words: Readonly<Record<'lets-in' | 'keeps-out', readonly string[]>>) => {
    const samples = await samplesOf(provider)
    return standingsWith(format, samples, ({ flag }) => (flag === undefined ? [] : words[flag]))
  }

  test('say by yes, no or a known word who is kept out', async () => {
    const found = await readWith({ 'lets-in': ['true', 'Enabled'], 'keeps-out': ['false', 'No', 'active'] })
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ became }) => became !== 'active')).toEqual([])
    const off = await readWith({ 'lets-in': ['false', 'suspended'], 'keeps-out': ['true', 'Yes', 'locked'] })
    const isOff = ({ path, word, became }: Found) =>
      became === 'disabled' ||
      (became === 'deleted' && /delet/i.test(path)) ||
      (word === 'locked' && became === 'asked')
    expect(off.filter((one) => !isOff(one))).toEqual([])
  })

  test.each(['maybe', 'locked by admin', 'pending', 'unconfirmed'])(
    'let nobody in by a value like %s',
    async (word) => {
      const found = await readWith({ 'lets-in': [word, '2', '2024-05-01'], 'keeps-out': [word] })
      expect(found.filter(({ became }) => became !== 'asked')).toEqual([])
    },
  )
})

test('a field of a known export with the state of its users in words lists them', () => {
  const unlisted = exportFormats.flatMap(({ provider, fields }) =>
    fields
      .filter(({ path, becomes, states }) => isStatusName(path) && becomes === 'Disabled' && states === undefined)
      .map(({ path }) => `${provider}: ${path}`),
  )
  expect(unlisted).toEqual([])
})

/** Fields with the end or the time of a state, whose name says so, and those with values of their own. */
const others = /until|till|after$|expir|end(?:date|dateutc)?$|_at$|at$|time/i
const own = [
  'moodle: auth',
  'ldap: sambaAcctFlags',
  'ldap: userAccountControl',
  'nextcloud: configvalue',
  'freeradius: value',
  'other-products: activationCode',
  'other-products: double_opt_in_confirm_date',
  'other-products: usergroupid',
  'other-products: usergroup',
  'janrain: deactivateAccount',
]

test('a field of a known export that disables its users says whether by its yes or its no', () => {
  const silent = exportFormats.flatMap(({ provider, fields }) =>
    fields
      .filter(
        ({ becomes, states, flag }) => /disabled|deleted/i.test(becomes) && states === undefined && flag === undefined,
      )
      .filter(({ path }) => !others.test(path.replaceAll('_', '')) && !others.test(path))
      .map(({ path }) => `${provider}: ${path}`),
  )
  expect(silent.filter((one) => !own.includes(one))).toEqual([])
})

test.each([
  ['okta', 'status', 'STAGED'],
  ['okta', 'status', 'PROVISIONED'],
  ['zitadel', 'state', 'USER_STATE_INITIAL'],
  ['cognito', 'UserStatus', 'FORCE_CHANGE_PASSWORD'],
  ['cognito', 'UserStatus', 'UNCONFIRMED'],
  ['entra', 'externalUserState', 'PendingAcceptance'],
  ['stytch', 'status', 'pending'],
  ['descope', 'status', 'invited'],
])('a user of %s whose %s is %s may not sign in there yet, which is asked about', async (provider, path, word) => {
  const format = exportFormats.find((one) => one.provider === provider)
  const words = (field: { readonly path: string }) => (field.path === path ? [word] : [])
  const found = format === undefined ? [] : standingsWith(format, await samplesOf(provider), words)
  expect([...new Set(found.map(({ became }) => became))]).toEqual(['asked'])
})
