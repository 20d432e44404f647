/** The words of a column's name in lower case, without accents: `primaryEmail_Adreßé` is primary, email, adresse. */
export function wordsOf(name: string): readonly string[] {
  return withoutAccents(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** `Contraseña` is Contrasena; letters that are no accented ones are spelled as is usual without them. */
function withoutAccents(name: string): string {
  if (/^[ -~]*$/.test(name)) return name
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[ıİ]/g, 'i')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
}

/** The last part of a path without separators, for comparing: `user.Email-Address` is `emailaddress`. */
export function lastName(path: string): string {
  return wordsOf(splitPath(path).name).join('')
}

/** A path as the containers around the field, and the field. List positions belong to their container. */
export function splitPath(path: string): { readonly containers: readonly string[]; readonly name: string } {
  // A header may end with a dot itself: `Tel.`
  const parts = path.replace(/(?<![.\s])[.\s]+$/, '').split('.')
  const name = parts.pop() ?? ''
  return { containers: parts, name }
}
