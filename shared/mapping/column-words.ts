/** The words of a column's name in lower case: `primaryEmail_address` is primary, email, address. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The last part of a path without separators, for comparing: `user.Email-Address` is `emailaddress`. */
export function lastName(path: string): string {
  return wordsOf(splitPath(path).name).join('')
}

/** A path as the containers around the field, and the field. List positions belong to their container. */
export function splitPath(path: string): { readonly containers: readonly string[]; readonly name: string } {
  const parts = path.split('.')
  const name = parts.pop() ?? ''
  return { containers: parts, name }
}
