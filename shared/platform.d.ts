/*
 * The globals of every world that runs `shared`: Node, the page and the workers. Nothing else of Node or the DOM can be
 * named here, which is how the compiler holds `shared` pure. Only the parts in use are declared; each world brings its
 * own, whole declarations.
 */

declare class URL {
  constructor(address: string)
  static canParse(address: string): boolean
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly pathname: string
}

declare class URLSearchParams {
  constructor(pairs: Readonly<Record<string, string>>)
  toString(): string
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare function btoa(bytes: string): string

/** A file that was dropped on the page or chosen there: only handed on. */
declare class File {
  readonly name: string
}

/** V8 alone has it: where it is missing, setting it changes nothing. A declaration of the language can only be merged with. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type cannot be merged with one of the language
interface ErrorConstructor {
  stackTraceLimit: number
}
