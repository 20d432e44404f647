import type { PassView } from './follow-view.ts'

/** A pass that found something, or passes in a row that found nothing and ended well. */
export type PassLine =
  | { readonly kind: 'pass'; readonly pass: PassView }
  | { readonly kind: 'nothing-new'; readonly first: PassView; readonly last: PassView; readonly passes: number }

/** Passes without a change fold into one line. `passes`: in their order, or the newest first. */
export function foldPasses(passes: readonly PassView[]): readonly PassLine[] {
  const lines: PassLine[] = []
  for (const pass of passes) {
    const isQuiet = pass.state === 'done' && pass.changes.length === 0 && pass.unreadable === 0 && !pass.isCutOver
    const before = lines.at(-1)
    if (!isQuiet) lines.push({ kind: 'pass', pass })
    else if (before?.kind === 'nothing-new')
      lines[lines.length - 1] = { ...before, last: pass, passes: before.passes + 1 }
    else lines.push({ kind: 'nothing-new', first: pass, last: pass, passes: 1 })
  }
  return lines
}
