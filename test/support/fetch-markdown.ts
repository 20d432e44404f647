import type { AnyFetchSource, FetchOption, FetchSecret } from '../../electron/engine/fetching/source.ts'

/** A source as a section of `docs/fetching.md`, from the tables that its `--help` is made of. */
export function fetchMarkdown({ name, title, summary, example, options, secrets }: AnyFetchSource): string {
  return [
    `## ${title}`,
    `${summary}.`,
    `\`\`\`sh\nuser-migration fetch ${name} ${example} --out users.ndjson\n\`\`\``,
    [...secrets.map(secretRow), ...options.map(optionRow)].join('\n'),
  ].join('\n\n')
}

function secretRow({ label, variable, fileOption, required }: FetchSecret): string {
  return `- ${label}: \`${variable}\` or \`--${fileOption}\`${required ? '' : ', optional'}.`
}

function optionRow({ name, hint, fallback, required }: FetchOption): string {
  const note = required ? '; required' : fallback === undefined ? '' : `; otherwise ${fallback}`
  const text = /^[A-Z][a-z]/.test(hint) ? hint.charAt(0).toLowerCase() + hint.slice(1) : hint
  return `- \`--${name}\`: ${text}${note}.`
}
