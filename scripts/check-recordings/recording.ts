import * as z from 'zod'
import { ok, problem, type Result } from '../../shared/result.ts'

/** One exchange with a real core, as one line of a recordings file holds it. */
const recording = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    /** A text is sent as it is: it stands for a body that is not JSON. */
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  }),
  response: z.object({
    status: z.int(),
    contentType: z.string(),
    json: z.unknown().optional(),
    text: z.string().optional(),
  }),
})

export type Recording = z.output<typeof recording>

/** Reads a recordings file. Error: `recordings-invalid`, with the line. */
export function parseRecordings(text: string): Result<readonly Recording[]> {
  const recordings: Recording[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = recording.safeParse(parseJson(line))
    if (!parsed.success) return problem('recordings-invalid', `Line ${index + 1} is not a recorded exchange.`)
    recordings.push(parsed.data)
  }
  return ok(recordings)
}

/** The body of a recorded reply as it came over the wire. */
export function replyText({ response }: Recording): string {
  return response.text ?? `${JSON.stringify(response.json)}\n`
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
