import type { Io } from './io.ts'

/** A secret that is asked for. `to`: the whole address that it goes to; null: it stays on this computer. */
type Wanted = { readonly what: string; readonly to: string | null; readonly isOptional?: boolean }

/** Asks for a secret at the terminal, never without saying where it goes; null: there is no terminal. */
export function askSecret(io: Pick<Io, 'ask'>, { what, to, isOptional = false }: Wanted): Promise<string> | null {
  const where = to === null ? '(checked on this computer)' : `for ${to}`
  return io.ask === null ? null : io.ask(`${what} ${where}${isOptional ? ' (empty for none)' : ''}: `, true)
}
