/** Rounds of a search: few in `npm test`, many in `npm run test:all`, which sets `TEST_LENGTH=long`. */
export function rounds(short: number, long: number): number {
  return process.env['TEST_LENGTH'] === 'long' ? long : short
}
