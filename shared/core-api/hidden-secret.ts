import { decoders, disguises } from './decoders.ts'
import { holdsRuns, lettersIn, type SecretLetters } from './secret-letters.ts'

/** An encoding within an encoding within an encoding: base64 twice, in JSON. */
const depth = 3

/** More readings of one text are not tried; a text that has so many is not kept. */
const maxReadings = 300

/**
 * Whether a secret can be had from `text` by decoding it, also several times over. Text in which too much could be
 * hidden counts as holding one. `text` is as short as what is stored: the work grows with its length.
 */
export function hidesSecret(text: string, secrets: SecretLetters): boolean {
  if (secrets.size === 0) return false
  const readings = readingsOf(text)
  return readings === null || readings.some((letters) => holdsRuns(letters, secrets))
}

/** Users that fail for the same reason get the same text: its readings are kept for the next one. */
const known = new Map<string, readonly string[] | null>()
const maxKnown = 64

function readingsOf(text: string): readonly string[] | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const readings = read(text)
  if (known.size >= maxKnown) known.clear()
  known.set(text, readings)
  return readings
}

/** The letters of everything that `text` can be read as; null when that is too much. */
function read(text: string): readonly string[] | null {
  const seen = new Set<string>()
  let readings = disguises(text)
  const letters = readings.map(lettersIn)
  for (let level = 0; level < depth; level += 1) {
    const decoded = new Set(readings.flatMap((reading) => decoders.flatMap((decode) => decode(reading))))
    readings = [...decoded].filter((reading) => !seen.has(reading))
    for (const reading of readings) {
      if (seen.size >= maxReadings) return null
      seen.add(reading)
      letters.push(...disguises(reading).map(lettersIn))
    }
  }
  return letters
}
