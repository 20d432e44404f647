/** The surroundings of a command, which tests replace. */
export type Io = {
  /** Standard output: results only. */
  readonly out: (text: string) => void
  /** Standard error: progress and sentences. */
  readonly err: (text: string) => void
  readonly env: NodeJS.ProcessEnv
  /** Relative paths follow this folder. */
  readonly cwd: string
  /** Aborted by Ctrl-C: what is in flight is finished first. */
  readonly signal: AbortSignal
  /** Asks at the terminal; null when there is none. `hidden`: what is typed is not shown. */
  readonly ask: ((question: string, hidden: boolean) => Promise<string>) | null
  /** The first line of standard input, for what may not be an argument; null when there is none. Left out: nothing is there. */
  readonly firstLine?: () => Promise<string | null>
  /** Whether standard output is a terminal that shows colors. Left out: no. */
  readonly colors?: boolean
}

/** All users of the export are migrated, excluded or were in the core before. */
export const exitDone = 0
export const exitBadInput = 2
export const exitWithFailures = 3
export const exitStopped = 4

/** A line of output. Line breaks in names of files, tables, columns and values become `\n`, so that no name begins a line of its own. */
export function lineOf(text: string): string {
  return `${text.trimEnd().replaceAll(/\r?\n\s*/g, String.raw`\n`)}\n`
}

/** Whether the operator says yes at the terminal; without one, no. */
export async function isConfirmed(io: Pick<Io, 'ask'>, question: string): Promise<boolean> {
  return io.ask !== null && /^y(es)?$/i.test((await io.ask(`${question} (yes/no) `, false)).trim())
}

/** A secret that is asked for. `to`: the whole address that it goes to; null: it stays on this computer. */
type Wanted = { readonly what: string; readonly to: string | null; readonly isOptional?: boolean }

/** Asks for a secret at the terminal, never without saying where it goes; null: there is no terminal. */
export function askSecret(io: Pick<Io, 'ask'>, { what, to, isOptional = false }: Wanted): Promise<string> | null {
  const where = to === null ? '(checked on this computer)' : `for ${to}`
  return io.ask === null ? null : io.ask(`${what} ${where}${isOptional ? ' (empty for none)' : ''}: `, true)
}
