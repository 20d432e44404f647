import { saysAlgorithm } from '../../names/column-words.ts'
import { type Chosen, chosenFor } from '../beside-columns.ts'

/** Says of stored keys of SCRAM, which look like nothing else, what they are by the server key beside them. */
export function sayScram(chosen: Chosen): void {
  const [hash, beside] = [chosenFor('password-hash', chosen), chosenFor('hash-algorithm', chosen)]
  if (hash === undefined || beside === undefined || saysAlgorithm(beside.column.path)?.by !== 'value') return
  const more = `and “${beside.column.path}” beside it is the server key of SCRAM`
  chosen.set(hash.column.path, { ...hash, reason: { kind: 'called', more } })
}
