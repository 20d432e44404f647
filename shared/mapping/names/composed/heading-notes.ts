/*
 * Notes beside the name of a column: the form of its values, its type, an option of an import tool, a language. They do not change what the name
 * means, and in brackets they would be taken for a place in a list.
 */

/** Notes in brackets behind a name that do not change its meaning: the form of the values. */
const notes =
  /^(?:y|yes|j|ja|o|oui|s|si|sim|t|tak|e|evet|true|1|0)\/(?:n|no|nein|non|não|nao|nee|nie|h|hayır|false|0|1)$|^(?:utc|gmt|cet|iso(?:[ -]?8601)?|e\.?164|hash|hashed|hash(?:ed)? value|bcrypt|argon2(?:id|i|d)?|encrypted|gehasht|verschlüsselt|haché|hachée|chiffré|cifrado|cifrada|cifrata|criptografada|encriptada|skrót|zaszyfrowane|şifreli|ハッシュ|ハッシュ値|暗号化|哈希|加密|必須|必填|\*?(?:required|mandatory|optional|unique|pflicht(?:feld|angabe)?|obligatorio|obligatoire|obbligatorio|obrigatório|opcional|optionnel|facultatif|facoltativo|обязательно|необязательно|wymagane|opcjonalne|zorunlu)\*?)$/iu

/** Types that databases and import tools write behind a name: `email:string`, `Email (varchar 255)`, `ID [int]`. */
const types =
  /^(?:n?var)?char(?:acter)?(?: varying)?[ (]{0,2}\d{0,5}\)?$|^(?:string|text|str|u?int(?:eger)?(?:[1248]|16|32|64)?|bigint|long|number|numeric|bool(?:ean)?|bit|date(?:time)?|timestamp|uuid|guid|auto|objectid|float(?:[48]|32|64)?|double|enum(?:eration)?)$/i

/** Notes of a schema or a form about a column: a key, a null, a list to choose from, the form of a date or a length. */
const ofSchema =
  /^(?:choice|select|dropdown|picklist|list|lookup|auswahl|lista|liste|pk|fk|primary(?: key)?|foreign key|key|index(?:ed)?|not null|nullable|null|read[- ]?only|auto[- ]?increment|(?=.*[./-])[ymdhsjtag:./ -]{3,25}|(?:max(?:imum)?|len(?:gth)?)[ .:=]{0,3}\d{1,5})$/i

/** The account itself, and no other thing that may have a state. */
const ofAccount =
  /^(?:(?:user |login )?account|user|login|konto|benutzer|compte|utilisateur|cuenta|usuario|utente|gebruiker)$/i

/** The language of the values. */
const languages =
  /^(?:de|en|es|fr|it|pt|nl|pl|cs|da|sv|fi|nb|ru|uk|ja|ko|zh|tr|el|ro|hu|lang(?:uage)?[ =:][a-z]{2})(?:[-_][a-z]{2,4})?$/i

/** Values with their meanings: `0=active, 1=blocked`, `active|blocked`. */
const legend = /[=|]|^\p{L}+(?:\s?\/\s?\p{L}+){1,5}$/u

/** Further types of programs, databases and forms, in some languages. A column may be called so itself, so they are notes only in a row of nothing else. */
const typesOfRows =
  /^(?:e-?mail|phone|url|uri|json[bc]?|xml|bytea|(?:tiny|medium|long)?(?:blob|text)|n?clob|n?varchar2|(?:var)?binary|raw|(?:big|small)?serial[248]?|bpchar|(?:tiny|small|medium|big)int|integer|long integer|decimal|real|money|timestamptz|timestamp with(?:out)? time ?zone|datetime2|smalldatetime|datetimeoffset|time|inet|citext|uniqueidentifier|rowid|hash|bytes?|array|object|map|alphanumeri(?:c|sch)|zahl|ganzzahl|kommazahl|zeichenkette|zeichen|wahrheitswert|ja\/nein|datum|zeit|uhrzeit|zeitstempel|cha[iî]ne|cha[iî]ne de caract[eè]res|texte|entier|nombre|bool[eé]en|cadena|cadena de texto|texto|entero|n[uú]mero|booleano|fecha|stringa|testo|intero|numero|cadeia|inteiro|l[oó]gico|tekst|getal|geheel getal|tekenreeks|ci[aą]g znak[oó]w|liczba|liczba ca[lł]kowita|metin|say[ıi]|tamsay[ıi]|mant[ıi]ksal|строка|текст|число|целое|дата|логический|булево|字符串|文本|整数|数字|布尔值?|日期|文字列|数値|真偽値|日付|문자열|숫자|정수|날짜|부울)$/iu

/** Types that are no words of a language, and hardly the name and the password of a user. */
const unmistakable =
  /^(?:string|str|n?varchar.*|u?int(?:eger)?\d*|bigint|numeric|bool(?:ean)?|uuid|guid|objectid|float\d*|double|bytea|bpchar|jsonb?|timestamptz?|datetime2?|n?clob|blob|citext|uniqueidentifier|zeichenkette|ganzzahl|wahrheitswert|tekenreeks|字符串|文字列|문자열)$/iu

/** Behind a type: its width, the brackets of a list, the value of a row that leaves it out. */
const behindType = /(?:\s?\((?:\d{1,5}(?:,\s?\d{1,3}|\s(?:byte|char))?|max)\)|\[\]|\sdefault\s\S{1,40})$/i
const betweenNotes =
  /\s?[,;/|]\s?|\s(?<!(?:not|default)\s)(?=(?:not null|null|unsigned|primary|unique|auto[-_ ]?increment|required|optional)\b)/i

/** Whether the cell of a row says the form of a column's values: a type, a time zone, `required`, `varchar(255) NOT NULL`. */
export function isColumnNote(text: string): boolean {
  const note = text.trim().replace(/^[([](.*)[)\]]$/s, '$1')
  if (note.length > maxNote || /^null$/i.test(note)) return false
  const parts = note.split(betweenNotes)
  // More may stand behind a note: `required, 8 characters`.
  return isOneNote(note) || parts.every(isOneNote) || (parts.length > 1 && notes.test(parts[0] ?? ''))
}

function isOneNote(note: string): boolean {
  const plain = withoutWidth(note)
  const known = [notes, types, ofSchema, typesOfRows]
  return known.some((one) => one.test(note) || one.test(plain)) || /^(?:un)?signed$/i.test(plain)
}

const maxNote = 80

/** Whether the cell of a row is a type that hardly anything else is. */
export function isTypeAlone(text: string): boolean {
  return unmistakable.test(withoutWidth(text.trim()))
}

function withoutWidth(type: string): string {
  return type.replace(behindType, '').replace(behindType, '')
}

/** Square brackets may lead into an object or a list: `user[login]`, `emails[0]`. An option of an import tool has a value. */
function isNote(bracket: string, text: string): boolean {
  const note = text.trim()
  if (notes.test(note) || types.test(note)) return true
  if (bracket === '[') return /[\p{L}\d]\s?=/u.test(note)
  return [ofSchema, ofAccount, languages, legend].some((known) => known.test(note))
}

/** A note in brackets at the end of a name, or before it. */
const inBrackets = /([([（【])([^()[\]（）【】]{1,120})[)\]）】]\s*$/u
const inFront = /^\s*([([（【])([^()[\]（）【】]{1,24})[)\]）】]\s*(?=\p{L})/u
/** Braces and pointed brackets have no place in the paths of values, so that whatever is in them is a note. */
const inBraces = /(?:\{[^{}]{0,120}\}|<[^<>@]{0,80}>)\s*$/u
const typeBehind = /(?::([a-z]\w{1,12})(?:\([^()]{1,40}\)){0,2}|\.([a-z]\w{1,12})\(\))$/i
const languageBehind = /(?<=^\p{L}[\p{L}_-]{2,40})[:@]([a-z]{2}(?:[-_][a-z]{2,4})?)$/iu

/**
 * The name of a column without the notes beside it: `uid[unique=true]` is uid, `status {enum}` is status, `Email verified? (Y/N)` is Email verified?.
 * `Email (father)` and `emails[0]` stay what they are.
 */
export function withoutNotes(name: string): string {
  if (!mayHaveNote.test(name)) return name
  for (let plain = name, left = maxNotes; ; left -= 1) {
    const shorter = withoutLast(plain)
    if (left === 0 || shorter === plain || !/[\p{L}\p{N}]/u.test(shorter)) return plain
    plain = shorter
  }
}

const mayHaveNote = /[)\]}>）】]|[:@.]/
const maxNotes = 6

function withoutLast(name: string): string {
  const type = typeBehind.exec(name)
  if (type !== null && type.index > 0 && types.test(type[1] ?? type[2] ?? '')) return name.slice(0, type.index)
  const language = languageBehind.exec(name)
  if (language !== null && languages.test(language[1] ?? '')) return name.slice(0, language.index)
  const note = inBrackets.exec(name)
  if (note !== null && note.index > 0 && isNote(note[1] ?? '', note[2] ?? ''))
    return name.slice(0, note.index).trimEnd()
  const front = inFront.exec(name)
  if (front !== null && isNote(front[1] ?? '', front[2] ?? '')) return name.slice(front[0].length)
  const braces = inBraces.exec(name)
  return braces !== null && braces.index > 0 ? name.slice(0, braces.index).trimEnd() : name
}

/**
 * The names of a header without options in square brackets, which would lead into a list: `uid[unique=true]`. Of several columns that differ in such
 * a note alone, each keeps it in round ones, `name (lang=de)`.
 */
export function plainHeadings(names: readonly string[]): readonly string[] {
  if (!names.some(hasOption)) return names
  const plain = names.map((name) => (hasOption(name) ? withoutNotes(name.trim()) : name.trim()))
  return names.map((name, at) => {
    const own = plain[at] ?? name
    if (own === name.trim() || plain.filter((other) => other === own).length === 1) return own
    return name.trim().replaceAll(/(?<!\s)\s*\[([^[\]]*)\]/g, ' ($1)')
  })
}

function hasOption(name: string): boolean {
  return /\[[^[\]=]+=[^[\]]*\]/.test(name)
}
