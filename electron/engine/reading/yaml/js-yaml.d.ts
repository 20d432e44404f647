/** The part of js-yaml 4 that is used; the package brings no types. */
declare module 'js-yaml' {
  export type Type = { readonly tag: string }
  export const Type: new (
    tag: string,
    options: {
      readonly kind: 'scalar' | 'sequence' | 'mapping'
      readonly multi?: boolean
      readonly construct?: (data: unknown, tag: string) => unknown
    },
  ) => Type
  export type Schema = {
    readonly extend: (types: { readonly implicit?: readonly Type[]; readonly explicit?: readonly Type[] }) => Schema
  }
  export const FAILSAFE_SCHEMA: Schema
  export const types: Readonly<Record<'binary' | 'bool' | 'merge' | 'null', Type>>
  export class YAMLException extends Error {
    readonly reason: string
    readonly mark?: { readonly position: number; readonly line: number }
  }
  export function loadAll(
    text: string,
    iterator: null,
    options: {
      readonly schema: Schema
      readonly maxDepth: number
      readonly maxTotalMergeKeys: number
      readonly listener: (
        event: 'open' | 'close',
        state: { readonly position: number; readonly result: unknown },
      ) => void
    },
  ): unknown[]
}
