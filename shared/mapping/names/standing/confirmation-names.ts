import { splitPath, wordsOf } from '../column-words.ts'

/* Names of columns of keys that users confirm their sign-up with, by the words for confirming and for keys in several languages. */

const confirming =
  'act|activ\\w*|aktiv\\w*|aktyw\\w*|attiv\\w*|ativ\\w*|confirm\\w*|conferm\\w*|bestat\\w*|bestaet\\w*|bevestig\\w*|verif\\w*|valida\\w*|reg|regist\\w*|signup|' +
  'inscri\\w*|freischalt\\w*|potwierdz\\w*|potvr\\w*|onay\\w*|dogrula\\w*|megerosit\\w*|vahvist\\w*|bekraft\\w*|bekreft\\w*|optin|doi|подтвер\\w*|актив\\w*'
const keys =
  'keys?|codes?|tokens?|hash(?:es)?|secret|nonce|string|stamp|link|sum|kod|koodi|codigo|codice|cle|clave|jeton|schlussel|schluessel|chiave|klucz|klic|cheie|kljuc|kulcs|avain|nyckel|nokkel|sleutel|anahtar\\w*|код|ключ'
const besides =
  'users?|usr|u|member|account|acct|customer|my|the|e?mail|address|random|rand|unique|uniq|security|secure|value|text|check|de|d|del|da|di|do|la|of|for|md5|sha1'

const confirmation = new RegExp(`^(?:users?|email|mail)?(?:${confirming})(?:${keys})?$`, 'u')
const key = new RegExp(`^(?:${keys})\\d?$`, 'u')
const beside = new RegExp(`^(?:${besides})$`, 'u')

/** The same in languages without blanks between words. */
const inAsia =
  /(?:確認|認証|承認|有効化|验证|驗證|激活|确认|인증|확인)(?:用|キー|コード|トークン|码|碼|密钥|密鑰|令牌|키|코드|토큰)+$/u

/** Whether a column is called a key that users confirm their sign-up with: `reg_key`, `activation_hash`, `confirm_token`; not `reset_token`. */
export function saysConfirmation(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  if (inAsia.test(words.join(''))) return true
  return (
    words.some((word) => confirmation.test(word)) &&
    words.every((word) => confirmation.test(word) || key.test(word) || beside.test(word))
  )
}

/** Whether a column is called a key, and its name does not say of what: `user_key`. */
export function holdsKeys(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return words.some((word) => key.test(word)) && words.every((word) => key.test(word) || beside.test(word))
}
