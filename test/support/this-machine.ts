import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The app's folder of one machine for all tests of a file, where what was confirmed is kept. */
export const thisMachine = mkdtempSync(join(tmpdir(), 'machine-'))
