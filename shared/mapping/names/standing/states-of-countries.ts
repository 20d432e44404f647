import { booleanOf } from '../../cell.ts'
import { splitPath, wordsOf } from '../column-words.ts'
import { isPeopleWord } from '../people-names.ts'
import { isCode, standingName } from './standing-names.ts'

/* Names that mean the state of an account or a state of a country. */

/** In words, a column of this name may be a part of a country; beside other things than an address, as in `lifecycle.state`, it is none. */
export function mayBePlace(path: string): boolean {
  const { containers, name } = splitPath(path)
  const isAlone = containers.every((container) =>
    /addr|adress|location|geo|billing|shipping|home|contact|profil|(?:person\w{0,2}|professional|private|business|office|work)_?(?:data|info|details)/i.test(
      container,
    ),
  )
  const words = wordsOf(name).filter((word) => !isPeopleWord(word))
  // An account is nowhere.
  if (wordsOf(name).some((word) => /^(?:accounts?|acct|konto|cuenta|conta|compte)$/.test(word))) return false
  return isAlone && /^(?:(?:state|estado|stato)(?:code|cd|id)?|id(?:state|estado|stato))$/.test(words.join(''))
}

/** Whether a value is a code, a yes or a no, as no place is. */
export function isNoPlace(value: string): boolean {
  return isCode(value) || booleanOf(value) !== null
}

/**
 * Whether a column has the keys of parts of a country: `state_id` beside `city_id`, a part of an address or a status. `others`: the columns of its
 * table.
 */
export function isKeyOfPlace(path: string, others: readonly string[]): boolean {
  if (!isKey(path) || !mayBePlace(path)) return false
  const says = (other: string) => saysPlace(other) || (standingName(other) === 'status' && !mayBePlace(other))
  return others.some((other) => other !== path && says(other))
}

function isKey(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return /id$/i.test(path) || words[0] === 'id'
}

/** Whether a column has the keys of cities or countries, or a part of an address beside which `estado` is a place. */
function saysPlace(path: string): boolean {
  if (isKey(path) && /city|cidade|ciudad|citta|country|pais/i.test(path)) return true
  return wordsOf(splitPath(path).name).some((word) => /^(?:cidade|ciudad|municipio|bairro|cep|endereco)$/.test(word))
}
