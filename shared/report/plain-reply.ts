const page = 'A web page came instead of an answer.'

/** The text of a reply as people read it: of a web page only that one came. */
export function plainReply(text: string): string {
  return /^\s*</.test(text) ? page : text
}
