import { readHead } from '../files/named-file.ts'

/** Is this the `hash_config` block of a Firebase project, as a file, also as JSON? Says nothing of what cannot be read. */
export function isHashParameters(path: string): boolean {
  return /^\uFEFF?\s*(?:hash_config\s*\{|\{\s*"hash_config")/.test(readHead(path, 64).toString('utf8'))
}
