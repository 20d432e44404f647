import { remembered } from '../../remembered.ts'
import { isAccountWord, isLoginName, splitPath, wordsOf } from './column-words.ts'
import { saysJoined } from './composed/joined-names.ts'
import { namesKeyOfPerson } from './account-names.ts'
import { fitOfName, isCalled } from './name-fit.ts'
import { hintsOf } from './name-hints.ts'
import { namesPlace } from './place-names.ts'
import { isAboutOtherThing } from './other-things.ts'
import { isPeopleWord } from './people-names.ts'
import { standingName } from './standing/standing-names.ts'
import { mappingTargets, standingTargets } from '../targets.ts'

/*
 * Words of columns in the first row of a table, which may be a header or a record.
 */

/**
 * How surely a cell is the name of a column. `surely`: of what users sign in with or are known by; `password`: it says password, as many passwords do
 * themselves, alone or among other words (`MyPassword1`); `maybe`: a word that columns are called by, and that may be a value, such as a role. Null: no known word.
 */
type HeaderName = 'surely' | 'password' | 'maybe'

/** Judges a cell by the words of all names that columns are known by. */
export const headerName = remembered((cell): HeaderName | null => {
  const name = cell.trim()
  if (name === '' || name.length > maxName || !/\p{L}/u.test(name) || /\d{4}/.test(name)) return null
  const words = wordsOf(splitPath(name).name)
  if (words.length > maxWords) return null
  const hints = hintsOf(name)
  if (hints.password !== null) return 'password'
  if (
    numbered.test(name) ||
    words.some((word) => nameWord.test(word)) ||
    nameWord.test(words.join('')) ||
    hints.phone ||
    hints.provider !== null
  )
    return 'surely'
  if (isLoginName(name) || namesKeyOfPerson(name) || ofLogins.some((target) => isCalled(target, name))) return 'surely'
  return mayBeName(name, words, hints) ? 'maybe' : null
})

/** Longer texts are sentences. */
const [maxName, maxWords] = [80, 8]

const ofLogins = mappingTargets.filter((target) => !standingTargets.includes(target))

function mayBeName(name: string, words: readonly string[], hints: ReturnType<typeof hintsOf>): boolean {
  const { thirdParty, time, otherSecret, otherDigest, id } = hints
  return (
    time ||
    otherSecret ||
    otherDigest ||
    id ||
    thirdParty !== null ||
    namesPlace(name) ||
    saysJoined(words.join('')) ||
    standingName(name) !== null ||
    mappingTargets.some((target) => fitOfName(target, name) !== 'none') ||
    words.some((word) => isPeopleWord(word) || isAccountWord(word) || kindWord.test(word)) ||
    (words.length > 0 && words.every(isAboutOtherThing))
  )
}

/** Words for the names of people, in some languages: no role, status or password is one. */
const nameWord =
  /^(?:\w*names?|noms?|prenoms?|nombres?|apellidos?|nome|cognome|sobrenome|imie|imiona|nazwisko|jmeno|prijmeni|meno|priezvisko|nev|\w+nev|navn|\w+navn|namn|\w+namn|naam|\w+naam|nimi|\w+nimi|adi?|soyadi?|ime|prezime|priimek|nume|prenume|vards|uzvards|vardas|pavarde|имя|фамилия|отчество|фио|імя|прізвище|име|фамилно|ονομα|επωνυμο|ชอ|นามสกล)$|姓名|名前|氏名|이름|성명|성함/u

/** Words for groups and kinds of accounts, which may be values as well. */
const kindWord =
  /^(?:roles?|rol|rolle|rola|ruolo|papel|perfil|groups?|grupo|gruppe|groupe|gruppo|grupa|type|typ|tipo|class|kind|category|attribute|entity|field|key|value|text|notes?|remarks?)$/

/** As programs call columns without a name. */
const numbered = /^(?:column|col|field|unnamed|spalte|feld|colonne|champ|columna|campo)[ _:]{0,2}\d+$/i
