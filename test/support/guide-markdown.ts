import { type Guide, type GuideFact, usersWithoutHashes } from '../../shared/guides/guide.ts'

const has: Readonly<Record<GuideFact['has'], string>> = { yes: 'Yes', partly: 'Partly', no: 'No' }

/** A guide as a page of `docs/sources/`. */
export function guideMarkdown({ title, files, steps, facts, time, sources, checked, unconfirmed }: Guide): string {
  const parts = [
    `# How to get the export of ${title}`,
    `You will have ${files}. It takes ${time}.`,
    ...steps.flatMap(({ title: name, text, command }, index) => [
      `## ${index + 1}. ${name.replace(/\.$/, '')}`,
      text,
      ...(command === undefined ? [] : [`\`\`\`sh\n${command}\n\`\`\``]),
    ]),
    '## What the export has',
    facts.map((fact) => `- **${fact.what}**: ${has[fact.has]}, ${fact.note}.`).join('\n'),
    usersWithoutHashes,
    '## Sources',
    `Checked on ${checked}:`,
    sources.map((source) => `- <${source}>`).join('\n'),
    ...(unconfirmed === undefined ? [] : ['## Not confirmed', unconfirmed]),
  ]
  return `${parts.join('\n\n')}\n`
}
