import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { vectorSchema, wrongWith } from './check-vectors/judge-vector.ts'

/*
 * npm run check:vectors -- FILE
 * Judges every hash of a JSON list of { hash, family, verdict, send }. Prints each mismatch by index and family, never
 * a hash, then how many are right. Exit 1 unless all.
 */

export async function main(args: readonly string[], out: (line: string) => void): Promise<number> {
  const [file] = args
  if (file === undefined) {
    out('Name the file with the vectors: npm run check:vectors -- FILE')
    return 2
  }
  const vectors = parseVectors(await readText(resolve(process.env['INIT_CWD'] ?? '.', file)))
  if (vectors === null) {
    out('That file cannot be read as a JSON list of { hash, family, verdict, send }.')
    return 2
  }
  let right = 0
  for (const [index, vector] of vectors.entries()) {
    const wrong = wrongWith(vector)
    if (wrong === null) right += 1
    else out(`vector ${index} (${vector.family}): ${wrong}`)
  }
  out(`${right} of ${vectors.length}`)
  return right === vectors.length && right > 0 ? 0 : 1
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}

function parseVectors(text: string) {
  try {
    return z.array(vectorSchema).parse(JSON.parse(text))
  } catch {
    return null
  }
}

process.exitCode = await main(process.argv.slice(2), (line) => console.log(line))
