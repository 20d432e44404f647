/**
 * Runs pieces of work one after the other, in the order in which they are given. The caller of a piece gets its value
 * or its error; an error does not hold back the next piece.
 */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
