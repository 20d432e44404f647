import { refersToAccount } from './account-names.ts'
import { withoutSchema, wordsOf } from './column-words.ts'

/** Words for settings, in the languages of `names-in-languages.ts`. */
const settings =
  'settings?|config(?:s|uration|urations)?|options?|preferences?|prefs|parameters?|params|propert(?:y|ies)|variables?|' +
  'einstellung(?:en)?|konfiguration(?:en)?|parametr(?:es?|os?|i|y)|reglages?|ajustes?|configurac(?:ion|iones|ao|oes)|impostazion[ei]|configurazion[ei]|instelling(?:en)?|ustawienia|ayarlar|nastaveni'
/** Words for a program, as they are joined to the next one. */
const program = 'sys(?:tem)?|site|app|web|shop|server|global|general|admin|portal|core|user|my'
const last = new RegExp(`^(?:${program})?(?:${settings})$|^(?:${program})set$`, 'u')

/** Words behind that of settings: `config_plugins` of Moodle, `core_config_data` of Magento, `config_text` of phpBB. */
const behind = /^(?:plugins?|data|texts?|values?|entries|items)$/
const beforeThose = /^(?:config(?:s|uration|urations)?|settings?)$/

/** Whether a table holds settings by the end of its name: `sys_SystemSet`, `site_config`, `wp_options`, `config_plugins`; not `adoption`. */
export function holdsSettings(table: string): boolean {
  const words = wordsOf(withoutSchema(table))
  const [before = '', word = ''] = [words.at(-2), words.at(-1)]
  return (
    last.test(word) || (word === 'set' && last.test(`${before}set`)) || (behind.test(word) && beforeThose.test(before))
  )
}

/** Whether a table holds settings of a program and not of users, by its name and the names of its columns. */
export function holdsProgramSettings(table: string, columns: readonly string[]): boolean {
  return holdsSettings(table) && !columns.some((name) => refersToAccount(name))
}
