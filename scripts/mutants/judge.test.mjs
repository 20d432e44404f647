// The file that Vitest is started with: judge.mjs runs the files of tests itself.
import { test } from 'vitest'

test('mutants are judged', () => {})
