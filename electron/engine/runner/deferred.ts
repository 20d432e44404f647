/** A promise and the function that resolves it. */
export type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void }

export function deferred<T>(): Deferred<T> {
  const holder: { resolve: ((value: T) => void) | null } = { resolve: null }
  const promise = new Promise<T>((resolve) => {
    holder.resolve = resolve
  })
  return { promise, resolve: (value) => holder.resolve?.(value) }
}
