/*
 * Comments within a CREATE TABLE, `c1 varchar(50), -- user login`, which say what a column is as a COMMENT clause does.
 */

const token =
  /'(?:[^'\\]|''|\\(?:.|$))*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|(--[^\n]*|\/\*[^]*?\*\/|(?<=\n)[ \t]{0,40}#[^\n]*)|[(),\n]/gs

/**
 * The comments on the elements of a list, by the places of these: a comment stands on the line of its element, or on lines of its own before it.
 * `body`: the text behind the opening parenthesis.
 */
export function commentsOfElements(body: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  let depth = 0
  let element = 0
  let hasBegun = false
  // On the line of the parenthesis, a comment is on the table.
  let onLine = new Set([-1])
  let end = 0
  const note = (text: string) => {
    if (text.trim() === '') return
    onLine.add(element)
    hasBegun = true
  }
  for (const { 0: text, 1: comment, index } of body.matchAll(token)) {
    note(body.slice(end, index))
    end = index + text.length
    if (comment !== undefined) {
      const [on = hasBegun ? element + 1 : element, ...others] = onLine
      if (others.length === 0) found.set(on, saidIn(comment))
    } else if (text === '\n') onLine = new Set()
    else if (text === ',' && depth === 0) {
      element += 1
      hasBegun = false
    } else if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    else note(text)
    if (depth < 0) break
  }
  found.delete(-1)
  return found
}

function saidIn(comment: string): string {
  return comment
    .trim()
    .replace(/^(?:-{2,}|#+|\/\*+!?)/, '')
    .replace(/\*{1,3}\/$/, '')
    .trim()
    .slice(0, maxComment)
}

/** Longer texts are no names. */
const maxComment = 200
