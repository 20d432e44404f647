/** Lines that are looked at. */
const maxLines = 400
const cutLength = 100_000

const key = /^(?:"[^"]{1,200}" ?|'[^']{1,200}' ?|[^\s\-#,;|:"'{}[\]&*!%@`][^,;|:\t]{0,200}):(?:\s|$)/

/**
 * Whether a text is YAML: every line that is not indented begins with a key, a dash or a mark between documents, and some of them show
 * that they belong together.
 */
export function isYaml(text: string): boolean {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/, maxLines)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  // The last line of a long beginning may have been cut.
  if (text.length > cutLength && lines.length < maxLines) lines.pop()
  const top = lines.filter((line) => !/^[ \t]/.test(line))
  const marks = top.filter((line) => /^(?:---|\.\.\.)(?:\s|$)|^%YAML\s/.test(line)).length
  const items = top.filter((line) => /^-\s+\S/.test(line))
  const keys = top.filter((line) => key.test(line)).length
  const dashes = top.filter((line) => /^-(?:\s|$)/.test(line)).length
  if (top.length === 0 || marks + dashes + keys < top.length) return false
  const isList = items.some((line) => key.test(line.replace(/^-\s+/, '')) || /^-\s+[{&!]/.test(line))
  const goesOn = lines.length > top.length && (keys > 0 || dashes > 0)
  return isList || goesOn || keys >= 2 || (marks > 0 && keys > 0)
}
