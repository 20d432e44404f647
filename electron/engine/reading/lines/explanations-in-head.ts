import {
  columnKey,
  type Explanations,
  explanationsIn,
  explainsValue,
} from '../../../../shared/mapping/columns/explained-columns.ts'
import type { FileFormat } from '../../../../shared/mapping/export-format.ts'

/*
 * Explanations of values in the comments of a text that is no dump: lines of their own, and in YAML and JSON those beside a key and above it.
 */

const hasComments = /(?:^|\s)(?:#|\/\/|\/\*|<!--)/
const comment = /^\s{0,80}(?:#+|\/\/+|\/?\*+|;+|<!--)\s{0,20}(\S.{0,300})$/
const key = /^[\s{-]{0,80}["']?([\p{L}_][\w-]{0,60})["']?\s{0,3}:(?:\s|$)/u
const behindValue = /^[^#]{1,300}?(?:\s#|\s\/\/)\s{0,5}(\S.{0,200})$/

/** The explanations in the beginning of a file. */
export function explanationsInHead(text: string, format: FileFormat): Explanations {
  if (format === 'sql' || !hasComments.test(text)) return new Map()
  const lines: string[] = []
  const beside = new Map<string, string>()
  const hasKeys = format === 'yaml' || format === 'json'
  let above = ''
  for (const line of text.split(/\r?\n/)) {
    const said = comment.exec(line)?.[1]?.replace(/(?:\*\/|-->)\s{0,9}$/, '')
    if (said !== undefined) {
      lines.push(said)
      above = said
      continue
    }
    const name = hasKeys ? key.exec(line)?.[1] : undefined
    if (name !== undefined) {
      const near = [behindValue.exec(line)?.[1] ?? '', above].find(explainsValue)
      if (near !== undefined && !beside.has(columnKey(name))) beside.set(columnKey(name), near)
    }
    above = ''
  }
  return new Map([...beside, ...explanationsIn(lines)])
}
