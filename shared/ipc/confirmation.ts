/**
 * Whether what the operator typed confirms that users are removed: their number (with or without separators), or the
 * name of the core. A yes comes too easily.
 */
export function confirmsRemoval(typed: string, users: number, core: string): boolean {
  const words = typed.trim()
  const number = words.replaceAll(/[,.'\s](?=\d{3}(?!\d))/g, '')
  return number === String(users) || words.toLowerCase() === core.toLowerCase()
}
