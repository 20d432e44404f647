import type { Pace, PaceWindow } from './pace.ts'

// What reply times tell of the line at a core.

/** Of what more at once could bring, so much has to come; fewer are as good when less is lost of what they could cost. */
const worthwhile = 0.15
/** Fewer are surely not as good below this part of what would do: a few replies tell no closer. */
const surely = 0.95
/** Of the time between two requests that come evenly, so much is kept between any two: replies differ in length. */
const evenly = 0.6

/**
 * Do replies that take so long show that a try for more only made a line, or that one for fewer only loses? What is
 * under way is throughput times reply time, so reply times tell long before enough replies came to count them.
 */
export function isInVain(pace: Pace, typical: number): boolean {
  const { limit, steady, usual, slow } = pace
  if (limit === steady || usual === 0) return false
  const away = awayMs(pace)
  const gain = (limit * (usual + away)) / (steady * (typical + away))
  // What was slow for everybody is judged by a whole window, and so are fewer that may be as good.
  return limit > steady ? gain < enough(limit / steady) : slow === 0 && gain * enough(steady / limit) < surely
}

/**
 * So many milliseconds lie between two requests. Replies of one length that once ended together would do so for ever:
 * the core stands still until the next ones are there, and those above what it can do at once wait for a whole turn. Who
 * would stand in line at the core as well waits here, and no longer than there.
 */
export function apartMs({ limit, steady, usual, inLine }: Pace): number {
  if (limit !== steady) return 0
  const ms = Math.min(inLine, (usual / limit) * evenly)
  // A timer knows nothing shorter.
  return ms < 1 ? 0 : ms
}

/** The throughput that `times` as many at once have to bring, as a multiple of that of the fewer. */
export function enough(times: number): number {
  return 1 + worthwhile * (times - 1)
}

/** How many would be under way if nobody stood in line, those on their way included. */
export function kneeOf(pace: Pace, { typical }: PaceWindow): number {
  const away = awayMs(pace)
  return wholeUsers((pace.limit * (pace.calm + away)) / (typical + away))
}

/** One more for what is left over, unless it is little. */
export function wholeUsers(many: number): number {
  return Math.ceil(many - 0.2)
}

/** Milliseconds from a reply until the next request leaves: what reply times leave of the time between two requests. */
export function awayMs({ steady, best, usual }: Pace): number {
  return best === 0 ? 0 : Math.max(0, (steady * 1000) / best - usual)
}
