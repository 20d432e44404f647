import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import type { Arguments } from './arguments.ts'
import type { Io } from './io.ts'
import type { ReadInput } from './open-migration.ts'
import { readParts } from './part-options.ts'
import { readSpeed, type SpeedOrder } from './speed-options.ts'
import { makeReportFolder } from './send-and-report.ts'
import { noChoices } from '../../shared/planning/choices.ts'
import { readChoices } from './decisions.ts'
import { readApiKey, readMapping, readOnly, readText } from './files-from-arguments.ts'
import type { Route } from '../engine/core-client/route.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { readAuthorityOption, withoutEncryption, routeTo } from './route-options.ts'

/** What a run was asked for on the command line. */
export type Order = Omit<ReadInput, 'cwd' | 'signal'> & {
  readonly core: string
  readonly dialect: 'auto' | 'documented' | 'supertokens'
  readonly pace: SpeedOrder
  readonly allowHttp: boolean
  readonly limit: number | null
  readonly apiKey: string | null
  /** How the core is reached from here. */
  readonly way: Route
  /** The folder that reports are written to. */
  readonly report: string | null
}

/** Reads and checks the options; asks for a key that is not in a file. */
export async function readOrder(args: Arguments, io: Io): Promise<Result<Order>> {
  const core = args.text('core')
  if (core === undefined)
    return problem('arguments', 'Name the core with --core, e.g. --core https://core.example.com.')
  const base = parseBaseUrl(core)
  if (!base.ok) return base
  const allowHttp = args.flag('allow-http')
  if (base.value.insecure && !allowHttp) return problem('needs-confirmation', withoutEncryption)
  const dialect = args.text('dialect') ?? 'auto'
  if (dialect !== 'auto' && dialect !== 'documented' && dialect !== 'supertokens') {
    return problem('arguments', '--dialect takes auto, documented or supertokens.')
  }
  const pace = readSpeed(args)
  if (!pace.ok) return pace
  const limit = args.text('limit')
  if (limit !== undefined && !/^[1-9]\d{0,9}$/.test(limit))
    return problem('arguments', '--limit takes a number of users, 1 or more.')
  const choices = readChoices(args, noChoices)
  if (!choices.ok) return choices
  const mapping = await readMapping(args, io)
  if (!mapping.ok) return mapping
  const parts = readParts(args)
  if (!parts.ok) return parts
  const only = await readOnly(args, io)
  if (!only.ok) return only
  const scryptFile = args.text('scrypt-parameters')
  const scrypt = scryptFile === undefined ? ok(null) : await readText(scryptFile, io, 65_536, 'hash parameters')
  if (!scrypt.ok) return scrypt
  if (!args.flag('yes') && io.ask === null) {
    return problem('arguments', 'Nothing was sent. Without a terminal, add --yes to confirm.')
  }
  const report = args.text('report')
  const folder = report === undefined ? ok(null) : makeReportFolder(report, io)
  if (!folder.ok) return folder
  const ca = readAuthorityOption(args, io)
  if (!ca.ok) return ca
  const way = routeTo(core, ca.value, io)
  if (!way.ok) return way
  const apiKey = await readApiKey(args, io)
  if (!apiKey.ok) return apiKey
  return ok({
    core,
    dialect,
    allowHttp,
    pace: pace.value,
    limit: limit === undefined ? null : Number(limit),
    files: args.rest,
    choices: choices.value,
    mapping: mapping.value,
    only: only.value,
    baseline: args.text('delta-of') ?? null,
    parts: parts.value,
    scryptText: scrypt.value,
    apiKey: apiKey.value,
    way: way.value,
    report: report ?? null,
  })
}
