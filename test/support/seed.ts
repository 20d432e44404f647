/** The seed of one search: the given variable, else that of the whole run, which `test-config.ts` prints. */
export function seedOfRun(variable: string): number {
  return Number(process.env[variable] ?? process.env['TEST_SEED'] ?? 1)
}
