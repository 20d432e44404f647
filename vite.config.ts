import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The app: everything that runs in Node, by the name of its file in dist/main. */
const entries = {
  main: 'electron/main.ts',
  'engine-worker': 'electron/engine/engine-worker.ts',
  'query-worker': 'electron/engine/query-worker.ts',
  'rehearsal-worker': 'electron/engine/rehearsal-worker.ts',
  'password-check-worker': 'electron/engine/password-check-worker.ts',
  'import-worker': 'electron/engine/import-worker.ts',
  'fetch-worker': 'electron/engine/fetch-worker.ts',
  cli: 'electron/cli/cli.ts',
  browser: 'electron/browser/browser.ts',
}

/** Checks and benchmarks for developers, in dist/tools: built apart, so that no code of theirs ships with the app. */
const tools = {
  'check-recordings': 'scripts/check-recordings.ts',
  'check-vectors': 'scripts/check-vectors.ts',
  'bench-reading': 'scripts/bench-reading.ts',
  'bench-running': 'scripts/bench-running.ts',
}

/** The entries whose source file exists, as absolute paths. */
function inputs(files: Readonly<Record<string, string>>): Record<string, string> {
  const existing = Object.entries(files).filter(([, file]) => existsSync(join(root, file)))
  return Object.fromEntries(existing.map(([name, file]) => [name, join(root, file)]))
}

/** Modules outside the bundles: the runtime itself and the packages with native code. */
const external = [
  'electron',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
  'node:sqlite',
  '@node-rs/argon2',
  '@photostructure/sqlite',
]

/** Without comments and in ASCII, because V8 reads a file with any other character more slowly. */
const nodeOutput = {
  format: 'es',
  entryFileNames: '[name].js',
  // Beside the entries, so that a path relative to import.meta.url is the same in every file.
  chunkFileNames: 'chunk-[name]-[hash].js',
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const

function nodeEnvironment(folder: string, files: Readonly<Record<string, string>>) {
  return {
    consumer: 'server',
    resolve: { external, noExternal: true },
    build: {
      outDir: join(root, 'dist', folder),
      target: 'node20.18',
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { input: inputs(files), external, output: nodeOutput },
    },
  } as const
}

export default defineConfig({
  root: join(root, 'renderer'),
  // The pages are served from the root of app:// or of a loopback port.
  base: '/',
  plugins: [react()],
  // Node and Chromium of Electron 33, the oldest runtime.
  // The list of bundled packages is what `npm run licenses` and the bill of materials start from.
  build: { emptyOutDir: true, reportCompressedSize: false, sourcemap: false, license: { fileName: 'licenses.json' } },
  server: {
    host: '127.0.0.1',
    // Only here: the refresh preamble is inline and the reload comes by WebSocket.
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws://127.0.0.1:*; base-uri 'none'; form-action 'none'",
    },
  },
  environments: {
    client: {
      build: {
        outDir: join(root, 'dist/renderer'),
        target: 'chrome130',
        // A data: font or an inlined module would need a looser policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    },
    main: nodeEnvironment('main', entries),
    tools: nodeEnvironment('tools', tools),
    preload: {
      consumer: 'server',
      resolve: { external: ['electron'], noExternal: true },
      build: {
        outDir: join(root, 'dist/preload'),
        target: 'node20.18',
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          input: { preload: join(root, 'electron/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, main, tools: checks, preload } = builder.environments
      for (const environment of [client, main, checks, preload]) if (environment) await builder.build(environment)
    },
  },
})
