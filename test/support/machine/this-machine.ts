import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The app's folder of one machine, with its confirmations, for all tests of a file. */
export const thisMachine = mkdtempSync(join(tmpdir(), 'machine-'))
