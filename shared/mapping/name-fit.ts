import { lastName, splitPath, wordsOf } from './column-words.ts'
import type { MappingTarget } from './mapping.ts'
import { inOtherLanguages } from './names-in-languages.ts'

/** How well the name of a column suits a target. `weak`: the word is there among others that change its meaning. */
export type NameFit = 'exact' | 'likely' | 'weak' | 'none'

type Names = {
  /** Whole names without separators. */
  readonly exact: readonly string[]
  /** Names that often mean it. */
  readonly likely?: readonly string[]
  /** The word that names it; with words that say nothing more, `likely`, with any other, `weak`. */
  readonly core?: RegExp
}

const names: Record<MappingTarget, Names> = {
  'source-id': {
    exact: ['id', 'userid', 'uid', 'uuid', 'useruuid', 'guid', 'sub', 'localid', '_id', 'pk'],
    likely: [
      ...inOtherLanguages['source-id'],
      'userguid',
      'accountid',
      'customerid',
      'memberid',
      'objectid',
      'oid',
      'legacyid',
      'oldid',
      'externalid',
    ],
  },
  email: {
    exact: [
      'email',
      'mail',
      'emailaddress',
      'emailadresse',
      'mailaddress',
      'mailadresse',
      'useremail',
      'primaryemail',
      'primaryemailaddress',
    ],
    likely: [
      ...inOtherLanguages.email,
      'emails',
      'emailaddresses',
      'loginemail',
      'emailid',
      'adressemail',
      'adresseelectronique',
      'adressedemessagerie',
      'correoelectronico',
      'correioeletronico',
      'correioelectronico',
      'postaelettronica',
      'indirizzoemail',
      'poczta',
      'adresemail',
      'epostaadresi',
      'epostadress',
      'электроннаяпочта',
    ],
    core: /^(?:e?mails?|emailadresse?n?|emailadres|mailadresse|courriel|courrier|correo|correio|eposta?|почта)$/,
  },
  'email-verified': {
    exact: [
      'emailverified',
      'isemailverified',
      'emailconfirmed',
      'isemailconfirmed',
      'emailverifiedat',
      'emailconfirmedat',
    ],
    likely: [
      ...inOtherLanguages['email-verified'],
      'verified',
      'isverified',
      'verifiedat',
      'confirmed',
      'isconfirmed',
      'confirmedat',
      'verifiedemail',
      'emailverifieddate',
    ],
  },
  phone: {
    exact: [
      'phone',
      'phonenumber',
      'mobile',
      'mobilenumber',
      'mobilephone',
      'cellphone',
      'userphone',
      'primaryphonenumber',
    ],
    likely: [
      ...inOtherLanguages.phone,
      'phones',
      'phonenumbers',
      'telephone',
      'tel',
      'cell',
      'msisdn',
      'phoneno',
      'primaryphone',
    ],
    core: /^(?:phone|mobile|telephone|telefon|telefono|telefone|telefoon|telefonnummer|telefoonnummer|handy|handynummer|mobil|mobiel|mobilnummer|mobilfunk|mobilfunknummer|rufnummer|celular|cellulare|movil|telemovel|komorka|gsm|телефон)$/,
  },
  'phone-verified': {
    exact: ['phoneverified', 'isphoneverified', 'phonenumberverified', 'phoneconfirmed', 'phonenumberconfirmed'],
    likely: (
      'phoneverifiedat phoneconfirmedat mobileverified ismobileverified mobileverifiedat mobilenumberverified ' +
      'mobilenumberverifiedat phonenumberverifiedat'
    ).split(' '),
  },
  'password-hash': {
    exact: [
      'passwordhash',
      'hashedpassword',
      'encryptedpassword',
      'passworddigest',
      'cryptedpassword',
      'pwdhash',
      'passhash',
    ],
    likely: [
      ...inOtherLanguages['password-hash'],
      'password',
      'pw',
      'userpass',
      'userpassword',
      'pass',
      'passwd',
      'pwd',
      'hash',
      'pwhash',
    ],
    core: /^(?:password|passwd|pwd|hash|passwort|kennwort|contrasena|senha|wachtwoord|haslo|sifre)$/,
  },
  salt: { exact: ['salt', 'passwordsalt', 'hashsalt', 'saltbase64'], likely: ['pwdsalt', 'usersalt'] },
  'hash-algorithm': {
    exact: [
      'passwordhasher',
      'hashalgorithm',
      'hashmethod',
      'hashingalgorithm',
      'passwordalgorithm',
      'encryptionscheme',
    ],
    likely: ['algorithm', 'hasher', 'hashtype', 'algo', 'passwordhashalgorithm', 'passwordscheme'],
  },
  provider: {
    exact: ['provider', 'identityprovider', 'authprovider', 'oauthprovider', 'socialprovider', 'loginprovider'],
    likely: ['providername', 'providerid', 'idp', 'providertype'],
  },
  'provider-user-id': {
    exact: ['provideruserid', 'provideraccountid', 'socialid', 'oauthid', 'oauthuid', 'provideruid', 'socialuserid'],
    likely: ['providerid', 'providersubject', 'subject', 'rawid', 'providerkey'],
  },
  'provider-email': { exact: ['provideremail', 'socialemail', 'oauthemail'] },
  disabled: {
    exact: [
      'disabled',
      'isdisabled',
      'blocked',
      'isblocked',
      'banned',
      'isbanned',
      'suspended',
      'issuspended',
      'enabled',
    ],
    likely: (
      `${inOtherLanguages.disabled.join(' ')} ${inOtherLanguages.active.join(' ')} ${inOtherLanguages.status.join(' ')} ` +
      'forbidden isforbidden accountlocked isaccountlocked lockedout islockedout frozen isfrozen blacklisted isblacklisted ' +
      'isdeactivated isinactive accountdisabled userdisabled accountdeactivated deactivateaccount accountdeactivatedat ' +
      'accountnonlocked isaccountnonlocked accountnonexpired isaccountnonexpired canlogin loginenabled loginallowed ' +
      'locked islocked lockedat bannedat banneduntil disabledat suspendedat blockedat inactive deactivated ' +
      'deactivatedat active isactive isenabled accountenabled status state userstatus accountstatus'
    ).split(' '),
  },
  // What belongs into the core is never guessed; tenants and the time joined are proposed.
  metadata: { exact: [] },
  role: { exact: [] },
  'totp-secret': { exact: [] },
  'time-joined': {
    exact: (
      `${inOtherLanguages['time-joined'].join(' ')} created createdat createdon createdtime createtime createddate datecreated ` +
      'creationdate joined joinedat datejoined joindate registered registeredat registereddate userregistered ' +
      'registrationdate dateregistered signupdate signedupat signupat'
    ).split(' '),
  },
  tenant: {
    exact: (
      `${inOtherLanguages.tenant.join(' ')} tenant tenantid tenantname tenantkey tenantuuid organizationid orgid ` +
      'organizationuuid workspaceid'
    ).split(' '),
  },
  deleted: {
    exact: ['deleted', 'isdeleted', 'deletedat'],
    likely: (
      `${inOtherLanguages.deleted.join(' ')} removedat softdeleted deletiondate isremoved delflag deleteflag deletedflag isdel ` +
      'deletedtime deletetime deleteat deletedon deleteddate datedeleted softdeletedat'
    ).split(' '),
  },
}

/** Targets whose whole names mean the same wherever they stand; an `id` or `email` may belong to anything. */
const distinctive = new Set<MappingTarget>([
  'password-hash',
  'salt',
  'hash-algorithm',
  'email-verified',
  'phone-verified',
])

/** Words and containers that do not change what a name means. */
const neutral =
  /^(?:users?|account|primary|main|customers?|members?|login|contact|work|address(?:es)?|number|value|profile|person|current|the|attributes|fields|data|traits|credentials?|raw|auth|security|info|details|personal|e|the|required|optional|mandatory|pflichtfeld|obligatoire|obligatorio|nr|no|nummer|numero|num|de|del|da|do|di|d|la|le|el|adresse|adresa|adres|adress|direccion|endereco|indirizzo|benutzer|usuario|utilisateur|gebruiker|utente|kunde|kunden|client|cliente)$/
/** Containers of login methods with third parties. */
const identities =
  /^(?:identit(?:y|ies)|accounts?|provider(?:s|userinfo|data)?|federatedidentities|externalaccounts|socials?|logins|connections)(?:\[0\])?$/
const thirdParty =
  /^(google|facebook|github|apple|twitter|linkedin|discord|gitlab)(?:oauth)?(?:id|uid|sub|userid|accountid|subject)$/

export function fitOfName(target: MappingTarget, path: string): NameFit {
  const { containers, name } = splitPath(path)
  const glued = lastName(path)
  const inIdentities = containers.some((container) => identities.test(container.toLowerCase().replaceAll(/[_-]/g, '')))
  const inSettings = containers.some((container) => /^schemas?(?:\[0\])?$/i.test(container))
  if (inIdentities && !inSettings) return fitInIdentities(target, glued)
  const { exact, likely = [], core } = names[target]
  if (target === 'source-id' && (path === '_id' || path === '_id.$oid')) return 'exact'
  if (target === 'provider-user-id' && thirdParty.test(glued)) return 'likely'
  const plain = containers.every((container) => wordsOf(container).every((word) => neutral.test(word)))
  const inOwnList =
    core !== undefined &&
    containers.length > 0 &&
    wordsOf(containers.at(-1) ?? '').some((word) => core.test(word.replace(/s$/, '')))
  if (exact.includes(glued)) {
    if (containers.length === 0) return 'exact'
    return plain || inOwnList || distinctive.has(target) ? 'likely' : 'weak'
  }
  if (likely.includes(glued)) return plain || inOwnList ? 'likely' : 'weak'
  if (core === undefined) return 'none'
  if (inOwnList && neutral.test(glued)) return 'likely'
  const words = wordsOf(name)
  if (!words.some((word) => core.test(word))) return 'none'
  return plain && words.every((word) => core.test(word) || neutral.test(word)) ? 'likely' : 'weak'
}

/** The provider that a column like `google_id` belongs to; null for any other. */
export function providerInName(path: string): string | null {
  return thirdParty.exec(lastName(path))?.[1] ?? null
}

function fitInIdentities(target: MappingTarget, glued: string): NameFit {
  switch (target) {
    case 'provider':
      return /^(?:provider|identityprovider|providername|loginprovider|providerid)$/.test(glued) ? 'likely' : 'none'
    case 'provider-user-id':
      return /^(?:userid|uid|rawid|provideruserid|provideraccountid|subject|sub|accountid|providerkey|id|providerid)$/.test(
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
