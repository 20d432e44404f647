// Mutant schemata: every mutant of a file in one text, each behind a switch, so that one process judges them all.
import { parseSync } from 'vite'

/** The order in which mutants of one range enclose each other: a mutant of its operator takes the source apart. */
const innermost = ['remove', 'negate', 'replace', 'binary', 'logical']

const global = 'globalThis.mutantSwitches'

/** The source with a switch for each of `mutants`, which have an `id`; what `createSwitches` makes turns one on. */
export function switched(path, source, mutants) {
  const groups = new Map()
  const groupOf = ({ start, end }) => {
    const key = `${start}:${end}`
    const group = groups.get(key) ?? { start, end, mutants: [], isBraced: false, within: [] }
    groups.set(key, group)
    return group
  }
  for (const mutant of mutants) groupOf(mutant).mutants.push(mutant)
  if (mutants.length > 0) for (const range of bracedRanges(path, source)) groupOf(range).isBraced = true
  const forms = {
    replace: ({ id, text }, original) => `(${global}.isOn(${id}) ? ${text} : ${original})`,
    negate: ({ id }, original) => `(${global}.isOn(${id}) !== !!(${original}))`,
    remove: ({ id }, original) => `if (!${global}.isOn(${id})) { ${original} }`,
    binary: (mutant, _, group) => {
      const [left, right] = sides(mutant, group)
      return `${global}.binary(${mutant.id}, '${mutant.was}', '${mutant.other}', ${left}, ${right})`
    },
    // Nothing runs between the left side and its reading, even where a side awaits.
    logical: (mutant, _, group) => {
      const [left, right] = sides(mutant, group)
      const goesOn = mutant.was === '&&' ? '!==' : '==='
      return `(${global}.isOn(${mutant.id}) ${goesOn} !!(${global}.left = ${left}) ? ${right} : ${global}.left)`
    },
  }
  return render(0, source.length, nested([...groups.values()]))

  function render(start, end, within) {
    let text = ''
    let at = start
    for (const group of within) {
      if (group.start < start || group.end > end) continue
      text += source.slice(at, group.start) + emit(group)
      at = group.end
    }
    return text + source.slice(at, end)
  }

  function emit(group) {
    const plain = render(group.start, group.end, group.within)
    const inOrder = group.mutants.toSorted((a, b) => innermost.indexOf(b.kind) - innermost.indexOf(a.kind))
    const text = inOrder.reduce((original, mutant) => forms[mutant.kind](mutant, original, group), plain)
    return group.isBraced && text !== source.slice(group.start, group.end) ? `{ ${text} }` : text
  }

  /** The sides of an operator. No side stands twice: a chain would double with every link. */
  function sides({ at, was }, { start, end, within }) {
    return [render(start, at, within), render(at + was.length, end, within)]
  }
}

/** The switches that `switched` sources ask. Each call is counted, so that an endless loop throws. */
export function createSwitches() {
  let on
  let hits = new Set()
  let calls = 0
  let maxCalls = Infinity
  const isOn = (id) => {
    hits.add(id)
    calls += 1
    if (calls > maxCalls) throw new Error('The mutant loops')
    return id === on
  }
  return {
    left: undefined,
    isOn,
    binary: (id, was, other, left, right) => operations[isOn(id) ? other : was](left, right),
    /** Turns a mutant on, none for undefined. */
    turnOn: (id, limit = Infinity) => {
      on = id
      calls = 0
      maxCalls = limit
    },
    /** Collects the switches that are asked from here on. */
    recordHits: (into) => (hits = into),
    calls: () => calls,
  }
}

const operations = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

/** Puts each group into the smallest that holds it; ranges of a syntax tree never cross. */
function nested(groups) {
  const outermost = []
  const open = []
  for (const group of groups.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1).end <= group.start) open.pop()
    const siblings = open.at(-1)?.within ?? outermost
    siblings.push(group)
    open.push(group)
  }
  return outermost
}

/** Where an expression needs braces: statements, which join the line before when they open with a parenthesis, and JSX. */
function bracedRanges(path, source) {
  const ranges = []
  const walk = (node) => {
    if (node.type === 'ExpressionStatement') ranges.push(node)
    if (node.type === 'JSXAttribute' && node.value?.type === 'Literal') ranges.push(node.value)
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child)
    }
  }
  walk(parseSync(path, source).program)
  return ranges
}
