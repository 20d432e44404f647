import { booleanOf, isTime } from '../cell.ts'
import { splitPath, wordsOf } from '../names/column-words.ts'

/* Columns that say what a user may do to things or to other people: `delete_user` beside `create_user`. */

const verbs = {
  /** By themselves, such words may say that the account of the row is off. */
  keepingOut:
    'delete|remove|block|ban|suspend|archive|cancel|disable|deactivate|loeschen|loschen|sperren|blockieren|entfernen|eliminar|borrar|bloquear|suspender|' +
    'supprimer|bloquer|desactiver|excluir|apagar|remover|eliminare|cancellare|bloccare|verwijderen|blokkeren|usuwanie|usun|blokuj',
  others:
    'create|add|edit|update|modify|view|read|see|list|show|manage|invite|import|export|insert|write|change|anlegen|erstellen|bearbeiten|anzeigen|andern|aendern|' +
    'crear|agregar|editar|modificar|ver|gestionar|creer|ajouter|modifier|voir|gerer|criar|adicionar|alterar|visualizar|creare|aggiungere|modificare|vedere|' +
    'aanmaken|toevoegen|bewerken|bekijken|tworzenie|dodaj|edytuj',
}
const keepingOut = new RegExp(`^(?:${verbs.keepingOut})$`)
const anyVerb = new RegExp(`^(?:${verbs.keepingOut}|${verbs.others})$`)

/** Words that tell of an act on the row itself its time, its person or its flag: `delete_date`, `delete_flag`. */
const ofRow =
  /^(?:at|on|by|am|le|el|date|time|ts|timestamp|datum|fecha|data|flags?|flg|fl|mark|ind|yn|status|state|reason|ids?|code|no|type|tag|sign|is|self)$/

/**
 * Whether a column names an act with a yes or a no, and another one of its table a different act on the same: what a user may do keeps no user
 * out. Beside `create_user`, `delete_user` may also name who did it; `disable_account` and `archive_account` alone may both say that it was done.
 */
export function isAbilityAmong(path: string, paths: readonly string[], values: readonly string[]): boolean {
  const own = actIn(path)
  if (own === null || !values.every(isYesOrNo)) return false
  return paths.some((other) => {
    const act = other === path ? null : actIn(other)
    if (act === null || act.verb === own.verb || act.frame !== own.frame) return false
    return !keepingOut.test(own.verb) || !keepingOut.test(act.verb)
  })
}

function isYesOrNo(value: string): boolean {
  return booleanOf(value) !== null && !isTime(value.trim())
}

/** The verb of a name of several words, and the name around it; null: no first or last word is one. */
function actIn(path: string): { readonly verb: string; readonly frame: string } | null {
  const words = wordsOf(splitPath(path).name)
  const at = [0, words.length - 1].find((place) => anyVerb.test(words[place] ?? ''))
  const others = words.filter((_, place) => place !== at)
  if (at === undefined || others.every((word) => ofRow.test(word))) return null
  return { verb: words[at] ?? '', frame: words.map((word, place) => (place === at ? '*' : word)).join(' ') }
}
