import { createHash } from 'node:crypto'
import { type Database, sql } from '../../document/sqlite.ts'
import { currentTarget } from '../../document/targets.ts'
import { countRecords, countStates } from '../../queries/counts.ts'
import { tenantCounter } from '../summary.ts'
import type { Writer } from '../writer.ts'
import { auditPart, passesPart } from './audit-part.ts'
import { gather, type Gathered, skippedList } from './gather.ts'
import { markup, type Markup, style, utc } from './markup.ts'
import { comparisonPart, outcomePart, recordsPart, signOffPart } from './outcome-part.ts'
import { mappingPart, preparationPart } from './preparation-part.ts'
import { count, counted } from '../../../../shared/format.ts'
import type { OpenCause } from '../../../../shared/ipc/views.ts'

/**
 * One self-contained file: no script, no request, and a policy that forbids both. It prints well, and the PDF is
 * printed from it.
 */
export const writeHtml: Writer = (database, masked, put) => {
  const skipped = skippedList()
  const tenants = tenantCounter()
  const target = currentTarget(database)?.id ?? null
  return {
    // Users of several tenants are counted line by line; else only the lines of records without a user are read.
    among: hasTenants(database) ? null : new Uint32Array(),
    take: (row) => {
      skipped.take(row)
      tenants.take(row)
    },
    end: () => {
      put(page(gather(database, masked, skipped.found(), tenants.counts())).html)
      const { failed, blocked, excluded, 'in-doubt': inDoubt } = countStates(database, target)
      const { unmatched, unreadable } = countRecords(database)
      return failed + blocked + excluded + inDoubt + unmatched + unreadable
    },
  }
}

/** Does the plan send anybody to a tenant that is not that of the address? */
function hasTenants(database: Database): boolean {
  return sql(database, "SELECT 1 FROM facet WHERE tenants <> '' LIMIT 1").get() !== undefined
}

function page(gathered: Gathered): Markup {
  const { report, audit: facts, masked } = gathered
  const digest = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`
  const title = `${report.sentence} - ${facts.core?.kind === 'live' ? facts.core.name : 'rehearsal'}`
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${{ html: `<style>${style}</style>` }}
      </head>
      <body>
        <main>
          ${outcomePart(gathered)} ${signOffPart(gathered)} ${namesPart(gathered)} ${recordsPart(gathered)}
          ${comparisonPart(gathered)} ${passesPart(gathered)} ${preparationPart(gathered)} ${mappingPart(facts)}
          ${auditPart(facts, gathered.summary)}
        </main>
        <footer>
          <p>
            Written by ${facts.app.name} ${facts.app.version} on ${utc(new Date().toISOString())}.
            ${
              masked
                ? 'Emails and phone numbers are masked.'
                : 'Emails and phone numbers are shown in full: keep this file safe.'
            }
            It contains no password hashes, keys, or codes.
          </p>
        </footer>
      </body>
    </html> `
}

/** Which file lists all users of a state. */
const files: Readonly<Record<OpenCause['state'], string>> = {
  blocked: 'blocked.csv',
  failed: 'failed.csv',
  'in-doubt': 'failed.csv',
  excluded: 'excluded.csv',
}

/** Names the users who are not migrated, grouped by cause, and lists the records without a user; empty if there are none. */
function namesPart({ causes, skipped }: Gathered): Markup | null {
  if (causes.length === 0 && skipped.length === 0) return null
  return markup`<section class="page">
    <h2>Users not migrated, by name</h2>
    ${causes.map(({ state, title, users, names }) => namesOf(`${title}: ${count(users)}`, names, users - names.length, files[state]))}
    ${skipped.map(({ reason, places, more }) => namesOf(`${counted(places.length + more, 'record')} ${reason}`, places, more, 'report.csv'))}
  </section>`
}

function namesOf(title: string, names: readonly string[], more: number, file: string): Markup {
  return markup`<h3>${title}</h3>
    <ul class="names">
      ${names.map((name) => markup`<li>${name}</li>`)}
    </ul>
    ${more > 0 ? markup`<p class="muted">And ${count(more)} more: ${file} lists all of them.</p>` : null}`
}
