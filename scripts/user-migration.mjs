#!/usr/bin/env node
// The package's command: the same as `npm run cli --`, from anywhere.
process.argv.splice(2, 0, 'cli')
await import('./run.mjs')
