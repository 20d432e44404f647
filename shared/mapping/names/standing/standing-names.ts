import { rememberedOf } from '../../../remembered.ts'
import { hintsOf } from '../name-hints.ts'
import { isNegation, negatedWords } from './negated-names.ts'
import { namesLeaving } from '../composed/expiry-names.ts'
import { saysUntil, splitPath, wordsOf, withoutSchema } from '../column-words.ts'
import { isPeopleWord } from '../people-names.ts'
import {
  approvedAnywhere,
  approvedStem,
  keepsOutAnywhere,
  keepsOutStem,
  letsInAnywhere,
  letsInStem,
} from './standing-stems.ts'

/**
 * The kind of standing that a column has by the words of its name, in any language whose stem is known: `keeps-out`, a
 * yes, a time or a text means that its user may not log in; `lets-in`, a no means it; `status`, in words or numbers of
 * its own. Null: nothing. A stem is no proof, so its values are asked about and never mapped by it.
 */
export type StandingName = 'keeps-out' | 'lets-in' | 'status'

const status =
  /^(?:status|statut|uflag|ustyp|state|stat|sts|flags?|standing|lifecycle|stav|stan|tila|stare|allapot|estado|estatus|etat|situac(?:ao|ion)|situazione|stato|durumu?|trangthai|статус|состояние|стан)$/u

/** Without blanks between their words. */
const statusAnywhere =
  /zhuangtai|在[籍職]区分|在职状[态況]|利用区分|상태|状態|状态|狀態|ステータス|حالة|وضعیت|סטטוס|מצב|สถานะ|सथत|κατάσταση|καταστασ/u

/** Things other than the account that have a state, are blocked or counted. */
const ofOthers =
  /^(?:e?mails?|phone|mobile|orders?|payments?|subscr\w*|cards?|devices?|tickets?|invoices?|deliver\w*|shipp\w*|shipment|billing|sms|plans?|news\w*|marketing|notif\w*|token|session|version|count\w*|num|number|attempts?|failed|failures|total|password|passw\w*|pwd|2fa|mfa|otp|totp|wallet|balance|price|listing|marital|employ\w*|campaign|features?|activity|activities|country|province|region|zip|postal|city|address|users|people|contacts|words|ips?|domains?|days|duration|level|message|text|color|posts?|comments?|content|products?|projects?|teams?|files?|rooms?|chats?|conversations?|items?|leads?|deals?|opportunit\w*|loyalty|kyc|onboarding|tax|civil|consent|vat|gdpr|sync|import|export|backup|test|size|length|height|hash|hashes|chain|previous|prev|prior|last|old|new|next|hobby|hobbies)$/u

/** Whether a name says of something else than the account that it has a state: `orderState`. */
export function isOfOther(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => ofOthers.test(word)) || isInOther(path)
}

/** Whether a column has the level of a user: `user_level`, `access_level`. Like a role, one level may be for users who are kept out. */
export function namesLevel(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const isKnown = (word: string) =>
    ofLevel.test(word) ||
    /^(?:access|acces|acceso|acesso|accesso|zugangs?|permissions?|id|name|fk|de|d|di)$/.test(word) ||
    isPeopleWord(word)
  return words.some((word) => ofLevel.test(word)) && words.every(isKnown)
}

const ofLevel = /^(?:levels?|userlevel|accesslevel|niveau|nivel|livello|ranks?|rang|rango)$/

/** Whether a field is within an object about something else than the account: `subscription.status`, `email.verification.state`. */
export function isInOther(path: string): boolean {
  const { containers, name } = splitPath(path)
  // The level of a user may be an object with its name: `level.name`.
  const isNameOfLevel = /^(?:name|title|label|slug|code|key|value|description)$/i.test(name)
  const around = isNameOfLevel ? containers.filter((container) => !namesLevel(container)) : containers
  const words = around.flatMap((container) => wordsOf(container))
  if (
    words.some((word) => ofOthers.test(word) || ofMethods.test(word)) ||
    around.some((container) => namesFeature(container, name))
  )
    return true
  // A picture or a part of a screen is never banned.
  if (words.some((word) => ofScreens.test(word))) return !wordsOf(name).some((word) => ofPeopleAlone.test(word))
  // Some products have no other place for what a program adds to a user, such as a ban.
  return words.some((word) => ofPreferences.test(word)) && standingName(name) !== 'keeps-out'
}

const ofMethods =
  /^(?:verif\w*|credentials?|identit(?:y|ies)|providers?|connections?|factors?|methods?|registrations?|enroll?ments|invit\w*|memberships?|links?|requests?|jobs?|tasks?|stripe|customer|online|presence)$/

/** Words for parts of a program that its user sees: an object so named has a state of its own. */
const ofScreens = /^(?:previews?|encoders?|widgets?|displays?|screens?|avatars?|themes?|layouts?)$/

/** Words for what is done to people and to no part of a program. */
const ofPeopleAlone =
  /^(?:bans?|banned|gebannt|bann[ie]e?|baneado|banido|bannato|suspend\w*|suspension|expelled|kicked)$/

const ofPreferences = /^(?:prefs?|preferences?)$/

/**
 * Whether a field is a state of something that its user has turned on or not, by the objects around it: `totp.enabled`, `notifications.active`.
 * A ban has its place among preferences in some products, and is one of the user.
 */
function isInFeature(path: string): boolean {
  const { containers, name } = splitPath(path)
  if (containers.some((container) => namesFeature(container, name))) return true
  const words = containers.flatMap((container) => wordsOf(container))
  return words.some((word) => ofPreferences.test(word)) && standingName(name) !== 'keeps-out'
}

/** Whether an object is about something that its user may turn on, by its name: `notifications`, or `aisleSettings`, in which a ban is one of the user. */
function namesFeature(container: string, name: string): boolean {
  const words = wordsOf(container)
  if (words.some((word) => ofFeature.test(word))) return true
  const others = words.slice(0, -1)
  const isOfSettings = others.length > 0 && ofSettings.test(words.at(-1) ?? '') && !others.some(isOfAccount)
  return isOfSettings && !wordsOf(name).some((word) => ofPeopleAlone.test(word))
}

function isOfAccount(word: string): boolean {
  return isPeopleWord(word) || ofLogin.test(word)
}

const ofSettings = /^(?:settings?|config|configuration|options?)$/
const ofLogin =
  /^(?:security|auth\w*|log|login|sign|signin|access|profile|status|state|general|global|app|admin|my|ban|bans|lock|block)$/
const ofFeature =
  /^(?:alarms?|auto(?:pay|renew\w*|save|reply|responder)|apis?|widgets?|integrations?|\w*(?:2fa|mfa|otp)|factors?|authenticators?|passkeys?|webauthn|fido2?|u2f|biometrics?|notif\w*|alerts?|reminders?|push|sms|news\w*|marketing|mailings?|digests?|features?)$/

/**
 * Whether a yes in a column says that its account is no person's: `is_system_account`, `isMailingList`, `is_guest`. A kind alone, such as
 * `service`, may be anything.
 */
export function isMachineFlag(path: string): boolean {
  const all = wordsOf(splitPath(path).name)
  const is = all.lastIndexOf('is')
  const words = all.slice(is + 1)
  const isAsked = is !== -1 && is <= 1
  if (isAsked && /^(?:mailing list|organi[sz]ation|group)$/.test(words.join(' '))) return true
  if (all.length === 1 && ofMachineGrown.test(all[0] ?? '')) return true
  const [kind = '', noun] = words
  if (words.length > 2 || !ofMachines.test(kind) || (is !== -1 && !isAsked)) return false
  return noun === undefined ? isAsked || kind === 'guest' : ofAccounts.test(noun)
}

const ofMachines =
  /^(?:system|service|technical|automated|machine|robot|bot|daemon|api|virtual|dummy|test|demo|ghost|placeholder|shared|guest|resource)$/

/** As directories write it, in small letters. */
const ofMachineGrown =
  /^(?:[a-z]{0,12}is)?(?:system|service|technical|virtual|test|shared|guest)(?:account|user|resource|mailbox)$|^[a-z]{0,12}is(?:system|bot|robot|mailinglist)$/

const ofAccounts = /^(?:account|user|agent|resource|mailbox|login|principal|customer|member)$/

/** `prefix`: a word that many columns of the table begin with, and that says nothing. */
export function standingName(path: string, prefix = ''): StandingName | null {
  return standingBehind(prefix, path)
}

const standingBehind = rememberedOf((prefix, path): StandingName | null => {
  const { containers, name } = splitPath(path)
  const container = containers.at(-1) ?? ''
  if (letsSignIn(wordsOf(name))) return 'lets-in'
  if (isPermission(path) || isInFeature(path)) return null
  // `ban.reason` says more of the ban than its own name.
  if (container !== '' && !container.includes('[') && standingName(container) === 'keeps-out') return 'keeps-out'
  // Cognito writes so before the names of attributes that were added.
  const all = withoutArticle(wordsOf(name.replace(/^custom:/, '')))
  const joined =
    all.length === 1 && prefix !== '' && name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : ''
  if (joined !== '') return standingName(name) ?? standingName(joined)
  const words = all.length > 1 && all[0] === prefix ? all.slice(1) : all
  const turned = negatedStanding(words)
  if (turned !== null) return turned
  // Behind a prefix, `pw_user_status` is that of the user: WordPress plugins have one each.
  const { otherSecret, phone, password, provider } = hintsOf(words === all ? path : words.join('_'))
  if (words.length > 5 || phone || password !== null || provider !== null) return null
  const isErasure = words.some((word) => ofErasure.test(word)) && words.some((word) => ofPrivacyLaw.test(word))
  if (words.some((word) => ofOthers.test(word) && !(isErasure && ofPrivacyLaw.test(word)))) return null
  const rest = words.filter((word) => !neutral.test(word) && !isPeopleWord(word))
  // Databases in Portuguese begin the name of a status so, where English ones have a street.
  const isShort = rest.join() === 'st' && words.length > 1 && words.some(isPeopleWord)
  const isStatus =
    isShort || (rest.some(isStatusWord) && rest.every((word) => isStatusWord(word) || ofReview.test(word)))
  // The code of a status is none of a second factor.
  if (otherSecret) return isStatus ? 'status' : null
  const glued = words.join('')
  const alone = words.length === 1 ? (grown.exec(glued)?.[1] ?? '') : ''
  if (alone.length >= 4) {
    const says = standingName(alone)
    if (says !== null) return says
  }
  // Whether failed sign-ins lock the account at all.
  if (/^(?:is|user|account|can)*(?:lockoutenabled|lockoutallowed|belockedout)$/.test(glued)) return null
  if (listsBlocked(name, words) || restrictsPlaces(words)) return null
  const saysOut = (word: string) =>
    keepsOutStem.test(word) && !(ofThingsToo.test(word) && rest.some((one) => one !== word && !isFiller(one)))
  if (disablesThing(words)) return null
  if (words.some(saysOut) || keepsOutAnywhere.test(glued) || gone.test(glued) || namesLeaving(glued)) return 'keeps-out'
  // Other things that are enabled or active are features or plans.
  const isActive = rest.some((word) => letsInStem.test(word))
  if ((isActive && rest.every((word) => letsInStem.test(word) || isStatusWord(word))) || letsInAnywhere.test(glued))
    return 'lets-in'
  if (isStatus || statusAnywhere.test(glued) || status.test(glued)) return 'status'
  return namesApproval(words) || approvedAnywhere.test(glued) ? 'lets-in' : null
})

/** The standing of a name that turns round another: a yes in `not_active` keeps out, and one in `not_banned` lets in. */
export function negatedStanding(words: readonly string[]): StandingName | null {
  const negated = negatedWords(words)
  const says = negated === null ? null : standingName(negated.join('_'))
  return says === 'keeps-out' ? 'lets-in' : says === 'lets-in' ? 'keeps-out' : null
}

/** Whether words say that a user may sign in: `can_login`, `may_sign_in`, `allow_logon`. */
function letsSignIn(words: readonly string[]): boolean {
  const text = words.filter((word) => !isPeopleWord(word)).join('')
  return /^(?:is)?(?:can|may|allow(?:ed|s)?|permit(?:ted|s)?|able)(?:to)?(?:log(?:in|on)|sign(?:in|on)|authenticate)$/.test(
    text,
  )
}

/** A law of privacy, beside which a name that asks for erasure is about all that is kept of a user: `gdpr_erasure_requested`. */
const ofPrivacyLaw = /^(?:gdpr|dsgvo|rgpd|lgpd|avg|rodo|ccpa)$/

const ofErasure = /^(?:eras(?:ure|ed?)|delet\w*|anonymi\w*|g?e?loe?sch\w*|borrad\w*|effac\w*|supprim\w*|verwijder\w*)$/

/** Whether a name is one of a list of what its user blocks: `blacklistedIDs`. */
function listsBlocked(name: string, words: readonly string[]): boolean {
  return words.at(-1) === 'ids' || name.endsWith('IDs')
}

/** Whether a name says where alone its user may work, or what alone one of the staff may see: `location_restrictions`, `restricted_agent`. */
function restrictsPlaces(words: readonly string[]): boolean {
  return (
    words.some((word) => word.startsWith('restrict')) && words.some((word) => ofPlaces.test(word) || ofSight.test(word))
  )
}

const ofSight =
  /^(?:agents?|admins?|operators?|moderators?|editors?|views?|visibility|tickets?|menus?|reports?|dashboards?|documents?)$/

const ofPlaces =
  /^(?:locations?|places?|facilit(?:y|ies)|districts?|areas?|zones?|regions?|countries|branch(?:es)?|geo|warehouses?|stores?|clinics?)$/

/** The review of a new account, which has a status: `audit_status`. */
const ofReview = /^(?:audit|review|vetting|moderation)$/

/** Whether a name says approved, and of nothing else than the account: `AprobacionUsuario`, and not `approval_id` or `accepted_terms`. */
function namesApproval(words: readonly string[]): boolean {
  const isOfUser = (word: string) => isPeopleWord(word) || (neutral.test(word) && !/^(?:id|type|cod\w*|cd)$/.test(word))
  return (
    words.some((word) => approvedStem.test(word)) &&
    (words.every((word) => approvedStem.test(word) || letsInStem.test(word) || isOfUser(word)) ||
      areApprovedByStaff(words) ||
      saysWhenApproved(words))
  )
}

/** Whether a name says when an account was approved: `approved_at`. An invitation or terms may be accepted at a time as well. */
function saysWhenApproved(words: readonly string[]): boolean {
  const [approved = '', ...others] = words.filter((word) => !isPeopleWord(word) && !ofApproval.test(word))
  return approvedStem.test(approved) && !/^a[ck]*[cez]/.test(approved) && others.length === 0
}

const ofApproval = /^(?:is|was|admin|at|on|date|datum|data|fecha|time|timestamp|ts|utc|am|el|le|il|em|op|dne)$/

/** `admin_approved` and `approved_by_admin`, beside which `approved_by` names the one who did. */
function areApprovedByStaff(words: readonly string[]): boolean {
  const text = words.filter((word) => word !== 'is').join(' ')
  return /^(?:admin|moderator|staff|manager)(?:istrator)? approved$|^approved by (?:an? )?(?:admin|moderator|staff|manager)(?:istrator)?$/.test(
    text,
  )
}

/** Whether a name says that something else than an account is switched off: `disable_auto_group_change`, and not `disable_login`. */
function disablesThing(words: readonly string[]): boolean {
  const isOfAccess = (word: string) => /^(?:log|in|sign|login|signin|access|auth|reason|requested)$/.test(word)
  return (
    words[0] === 'disable' &&
    words
      .slice(1)
      .some((word) => !isFiller(word) && !isPeopleWord(word) && !isOfAccess(word) && !keepsOutStem.test(word))
  )
}

/** The words of a name without the article between two of them, `codigo_del_cliente`: alone, before and after others it is short for deleted. */
function withoutArticle(words: readonly string[]): readonly string[] {
  const isArticle = (word: string, at: number) =>
    word === 'del' && at > 0 && at < words.length - 1 && !besideDeleted.test(words[at + 1] ?? '')
  return words.filter((word, at) => !isArticle(word, at))
}

const besideDeleted = /^(?:flag|fl|yn|status|state|time|ts|at|on|date|by|mark|ind|indicator|tag|sign|reason|code|\d+)$/

/** Notices are dismissed and money is withdrawn, besides people: `banner_dismissed`, `neededForWithdraw`. */
const ofThingsToo = /^(?:dismiss|withdraw)/

/** Whether a field is within an object of permissions, or named as one: a yes lets its user do more, and none keeps anyone out. */
export function isPermission(path: string): boolean {
  const { containers, name } = splitPath(path)
  return containers.some((one) => wordsOf(one).some((word) => ofPermissions.test(word))) || isAbility(wordsOf(name))
}

/** Whether words say what a user may do: `delete_self_enabled`, `can_block`, `allow_delete`, `permission_report_manage`. */
function isAbility(words: readonly string[]): boolean {
  if (words.length > 1 && ofPermissions.test(words[0] ?? '')) return words.some((word) => ofActs.test(word))
  return (
    words.some((word) => /^(?:can|may|allow(?:ed|s)?|permit(?:ted|s)?|self|enabled?)$/.test(word)) &&
    words.some((word) => ofActsOnOthers.test(word))
  )
}

const ofActsOnOthers = /^(?:delete|remove|block|ban|suspend|archive|cancel|disable)$/

const ofActs = new RegExp(
  `${ofActsOnOthers.source}|^(?:manage|view|read|write|create|add|edit|update|modify|list|show|see|use|send|invite|import|export|approve|publish|assign|upload|download|access|all)$`,
)

/** Objects that say what their user may do: `permissions.user.delete`. */
const ofPermissions = /^(?:permissions?|perms?|privileges?|capabilit(?:y|ies)|abilities|grants?|acl|scopes?)$/

/** Compounds of a status and its subject, as directories and older databases write it: `accountactive`, `userdisabled`. */
const grown =
  /^(?:is|account|acct|user|usr|member|customer|login|person|client)((?:in)?activ\w{0,5}|enabled|disabled|banned|block\w{2}|locked|suspended|deleted|removed)$/

/** Whether a word says status, alone or grown together with what has it: `kundenstatus`, `statuscode`, but not `orderstatus`. */
export function isStatusWord(word: string): boolean {
  if (status.test(word) || shortStatus.test(word)) return true
  const [, before = '', after = ''] = grownTogether.exec(word) ?? []
  if (before === '' && after === '') return false
  const isOfAccount = before === '' || neutral.test(before) || isPeopleWord(before.replace(/s$/, ''))
  return isOfAccount && (after === '' || neutral.test(after))
}

/** Short forms that older databases join to the word for the user: `custstat`. */
const shortStatus = /^(?:user|usr|acct|account|cust|customer|member|mem|emp|login)(?:stat|sts|stts)$/
const grownTogether = /^(.*?)(?:status|statut|state|zustand)(.*)$/u

/**
 * The standing that a setting of a user, a role or a list of accounts has by its name, and whether for a time alone:
 * one word of standing, and besides it neutral ones and a prefix of four letters.
 */
export function standingOfSetting(name: string): { readonly says: StandingName; readonly until: boolean } | null {
  const words = wordsOf(name)
  const [first = '', ...behind] = words
  const isPrefix = behind.length > 0 && first.length <= 4 && standingName(first) === null && !isNegation(first)
  const prefix = isPrefix ? first : ''
  const telling = negatedWords(words) ?? (isPrefix ? behind : words).filter((word) => !isFiller(word))
  // A word with a number or a kind of its own names a thing.
  if (telling.length !== 1 || /^(?:ids?|type|code)$/.test(words.at(-1) ?? '')) return null
  const says = standingName(name, prefix)
  return says === null ? null : { says, until: saysUntil(name) }
}

/** Whether a table lists accounts that are kept out: `bans`, `gesperrte_benutzer`, `x_banlist`. */
export function isBanList(table: string): boolean {
  const words = wordsOf(withoutSchema(table)).flatMap((word) =>
    // MediaWiki blocks users in this table as well.
    word === 'ipblocks' ? 'blocks' : (grownList.exec(word)?.slice(1) ?? word),
  )
  const rest = words.filter((word) => !isPeopleWord(word) && !ofLists.test(word))
  const last = rest.at(-1) ?? ''
  const isBan = bans.test(last) || (blackList.test(last) && words.length > 1 && words.some((word) => ofList.test(word)))
  if (rest.length > 2 || (rest.length === 2 && !isBan && (rest[0] ?? '').length > 4)) return false
  if (ofThings.test(last) && !words.some(isPeopleWord)) return false
  return rest.length > 0 && standingName([...rest.slice(0, -1), isBan ? 'ban' : last].join(' ')) === 'keeps-out'
}

/** Compounds of a ban and its subject: `userban`, `memberblocks`. */
const grownList =
  /^(users?|members?|accounts?|logins?|customers?|players?|konto|konten|benutzer|nutzer|mitglieder|kunden)((?:ban|block|suspen|sperr)\w*)$/

const bans = /^(?:bans?|banned|ban(?:ned)?list|blacklist\w*|suspensions?|lockouts?)$/

/** Words that apply to things as well. */
const ofThings = /^(?:archiv|trash|closed|purged|erased|restrict|freez|frozen|revoked|quarant|terminat)/

/** `lista_negra`, `schwarze_liste`, `daftar_hitam`. */
const blackList = /^(?:black|noire|ner[ao]|negra|schwarze|zwarte|czarna|cerna|hitam)$/
const ofList = /^(?:list[ae]?|lijst|daftar)$/

const ofLists =
  /^(?:targets?|ids?|uids?|uuids?|e?mails?|addresses|list|liste|lista|history|log|the|t|tbl|lijst|daftar)$/

function isFiller(word: string): boolean {
  return neutral.test(word) || /^(?:at|on|since|date|time|until|till|seit|bis)$/.test(word)
}

/** Whether a value is a code of one letter or a small number, as no place is. */
export function isCode(value: string): boolean {
  return /^(?:-?\d{1,2}(?:\.0)?|\p{L})$/u.test(value.trim())
}

/** Leaving, or a lock, in words that mean other things alone. */
const gone =
  /^(?:is|account|user|login)?lock(?:flag|flg|ind|kz|cd|status|state|yn|reason)?$|^(?:is|has|date)?(?:left(?:company|org|organi[sz]ation|team|us)?|quit|retired|fired|graduated|departed|spam|kicked(?:out|off)?|unapproved|disapproved|notapproved|rejected(?:at|on|date)?|(?:account|user)?onhold|rechazad[oa]|rejeitad[oa]|abgelehnt|odrzucon[ya]|odbijena?|ditolak)$/

const neutral =
  /^(?:is|has|was|er|ar|ist|est|es|jest|je|enroll?|enroll?ment|registration|user|usr|account|approval|membership|acct|akun|konto|konta|member|customer|login|record|rec|row|current|employee|emp|staff|person|profile|sys|system|my|the|code|id|type|flag|of|de|del|da|do|du|uzytkownika|utilisateur|usuario|benutzer|kunde(?!\w*stat)\w*|cust|mbr|kd|kz|kennzeichen|cd|cod|codigo|ind|flg|fl|mark|yn|c|t|u|uctu|uzivatele|cuenta|conta|compte|matricula|cadastro|cadastral|inscri(?:pcion|cao|ption)|adhesion|uyelik|mitgliedschaft|lidmaatschap|medlemskap|keanggotaan|membresia|czlonkostwa|clenstvi)$/

/**
 * Whether a column names the account that took the place of this one: `merged_into`, `duplicate_of`, `replaced_by`, `alias_of`. An account with such a
 * value is no longer in use.
 */
export function namesSuccessor(path: string): boolean {
  return successor.test(wordsOf(splitPath(path).name).join(' '))
}

const successor =
  /^(?:is )?(?:merged? (?:in)?to|(?:duplicate|dup|dupe|alias|copy) of|(?:replaced|superseded) by|fusionne (?:avec|dans)|remplace par|doublon de|zusammengefuhrt mit|ersetzt durch|dublette von|duplikat von|fusionado (?:con|en)|reemplazado por|duplicado de|unito a|sostituito da|substituido por|zastapiony przez)(?: (?:user|account|member|customer|kunde|benutzer|compte|usuario|utente))?(?: (?:id|uid|uuid|no|nr))?$/
