import { lastName, splitPath, wordsOf } from './column-words.ts'

/* Names of columns with contacts of other people than the user: superiors, relatives, emergency contacts. */

/** A contact alone is that of the user whose row it is; one of something else is another person. */
const others =
  /manager|boss|super|parent|father|mother|guardian|spouse|emergenc|friend|roster|.contact|contact(?!(?:o|no|nr|num|number|_?info|_?details)?$)|refer|sponsor|billing|invoice|support|sales|owner|creat|updat|modif|(?:^|_)by$|recovery|backup|altern|secondary|second|old|previous|prev|reply|sender|from|\bto\b|chef|vorgesetzt|eltern/i

const relatives = [
  'dad|mom|mum|husband|wife|kin|nok|relatives?|siblings?|brother|sister|guarantor|neighbou?r',
  'ortu|orangtua|wali|ayah|ibu|bapak|bapa|suami|istri|isteri|darurat|kecemasan|waris|penjaga',
  'padres?|madre|tutor(?:es|a)|apoderad[oa]|acudiente|conyuge|espos[oa]|familiar(?:es)?|pariente|responsab\\w+',
  'pais?|mae|responsave(?:l|is)|conjuge|encarregad[oa]',
  'pere|mere|tuteur|tutrice|conjoint|epou(?:x|se)|urgences?',
  'vater|mutter|erziehungsberechtigte[rn]?|vormund|notfall\\w*|ehe(?:partner|mann|frau)|angehorige[rn]?|kontaktperson\\w*',
  'genitor[ei]|tutore|coniuge|ouders?|vader|moeder|voogd|nood\\w*|echtgeno\\w+',
  'rodzic\\w*|opiekun\\w*|ojc\\w+|ojciec|matk[aiy]|rodic\\w*|otec|otce|zastupc\\w+|szulo\\w*|anya|apa|gondviselo|parint\\w+|mama',
  'veli|anne|baba|acil|foraldra?r?|foralder|foreldre?r?|foraeldre|vardnadshavare|parorende|anhorig|mor|far|huoltaja|vanhem\\w+',
  'родител\\p{L}*|мат[ьи]|матер\\p{L}*|мам[аы]|отец|отца|пап[аы]|опекун\\p{L}*|экстренн\\p{L}*|супруг\\p{L}*|батьк\\p{L}*|опікун\\p{L}*',
  'phuhuynh|huynh|γονε\\p{L}*|κηδεμον\\p{L}*',
].join('|')
const relative = new RegExp(`^(?:${relatives})\\d?$`, 'u')
/** The same at the end of a name without separators: `nohportu`, `telefonopadre`. */
const joinedRelative =
  /(?:hp|wa|te?lp|telepon|telefon[oe]?|tel|cel|celular|fone|e?mail)(?:ortu|orangtua|wali|ayah|ibu|padres?|madre|tutor|mae|pai|genitori?)$/
/** In languages without blanks between words, or with two of them. */
const anywhere =
  /orangtua|nextofkin|phuhuynh|家长|家長|父母|父[亲親]|母[亲親]|[监監][护護]人|[紧緊]急|配偶|保護者|緊急|보호자|부모|비상|وليالامر|ولي_?امر|طوارئ|ผปกครอง|ฉกเฉน/u

/** Whether a column has the contact of another person than the user by its name, in several languages: `manager_email`, `no_hp_ortu`. */
export function isOfOtherPeople(path: string): boolean {
  if (others.test(path) || isInContacts(path) || wordsOf(path).some((word) => relative.test(word))) return true
  const name = lastName(path)
  return joinedRelative.test(name) || anywhere.test(name)
}

/** Whether a value stands in the object of the person who made, owns or leads what a record is: `owner.email`, `createdBy.contact.mail`. */
export function isInMaker(path: string): boolean {
  return splitPath(path).containers.some((one) => maker.test(wordsOf(one).join('')))
}

const maker = /^(?:owner|creator|author|manager|(?:created|updated|modified|owned)by)$/

/**
 * Whether a value stands in a list of the people that a user knows, such as the roster of a chat: `roster.item.jid`, `friends[].email`. What is
 * called contacts may be the user's own. XMPP has the roster in a query: `query.item.jid`.
 */
export function isInContacts(path: string): boolean {
  const { containers, name } = splitPath(path)
  const around = containers.map((one) => wordsOf(one.replaceAll(/\[\d*\]/g, '')).join(''))
  return around.some((one) => ofContacts.test(one)) || (/^@?jid$/i.test(name) && around.at(-1) === 'item')
}

const ofContacts =
  /^(?:rosters?|rosteritems?|friends?(?:list)?|buddy(?:list)?|buddies|follow(?:ers|ing)|block(?:ed|ing)(?:users|list|people|contacts)|ignored(?:users|list|people)|address_?books?|contactlist|freunde(?:sliste)?|kontaktliste|adressbuch|amigos|amis|carnetdadresses|listadeamigos|amici|rubrica|vrienden|znajomi)$/
