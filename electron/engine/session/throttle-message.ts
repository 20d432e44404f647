import type { Speed } from '../../../shared/ipc/speed.ts'
import type { RoundStats } from '../runner/round.ts'

/** Why a run is slower than it could be, as a sentence; empty when nothing holds it back. */
export function throttleMessage({ slowed, limit }: Pick<RoundStats, 'slowed' | 'limit'>, { maxRate }: Speed): string {
  const atOnce = limit === 1 ? 'one user is' : `${limit} users are`
  switch (slowed) {
    case 'rate-limit':
      return `Held at ${(maxRate ?? 0).toLocaleString('en')} ${maxRate === 1 ? 'request' : 'requests'} per second, as you set it.`
    case 'backpressure':
      return `The core asked for fewer requests, so ${atOnce} sent at once; a few more are tried from time to time.`
    case 'latency':
      return `The core takes much longer to answer than before, so only ${atOnce} sent at once to spare it.`
    case 'replacing':
      return 'At most three password hashes are imported at once: this core may have some of these users already, and you have not decided whether their passwords may be replaced.'
    default:
      return ''
  }
}
