/** Where ids and codes come from; tests pass a predictable one. */
export type Random = {
  /** `length` random bytes in a buffer of their own. */
  readonly bytes: (length: number) => Buffer
  readonly uuid: () => string
}
