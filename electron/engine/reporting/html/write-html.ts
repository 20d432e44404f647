import { createHash } from 'node:crypto'
import { tenantCounter } from '../tenant-counts.ts'
import type { Writer } from '../writer.ts'
import { auditPart } from './audit-part.ts'
import { attentionList } from './attention-list.ts'
import { gather, type Gathered } from './gather.ts'
import { markup, utc, type Markup } from './markup.ts'
import { mappingPart } from './mapping-part.ts'
import { outcomePart } from './outcome-part.ts'
import { preparationPart } from './preparation-part.ts'
import { comparisonPart, signOffPart } from './sign-off-part.ts'
import { style } from './style.ts'

/**
 * One file that shows everything by itself: no script, no request, and a policy that forbids both. It prints well, and
 * is what the PDF is printed from.
 */
export const writeHtml: Writer = (database, masked, put) => {
  const list = attentionList()
  const tenants = tenantCounter()
  return {
    take: (row) => {
      list.take(row)
      tenants.take(row)
    },
    end: () => {
      const attention = list.found()
      put(page(gather(database, masked, attention, tenants.counts())).html)
      return attention.reduce((sum, { total }) => sum + total, 0)
    },
  }
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
        <main>${outcomePart(gathered)} ${comparisonPart(gathered)} ${preparationPart(gathered)} ${mappingPart(facts)} ${auditPart(facts, gathered.summary)}
          ${signOffPart(gathered)}</main>
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
