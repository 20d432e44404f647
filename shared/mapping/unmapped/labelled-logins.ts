import { isEmailAddress } from '../../users/normalise-email.ts'
import { isPhone } from '../cell.ts'
import { mentionsEmail } from '../columns/email-columns.ts'
import { isCommonPassword } from '../columns/secrets/common-passwords.ts'
import { isMixed, isSimpleNumber } from '../columns/secrets/password-likeness.ts'
import { isLabelOf, labelsIn, saysPasswordAlone } from '../names/labels.ts'
import { hintsOf } from '../names/name-hints.ts'
import { look, type LoginLikeness } from './login-likeness.ts'

/** The logins that stand behind their labels in a text. Of a password, its value has to look like one as well: `Password: expired`. */
export function labelledLogins(text: string): readonly LoginLikeness[] {
  return labelsIn(text).flatMap(({ name, rest }) => {
    const [word = ''] = /^[^\s;|]+/.exec(rest) ?? []
    const plain = word.replace(/,$/, '')
    if (isEmailAddress(plain)) return isLabelOf(name, mentionsEmail) ? [look('email', plain, true)] : []
    if (isLabelOf(name, saysPasswordAlone)) return isPassword(plain) ? [look('password-hash', plain, false, true)] : []
    const [number = ''] = /^[+\d][\d ()/.-]*/.exec(rest) ?? []
    const isNumber = isPhone(number, 8) && isLabelOf(name, (words) => hintsOf(words).phone)
    return isNumber ? [look('phone', number.trim(), true)] : []
  })
}

function isPassword(word: string): boolean {
  return isMixed(word) || isCommonPassword(word) || isSimpleNumber(word)
}
