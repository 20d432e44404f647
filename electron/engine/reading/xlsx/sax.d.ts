/** The part of sax 1 that is used; the package brings no types. */
declare module 'sax' {
  export type XmlEvents = {
    readonly onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void
    readonly onclosetag: (name: string) => void
    readonly ontext: (text: string) => void
    readonly oncdata: (text: string) => void
    readonly onerror: (error: Error) => void
  }
  export type Parser = { readonly write: (text: string) => Parser; readonly close: () => Parser }
  export function parser(strict: boolean, options?: { readonly position?: boolean }): Parser
}
