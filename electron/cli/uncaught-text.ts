/** What to say of an error that no command caught. Its own text may quote what was entered. */
export function uncaughtText(error: unknown): string {
  const kind = error instanceof Error ? error.name : 'unknown'
  const text = error instanceof Error ? error.message : ''
  return /memory|WebAssembly/i.test(text)
    ? 'The system does not give this process the memory that it needs. Raise its limit (ulimit -v unlimited), or close other programs. All progress is saved.'
    : `Internal error (${kind}). All progress is saved; run resume to continue.`
}
