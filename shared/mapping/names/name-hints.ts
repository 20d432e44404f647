import { columnNames } from './column-names.ts'
import {
  endsLock,
  flagName,
  isFormerWord,
  isOfAddress,
  lastName,
  saysExpiry,
  splitPath,
  wordsOf,
  turnedName,
} from './column-words.ts'
import { isPeopleWord } from './people-names.ts'
import { saysConfirmation } from './confirmation-names.ts'
import { saysJoined } from './joined-names.ts'
import { saysVerified, sayVerifiedAlone, sayVerifiedOf } from './verified-names.ts'
import type { MappingTarget } from '../targets.ts'

/** The values that the name of a field suggests, in any language: that a login method may be there, not whose. */
export type NameHints = {
  /** `whole`: it says password and nothing else, so whatever is in it is one; `part`: among other words. */
  readonly password: 'whole' | 'part' | null
  readonly phone: boolean
  /** The third party whose ids it holds, e.g. `google` for `google_sub`; `` for one that is not named; null: none. */
  readonly provider: string | null
  /** The third party whose name it is, and nothing else: it may hold an ID there, or an address. */
  readonly thirdParty: string | null
  /** When something happened or ends. */
  readonly time: boolean
  /** Secrets of other kinds, whose hashes look like password hashes: reset tokens, one-time codes, salts, and what a cipher keeps beside its texts. */
  readonly otherSecret: boolean
  /** Tokens and keys that a program makes for a user, which are no password of theirs in whatever form: `cookie_token`, `user_activation_key`. */
  readonly token: boolean
  /** Keys, fingerprints and ids, of which a bare digest beside a password hash is one, as under the names of other secrets and of digests of something else: `path_hash`. */
  readonly otherDigest: boolean
  /** Secrets of a second factor, which are never passwords; in hexadecimal they look like digests. */
  readonly secondFactor: boolean
  /** Keys of passkeys and other pairs of keys, and digests of pictures, which are no password however they are written. */
  readonly keyPair: boolean
  readonly ofPicture: boolean
  /** The password before the current one, under whatever name. */
  readonly former: boolean
  /** Its words name a password, and not a digest of anything. */
  readonly namesPassword: boolean
  /** An id of something, which is often a bare digest. */
  readonly id: boolean
  /** Names of Kerberos, which are written as emails with a realm in capitals: `Principal name`, `krbPrincipalName`. */
  readonly principal: boolean
}

const password =
  /passw|pasw|passphrase|passcode|kennw|losungswort|motdepasse|contrasen|senha|palavrapasse|palavrachave|wachtwo|hasl[oa]|sifre|jelszo|salasana|losenord|passord|matkhau|adgangskode|kodeord|lozink[ae]|parolachiave|storedkey|laluan|wagwoord|slaptazod|lykilor[dð]|zaporka|pasahitz|nenosiri|contrasin|fjalekalim|парол|лозинк|密码|密碼|パスワード|비밀번호|암호|סיסמ[הא]|كلم[هة](?:ال)?(?:مرور|سر)|رمزعبور|รหสผาน|पसवरड/u
const passwordWord =
  /^(?:pass|pwd|pswd|psw|pw|ww|pword|mdp|clave|parol[ae]?s?|parooli?|hesl[oa]|gesl[oa]|sandi|hash|hashed|digest|bcrypt|argon2|argon2id|scrypt|userpass|usrpass|usrpwd|userpwd|loginpass|webpass|authhash|verifier)$/

const neutral =
  /^(?:the|my|users?|usr|usuario|utilisateur|benutzer|gebruiker|account|konto|login|web|current|actual|aktuell|main|new|neu|neues|nouveau|initial|plain|clear|raw|de|del|da|do|hash|hashed|hashes|digest|encrypted|crypted|enc|bcrypt|argon2|value|text|field|required|kata|\d+)$/

const otherSecret =
  /token|reset|^otp$|totp|^pins?$|^codes?$|question|answer|hint|salt|secret|session|cookie|remember|activation|apikey|^api$|csrf|nonce|^ivs?$|init(?:iali[sz]ation)?vector|^tag$|signature|checksum|etag|^stamp$|securitystamp|verification|validation|confirmation|invite|invitation/

const token = /token|cookie|remember|csrf|nonce|activation|invitation|secretkey$/

const otherDigest =
  /^(?:ids?|pk|fk|keys?|api\w*key|authkey|sid|sess|stamp|u?uid|guid|fingerprint|(?:gr)?avatar|image|photo|picture|thumb(?:nail)?|file|filename|path|e?mail|device|machine|ip|ipaddress|check|crc|sum|md5sum|version|revision|rev|unsubscribe|optout|tracking|visitor|ticket|nonce|jti|rands?|random|seed|commits?|git|build|release|schema|migrations?|media|assets?|attachments?|uploads?|logo|cover|banner|icon|thumb|cache|blob)$/

/** Names of keys and codes that are sent to their user, who gets in with them: `user_actkey`, `resetCode`. */
const sentCode =
  /(?:(?:^|[^t])act|^v(?=keys?$|codes?$)|activat[a-z]{1,4}|reset|verif[a-z]{1,9}|confirm(?:ation)?|invit[a-z]{1,6}|unlock|magic|login|auth[a-z]{0,11}|onetime|forgot(?:ten)?|change|sms|email)(?:keys?|codes?)$/

/** Whether a name without separators is that of a key or a code that is sent to its user. */
export function isSentCode(name: string): boolean {
  return sentCode.test(name)
}

/** Names of facts about a password that are none: dates, counts and rules. */
const aboutPassword =
  /^(?:at|on|date|time|changed|change|updated|expires|expiry|expired|expiration|last|count|attempts|required|length|strength|policy|algo|algorithm|hasher|type|method|scheme|version|format|rounds|cost|iterations|enabled|set|has|is|must|needs|needed|force|temporary|url|link|provider|no|nr|num|cnt|dt|ts|exp|ver|ref|seq|days?|end)$/

const phoneWord =
  /phone|mobile|^mobil|telefon|telefoon|^tel(?:ef|ephone|nr|no)?$|^tlf$|handy|rufnummer|cellul|celular|^cell$|msisdn|movil|telemov|mobiel|komork|^gsm$|whatsapp|^sms$|portable|puhelin|kannykka|^thoai$|^(?:sdt|dienthoai|didong|hp|(?:no)?hp(?:no)?|(?:no|nomor)?te?le?p(?:on)?|ponsel|seluler|(?:no)?wa|fon[eo]?|te?lf|tfno|mob)$|κινητ|τηλεφ|جوال|هاتف|موبايل|טלפון|נייד|โทร|휴대|携帯|телефон|мобильн|сотов|^тел$|电话|手机|電話|전화/u

/** A column of ways to reach a user, of which a number is that of a phone. */
const ofContact = /^(?:contact|kontakt)(?:s|o|os|no|nr|num|number|info|details|data)?$/

const timeWord =
  /^(?:at|on|date|time|timestamp|ts|until|till|since|expires?|expiry|created|updated|modified|deleted|verified|confirmed|joined|registered|signup|login|seen|logged|datum|zeit|erstellt|geaendert|fecha|creado|data|criado|creation|cree|inscription|aangemaakt|creato|utworzono|tarih|tarihi|dnia)$|日時|日付|時刻|时间|日期|時間/u

const providers =
  'google|facebook|github|apple|twitter|linkedin|discord|gitlab|bitbucket|microsoft|azure|entra|amazon|okta|auth0|spotify|slack|twitch|steam|yahoo|instagram|tiktok|wechat|kakao|naver|line|vk|fb|telegram|tg'
const providerId = new RegExp(
  `^(${providers})(?:oauth2?|openid|oidc|account|user|login|social|auth|ad|connect)*(?:id|uid|sub|subject|key|guid)$`,
)
const anyProviderId =
  /^(?!oauth2?providerid$)(?:oauth2?|openid|oidc|sso|saml|social|external(?:idp|provider|auth)|idp|federated|thirdparty)(?:provider|account|user|login|identity)*(?:id|uid|sub|subject|nameid)$|^provider(?:account|user|login|subject)(?:id|uid|sub)$/

/** An address by which a user signs in with OpenID, and the IDs of WeChat and QQ, which have the same name. */
const ofOpenId =
  /^(?:user|login|my)?(?:openid(?:url|uri|identity|identifier|claimedid)|(?:openid)?identityurl|claimedid)s?$|^(?:wx|wechat|weixin|mp|qq)?(?:open|union)id$/

const idName = /^(?:\w*id|guid|pk)$/

export function hintsOf(path: string): NameHints {
  const named = ofPassword(path)
  const words = wordsOf(splitPath(named).name)
  const glued = lastName(named)
  const isOther = words.some((word) => otherSecret.test(word)) || otherSecret.test(glued)
  const namesPassword = !isOther && (words.some(isPassword) || password.test(glued))
  return {
    password: isOther ? null : passwordHint(words, glued),
    phone: words.some((word) => phoneWord.test(word)) || ofContact.test(glued),
    provider: providerHint(glued),
    thirdParty: thirdPartyOf(splitPath(named).name),
    time: words.some((word) => timeWord.test(word)),
    otherSecret: isOther,
    token: token.test(glued) && !words.some((word) => password.test(word) && !token.test(word)),
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
    former: words.some(isFormerWord),
    namesPassword,
    id: idName.test(words.at(-1) ?? ''),
    principal: words.includes('principal') && !words.includes('user'),
  }
}

/** Whether a column is called the secret of the account itself, and of nothing that its name says. */
export function isOwnSecret(path: string): boolean {
  const { containers, name } = splitPath(path)
  return containers.length === 0 && /^(?:(?:user|login|account|auth)_?)?secret$/i.test(name)
}

/** The path to the name of a value: a password within objects without names of their own, as in `password.$crypto.value.data` or `password.encryptedData`. */
function ofPassword(path: string): string {
  const outer = path.replace(
    /(?:\.(?:\$\w{1,20}|value|data|content|cipher(?:text)?|encrypted(?:data|text|content)?))+$/i,
    '',
  )
  return outer !== path && passwordHint(wordsOf(splitPath(outer).name), lastName(outer)) === 'whole' ? outer : path
}

/** Words of digests, which may be of anything. */
const ofDigest = /^(?:hash|hashed|digest|bcrypt|argon2|argon2id|scrypt|verifier)$/

/** Whether a name says of what it holds a digest, and that is no credential. */
function isDigestOf(words: readonly string[]): boolean {
  return (
    words.some((word) => ofDigest.test(word)) &&
    words.some(
      (word) => !ofDigest.test(word) && !neutral.test(word) && !/^(?:auth|credentials?|creds?|access)$/.test(word),
    )
  )
}

/** Whether a digest is of the thing whose object it is in: `avatar.hash`. */
function isOfDigest(path: string): boolean {
  const { containers, name } = splitPath(path)
  const around = wordsOf(containers.at(-1) ?? '')
  return (
    /^(?:hash|digest|md5|sha\d{0,3}|id|etag|checksum)$/i.test(name) &&
    around.some((word) => otherDigest.test(word.replace(/s$/, '')))
  )
}

/** Whether a path leads to a part of a passkey or of another pair of keys: within an object of these, or by its own name. */
function ofKeyPair(path: string): boolean {
  return (
    /passkey|web_?authn|fido|u2f|(?:public|private)_?key(?:\[0\])?\./i.test(path) ||
    /(?:public|private|identity|^pre|signedpre|signing|encryption|pgp|gpg)key$|^credentialid$/.test(lastName(path))
  )
}

const picture = /^(?:(?:gr)?avatar|image|img|photo|picture|pic|thumb(?:nail)?|icon|logo|banner|cover)\d{0,4}$/

/** Whether a name says that it holds a digest of a picture: `avatar_hash`, `photo.md5`. */
function isDigestOfPicture(path: string): boolean {
  const { containers, name } = splitPath(path)
  const words = wordsOf(name)
  return words.some(isPicture) || (isOfDigest(path) && wordsOf(containers.at(-1) ?? '').some(isPicture))
}

function isPicture(word: string): boolean {
  return picture.test(word.replace(/s$/, ''))
}

/**
 * Whether the last word of a name is one for a password: `Portal Password`, and not `password_rule`; or the first, with letters of a table behind
 * it, `mdp_ut`, and not `pass_no`.
 */
export function endsWithPassword(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const [first = '', last = ''] = words
  const isOfTable = words.length === 2 && last.length <= 3 && isPassword(first) && !aboutPassword.test(last)
  return isOfTable || isPassword(words.at(-1) ?? '')
}

function isOfKey(word: string): boolean {
  return otherDigest.test(word.replace(/\d{1,2}$/, ''))
}

function isPassword(word: string): boolean {
  return password.test(word) || (passwordWord.test(word) && !ofDigest.test(word)) || joinedPassword.test(word)
}

/** With the letter of a table before it, which may be one of another word: `TPASS`. */
const joinedPassword = /^[a-z](?:pass|pwd)$/

function passwordHint(words: readonly string[], glued: string): NameHints['password'] {
  const says = (word: string) => password.test(word) || passwordWord.test(word)
  if (!words.some((word) => says(word) || joinedPassword.test(word)) && !password.test(glued)) return null
  if (words.some((word) => aboutPassword.test(word))) return 'part'
  const rest = words.filter((word) => !says(word))
  const named = words.some((word) => says(word) && !neutral.test(word)) || password.test(glued)
  return named &&
    (rest.every((word) => neutral.test(word)) ||
      glued.replace(password, '') === '' ||
      /^(?:passwor[dt]|motdepassee?|palavra(?:passe|chave)|storedkey|matkhau)$/.test(glued))
    ? 'whole'
    : 'part'
}

function providerHint(glued: string): string | null {
  return providerOfId(glued) ?? (ofOpenId.test(glued) ? 'openid' : anyProviderId.test(glued) ? '' : null)
}

function providerOfId(glued: string): string | null {
  const named = providerId.exec(glued)?.[1]
  return named === undefined ? null : (shortNames.get(named) ?? named)
}

const shortNames: ReadonlyMap<string, string> = new Map([
  ['fb', 'facebook'],
  ['tg', 'telegram'],
])

/** How well the name of a column suits a target. `weak`: the word is there among others that change its meaning. */
export type NameFit = 'exact' | 'likely' | 'weak' | 'none'

/** Targets whose whole names mean the same wherever they stand; an `id` or `email` may belong to anything. */
const distinctive = new Set<MappingTarget>([
  'password-hash',
  'salt',
  'hash-algorithm',
  'email-verified',
  'phone-verified',
])

/** Words and containers that do not change what a name means. */
const neutralName =
  /^(?:users?|account|primary|main|customers?|members?|source|doc|document|item|node|properties|record|row|entity|login|contact|work|address(?:es)?|number|value|profile|person|current|the|attributes|claims|fields|object|properties|data|traits|credentials?|raw|e164|auth|security|info|details|personal|private|professional|business|institutional|e|the|required|optional|mandatory|[a-z]|admin|emp|employee|stu|student|cust|usr|mem|staff|teacher|doctor|patient|seller|vendor|driver|pflichtfeld|obligatoire|obligatorio|nr|no|nummer|numero|num|de|del|da|do|di|d|la|le|el|adresse|adresa|adres|adress|direccion|endereco|indirizzo|benutzer|usuario|utilisateur|gebruiker|utente|kunde|kunden|client|cliente|эл|электронная)$/u
/** Containers of login methods with third parties. */
const identities =
  /^(?:identit(?:y|ies)|accounts?|provider(?:s|userinfo|data)?|federatedidentities|externalaccounts|socials?|logins|connections|oauth2?|oauthaccounts?|sso|openid)(?:\[0\])?$/
/** Providers whose names mean something else as well: lines of an order, an apple, an account in a cloud. */
const otherThings = /^(?:line|amazon|azure|entra|microsoft|slack)/

/** Whether the whole name of a column is one for a target, and not only a word of it. */
export function isCalled(target: MappingTarget, path: string): boolean {
  const fit = fitOfName(target, path)
  return fit === 'exact' || fit === 'likely'
}

export function fitOfName(target: MappingTarget, path: string): NameFit {
  const { containers, name } = splitPath(path)
  const glued = target === 'disabled' || target === 'deleted' ? flagName(path) : lastName(path)
  // The one account of a user holds what it signs in with itself.
  const isOwn = (container: string) => container.toLowerCase() === 'account' && !target.startsWith('provider')
  const inIdentities = containers.some(
    (container) => identities.test(container.toLowerCase().replaceAll(/[_-]/g, '')) && !isOwn(container),
  )
  const inSettings = containers.some((container) => /^schemas?(?:\[0\])?$/i.test(container))
  const isStanding = (target === 'disabled' || target === 'deleted') && containers.every(isOwnAccount)
  if (inIdentities && !inSettings && !isStanding) return fitInIdentities(target, glued)
  const { exact, likely = [], core } = columnNames[target]
  if (target === 'source-id' && (path === '_id' || path === '_id.$oid')) return 'exact'
  if (target === 'provider-user-id' && providerId.test(glued) && !otherThings.test(glued)) return 'likely'
  const plain = containers.every((container) => wordsOf(container).every((word) => neutralName.test(word)))
  const inOwnList =
    core !== undefined &&
    containers.length > 0 &&
    wordsOf(containers.at(-1) ?? '').some((word) => core.test(word.replace(/s$/, '')))
  if (exact.includes(glued)) {
    if (containers.length === 0) return glued === lastName(path) ? 'exact' : 'likely'
    return plain || inOwnList || distinctive.has(target) ? 'likely' : 'weak'
  }
  if (isVerifiedContact(target, containers, name)) return 'likely'
  if (plain && isOfContact(target) && saysVerified(target, wordsOf(name))) return 'likely'
  if (likely.includes(glued) || likely.includes(turnedName(glued))) return plain || inOwnList ? 'likely' : 'weak'
  if (target === 'time-joined' && saysJoined(glued)) return plain ? 'likely' : 'weak'
  if (target === 'disabled' && (saysExpiry(path) || endsLock(path))) return plain ? 'likely' : 'weak'
  if (core === undefined) return 'none'
  if (inOwnList && neutralName.test(glued)) return 'likely'
  const words = wordsOf(name)
  if (!words.some((word) => core.test(word))) return 'none'
  if (target === 'password-hash' && !words.some(isPassword) && isDigestOf(words.filter((word) => !isPeopleWord(word))))
    return 'weak'
  return plain && words.every((word) => core.test(word) || neutralName.test(word)) ? 'likely' : 'weak'
}

const ofSettings = /^(?:meta|metadata|flags?|status|state|extras?|props?|properties|settings|info|misc|options|auth)$/

/**
 * Whether a name says verified, in any language, and nothing else: then it says so of the address that the user signs in with. `prefix`: a
 * word that many columns of the table begin with.
 */
export function saysNoMoreThanVerified(path: string, prefix: string): boolean {
  const { containers, name } = splitPath(path)
  if (
    !containers.every((container) =>
      wordsOf(container).every((word) => neutralName.test(word) || ofSettings.test(word)),
    )
  )
    return false
  const all = wordsOf(name)
  const words = all.length > 1 && all[0] === prefix ? all.slice(1) : all
  return sayVerifiedAlone(words)
}

function isOfContact(target: MappingTarget): target is 'email-verified' | 'phone-verified' {
  return target === 'email-verified' || target === 'phone-verified'
}

const addressWord = /^(?:ad(?:d?res(?:se?|y|a|s)?)|direccion|indirizzo|endereco|osoite)$/
const ofPost = /street|strasse|^rue$|^calle$|^via$|zip|^plz$|post|^cp$|city|^stadt$|^ort$|^ville$|ciudad|citta/

/** Whether a column is a part of a postal address by its name. */
export function namesPlace(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const isAddress = words.some((word) => addressWord.test(word)) && !words.some((word) => ofOtherAddress.test(word))
  return isAddress || isOfAddress(path) || words.some((word) => ofPost.test(word) || ofRegion.test(word))
}

const ofOtherAddress = /mail|^(?:ip|mac|web|wallet|url|login)$/
const ofRegion = /^(?:district|region|province|village|town|locality|landmark|taluka?|tehsil|mandal)$/

/** The same for an address (`Adresse vérifiée`), where the table has no postal ones. */
export function saysAddressVerified(path: string, others: readonly string[]): boolean {
  const words = wordsOf(splitPath(path).name)
  return (
    sayVerifiedOf(words, (word) => addressWord.test(word)) &&
    !others.some((other) => wordsOf(other).some((word) => ofPost.test(word)))
  )
}

/** Whether a column says whether the email is verified, as forums of the Discuz kind call it: their users have groups of two kinds beside it. */
export function saysStatusOfEmail(path: string, others: readonly string[]): boolean {
  const names = new Set(others.map((other) => other.toLowerCase()))
  return path.toLowerCase() === 'emailstatus' && names.has('adminid') && names.has('groupid')
}

/** A field within the object of a contact that tells whether it is verified: `primaryEmail.isVerified`, `mobile.verified`. */
function isVerifiedContact(target: MappingTarget, containers: readonly string[], name: string): boolean {
  if (!isOfContact(target) || !sayVerifiedAlone(wordsOf(name))) return false
  const { core } = columnNames[target === 'email-verified' ? 'email' : 'phone']
  const words = wordsOf(containers.at(-1) ?? '').map((word) => word.replace(/s$/, ''))
  return (
    core !== undefined &&
    words.some((word) => core.test(word)) &&
    words.every((word) => core.test(word) || neutralName.test(word) || word === '0')
  )
}

/** The one account of a user, as in `account.canAuthenticate`, and no list of accounts with third parties. */
function isOwnAccount(container: string): boolean {
  return container.toLowerCase() === 'account' || !identities.test(container.toLowerCase().replaceAll(/[_-]/g, ''))
}

/** The provider that a column like `google_id` belongs to; null for any other. */
export function providerInName(path: string): string | null {
  const { containers } = splitPath(path)
  const container = /^(?:id|sub|uid|user_?id|subject)$/i.test(splitPath(path).name) ? (containers.at(-1) ?? '') : ''
  return providerOfId(lastName(path)) ?? thirdPartyOf(container) ?? thirdPartyOf(splitPath(path).name)
}

/** The third party that a name is the name of, as in a column `discord`; null: it is none. */
export function thirdPartyOf(name: string): string | null {
  return isThirdParty.test(name) ? name.toLowerCase() : null
}

const isThirdParty = new RegExp(`^(?:${providers})$`, 'i')

function fitInIdentities(target: MappingTarget, glued: string): NameFit {
  switch (target) {
    case 'provider':
      return /^(?:provider|identityprovider|providername|loginprovider|providerid)$/.test(glued) ? 'likely' : 'none'
    case 'provider-user-id':
      return /^(?:userid|uid|rawid|provideruserid|provideraccountid|subject|sub|accountid|providerkey|id|providerid|extern(?:al)?(?:user)?(?:id|uid))$/.test(
        glued,
      )
        ? 'likely'
        : 'none'
    case 'provider-email':
      return /^(?:email|emailaddress)$/.test(glued) ? 'likely' : 'none'
    default:
      return 'none'
  }
}

/** Characters of a secret of 10, 15, 16, 20, 25, 30, 32, 40 and 64 bytes in Base32, as apps and libraries make them. */
const lengths: ReadonlySet<number> = new Set([16, 24, 26, 32, 40, 48, 52, 64, 103])

/** One could be a code of another kind, unless its name says what it is. */
const minValues = 2
/** Words of second factors in names. */
export const secondFactor = /otp|mfa|[2t]fa(?![a-z])|two_?fa|oath(?![a-z])|authenticator|token_?seed/i

/**
 * Whether the values of a column look like secrets of authenticator apps (RFC 6238), whatever it is called: Base32 of one fitting length, all
 * in one case and no two alike. Empty values are left out of account.
 */
export function areTotpSecrets(values: readonly string[], name = ''): boolean {
  const texts = values.map((value) => value.trim().replace(/={1,6}$/, '')).filter((text) => text !== '')
  const [first = ''] = texts
  const least = secondFactor.test(name) ? 1 : minValues
  if (texts.length < least || !lengths.has(first.length) || new Set(texts).size < texts.length) return false
  const shape = /^[A-Z2-7]+$/.test(first) ? /^[A-Z2-7]+$/ : /^[a-z2-7]+$/
  if (!texts.every((text) => text.length === first.length && shape.test(text))) return false
  // Words have no digits, hexadecimal digests no letters behind F.
  const all = texts.join('')
  return /[g-z]/i.test(all) && texts.filter((text) => /[2-7]/.test(text)).length * 2 > texts.length
}
