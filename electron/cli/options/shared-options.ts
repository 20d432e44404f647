import { resolve } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { readAuthorityFile } from '../../engine/core-client/authority.ts'
import { proxyFromEnvironment, proxyName, type Route, unusableProxy } from '../../engine/core-client/route.ts'
import type { Io } from '../io.ts'
import type { Arguments, OptionSpecs } from './command-spec.ts'

/** Options that more than one command takes. */
export const exportOptions = {
  mapping: {
    type: 'string',
    multiple: true,
    value: '[FILE=]MAPPING',
    help: 'Column mapping saved by the app, for all files or for the named one',
    example: '--mapping mapping.json',
  },
  'file-in-zip': {
    type: 'string',
    multiple: true,
    value: '[FILE=]NAME',
    help: 'Which file of a zip archive to read',
    example: '--file-in-zip users.json',
  },
  table: {
    type: 'string',
    multiple: true,
    value: '[FILE=]NAME',
    help: 'Which table of a dump or database, or which sheet of a workbook, holds the users, of all files or of one',
    example: '--table customers',
  },
  'delta-of': {
    type: 'string',
    value: 'DOCUMENT',
    help: 'Send only what changed since this migration',
    example: '--delta-of users.migration',
  },
} as const satisfies OptionSpecs

export const excludeTablesOption = {
  'exclude-tables': {
    type: 'boolean',
    help: 'Continue without the tables that are not read, even if their values look like logins',
  },
} as const satisfies OptionSpecs

/** For commands that send users of files of which a part may be missing. */
export const incompleteOption = {
  'allow-incomplete': { type: 'boolean', help: 'Use the complete records of a truncated file' },
  ...excludeTablesOption,
} as const satisfies OptionSpecs

export const jsonOption = {
  json: { type: 'boolean', help: 'Print the result as one JSON object' },
} as const satisfies OptionSpecs

/** The parts that are read of one file: files of a zip archive (empty: it holds only one), and the table (null: not named). */
type FileParts = { readonly members: readonly string[]; readonly table: string | null }

/** Parts of the named files by their paths as they were typed. */
export type PartOptions = ReadonlyMap<string, FileParts>

/** Says how an option names the file that it is about. */
export function ofOneFile(option: 'file-in-zip' | 'table'): string {
  return `With several files, say of which one: --${option} FILE=NAME, with FILE as it is given.`
}

/** How a command reaches the core. There is no option that turns verification off. */
export const routeOptions = {
  'ca-file': {
    type: 'string',
    value: 'FILE',
    help: 'Trust a private certificate authority (PEM or DER file)',
    example: '--ca-file company-root.pem',
  },
} as const satisfies OptionSpecs

/** Certificates of `--ca-file`; null: none was given. */
export function readAuthorityOption(args: Arguments, io: Io): Result<string | null> {
  const file = args.text('ca-file')
  if (file === undefined) return ok(null)
  const read = readAuthorityFile(resolve(io.cwd, file), file)
  return read.ok ? ok(read.value.pem) : read
}

/** The route to a core: through the proxy of the environment, which is printed, and with the given authority. */
export function routeTo(baseUrl: string, ca: string | null, io: Io): Result<Route> {
  const named = proxyFromEnvironment(baseUrl, io.env)
  if (named.kind === 'unusable') return problem('proxy-unusable', unusableProxy(named.name))
  if (named.kind === 'none') return ok({ proxy: null, ca })
  io.err(`Through the proxy ${proxyName(named.proxy)}.\n`)
  return ok({ proxy: named.proxy, ca })
}

/** The option that `http:` to another machine needs. */
export const withoutEncryption =
  'This address is not encrypted: hashes and the key can be read on the network. Use https://, or add --allow-http if you trust this network.'

/** Writes full emails and phone numbers instead of masked ones. */
export const unmaskedOption = {
  unmasked: { type: 'boolean', help: 'Write full emails and phone numbers' },
} as const

/** The options of a command that writes the outcome of every user; `file`: the example in its help. */
export function outcomeOptions(file: string) {
  return {
    report: {
      type: 'string',
      value: 'FILE',
      help: 'Write the outcome for each user as CSV',
      example: `--report ${file}`,
    },
    ...unmaskedOption,
  } as const
}
