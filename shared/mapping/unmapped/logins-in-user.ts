import { judgeHash } from '../../hashes/judge-hash.ts'
import { clearTextMark } from '../../hashes/mask-hash.ts'
import type { User, UserPart } from '../../users/user.ts'
import type { LoginLikeness } from './login-likeness.ts'

/**
 * Whether a user, or a part of one, has a value as the kind of login that it looks like. `isRead`: the field of the value is read. `areOwnIds`:
 * the IDs of the file are its own, and none that third parties know.
 */
export function hasLogin(
  user: User | UserPart,
  { kind, value, certain }: LoginLikeness,
  { isRead, areOwnIds }: { readonly isRead: boolean; readonly areOwnIds: boolean },
): boolean {
  // In hexadecimal, the secret of an authenticator app looks like a hash.
  if (!certain && 'profile' in user && user.profile?.totp?.includes(value) === true) return true
  switch (kind) {
    case 'password-hash': {
      const { hash } = user
      if (hash === null || hash === undefined) return isId(user, value) && !certain
      // A value that the reader named as a password in clear text is no hash that was passed over.
      if (hash.hash === clearTextMark && !certain) return true
      return (
        hash.salt === value ||
        hash.declared === value ||
        holds(hash.hash, value) ||
        holds(value, hash.hash) ||
        (!certain && isId(user, value))
      )
    }
    case 'email': {
      const plain = value.toLowerCase()
      const own = user.email?.toLowerCase() ?? ''
      if (isAmong(plain, own)) return true
      // A clear password may be made of the user's own address: `ann@acme.examplegoogle`.
      if (own.includes('@') && isRead && plain.includes(own) && user.hash?.hash.includes(value) === true) return true
      return hasIdentity(user, ({ email, userId }) => email?.toLowerCase() === plain || userId.toLowerCase() === plain)
    }
    case 'phone':
      return 'phone' in user && user.phone !== null && digitsOf(user.phone) === digitsOf(value)
    case 'provider-user-id':
      // The IDs of a product may be those that third parties know.
      if (!areOwnIds && isId(user, value)) return true
      return hasIdentity(user, ({ userId }) => userId === value || (userId !== '' && value.endsWith(`|${userId}`)))
    default:
      return false
  }
}

/** Credentials are put together of several fields, so a long part of one counts as read. */
function holds(whole: string, part: string): boolean {
  return whole === part || whole.trim() === part || (part.length >= longPart && whole.includes(part))
}

const longPart = 20

function isAmong(email: string, own: string): boolean {
  return own === email || own.trim() === email || (/[\s,;|<]/.test(own) && own.includes(email))
}

function isId(user: User | UserPart, value: string): boolean {
  if ('sourceId' in user && user.sourceId === value) return true
  return hasIdentity(user, ({ userId }) => userId === value)
}

function hasIdentity(
  { identities }: User | UserPart,
  is: (identity: NonNullable<UserPart['identities']>[number]) => boolean,
): boolean {
  return identities?.some(is) === true
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Whether the value that was taken for the hash is one, or a clear password: `[]` and `!` say that there is none. */
export function hasOwnHash({ hash = null }: User | UserPart): boolean {
  return hash !== null && judgeHash({ hash: hash.hash }, null, 'supertokens').kind !== 'no-password'
}
