import { problem, type Result } from '../../../shared/result.ts'

/** What a question answers that a newer one of its kind overtook before its turn came. */
export const superseded = problem('superseded', 'Replaced by a newer request.')

/**
 * Answers the newest question alone: of those that came while another was worked on, the older ones are not worked on any
 * more. `later` calls back after what has arrived by now.
 */
export function latestOnly(
  work: (input: unknown) => Promise<Result<unknown>>,
  defer: (then: () => void) => void,
): (input: unknown) => Promise<Result<unknown>> {
  let waiting: { readonly input: unknown; readonly answer: (result: Result<unknown>) => void } | null = null
  return (input) =>
    new Promise((resolve, reject) => {
      waiting?.answer(superseded)
      const mine = { input, answer: resolve }
      waiting = mine
      defer(() => {
        if (waiting !== mine) return
        waiting = null
        work(input).then(resolve, reject)
      })
    })
}
