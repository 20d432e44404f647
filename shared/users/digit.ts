/** Whether a character code is that of one of the ten digits. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
