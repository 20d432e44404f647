import { lastName, splitPath, wordsOf } from './column-words.ts'
import { isPeopleWord } from './people-names.ts'

/*
 * Names of the numbers by which a state, an office or an insurance knows a person. A source ID is stored in the core and shown, so such a number
 * becomes one only when the operator chooses it.
 */

/** Words that mean such a number alone. */
const numbers =
  /^(?:cpf|rg|dni|nie|nif|curp|rfc|cedula|cuil|cuit|rut|tckn|tckimlik\w*|kimlik(?:no)?|cnp|pesel|bsn|burgerservice\w*|rijksregister\w*|insz|codicefiscale|aadhaa?r|ssn|nino|nhs|passe?ports?|passportno|pasaporte|passaporto?|passeport|reisepass\w*|ausweis(?:nr|no|nummer)?|personalausweis\w*|paszport\w*|personnum\w*|personnr|fodselsnum\w*|fodselsnr|henkilotunnus|hetu|cpr|isikukood|jmbg|oib|egn|emso|snils|снилс|паспорт\w*|iin|инн|ktp|cccd|cmnd|idcard|nationalid|nationalit?yid|driver(?:s)?licen[cs]e|fuhrerschein\w*|steuerid|steuernummer|taxid|taxno|taxnumber|svnr|sozialversicherung\w*|ahv|insee|nir)$|身份证|身分證|주민등록|マイナンバー/u
/** Words that mean it together. */
const together =
  /(?:social|insurance|national|citizen|civil|identity|passport|birth|tax|driv(?:er|ers|ing)|licen[cs]e|health)(?:security|insurance|identity|identification|identifier|registration|licen[cs]e|card|id){0,3}(?:id|no|nr|num|number|code)$|^(?:id|identity|identification)(?:card|document)(?:id|no|nr|num|number)?$|rodnecislo|codicefiscale|cartaidentita|cartedidentite|numerosecuritesociale|securitesociale|segurosocial|documentoidentidad|documentodeidentidad|asmenskodas|personaskods|tckimlik|kimliknumarasi|steueridentifikationsnummer|identitetsnummer|^(?:socialsecurity|nationalid)/
const neutral =
  /^(?:no|nr|n|num|number|nummer|numero|numer|code|codigo|id|ids|de|del|do|da|di|la|el|the|tc|hash|value)$/

/** Whether a column holds numbers of persons in a state or an office by its name: `cpf`, `numero_dni`, `TC Kimlik No`, `passport_no`, `national_id`. */
export function isNationalId(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const rest = words.filter((word) => !neutral.test(word) && !isPeopleWord(word))
  return (rest.length > 0 && rest.every((word) => numbers.test(word))) || together.test(words.join(''))
}

/** Numbers by which a company, a school or a club counts its people: `idnumber` of Moodle, `employeeNumber` of a directory. */
const countedHere =
  /^(?:id|employee|emp|staff|personnel|personal|mitarbeiter|student|pupil|schuler|member|mitglieds?|badge|card|payroll|roll|registration|matri[ck]\w{0,10}?)(?:id)?(?:number|num|no|nr|nummer|numero)$|^(?:matri(?:kel|cola|cule|cula|culation)\w*)$/

/** Whether a column holds numbers of persons in a state, a company or a club by its name: none of them is an ID at a third party. */
export function isNumberOfPerson(path: string): boolean {
  return isNationalId(path) || countedHere.test(lastName(path))
}
