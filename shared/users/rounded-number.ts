/** Whether a text is a number that a spreadsheet rounded, such as `1.03548E+20`: the digits that it leaves out are gone. */
export function isRoundedNumber(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.trim())
}
