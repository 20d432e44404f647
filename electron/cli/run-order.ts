import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import type { Arguments, OptionSpecs } from './options/command-spec.ts'
import type { Io } from './io.ts'
import type { ReadInput } from './open-migration.ts'
import {
  ofOneFile,
  readAuthorityOption,
  routeOptions,
  routeTo,
  withoutEncryption,
  type PartOptions,
} from './options/shared-options.ts'
import { readSpeed, type SpeedOrder } from './options/speed-options.ts'
import { makeReportFolder } from './send-and-report.ts'
import { noChoices } from '../../shared/planning/choices.ts'
import { readChoices } from './options/decisions.ts'
import { apiKeyOption, readApiKey, readArgumentFile, readScryptText } from './options/files-from-arguments.ts'
import type { Route } from '../engine/core-client/route.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { maxMappingFile, parseMappingFile, type MappingFile } from '../../shared/planning/mapping-file.ts'
import { maxNames, listedUsers } from '../engine/import-pipeline/failed-list.ts'
import { basename } from 'node:path'

/** A core as it is named on the command line. */
type NamedCore = {
  readonly core: string
  readonly dialect: 'auto' | 'documented' | 'supertokens'
  readonly allowHttp: boolean
  readonly apiKey: string | null
  /** How the core is reached from here. */
  readonly route: Route
}

/** The order of a run on the command line. */
export type Order = Omit<ReadInput, 'cwd' | 'signal'> &
  NamedCore & {
    readonly pace: SpeedOrder
    readonly limit: number | null
    /** The folder that reports are written to. */
    readonly report: string | null
  }

/** The options that name a core which no migration knows yet. */
export const namedCoreOptions = {
  ...apiKeyOption,
  ...routeOptions,
  'allow-http': { type: 'boolean', help: 'Allow an unencrypted address for hashes and the key' },
  dialect: {
    type: 'string',
    value: 'auto|documented|supertokens',
    help: 'Interface of the core',
    fallback: 'auto',
    example: '--dialect supertokens',
  },
} as const satisfies OptionSpecs

/** Reads the options of a core; asks for a key that is not in a file. */
export async function readNamedCore(core: string, args: Arguments, io: Io): Promise<Result<NamedCore>> {
  const base = parseBaseUrl(core)
  if (!base.ok) return base
  const allowHttp = args.flag('allow-http')
  if (base.value.insecure && !allowHttp) return problem('needs-confirmation', withoutEncryption)
  const dialect = args.text('dialect') ?? 'auto'
  if (dialect !== 'auto' && dialect !== 'documented' && dialect !== 'supertokens') {
    return problem('arguments', '--dialect takes auto, documented or supertokens.')
  }
  const ca = readAuthorityOption(args, io)
  if (!ca.ok) return ca
  const route = routeTo(core, ca.value, io)
  if (!route.ok) return route
  const apiKey = await readApiKey(args, base.value.url, io)
  return apiKey.ok ? ok({ core, dialect, allowHttp, apiKey: apiKey.value, route: route.value }) : apiKey
}

/** The input of a reading and of its planning, from the options of a command. */
export async function readExportOptions(
  args: Arguments,
  io: Io,
): Promise<Result<Omit<ReadInput, 'cwd' | 'signal' | 'only'>>> {
  const choices = readChoices(args, noChoices)
  if (!choices.ok) return choices
  const mapping = await readMappings(args, io)
  if (!mapping.ok) return mapping
  const parts = readParts(args)
  if (!parts.ok) return parts
  const scrypt = await readScryptText(args.text('scrypt-parameters'), io)
  if (!scrypt.ok) return scrypt
  return ok({
    files: args.rest,
    choices: choices.value,
    ...mapping.value,
    baseline: args.text('delta-of') ?? null,
    parts: parts.value,
    scryptText: scrypt.value,
  })
}

/** Reads and checks the options; asks for a key that is not in a file. */
export async function readOrder(args: Arguments, io: Io): Promise<Result<Order>> {
  const address = args.text('core')
  if (address === undefined)
    return problem('arguments', 'Name the core with --core, e.g. --core https://core.example.com.')
  const pace = readSpeed(args)
  if (!pace.ok) return pace
  const limit = args.text('limit')
  if (limit !== undefined && !/^[1-9]\d{0,9}$/.test(limit))
    return problem('arguments', '--limit takes a number of users, 1 or more.')
  const what = await readExportOptions(args, io)
  if (!what.ok) return what
  const only = await readOnly(args, io)
  if (!only.ok) return only
  if (!args.flag('yes') && io.ask === null) {
    return problem('arguments', 'Nothing was sent. Without a terminal, add --yes to confirm.')
  }
  const report = args.text('report')
  const folder = report === undefined ? ok(null) : makeReportFolder(report, io)
  if (!folder.ok) return folder
  const core = await readNamedCore(address, args, io)
  if (!core.ok) return core
  return ok({
    ...what.value,
    ...core.value,
    pace: pace.value,
    limit: limit === undefined ? null : Number(limit),
    only: only.value,
    report: report ?? null,
  })
}

/** Reads the mapping of all files, and the mappings of single files: `FILE=MAPPING`. */
async function readMappings(args: Arguments, io: Io): Promise<Result<Pick<ReadInput, 'mapping' | 'mappings'>>> {
  let mapping: MappingFile | null = null
  const mappings = new Map<string, MappingFile>()
  for (const value of args.texts('mapping')) {
    const named = namedFileOf(value, args.rest)
    const text = await readArgumentFile(named?.name ?? value, io, maxMappingFile, 'mapping')
    const read = text.ok ? parseMappingFile(text.value) : text
    if (!read.ok) return read
    const isSecond = named === null ? mapping !== null : mappings.has(named.file)
    if (isSecond) return problem('arguments', severalMappings)
    if (named === null) mapping = read.value
    else mappings.set(named.file, read.value)
  }
  return ok({ mapping, mappings })
}

const severalMappings =
  'A file takes one mapping. With several files, say of which one each is: --mapping FILE=MAPPING.'

/** The users that `--only` names: source ids or FILE:LINE, one a line, or a failed.csv as it was saved. */
async function readOnly(args: Arguments, io: Io): Promise<Result<readonly string[] | null>> {
  const file = args.text('only')
  if (file === undefined) return ok(null)
  const text = await readArgumentFile(file, io, maxNames, 'users')
  return text.ok ? ok(listedUsers(text.value)) : text
}

/** Reads `--file-in-zip` and `--table`; with several files, each says of which one it speaks: `FILE=NAME`. A table without a file is that of all others. */
function readParts(args: Arguments): Result<PartOptions> {
  const parts = new Map<string, { members: string[]; table: string | null }>()
  let ofAll: string | null = null
  for (const option of ['file-in-zip', 'table'] as const) {
    for (const value of args.texts(option)) {
      const named = fileOf(value, args.rest)
      if (named === null && option === 'table' && ofAll === null) {
        ofAll = value
        continue
      }
      if (named === null && option === 'table') return problem('arguments', oneTableOfAll)
      if (named === null) return problem('arguments', ofOneFile(option))
      const part = parts.get(named.file) ?? { members: [], table: null }
      parts.set(named.file, part)
      if (option === 'file-in-zip') part.members.push(named.name)
      else if (part.table === null) part.table = named.name
      else
        return problem(
          'arguments',
          '--table takes one table of a file. Save each table as a separate file, with the ID of its users: files with the same IDs are joined.',
        )
    }
  }
  if (ofAll !== null)
    for (const file of args.rest) {
      const { members, table } = parts.get(file) ?? { members: [], table: null }
      parts.set(file, { members, table: table ?? ofAll })
    }
  return ok(parts)
}

const oneTableOfAll = `A table without a file is read of all files. ${ofOneFile('table')}`

function fileOf(value: string, files: readonly string[]): NamedPart | null {
  const [only] = files
  return namedFileOf(value, files) ?? (files.length === 1 && only !== undefined ? { file: only, name: value } : null)
}

type NamedPart = { readonly file: string; readonly name: string }

/** A value that says of which file it speaks; null: it says none. */
function namedFileOf(value: string, files: readonly string[]): NamedPart | null {
  const file = files.find((one) => [one, basename(one)].some((name) => value.startsWith(`${name}=`)))
  if (file === undefined) return null
  const prefix = value.startsWith(`${file}=`) ? file : basename(file)
  return { file, name: value.slice(prefix.length + 1) }
}
