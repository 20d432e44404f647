import { isObject, parseJson } from '../../../../shared/json.ts'
import type { Problem } from '../../../../shared/result.ts'

/*
 * Answers in place of an export: the error of a program whose output went into the file, of an API or a storage, or the pointer to a file that
 * was never downloaded. A file with an answer is short and holds nothing else.
 */

/** Says what a text holds in place of an export; null: it is no such answer. `start`: without blanks in front. */
export function judgeReply(start: string): Problem | null {
  if (start.length > maxLength) return null
  return pointerIn(start) ?? storageErrorIn(start) ?? apiErrorIn(start) ?? programErrorIn(start)
}

/** An answer is shorter than nearly every export, and parsing it costs nothing. */
const maxLength = 8000

function notText(message: string): Problem {
  return { code: 'file-not-text', message }
}

/** The pointer that Git keeps in place of a large file. */
function pointerIn(start: string): Problem | null {
  if (/^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\//.test(start))
    return notText(
      'This is a pointer of Git LFS to the file, not the file itself. Run “git lfs pull”, and choose it again.',
    )
  return /^(?:\.\.\/|\.\/)*(?:\.git\/|\/)annex\/objects\/\S+\s*$/.test(start)
    ? notText(
        'This is a pointer of git-annex to the file, not the file itself. Run “git annex get” with its name, and choose it again.',
      )
    : null
}

/** The likely reason for a page or an error of a server in place of an export, with the way out. */
export const linkExpired = 'Perhaps the download link had expired: download the export again.'

/** `<Error><Code>AccessDenied</Code>` of S3 and the storages that speak as it does. */
function storageErrorIn(start: string): Problem | null {
  const [, code = ''] =
    /^(?:<\?xml[^>]{0,200}>\s*)?<Error(?:\s[^>]{0,200})?>\s*<Code>\s*([\w.-]{1,60})/.exec(start) ?? []
  return code === ''
    ? null
    : notText(`This is the error of a storage (${code}), not an export of users. ${linkExpired}`)
}

/** An object that says an error, or why nothing is allowed, and has no list of anything else. */
function apiErrorIn(start: string): Problem | null {
  if (!/^[{[]/.test(start)) return null
  const parsed = parseJson(start)
  const reply: unknown = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
  return isObject(reply) && saysError(reply)
    ? notText(
        'This is the error of an API, not an export of users. Perhaps a token had expired or may not read users: export the users again.',
      )
    : null
}

function saysError(reply: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(reply)
  // An entry of a user may have an error beside it.
  const isOther = (name: string) => isSaid(reply[name]) && (!ofReply.test(name) || /^(?:data|meta)$/i.test(name))
  if (names.length > maxNames || names.some(isOther)) return false
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name) && isSaid(reply[name]))
  const status = Number(reply['statusCode'] ?? reply['status'] ?? reply['code'] ?? reply['error_code'])
  return has(ofError) || (status >= 400 && status < 600 && has(/^(?:message|msg|detail|title)$/i))
}

const maxNames = 12
const ofError =
  /^(?:errors?|errmsg|error_?(?:code|message|description|summary|type)|fault|__type|exception|ok_?error)$/i
/** All names that replies with an error have. */
const ofReply =
  /^(?:errors?|errmsg|code_?name|error_?(?:\w{1,20})|fault|__type|exception|message|messages|msg|details?|title|type|instance|status|status_?(?:code|text)|code|ok|success|request_?id|trace_?id|correlation_?id|correlationid|timestamp|path|method|hint|reason|documentation_url|help|data|meta|links?|version|stack)$/i

function isSaid(value: unknown): boolean {
  return (
    value !== null &&
    value !== '' &&
    value !== false &&
    value !== 0 &&
    !/^(?:\[\]|\{\})$/.test(JSON.stringify(value) ?? '')
  )
}

/** Programs that write exports, and shells that should have started them. */
const program =
  '^(?:[^\\s:]{0,200}/)?(pg_dump|pg_dumpall|pg_restore|psql|mysqldump|mysqlpump|mysql|mariadb-dump|mariadb|mongoexport|mongodump|mongosh|sqlite3|sqlcmd|bcp|sqlplus|ldapsearch|slapcat|ldap_[a-z]{1,20}|redis-cli|curl|wget|docker|kubectl|sudo|ssh|scp|su|aws|gcloud|az|heroku|firebase|cp|cat|gzip|gunzip|zcat|-?(?:ba|z|da|k|fi)?sh)(?:\\.exe)?(?:\\[\\d+\\])?: '
/** An account may be called as such a program is; a name and a secret have none of these words. */
const ofFailure =
  '(?:error|fatal|could not|cannot|can.t|failed|failure|denied|refused|not found|no such|unable|invalid|unknown|unrecognized|warning|hint|detail|usage|expired|must|permission)\\b'

/** The first lines of what such programs print when they fail, or before they do. */
const failures = [
  new RegExp(`${program}[^\\n]{0,2000}\\b${ofFailure}`, 'i'),
  /^(?:ERROR|FATAL|PANIC)(?: \d{4} \(\w{5}\).{0,20})?:\s/,
  /^Msg \d+, Level \d+, State \d+/,
  /^(?:ORA|SP2|TNS|EXP|IMP|UDE)-\d{4,5}: /,
  /^(?:An error occurred \(\w{1,60}\) when calling|Error response from daemon:|Error from server|Error: |error: |Permission denied|Access denied|Connection refused|npm ERR! |Traceback \(most recent call last\):)/,
  /^HTTP\/[\d.]{1,3} [45]\d\d\b/,
  /^\(error\) [A-Z]/,
  /^(?:PHP )?(?:Fatal|Parse) error: /,
  /^['‘"][^'’"\n]{1,100}['’"] (?:is not recognized as|wird nicht als|n['’]est pas reconnu)/,
  /^\S{1,100}: (?:command not found|not found|No such file or directory|Permission denied)\s*$/,
  /^\d{4}-\d\d-\d\dT\S{1,20}\s(?:Failed: |error |could not |connected to: |Unrecognized|error:)/,
]

const isFailure = (line: string) => failures.some((failure) => failure.test(line))

const maxLines = 40

/** The words of a program in place of its output. A warning above the output itself is no such text. */
function programErrorIn(start: string): Problem | null {
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  if (lines.length > maxLines || !isFailure(first) || lines.some((line) => isOfOutput(line) && !isFailure(line)))
    return null
  const [, name] = new RegExp(program).exec(first) ?? []
  const of = name === undefined || name.endsWith('sh') ? 'a program that failed' : name
  return notText(
    `This file holds the error message of ${of}, not an export of users. Run the export again, without “2>&1”, and check that it ends without an error.`,
  )
}

/** A line of an export below a warning: a statement, a comment of SQL, an object, or cells. */
function isOfOutput(line: string): boolean {
  return /^(?:--|\/\*|\{|\[|<|(?:INSERT|CREATE|COPY|SET|DROP|dn:)\b)|\t|^[^\s,;|"]{1,60}(?:[,;|][^\s,;|]{0,300}){1,50}$/.test(
    line,
  )
}
