import { lastName, wordsOf } from './column-words.ts'

/** Words of names that say what a column is about, and that is not whether its user may log in. */
const ofOtherThings =
  /^(?:news\w*|marketing|werb\w*|send\w*|receiv\w*|optin|opt|daily|weekly|monthly|report\w*|alert\w*|summary|notif\w*|mail(?:ing|s)?|push|sms|theme|dark|color|colour|layout|font|locale?|lang\w*|sprache|country|land|region|city|ort|stadt|state|location|place|time_?zone|tz|currency|gender|sex|geschlecht|salutation|anrede|title|birth\w*|born|compleann\w*|cumplean\w*|anniv\w*|aniversar\w*|verjaardag|online|logged(?:in)?|loggedon|idle|presence|geb\w*|naiss\w*|nacim\w*|nasc\w*|urodz\w*|dogum\w*|fodsel\w*|fodel\w*|narozen\w*|szulet\w*|roden\w*|rodjen\w*|lahir|ngaysinh|syntym\w*|рожден\w*|народж\w*|生日|生年月日|출생\w*|생일|terms|tos|privacy|consent|gdpr|dsgvo|agb|cookie\w*|tour|tutorial|onboarding|intro|survey|rating|score|points?|credits?|count\w*|num\w*|total|\w*anzahl|cantidad|quantidade|quantita|quantite|quantity|qty|aantal|antall?|liczba|ilosc|pocet|jumlah|level|attempts?|failed|failures|logins?|last\w*|latest|letzte\w*|ultim\w*|current\w*|dob|seen|visit\w*|(?:(?:time|date)_?)?(?:creat|updat|modif|chang)\w*|(?:date|time|last|fecha|data|datum)mod|mod(?:date|time)|[mc]time|datemaj|screen\w*|accessib\w*|confirm\w*|verif\w*|validat\w*|registered|joined|signup|sign|mfa\w*|\w*multifactor|sudo(?:ers?)?|2fa|name|names|nick\w*|given|family|first\w*|surname|vorname|nachname|tags?|desc\w*|notes?|comments?|otp|totp|two|factor|(?:gr)?avatars?|photos?|pictures?|pics?|img|images?|bild|thumb(?:nail)?s?|icons?|logos?|banners?|covers?|backgrounds?|wallpapers?|skins?|css|emojis?|animations?|markdown|headers?|footers?|plan|tier|package|subscri\w*|trials?|department|abteilung|dept|team|office|branch|company|firma|job|occupation|profession|position|beruf|phone|mobile|fax|address|street|zip\w*|pin(?:code)?|plz|post(?:al|code|leitzahl|nummer)|cap|cep|cp|website|url|ip|browser|device|platform|os|app|version|format|editor|page|per|sort|order|view|dashboard|sidebar|widget\w*|digest|frequency|reminder\w*|display|show\w*|hide\w*|prefer\w*|pref\w*|setting\w*|option\w*|sync|import\w*|export\w*|reset\w*|token\w*|recovery|password|passw\w*|pw|pwd|hash\w*|salt|algo\w*|cipher|iteration\w*|rounds|encrypt\w*|employ\w*|salar\w*|gehalt|sueldo|stipendio|salaire|saldo|balance|amount|betrag|pric(?:e|es|ing)|preis|punkte|punt\w*|paid|payment|payouts?|stripe|paypal|braintree|klarna|adyen|razorpay|mollie|returns?|billing|invoice|tax|vat|discount|loyalty|bonus|customer|shipping|deliver\w*|height|weight|size|shirt|food|diet|smok\w*|children|marital|education|school|grade|year|month|days?|week|hour|referr\w*|refer|utm|campaign|channel|medium|lead|ref|search\w*|quer(?:y|ies)|filter|products?|articles?|complet\w*|readonly|reserved|immutable|editable|protected|membership|pm\w*|privmsg|messages?|\w*popup|unread\w*|warnings?|posts?|style|smileys?|autosubscri\w*|track\w*|startof\w*|timezone\w*|mail(?:format|digest|display)|v)$/u

/** Whether a column is about something of a user that is neither a login nor an account: a place, a measure, a preference. */
export function isAboutOtherThing(column: string): boolean {
  return isAbout(column, ofOtherThings)
}

/** Columns of men and women in many languages, by their whole name. */
const ofGender =
  /^(?:user)?(?:gender|sex|geschlecht|sexe|genre|sexo|genero|sesso|genere|geslacht|kjonn|kon|sukupuoli|plec|pohlavi|pohlavie|spol|pol|nem|cinsiyet|jk|(?:jenis)?kelamin|jantina|gioitinh|lytis|dzimums|sugu|gen|пол|стать|φυλο|性別|性别|성별|الجنس|מין|เพศ)$/u

/** Whether a column says of its users whether they are men or women by its name. */
export function namesGender(column: string): boolean {
  return ofGender.test(lastName(column))
}

const ofGuardian =
  /^(?:parent(?:s|al|e|es|ale)?|guardians?|eltern\w*|erziehungsberechtigt\w*|sorgeberechtigt\w*|padres?|paterno|tutor(?:es|a)?|genitor\w*|parental|responsave(?:l|is)|ouders?|rodzic\w*|opiekun\w*|rodic\w*|szulo\w*|foraldr\w*|foreldre\w*|vanhem\w*|huoltaj\w*|veli|ebeveyn\w*|родител\w*|батьк\w*|roditelj\w*)$|保護者|家长|家長|监护人|監護人|부모|보호자/u
const ofConsent =
  /^(?:consent\w*|permission|approv\w*|authori[sz]\w*|einwillig\w*|zustimm\w*|genehmig\w*|erlaubnis|consenti\w*|autoris\w*|autoriza\w*|autorizz\w*|permiso|toestemming|zgod\w*|souhlas\w*|suhlas\w*|hozzajarul\w*|samtyck\w*|samtykke\w*|suostum\w*|onay\w*|izin|izni|riza\w*|соглас\w*|згод\w*|saglasn\w*|suglasn\w*)$|同意|동의/u

/** Whether a column says that the parents of a child agreed, without which the child may have no account: `parent_consent`, `Einwilligung Eltern`. */
export function namesGuardianConsent(column: string): boolean {
  const words = [...wordsOf(column), lastName(column)]
  return words.some((word) => ofGuardian.test(word)) && words.some((word) => ofConsent.test(word))
}

/** Whether a word of a name, or the whole name, is one of these. */
export function isAbout(column: string, pattern: RegExp): boolean {
  return [...wordsOf(column), lastName(column)].some((word) => pattern.test(word) || pattern.test(withoutIs(word)))
}

/** `isadmin` in small letters is admin. */
function withoutIs(word: string): string {
  return word.replace(/^is(?=[a-z]{4})/, '')
}
