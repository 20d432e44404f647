import { doubtfulTotp, offTotp } from '../../users/totp-secret.ts'
import { aCode, booleanOf, disabledByWord, isRandomCode, noValue, trimmedText } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { factorMeaning, isOffWord, type FactorMeaning } from '../names/factor-names.ts'
import { mapsLogin } from '../targets.ts'
import { readerOf } from '../value-at.ts'

/** A column that says whether the secret of an authenticator app in the same record is in use. `isEmpty`: the first records have nothing in it. */
type FactorState = {
  readonly path: string
  readonly meaning: FactorMeaning
  readonly read: (record: SourceRecord) => unknown
  readonly isEmpty: boolean
}

/** Finds what the columns of a record say of the secret in one of them. */
export type FactorStates = (secret: string) => (record: SourceRecord) => readonly FactorState[]

/** The columns that say whether the TOTP secrets of a mapping are in use. `profilesOf` is asked only if it maps any. */
export function factorStates(
  profilesOf: () => readonly { readonly path: string; readonly values: readonly string[] }[],
  mapping: Pick<Mapping, 'columns'>,
): FactorStates {
  const secrets = secretsIn(mapping.columns)
  const ofFactors = !mapsLogin(mapping)
  return (secret) => {
    const states = profilesOf().flatMap(({ path, values }): readonly FactorState[] => {
      const meaning = factorMeaning(path, secret, { ofFactors, secrets })
      if (meaning === null || (meaning === 'status' && new Set(values).size > maxStates)) return []
      const isFlag = meaning === 'status' && values.every((value) => /^[01]$/.test(value.trim()))
      return [{ path, meaning: isFlag ? 'lets-in' : meaning, read: readerOf(path), isEmpty: values.length === 0 }]
    })
    return () => states
  }
}

/** Words for a state are few. */
const maxStates = 12

/** The same for the secrets of a known format, by the names that stand beside them in a record. */
export function factorStatesBeside(columns: Mapping['columns']): FactorStates {
  const secrets = secretsIn(columns)
  return (secret) => {
    const known = new Map<string, FactorState | null>()
    const stateOf = (path: string) => {
      const before = known.get(path)
      if (before !== undefined || known.size >= maxKnown) return before ?? null
      const meaning = factorMeaning(path, secret, { ofFactors: false, secrets })
      const state = meaning === null ? null : { path, meaning, read: readerOf(path), isEmpty: false }
      known.set(path, state)
      return state
    }
    return (record) => Object.keys(record).flatMap((path) => stateOf(path) ?? [])
  }
}

const maxKnown = 1000

function secretsIn(columns: Mapping['columns']): readonly string[] {
  return columns.flatMap(({ path, target }) => (target === 'totp-secret' ? [path] : []))
}

/** The secret itself, or the mark of one that stays behind or is asked about, by the columns of its record. */
export function secretInUse(secret: string, states: readonly FactorState[], record: SourceRecord): string {
  const said = states.map(({ path, meaning, read, isEmpty }) => {
    const value = read(record)
    return { path, isEmpty, text: shownText(value), says: useOf(value, meaning) }
  })
  if (said.some(({ says }) => says === 'off')) return offTotp
  if (said.some(({ says }) => says === 'on')) {
    const contrary = said.find(({ says, isEmpty }) => says === 'nothing' && !isEmpty)
    return contrary === undefined ? secret : doubtfulTotp(`${contrary.path}=${noValue}`, secret)
  }
  const open = said.find(({ says }) => says === 'open')
  if (open !== undefined) return doubtfulTotp(`${open.path}=${open.text}`, secret)
  const silent = said.find(({ says }) => says === 'nothing')
  if (silent === undefined) return secret
  // A column that nothing fills belongs to a feature that is not used, and says nothing of this one.
  return silent.isEmpty ? doubtfulTotp(`${silent.path}=${noValue}`, secret) : offTotp
}

/** `nothing`: an empty cell, where others have a time or a yes; `neutral`: one in which a time or a yes would end the use. */
function useOf(value: unknown, meaning: FactorMeaning): 'on' | 'off' | 'open' | 'nothing' | 'neutral' {
  const text = trimmedText(value)
  if (text === '') return meaning === 'lets-in' ? 'nothing' : meaning === 'status' ? 'open' : 'neutral'
  if (meaning === 'bare' && booleanOf(value) === null && disabledByWord(value) === null) return 'neutral'
  if (isOffWord(text)) return 'off'
  const answer = meaning === 'status' && /^\d+$/.test(text) ? null : booleanOf(value)
  if (answer !== null) return meaning === 'keeps-out' ? (answer ? 'off' : 'neutral') : answer ? 'on' : 'off'
  const isOff = disabledByWord(value)
  return isOff === null ? 'open' : isOff ? 'off' : 'on'
}

const maxText = 40

function shownText(value: unknown): string {
  const text = trimmedText(value)
  if (text === '') return noValue
  return text.length > maxText || isRandomCode(text) ? aCode : text
}
