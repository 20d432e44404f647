import type { TableSample } from '../../../../shared/exports/dump-tables.ts'
import { besideVersions, withLatestAlone, withoutVersions } from '../../../../shared/exports/versions/read-versions.ts'
import { personVersions, type PersonVersions } from '../../../../shared/exports/versions/version-columns.ts'
import type { Sample } from '../../../../shared/mapping/export-format.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { type FileDecisions, type Interpretation, wholeMapping } from './interpretation.ts'
import type { LoginProof } from './prove-logins.ts'

/* Reads tables with several versions of each user: a table is interpreted by the latest ones. */

type Given = { readonly file: FileDecisions; readonly proof: LoginProof }
type Interpreted = Omit<Interpretation, 'offers'>

/** Interprets a table with the latest version of each user alone, where it has several. */
export function withVersions<I extends Interpreted>(sample: Sample, given: Given, interpret: (sample: Sample) => I): I {
  const plain = interpret(sample)
  const mayHave = plain.recognition.role === 'users' && plain.areThings !== true
  const versions = mayHave ? versionsIn(sample, given) : null
  return versions === null ? plain : byVersions(interpret(withLatestAlone(sample, versions)), versions, given.proof)
}

/** The same of the table of users in a dump. */
export function withVersionsIn<I extends Interpreted>(
  samples: readonly TableSample[],
  given: Given,
  interpret: (samples: readonly TableSample[]) => Result<I>,
): Result<I> {
  const plain = interpret(samples)
  const table = plain.ok && plain.value.recognition.role === 'users' ? plain.value.sample.table : undefined
  const users = samples.find((one) => one.table === table)
  const versions = users === undefined ? null : versionsIn(users, given)
  if (users === undefined || versions === null) return plain
  const latest = interpret(samples.map((one) => (one === users ? withLatestAlone(one, versions) : one)))
  return latest.ok && latest.value.sample.table === table ? ok(byVersions(latest.value, versions, given.proof)) : plain
}

/** The versions in a table of users; null: it has one row for each, as reading all of them has shown. */
function versionsIn(sample: Sample, { file, proof }: Given): PersonVersions | null {
  return proof.versions === null ? null : personVersions(sample, wholeMapping(file))
}

/** Reads the latest version of each user. Until all rows have been read, each of them counts. */
function byVersions<I extends Interpreted>(
  interpretation: I,
  versions: PersonVersions,
  { versions: latest }: LoginProof,
): I {
  const { recognition, read, sample } = interpretation
  if (latest == null) return { ...interpretation, versions }
  return {
    ...interpretation,
    versions,
    recognition: { ...recognition, reason: `${recognition.reason}${besideVersions(versions)}` },
    read: withoutVersions(read, { versions, latest, table: sample.table }),
  }
}
