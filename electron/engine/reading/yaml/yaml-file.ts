import { isUtf8 } from 'node:buffer'
import { decodeText } from '../encoding.ts'
import { type Chunk, hasBom } from '../file-bytes.ts'
import { type PartlyParsed, parseAround } from './parse-around.ts'
import { withEmbeddedFiles } from './embedded-files.ts'
import { readTemplate, type Template } from './template.ts'
import { withLists } from './yaml-lists.ts'
import { rowsIn } from './yaml-rows.ts'
import { mayHoldRequests } from './request-users.ts'
import { findUsers, type Users } from './yaml-users.ts'

/* A YAML file, read and parsed as a whole, and the forms in which it may hold users. */

/** Limit on a YAML file, which is parsed as a whole and takes some thirty times its size in memory. */
const maxBytes = 8 * 1024 * 1024

/** A file that was read and parsed as a whole; `start`: the index of its text in its bytes. `broken`: why it cannot be read. */
export type YamlFile =
  | ({
      readonly kind: 'whole'
      readonly text: string
      readonly start: number
      readonly encoding: 'utf8' | 'latin1'
      readonly template: Template | null
    } & PartlyParsed)
  | { readonly kind: 'broken'; readonly reason: string }

/** Reads and parses a file, which is the work of reading YAML: a text that was parsed `before` is not parsed again. */
export async function readYaml(chunks: AsyncIterable<Chunk>, before: YamlFile | null = null): Promise<YamlFile> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') return chunk
    parts.push(chunk.bytes)
    length += chunk.bytes.length
    if (length > maxBytes) return { kind: 'broken', reason: tooLong }
  }
  const bytes = Buffer.concat(parts)
  const start = hasBom(bytes) ? 3 : 0
  const text = decodeText(bytes, start)
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  if (before?.kind === 'whole' && before.text === text && before.start === start && before.encoding === encoding)
    return before
  const template = readTemplate(text)
  const { yaml, lost } = parseAround(template?.text ?? text)
  const opened = yaml.kind === 'documents' ? withEmbeddedFiles(template?.text ?? text, yaml) : yaml
  return { kind: 'whole', text, start, encoding, template, yaml: opened, lost }
}

/** The users of one document, and lists beside them that are not read. */
export function usersIn(document: unknown): Users {
  const rows = rowsIn(document)
  return rows.length > 0 ? { records: rows, others: [] } : withLists(document, findUsers(document))
}

/** Whether a document is one object, or has one as its only member, and no list. */
export function isOneObject(document: unknown): boolean {
  const [first, ...others] = usersIn(document).records
  if (first === undefined || others.length > 0 || typeof document !== 'object' || document === null) return false
  const { value, from = value } = first
  return from === document || (!Array.isArray(document) && Object.values(document).includes(value))
}

/**
 * Whether a text may hold users that only its values show: their fields have paths as keys, they are lines of one text, requests create them, or
 * each stands under its own name in a list. JSON is YAML, and properties are parsed beside it.
 */
export function mayHoldUsersInValues(text: string): boolean {
  return (
    [dottedPassword, passwordOfName, lineInJson, underNames, listsByAddress, filesInJson].some((form) =>
      form.test(text),
    ) || mayHoldRequests(text)
  )
}

/** Whether a file holds such users. */
export function holdsUsersInValues(file: YamlFile): boolean {
  if (file.kind === 'broken' || file.yaml.kind === 'fault') return false
  if (file.yaml.hasEmbedded === true) return true
  return file.yaml.documents.some((document) =>
    findUsers(document).records.some(
      ({ value, name, keys, isEncoded, from }) =>
        keys !== undefined ||
        isEncoded !== undefined ||
        from !== undefined ||
        (name !== null && (Array.isArray(document) || Array.isArray(value))),
    ),
  )
}

/** A list in JSON under an email address. */
const listsByAddress = /^\s*\{\s*"[^"\s@]{1,64}@[^"\s@]{1,200}"\s*:\s*\[/

/** A list in JSON of objects with one object each. */
const underNames = /^\s*\[\s*\{\s*"[^"]{1,200}"\s*:\s*\{/

/** An object of Kubernetes in JSON that holds files. */
const filesInJson = /"kind"\s*:\s*"(?:ConfigMap|Secret)"/

/** A text in JSON with a name and its hash, or one that may have them in base64. */
const lineInJson = /(?:"|\\n)[^\s:,;|"\\]{1,256}:[${][^"]{12}|"[A-Za-f][A-Za-z0-9+/]{39,}={0,2}"/

const dottedPassword = /[^\s."]\.[^\s."=:]{0,20}(?:pass|hash|pwd|secret)[^\s."=:]{0,20}"?\s*[=:]/i

/** A field that says password, with the name of its user behind it. */
const passwordOfName = /(?:^|[\s".])[^\s."=:]{0,20}(?:pass|hash|pwd|secret)[^\s."=:]{0,20}\.[^\s"=:]{1,100}"?\s*[=:]/i

const tooLong =
  'This YAML file is longer than 8 MiB, and YAML can only be read as a whole. Save it as JSON or in several files, for example with "yq -o json".'
