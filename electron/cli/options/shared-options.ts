import type { OptionSpecs } from './command-spec.ts'

/** Options that more than one command takes. */
export const exportOptions = {
  mapping: {
    type: 'string',
    value: 'FILE',
    help: 'Column mapping saved by the app',
    example: '--mapping mapping.json',
  },
  'file-in-zip': {
    type: 'string',
    multiple: true,
    value: '[FILE=]NAME',
    help: 'Which file of a zip archive to read',
    example: '--file-in-zip users.json',
  },
  table: {
    type: 'string',
    multiple: true,
    value: '[FILE=]NAME',
    help: 'Which table of a dump or database, or which sheet of a workbook, holds the users',
    example: '--table customers',
  },
  'delta-of': {
    type: 'string',
    value: 'DOCUMENT',
    help: 'Send only what changed since this migration',
    example: '--delta-of users.migration',
  },
} as const satisfies OptionSpecs

/** For commands that send users of files of which a part may be missing. */
export const incompleteOption = {
  'allow-incomplete': { type: 'boolean', help: 'Use the complete records of a truncated file' },
  'exclude-tables': {
    type: 'boolean',
    help: 'Continue without the tables of a dump that are not read, even if their values look like logins',
  },
} as const satisfies OptionSpecs

export const jsonOption = {
  json: { type: 'boolean', help: 'Print the result as one JSON object' },
} as const satisfies OptionSpecs
