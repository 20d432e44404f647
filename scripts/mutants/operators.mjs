// The mutants of a source file: small faults, each a replacement of one piece of its text.
import { parseSync } from 'vite'

const swaps = {
  '&&': '||',
  '||': '&&',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

const isComparison = /^[!=]==$/

/**
 * Another number. One of three digits and more is a limit, a size or a duration that was chosen, not counted: one more of it
 * is no fault, and what lies at the limit itself is asked by the mutants of its comparison. None at all is one.
 */
const otherNumber = (value) => (value >= 100 ? 0 : value + 1)

/** A sentence for people: its words are for the tests of texts, not for logic. */
const isSentence = (text) => text.length > 24 || /\s/.test(text.trim())

/**
 * Every mutant of a TypeScript file, in the order of the text. Types, imports, names of properties and sentences are left
 * alone.
 */
export function mutantsOf(path, source) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const found = []
  /** Literals of comparisons: to change one is to swap its comparison. */
  const compared = new Set()
  const statements = new Set()
  const slice = ({ start, end }) => source.slice(start, end)
  const replace = (operator, node, text, more = { kind: 'replace' }) => {
    const line = source.slice(0, node.start).split('\n').length
    found.push({ operator, line, start: node.start, end: node.end, text, ...more })
  }

  const negate = ({ test }) => test && replace('negate condition', test, `!(${slice(test)})`, { kind: 'negate' })
  const swap = (node) => {
    const { left, right, operator } = node
    if (isComparison.test(operator)) for (const side of [left, right]) compared.add(side)
    const other = swaps[operator]
    // A sum with a text joins.
    const joins = operator === '+' && [left, right].some((side) => side.type === 'TemplateLiteral' || isText(side))
    if (other === undefined || joins) return
    const isLogical = node.type === 'LogicalExpression'
    const at = source.indexOf(operator, left.end)
    const whole = `${source.slice(node.start, at)}${other}${source.slice(at + operator.length, node.end)}`
    // `a ?? b` and its neighbours do not mix without parentheses, with which a statement would join the line before it.
    const apart = isLogical ? `(${whole})` : whole
    replace(`${operator} to ${other}`, node, statements.has(node) ? `{ ${apart} }` : apart, {
      kind: isLogical ? 'logical' : 'binary',
      was: operator,
      other,
      at,
    })
  }
  const remove = (node) => {
    const { expression } = node
    statements.add(expression)
    const call = expression.type === 'AwaitExpression' ? expression.argument : expression
    if (call.type === 'CallExpression' && call.callee.type !== 'Super')
      replace('remove call', node, '{}', { kind: 'remove' })
  }
  const change = (node) => {
    if (compared.has(node)) return
    const { value } = node
    if (typeof value === 'boolean') replace('flip', node, String(!value))
    else if (typeof value === 'number') replace('other number', node, String(otherNumber(value)))
    else if (isText(node) && value !== '' && !isSentence(value)) replace('empty text', node, "''")
  }
  const empty = (node) => node.elements.length > 0 && replace('empty list', node, '[]')

  const visitors = {
    IfStatement: negate,
    WhileStatement: negate,
    ConditionalExpression: negate,
    BinaryExpression: swap,
    LogicalExpression: swap,
    ExpressionStatement: remove,
    Literal: change,
    ArrayExpression: empty,
  }
  walk(program)
  return found.sort((a, b) => a.start - b.start || a.end - b.end)

  function walk(node) {
    if (node.type.startsWith('Import') || node.type.startsWith('Export')) {
      if (node.declaration) walk(node.declaration)
      return
    }
    const wrapsValue = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
    if (node.type.startsWith('TS')) {
      if (wrapsValue) walk(node.expression)
      return
    }
    visitors[node.type]?.(node)
    for (const [name, value] of Object.entries(node)) {
      const isName = (name === 'key' || name === 'property') && node.computed !== true
      if (isName || name === 'directive') continue
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child)
    }
  }
}

function isText(node) {
  return node.type === 'Literal' && typeof node.value === 'string'
}
