import type { NameFit } from '../names/name-fit.ts'
import { wordsThatDisable, type ValueFit } from './value-fit.ts'

/**
 * Why a column may have its target. `judged`: by its name and its values; `called`, `subject`: by its name and the columns beside it; `may-disable`:
 * by its name or a value, and by `known` words; `only`: no other column is like it; `second`: another column comes first; `told`: a sentence.
 */
export type Reason =
  | {
      readonly kind: 'judged'
      readonly name: NameFit
      readonly values: ValueFit
      readonly numbered: boolean
      /** The name has a word for it among others. */
      readonly isMentioned?: boolean
    }
  | { readonly kind: 'called'; readonly more: string }
  | { readonly kind: 'subject'; readonly standard: string | undefined; readonly provider: string }
  | { readonly kind: 'may-disable'; readonly isNamed: boolean; readonly known: readonly string[] | null }
  | { readonly kind: 'only'; readonly isByName: boolean; readonly words: string }
  | { readonly kind: 'second'; readonly first: string; readonly reason: Reason }
  | { readonly kind: 'told'; readonly text: string }

/** The reason for the suggestion of a column in words. `quoted`: the name of a path as the file has it, in quotation marks. */
export function reasonText(reason: Reason, path: string, quoted: (path: string) => string): string {
  const name = quoted(path)
  switch (reason.kind) {
    case 'judged':
      return judgedText(reason, name)
    case 'called':
      return `it is called ${name}, ${reason.more}`
    case 'subject': {
      const { standard, provider } = reason
      const by = standard === undefined ? `beside ${quoted(provider)}` : `as ${standard} calls the ID at a provider`
      return `it is called ${name}, ${by}, and another column names providers`
    }
    case 'may-disable': {
      const known = reason.known === null ? '' : `, and all samples are known words${wordsThatDisable(reason.known)}`
      return `${reason.isNamed ? `its name ${name}` : 'one of its values'} says that it may${known}`
    }
    case 'only': {
      const only = reason.isByName ? `only ${name} among such columns is called so` : 'no other column has such values'
      return `${only}, and ${reason.words}`
    }
    case 'second':
      return `a second choice, where ${quoted(reason.first)} is empty: ${reasonText(reason.reason, path, quoted)}`
    case 'told':
      return reason.text
  }
}

function judgedText(
  { name, values: { kind, words }, numbered, isMentioned = false }: Extract<Reason, { kind: 'judged' }>,
  called: string,
): string {
  if (numbered) return `${words}; the table has no column names`
  if (isMentioned && name !== 'exact' && name !== 'likely')
    return `its name ${called} may say so, ${kind === 'not' ? 'though' : 'and'} ${words}`
  if (name === 'none') return `${words}, though the name ${called} does not say so`
  if (name === 'weak') return `${words}, but the name ${called} says more than that`
  return `it is called ${called}, and ${words}`
}

/** The same reason where the file has no names, and the place and the values of the column gave it its own. */
export function withoutName(reason: Reason): Reason {
  if (reason.kind !== 'judged') return reason
  const { kind, words } = reason.values
  const text =
    kind === 'not' || kind === 'empty'
      ? `by its place in the line, though ${words}`
      : `${words}; the file has no column names`
  return { kind: 'told', text }
}

/** Whether a possible key is none, because its values come again. */
export function isRepeated(reason: Reason): boolean {
  return reason.kind === 'judged' && reason.values.kind === 'repeated'
}

/** The end of a reason that tells why IDs which come again are asked about. */
export const withinTenant = 'within a tenant, each is that of one user'
