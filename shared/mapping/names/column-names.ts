import type { MappingTarget } from '../targets.ts'
import { loginNamesInLanguages } from './names-in-languages.ts'
import { standingNamesInLanguages } from './standing/standing-in-languages.ts'

type Names = {
  /** Whole names without separators. */
  readonly exact: readonly string[]
  /** Names that often mean it. */
  readonly likely?: readonly string[]
  /** The word that names it; with words that say nothing more, `likely`, with any other, `weak`. */
  readonly core?: RegExp
}

/** The names that columns of each target have. */
export const columnNames: Record<MappingTarget, Names> = {
  'source-id': {
    exact: ['id', 'userid', 'uid', 'uuid', 'useruuid', 'guid', 'sub', 'localid', '_id', 'pk'],
    likely: [
      ...loginNamesInLanguages['source-id'],
      'userguid',
      'accountid',
      'idaccount',
      'idcustomer',
      'idmember',
      'iduser',
      'idclient',
      'idcliente',
      'idusuario',
      'idutilisateur',
      'idutente',
      'idperson',
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
      'email1',
      'mail1',
      ...loginNamesInLanguages.email,
      'emails',
      'emailaddresses',
      'loginemail',
      'emailid',
      'smtpaddr',
      'smtpaddress',
      'accountaddress',
      'userprincipalname',
      'benutzerprinzipalname',
      'nomdutilisateurprincipal',
      'nombreprincipaldeusuario',
      'nomeprincipaldousuario',
      'nomeprincipaleutente',
      'userprincipalnaam',
      'upn',
      'mailboxaddress',
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
      'sahkoposti',
      'sahkopostiosoite',
    ],
    core: /^(?:e?mails?|gmail|emailadresse?n?|emailadres|mailadresse|courriel|courrier|correo|correio|eposta?|mejl|pochta|почта)$/,
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
    // Words for a contact that is verified: see `saysVerified`.
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
      ...loginNamesInLanguages.phone,
      'phones',
      'phonenumbers',
      'telephone',
      'tel',
      'cell',
      'msisdn',
      'phoneno',
      'contactno',
      'contactnumber',
      'contactphone',
      'primaryphone',
    ],
    core: /^(?:phone|mobile|telephone|telefon|telefono|telefone|telefoon|telefonnummer|telefoonnummer|handy|handynummer|mobil|mobiel|mobilnummer|mobilfunk|mobilfunknummer|rufnummer|celular|cellulare|movil|telemovel|komorka|gsm|телефон)$/,
  },
  'phone-verified': {
    exact: ['phoneverified', 'isphoneverified', 'phonenumberverified', 'phoneconfirmed', 'phonenumberconfirmed'],
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
      'storedkey',
    ],
    likely: [
      ...loginNamesInLanguages['password-hash'],
      'password',
      'pw',
      'userpass',
      'userpassword',
      'pass',
      'passwd',
      'passw',
      'pswd',
      'pwd',
      'hash',
      'pwhash',
      'derivedkey',
    ],
    core: /^(?:password|passwd|pwd|hash|passwort|kennwort|contrasena|senha|wachtwoord|haslo|sifre)$/,
  },
  salt: {
    exact: ['salt', 'passwordsalt', 'hashsalt', 'saltbase64'],
    likely: ['sitekey', 'pwdsalt', 'pwsalt', 'passsalt', 'passwdsalt', 'usersalt', 'passwortsalz', 'salz'],
  },
  'hash-algorithm': {
    exact: [
      'passwordhasher',
      'hashalgorithm',
      'hashmethod',
      'hashingalgorithm',
      'passwordalgorithm',
      'encryptionscheme',
      'serverkey',
      'scramserverkey',
    ],
    likely: (
      'algorithm hasher hashtype algo passwordhashalgorithm passwordscheme hashalg passwordalgo passwordtype passwordformat ' +
      'hashalgo hashscheme hashfunction hashkind passwordhashalgo passwordhashtype passwordhashmethod passwordhashscheme ' +
      'passwordhashfunction passwordhashkind passwordencryption passwordencryptionmethod passwordencryptiontype ' +
      'encryptionmethod encryptiontype encryptionalgorithm pwdalgo pwdalgorithm pwdhashtype pwhashtype kdf passwordkdf ' +
      'shawrapped passwordshawrapped prehashed isprehashed passwordprehashed peppered ispeppered passwordpeppered'
    ).split(' '),
  },
  provider: {
    exact: ['provider', 'identityprovider', 'authprovider', 'oauthprovider', 'socialprovider', 'loginprovider'],
    likely: ['providername', 'providerid', 'idp', 'providertype', 'providers', 'authproviders', 'loginproviders'],
  },
  'provider-user-id': {
    exact: [
      'provideruserid',
      'provideraccountid',
      'providersubjectid',
      'socialid',
      'oauthid',
      'oauthuid',
      'provideruid',
      'socialuserid',
    ],
    likely: [
      'identityproviderid',
      'authproviderid',
      'loginproviderid',
      'oauthproviderid',
      'providerid',
      'providersubject',
      'subject',
      'rawid',
      'providerkey',
    ],
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
      'banished',
      'isbanished',
      'suspended',
      'issuspended',
      'enabled',
      'useraccountcontrol',
    ],
    likely: (
      `${standingNamesInLanguages.disabled.join(' ')} ${standingNamesInLanguages.active.join(' ')} ${standingNamesInLanguages.status.join(' ')} ` +
      'isban suspend issuspend isblock forbidden isforbidden accountlocked isaccountlocked lockedout islockedout frozen isfrozen blacklisted isblacklisted ' +
      'isdeactivated isinactive accountdisabled userdisabled accountdeactivated deactivateaccount accountdeactivatedat ' +
      'accountnonlocked isaccountnonlocked accountnonexpired isaccountnonexpired canlogin canauthenticate cansignin maylogin loginenabled loginallowed ' +
      'locked islocked nsaccountlock accountlock lockedat bannedat banneduntil disabledat suspendedat blockedat inactive deactivated ' +
      'deactivatedat active isactive isenabled accountenabled status state userstatus accountstatus accountstate userstate ' +
      'zustand archived isarchived archivedat lockoutend lockoutenddate lockoutendutc lockoutenddateutc lockuntil lockeduntil blockeduntil suspendeduntil disableduntil ' +
      'expires expire expired isexpired expirationtime expirytime expiretime accountexpired accountexpires accountexpiresat accountexpireson accountexpiredate accountexpiry ' +
      'accountexpirydate dateaccountexpires dateaccountexpiry accountexpiration accountexpirationdate userexpires userexpiresat userexpirydate loginexpires accessexpires ' +
      'accessexpiresat expiresat expireson expiredate expiry expirydate expiration expirationdate shadowexpire validuntil validto ' +
      'accountvaliduntil uservaliduntil accessvaliduntil krbprincipalexpiration ablaufdatum gueltigbis gultigbis ' +
      'dateexpiry dateexpires dateofexpiry expirydt membershipexpires membershipexpiry membershipexpirydate ' +
      'dateexpiration fechaexpiracion geldigtot contractend contractenddate contractuntil employmentend employmentenddate leavingdate ' +
      'leavedate exitdate austritt austrittsdatum vertragsende terminationdate terminatedat terminatedon offboardedat offboardingdate ' +
      'activated isactivated approved isapproved pending ispending prohibitlogin loginprohibited logindisabled cannotlogin nologin ' +
      'activeuntil activeenddate accountenddate accessenddate loginenddate accountuntil accessuntil loginuntil accountendsat accessendsat ' +
      'disabledon deactivatedon suspendedon bannedon blockedon lockedon archivedon disableddate deactivationdate'
    ).split(' '),
  },
  // Data for the core is never guessed; the time joined is proposed, and tenants are read.
  metadata: { exact: [] },
  role: { exact: [] },
  'totp-secret': { exact: [] },
  // Words for signing up: see `saysJoined`.
  'time-joined': { exact: loginNamesInLanguages['time-joined'] },
  tenant: {
    exact: (
      `${loginNamesInLanguages.tenant.join(' ')} tenant tenantid tenantname tenantkey tenantuuid organizationid orgid ` +
      'organizationuuid workspaceid'
    ).split(' '),
  },
  deleted: {
    exact: ['deleted', 'isdeleted', 'deletedat'],
    likely: (
      `${standingNamesInLanguages.deleted.join(' ')} removedat softdeleted deletiondate isremoved removed isdel ` +
      'deletedtime deletetime deleteat deletedon deleteddate datedeleted softdeletedat removedon removeddate ' +
      'dateremoved deletionmark markedfordeletion loeschkz loeschkennzeichen geloeschtam geloescht loeschdatum'
    ).split(' '),
  },
}
