/** A comment with its first line, counted from 1. */
export type Comment = { readonly text: string; readonly line: number }

export const vagueWords: RegExp
export function commentsOf(source: string): readonly Comment[]
