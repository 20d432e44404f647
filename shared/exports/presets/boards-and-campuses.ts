import type { SourceRecord } from '../../mapping/export-format.ts'
import { type User, userWith } from '../../users/user.ts'
import { field, third } from '../fields.ts'
import type { PresetTable } from './preset.ts'

/* Boards, campuses and a shop whose tables look like any other, and whose hashes or states do not mean what they look like. */

/** Groups of users who wait for a confirmed address or for a moderator, or are banned. */
const keptOutOfVbulletin = { column: 'usergroupid', is: /^[348]$/, means: 'disabled' } as const

/** Tables of products among others. */
export const boardsAndCampuses: readonly PresetTable[] = [
  {
    kind: 'users',
    shape: 'members of SMF',
    product: 'smf',
    reason: 'it has id_member, member_name and is_activated beside passwd, as the members of SMF have',
    has: [
      ['id_member', 'ID_MEMBER'],
      ['member_name', 'memberName'],
      'passwd',
      ['email_address', 'emailAddress'],
      'is_activated',
    ],
    columns: {
      'source-id': ['id_member', 'ID_MEMBER'],
      email: ['email_address', 'emailAddress'],
      'password-hash': ['passwd'],
      'totp-secret': ['tfa_secret'],
      'time-joined': ['date_registered', 'dateRegistered'],
    },
    signInNames: ['member_name', 'memberName'],
    // SMF hashes the name in small letters and the password behind it.
    declared: { look: /^\$2/, as: 'bcrypt over the name' },
    // 0 and 2 wait for a confirmed address, 3 for an approval, 4 for the deletion, 5 for a parent; members with 10 and more are banned.
    standing: [
      {
        column: 'is_activated',
        states: {
          active: ['1'],
          disabled: ['3', '5', '10', '11', '12', '13', '14', '15'],
          deleted: ['4'],
          asked: ['0', '2'],
        },
      },
    ],
  },
  {
    kind: 'users',
    shape: 'users of vBulletin 5',
    product: 'vbulletin',
    reason: 'it has token and scheme beside usergroupid, as the users of vBulletin 5 have',
    has: ['userid', 'username', 'email', 'usergroupid', 'token', 'scheme'],
    columns: {
      'source-id': ['userid'],
      email: ['email'],
      'password-hash': ['token'],
      'time-joined': ['joindate'],
    },
    standing: [keptOutOfVbulletin],
    complete: withScheme,
  },
  {
    kind: 'users',
    shape: 'users of vBulletin 3 and 4',
    product: 'vbulletin',
    reason: 'it has passworddate and salt beside usergroupid, as the users of vBulletin 3 and 4 have',
    has: ['userid', 'username', 'email', 'usergroupid', 'password', 'passworddate', 'salt'],
    lacks: ['token'],
    columns: {
      'source-id': ['userid'],
      email: ['email'],
      'password-hash': ['password'],
      salt: ['salt'],
      'time-joined': ['joindate'],
    },
    standing: [keptOutOfVbulletin],
  },
  {
    kind: 'users',
    shape: 'users of MyBB',
    product: 'mybb',
    reason: 'it has loginkey and usergroup beside uid and the password, as the users of MyBB have',
    has: ['uid', 'username', 'email', 'password', 'salt', 'loginkey', 'usergroup'],
    columns: {
      'source-id': ['uid'],
      email: ['email'],
      'password-hash': ['password'],
      salt: ['salt'],
      'time-joined': ['regdate'],
    },
    // 5 waits for the activation, and 7 is banned.
    standing: [{ column: 'usergroup', is: /^[57]$/, means: 'disabled' }],
  },
  {
    kind: 'users',
    shape: 'users of TYPO3',
    product: 'typo3',
    reason: 'it has uid, pid, disable and endtime beside usergroup and the password, as the users of TYPO3 have',
    has: ['uid', 'pid', 'username', 'password', 'usergroup', 'disable', 'deleted', 'endtime'],
    columns: {
      'source-id': ['uid'],
      email: ['email'],
      'password-hash': ['password'],
      'time-joined': ['crdate'],
    },
    standing: [
      { column: 'disable', is: 'yes', means: 'disabled' },
      { column: 'deleted', is: 'yes', means: 'deleted' },
      { column: 'endtime', is: /^[1-9]\d/, since: 'endtime', means: 'disabled' },
    ],
    skip: [{ column: 'username', is: /^_cli_$/, what: 'service account' }],
  },
  {
    kind: 'users',
    shape: 'users of WoltLab',
    product: 'woltlab',
    reason: 'it has activationCode and accessToken beside userID, as the users of WoltLab have',
    has: ['userID', 'username', 'email', 'password', 'activationCode', ['accessToken', 'emailConfirmed']],
    columns: {
      'source-id': ['userID'],
      email: ['email'],
      'password-hash': ['password'],
      'time-joined': ['registrationDate'],
    },
    unverified: 'emailConfirmed',
    // Of versions without a name before the hash, bcrypt is over another bcrypt.
    declared: { look: /^(?:DoubleBcrypt:)?\$2/, as: 'bcrypt over bcrypt' },
    standing: [
      { column: 'banned', is: 'yes', means: 'disabled' },
      // Users with a code cannot sign in before they confirm their address.
      { column: 'activationCode', is: /[1-9]/, means: 'disabled' },
    ],
    complete: withAuthData,
  },
  {
    kind: 'users',
    shape: 'users of ILIAS',
    product: 'ilias',
    reason: 'it has passwd_enc_type beside usr_id and passwd, as the users of ILIAS have',
    has: ['usr_id', 'login', 'passwd', 'passwd_enc_type'],
    columns: {
      'source-id': ['usr_id'],
      email: ['email'],
      'password-hash': ['passwd'],
      'time-joined': ['create_date'],
    },
    standing: [
      { column: 'active', is: 'no', means: 'disabled' },
      { column: 'time_limit_unlimited', is: 'no', since: 'time_limit_until', means: 'disabled' },
    ],
    skip: [{ column: 'login', is: /^anonymous$/, what: 'account of visitors' }],
    complete: withEncoding,
  },
  {
    kind: 'users',
    shape: 'customers of OpenCart',
    product: 'opencart',
    reason: 'it has customer_group_id and safe beside the password, as the customers of OpenCart have',
    has: ['customer_id', 'customer_group_id', 'email', 'password', 'safe'],
    columns: {
      'source-id': ['customer_id'],
      email: ['email'],
      phone: ['telephone'],
      'password-hash': ['password'],
      salt: ['salt'],
      'time-joined': ['date_added'],
    },
    standing: ['status', 'approved'].map((column) => ({ column, is: 'no', means: 'disabled' })),
  },
]

/** The user with an algorithm that the form of the hash does not show. */
function declaring(user: User, declared: string): User {
  return user.hash === null ? user : userWith(user, { hash: { ...user.hash, declared } })
}

/** vBulletin 5 hashes the MD5 of a password, as browsers send it. */
function withScheme(user: User, record: SourceRecord): User {
  const scheme = field.text(record, 'scheme')?.toLowerCase() ?? ''
  const declared = scheme.startsWith('blowfish') ? 'bcrypt over MD5' : scheme === 'legacy' ? 'md5' : scheme
  const facebook = field.text(record, 'fbuserid')
  const whole = declaring(user, declared)
  return facebook === null ? whole : userWith(whole, { identities: [...user.identities, third('facebook', facebook)] })
}

/** `google:1098`, and bcrypt behind its name. */
function withAuthData(user: User, record: SourceRecord): User {
  const [provider = '', ...id] = (field.text(record, 'authData') ?? '').split(':')
  const identities = id.length === 0 ? user.identities : [...user.identities, third(provider, id.join(':'))]
  const hash = user.hash === null ? null : { ...user.hash, hash: user.hash.hash.replace(/^Bcrypt:(?=\$)/, '') }
  return userWith(user, { hash, identities })
}

/** ILIAS adds a salt of the whole installation to passwords of the encoding `bcrypt` alone: `bcryptphp` adds no salt. */
function withEncoding(user: User, record: SourceRecord): User {
  const isPeppered = field.text(record, 'passwd_enc_type') === 'bcrypt'
  return isPeppered ? declaring(user, 'bcrypt with a pepper') : user
}
