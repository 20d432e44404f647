export const root: string
export function buildIfNeeded(options?: { readonly force?: boolean }): Promise<void>
