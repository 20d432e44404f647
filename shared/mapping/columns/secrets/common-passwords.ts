import { countryOf } from '../../entries/phone-prefix.ts'
import { isAboutOtherThing } from '../../names/other-things.ts'
import { isCountedPerson, isPeopleWord } from '../../names/people-names.ts'

/* Words of letters alone, in a table without column names: which are passwords all over the world, and which name groups of users. */

/** Passwords at the top of every list of leaked ones that are seldom the name of a person, a place or a group. */
const common: ReadonlySet<string> = new Set(
  (
    'sunshine monkey dragon iloveyou letmein qwerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm trustno superman batman whatever butterfly ' +
    'secret changeme cheese chocolate banana ninja mustang starwars pokemon killer lovely loveme babygirl ' +
    'princess tinkerbell geheim hallo schatz qwertz sonnenschein schmetterling schnecke azerty azertyuiop soleil doudou loulou bonjour ' +
    'chouchou jetaime teamo tequiero mariposa princesa ciao kochanie welkom sayang bismillah merhaba szerelem lasko milacek'
  ).split(' '),
)

/** Whether a word is one of the passwords that most people choose. */
export function isCommonPassword(word: string): boolean {
  return common.has(word.toLowerCase())
}

const ofGroup =
  /^(?:free|basic|standard|premium|plus|trial|starter|gold|silver|bronze|enterprise|business|pro|web\w*|mobile|android|ios|import\w*|default|none|null|unknown|other|system|internal|external|public|private|general|main|global|local|online|offline|shop|store|individual|organi[sz]ation|club|verein|guest|visitor|sales|support|finance|engineering|operations|service|design|legal|people|production|research|logistics|purchasing|vertrieb|einkauf|verkauf|buchhaltung|technik|lager|ventas|ventes|vendite|admin\w*|editor|author|contributor|moderator|owner|reader|viewer|agent|vendor|supplier|partner|buyer|seller|driver|doctor|nurse|trainer|coach|developer|male|female|regular|normal|single|married|english|german|deutsch|french|spanish|italian)$/

/** Whether a word names a group that its user belongs to: a plan, a role, a department, a country. */
export function namesGroup(word: string): boolean {
  const text = word.toLowerCase()
  return (
    ofGroup.test(text) ||
    isPeopleWord(text) ||
    isCountedPerson(text) ||
    isAboutOtherThing(text) ||
    countryOf(text) !== null
  )
}
