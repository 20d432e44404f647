import { wordsOf } from '../mapping/names/column-words.ts'

/** Longer lists are none of the roles of one user. */
const maxLength = 10_000

/** Whether a setting has the roles of its user, by its name: `wp_capabilities`, and `wp_2_capabilities` of the second site of a network. */
function holdsRoles(name: string): boolean {
  return wordsOf(name).at(-1) === 'capabilities'
}

/**
 * The roles in a setting of WordPress, which PHP serialized: `a:1:{s:6:"editor";b:1;}`. Old versions wrote the yes as a number or a text. A
 * no takes a role away. Source: `WP_User::get_role_caps`, https://developer.wordpress.org/reference/classes/wp_user/get_role_caps/.
 */
export function serializedRoles(name: string, text: string): readonly string[] {
  if (text.length > maxLength || !holdsRoles(name)) return []
  return [...text.matchAll(/s:\d+:"([^"]{1,100})";(?:b:1|i:1|s:1:"1");/g)].map(([, role = '']) => role)
}
