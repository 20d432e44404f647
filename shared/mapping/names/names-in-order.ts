/**
 * Judges each name once. `at`: how many names come before it in its record. Nearly all records of a file have the same names in the same order,
 * so that a name is nearly always known by its place, without a look-up. `most`: names that are kept, as records may have IDs for names.
 */
export function onceForName<T>(judge: (name: string) => T, most: number): (name: string, at: number) => T {
  const inOrder: { readonly name: string; readonly judged: T }[] = []
  const all = new Map<string, { readonly name: string; readonly judged: T }>()
  return (name, at) => {
    const expected = inOrder[at]
    if (expected?.name === name) return expected.judged
    const before = all.get(name)
    if (before !== undefined) return before.judged
    const made = { name, judged: judge(name) }
    if (inOrder.length === at && at < most) inOrder.push(made)
    if (all.size < most) all.set(name, made)
    return made.judged
  }
}
