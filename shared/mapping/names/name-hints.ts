import { remembered } from '../../remembered.ts'
import { isFormerWord, lastName, splitPath, wordsOf } from './column-words.ts'
import { saysConfirmation } from './standing/confirmation-names.ts'
import {
  isDigestOf,
  isDigestOfContent,
  isDigestOfPicture,
  isOfDigest,
  isOfKey,
  ofKeyPair,
  ofDigest,
} from './secrets/digest-names.ts'
import {
  isPassword,
  ofPassword,
  type PasswordHint,
  passwordHint,
  passwordPart,
  withFactsApart,
} from './secrets/password-names.ts'
import { namesHint } from './secrets/hint-names.ts'
import { providerHint, thirdPartyAround, thirdPartyOf } from './third-party-names.ts'

/** The values that the name of a field suggests, in any language: that a login method may be there, not whose. */
export type NameHints = {
  readonly password: PasswordHint
  readonly phone: boolean
  /** The third party whose ids it holds, e.g. `google` for `google_sub`; `` for one that is not named; null: none. */
  readonly provider: string | null
  /** The third party whose name it is, and nothing else: it may hold an ID there, or an address. */
  readonly thirdParty: string | null
  /** When something happened or ends. */
  readonly time: boolean
  /** Secrets of other kinds, whose hashes look like password hashes: reset tokens, one-time codes, salts, and what a cipher keeps beside its texts. */
  readonly otherSecret: boolean
  /** Tokens, codes and keys that a program makes for a user, and indexes of values, which are no password in whatever form: `cookie_token`, `otp_hash`. */
  readonly token: boolean
  /** Keys, fingerprints and ids, of which a bare digest beside a password hash is one, as under the names of other secrets and of digests of something else: `path_hash`. */
  readonly otherDigest: boolean
  /** Secrets of a second factor, which are never passwords; in hexadecimal they look like digests. */
  readonly secondFactor: boolean
  /** Keys of passkeys and other pairs of keys, and digests of pictures, which are no password however they are written. */
  readonly keyPair: boolean
  readonly ofPicture: boolean
  /** Digests of files, rows and addresses, of which a bare one is hardly a password. */
  readonly ofContent: boolean
  /** The password before the current one, under whatever name. */
  readonly former: boolean
  /** A password that its user has not confirmed or is to replace, under whatever name: `pass_temp`, `pending_password`. */
  readonly pending: boolean
  /** Its words name a password, and not a digest of anything. */
  readonly namesPassword: boolean
  /** An id of something, which is often a bare digest. */
  readonly id: boolean
  /** Names of Kerberos, which are written as emails with a realm in capitals: `Principal name`, `krbPrincipalName`. */
  readonly principal: boolean
}

const otherSecret =
  /token|reset|^otp$|totp|^pins?$|^codes?$|question|answer|hint|salt(?!ed)|secret|session|cookie|remember|(?<!de|des|dez|in)activation|apikey|^api$|csrf|nonce|^ivs?$|init(?:iali[sz]ation)?vector|^tag$|signature|checksum|etag|^stamp$|securitystamp|verification|validation|confirmation|invite|invitation/

/** Names of keys and codes that are sent to their user, who gets in with them: `user_actkey`, `resetCode`. */
const sentCode =
  /(?:(?:^|[^t])act|^v(?=keys?$|codes?$)|activat[a-z]{1,4}|reset|verif[a-z]{1,9}|confirm(?:ation)?|invit[a-z]{1,6}|unlock|magic|login|auth[a-z]{0,11}|onetime|forgot(?:ten)?|change|sms|email)(?:keys?|codes?)$/

/** Whether a name without separators is that of a key or a code that is sent to its user. */
export function isSentCode(name: string): boolean {
  return sentCode.test(name)
}

const phoneWord =
  /phone|mobile|^mobil|telefon|telefoon|^tel(?:ef|ephone|nr|no)?$|^tlf$|handy|rufnummer|cellul|celular|^cell$|msisdn|movil|telemov|mobiel|komork|^gsm$|whatsapp|^sms$|portable|puhelin|kannykka|^thoai$|^(?:sdt|dienthoai|didong|hp|(?:no)?hp(?:no)?|(?:no|nomor)?te?le?p(?:on)?|ponsel|seluler|(?:no)?wa|fon[eo]?|te?lf|tfno|mob)$|κινητ|τηλεφ|جوال|هاتف|موبايل|טלפון|נייד|โทร|휴대|携帯|телефон|мобильн|сотов|^(?:тел|моб)$|电话|手机|電話|전화/u

/** A column of ways to reach a user, of which a number is that of a phone, and names of phones in two words: `so_dt`. */
const ofContact = /^(?:(?:contact|kontakt)(?:s|o|os|no|nr|num|number|info|details|data)?|sodt|sodienthoai)$/

/** Whether a path is the number in an object or a list of phones, by the name of these: `phoneNumbers[].number`. */
function isInPhones(path: string): boolean {
  const { containers, name } = splitPath(path)
  const words = /^(?:value|number|no|nr|num|text)$/i.test(name) ? wordsOf(containers.at(-1) ?? '') : []
  const isOfPhone = (word: string) => phoneWord.test(word)
  return words.some(isOfPhone) && words.every((word) => isOfPhone(word) || /^(?:numbers?|list|\d+)$/.test(word))
}

const timeWord =
  /^(?:at|on|date|time|timestamp|ts|until|till|since|expires?|expiry|created|updated|modified|deleted|verified|confirmed|joined|registered|signup|login|seen|logged|datum|zeit|erstellt|geaendert|fecha|creado|data|criado|creation|cree|inscription|aangemaakt|creato|utworzono|tarih|tarihi|dnia)$|日時|日付|時刻|时间|日期|時間/u

/** The path to a token or a code whose value is in an object, as in `auth.tokens[].value`; null: it is none. */
function ofToken(path: string): string | null {
  const outer = path.replace(/(?:\[\w*\])?\.(?:value|data|content|string|code|hash|hashed|digest|key|id|jti)$/i, '')
  return outer !== path && aroundTokens.test(lastName(outer)) ? outer : null
}

const aroundTokens = /tokens?$|cookies?$|^sessions?$|csrf|nonces?$|codes$|otps?$/

/** Whether words say of a password that it is not in force; a new one may be, but phpBB's waits to be confirmed. */
function namesPending(words: readonly string[]): boolean {
  return (
    words.some((word) => /^(?:pending|temp|tmp|temporary|un(?:confirmed|verified|activated))$/.test(word)) ||
    /^(?:user)?newpasswd$/.test(words.join(''))
  )
}

const idName = /^(?:\w*id|guid|pk)$/

/** Words of second factors in names. */
export const secondFactor = /otp|mfa|[2t]fa(?![a-z])|two_?fa|oath(?![a-z])|authenticator|token_?seed/i

export const hintsOf = remembered((path): NameHints => {
  const named = ofToken(path) ?? ofPassword(path)
  const words = withFactsApart(wordsOf(splitPath(named).name))
  const glued = lastName(named)
  const isOther = words.some((word) => otherSecret.test(word)) || otherSecret.test(glued) || namesHint(named)
  const namesPassword = !isOther && (words.some(isPassword) || passwordPart.test(glued))
  return {
    password: isOther ? null : passwordHint(words, glued),
    phone: words.some((word) => phoneWord.test(word)) || ofContact.test(glued) || isInPhones(named),
    provider: providerHint(named) ?? thirdPartyAround(named),
    thirdParty: thirdPartyOf(splitPath(named).name),
    time: words.some((word) => timeWord.test(word)),
    otherSecret: isOther,
    token: isToken(words, glued),
    otherDigest:
      isOther ||
      (!namesPassword &&
        (words.some(isOfKey) ||
          isSentCode(glued) ||
          saysConfirmation(named) ||
          isDigestOf(words) ||
          isOfDigest(named))),
    secondFactor: !namesPassword && secondFactor.test(path),
    keyPair: !namesPassword && ofKeyPair(path),
    ofPicture: !namesPassword && isDigestOfPicture(named),
    ofContent: !namesPassword && isDigestOfContent(named),
    former: words.some(isFormerWord),
    pending: namesPending(words),
    namesPassword,
    id: idName.test(words.at(-1) ?? ''),
    principal: words.includes('principal') && !words.includes('user'),
  }
})

/** Whether a column is called the secret of the account itself, and of nothing that its name says. */
export function isOwnSecret(path: string): boolean {
  const { containers, name } = splitPath(path)
  return containers.length === 0 && /^(?:(?:user|login|account|auth)_?)?secret$/i.test(name)
}

const token = /token|cookie|session|remember|csrf|nonce|(?<!de|des|dez|in)activation|invitation|secretkey$/

/** Words of second factors, whose codes have digests as well: `otp_hash`. */
const ofFactor = /^(?:(?:e?mail|sms|phone|login)?otps?|[ht]otps?|mfa|[2t]fa)$/

/** The refresh token whose digest a column is called, as courses on web frameworks shorten it: `hashedRt`. */
const ofRefresh = /^(?:user|current)?(?:rt|refresh)$/

/** Codes in place of a lost second factor, in several languages and both orders: `otp_backup_codes`, `codes_de_secours`. */
const spare =
  'backup|recovery|recover|scratch|rescue|emergency|fallback|wiederherstellungs?|notfall|ersatz|secours|recuperation|respaldo|recuperacion|recuperacao|recupero|' +
  'emergenza|herstel|nood|zapasow\\p{L}{1,2}|odzyskiwania|yedek|kurtarma|rezervn\\p{L}{1,2}|резервн\\p{L}{1,2}'
const codes = 'codes?|kod(?:y|e|lari?|ow)?|koder?|codigos?|codic[ei]|keys?|cles?|schlussel|код\\p{L}{0,2}'
const spareCodes = new RegExp(`(?:${spare})(?:${codes})|(?:${codes})(?:de|di|da|do|of)?(?:${spare})`, 'u')

/** Codes and links that a program sends: to reset a password, to confirm an address or to sign in once. */
const sentLink =
  /(?:(?:password|passwd|pwd|pass|pw)?(?:reset|forgot(?:ten)?)(?:password|passwd|pwd|pass|pw)?|verify|verification|confirm|confirmation|unlock|magic|onetime)(?:tokens?|codes?|keys?|links?|selectors?)$|(?:sms|e?mail|phone)codes?$/

/** Words for an index by which a program finds values that are encrypted: `email_bidx`. */
const ofIndex = /^(?:index|indexes|idx|bidx)$/

/** Whether a name, by its words and without separators, is one of a token, a code or an index. */
function isToken(words: readonly string[], glued: string): boolean {
  const name = words.filter((word) => !ofDigest.test(word)).join('')
  if (sentLink.test(name)) return true
  if (words.some((word) => passwordPart.test(word) && !token.test(word))) return false
  if (token.test(glued) || words.some(isPassword)) return token.test(glued)
  if (words.some((word) => ofFactor.test(word)) || spareCodes.test(glued)) return true
  return (name !== words.join('') && ofRefresh.test(name)) || isIndex(words)
}

/** Whether a name says of which other value it is an index. */
function isIndex(words: readonly string[]): boolean {
  if (!words.some((word) => ofIndex.test(word))) return false
  return isDigestOf(words.map((word) => (ofIndex.test(word) ? 'digest' : word)))
}
