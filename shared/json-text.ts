/** What JSON writes in another way than it is: quotation marks, backslashes, control characters and half surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * A text as JSON has it, in its quotation marks: what `JSON.stringify` answers, in half its time. For values that are
 * written a million times; everything else is written by `JSON.stringify` itself.
 */
export function jsonText(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}
