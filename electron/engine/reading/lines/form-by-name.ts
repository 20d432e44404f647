/*
 * The name of a file as evidence. The content decides what a file is; but one or two lines of a name and a word could be anything, and there the
 * name that servers give their files tells.
 */

/** Lines of a name and a secret, or of a name, a secret and roles. */
type NamedForm = 'secrets' | 'realm'

/** The form of the lines of a file by its name, with or without its folder; null: the name says nothing. */
export function formByName(path: string): NamedForm | null {
  const name = path
    .replace(/^.*[\\/]/s, '')
    .replace(/\.(?:gz|zip|bak|old|orig|save|txt|dist|sample|\d{1,3})$/i, '')
    .toLowerCase()
  if (ofSecrets.test(name)) return 'secrets'
  return ofRealm.test(name) ? 'realm' : null
}

const ofSecrets =
  /^[\w-]{0,60}\.?(?:ht|smb|dav_?svn_?|svn_?|nginx_?)(?:passwd|users|digest|password)s?$|^(?:master\.|dovecot[._-]|ftpd?[._-]|proftpd?[._-]|dav_svn\.)?(?:passwd|shadow)(?:[._-]file)?$/
const ofRealm = /^(?:[\w.-]{0,60}[._-])?(?:realm|users?|logins?|passwords?|credentials)\.properties$/
