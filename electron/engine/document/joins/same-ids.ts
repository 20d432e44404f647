import { differencesElsewhere } from '../../../../shared/users/user.ts'
import * as z from 'zod'
import { fileTable } from '../files.ts'
import { filesOfOtherIds } from './ids-of-things.ts'
import { pathIn } from './mapped-files.ts'
import { filesOfOtherRows } from './named-rows.ts'
import { ownerAlone, possibleOwners } from './possible-owners.ts'
import { filesOfProfiles } from './reference-columns.ts'
import { decidedLogins, filesOfSamePeople, hasContact, hasHash } from './referring-files.ts'
import { type Link, openLinks, possibleLinks } from './profiles-of-accounts.ts'
import { differInName, signInNames, type SignInNames } from './sign-in-names.ts'
import { usersWithSameContacts } from './same-contacts.ts'
import { usersWithSameEmails } from './same-emails.ts'
import { unjoinedOfSameProvider } from './same-provider.ts'
import { filesOfSameTenants, haveOneTenant } from './same-tenants.ts'
import { getSetting, setSetting } from '../settings.ts'
import { allRows, bulkTransaction, type Database, oneNumber, run, sql } from '../sqlite.ts'

/* Users of two files who share an ID or a name and were not joined, although a login or a status of one of them may belong to both. */

const mark = '$.sameIdElsewhere'
/** Of `a`: kept out, or so by a value that waits for a decision. */
const isOut = `coalesce(json_extract(t.source, '$.standing'), 'active') <> 'active'
  OR EXISTS (SELECT 1 FROM json_each(t.source, '$.unmapped') AS one WHERE one.value ->> '$.kind' = 'status')
  OR EXISTS (SELECT 1 FROM partial_record AS p WHERE p.user_id = a.id AND json_type(p.part, '$.standing') = 'text')`
const hasLogin = `${hasHash} OR coalesce(json_type(t.source, '$.identities') = 'array', 0)`

const markRow = z.object({ id: z.number(), says: z.enum(differencesElsewhere) })

/**
 * Marks users who share their ID, or the name they sign in with, with a user of another file, so that planning asks: one of the two is kept
 * out, or one has the contact and its partner the login, or another contact, or both have a hash; or both files are of one product. `alike`: the IDs of users
 * whose number alone is in another file. True: marks changed.
 */
export function markSameIds(
  database: Database,
  names: SignInNames = signInNames(database),
  links: readonly Link[] = possibleLinks(database),
  alike: readonly number[] = [],
): boolean {
  const wasMarked = getSetting(database, 'same-ids-marked') === true
  const isAlone =
    oneNumber(sql(database, 'SELECT count(*) AS n FROM (SELECT 1 FROM user GROUP BY file_id LIMIT 2)')) < 2
  const numbers = alike.map((id) => ({ id, says: 'number' }) as const)
  const found = [...(isAlone ? [] : usersWithSameIds(database, names, links)), ...numbers]
  if (found.length === 0 && !wasMarked) return false
  bulkTransaction(database, () => {
    if (wasMarked)
      database.exec(
        `UPDATE user_text SET source = json_remove(source, '${mark}') WHERE json_type(source, '${mark}') = 'text'`,
      )
    for (const { id, says } of found)
      run(database, `UPDATE user_text SET source = json_set(source, '${mark}', ?) WHERE user_id = ?`, says, id)
    setSetting(database, 'same-ids-marked', found.length > 0)
  })
  return true
}

/** Whether a row may be a group of people: its number says nothing about the user who has the same. */
const isGroup = `EXISTS (SELECT 1 FROM user_text AS g WHERE g.user_id = a.id AND g.source ->> '$.mayBeOther' = 'group')`

/** The facts of the users that meet a condition. `contact` and `login`: whether the user has one. */
const factsOf = (
  users: string,
) => `SELECT a.id, a.source_id, a.file_id, a.email, (${isOut}) AS out, (${hasContact('a')}) AS contact, (${hasLogin}) AS login, (${hasHash}) AS hashed,
    coalesce(t.source ->> '$.mayBeOther', '') IN (1, 'person', 'request') AS doubted
  FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id WHERE ${users}`

/** Files whose IDs are of the same users: the names of their columns say so, or both have a user by ID and address. */
const filesOfSameUsers = (
  speaking: string,
) => `SELECT a.file_id AS one, b.file_id AS other, max(a.email = b.email) IS 1 AS by_address
  FROM fact AS a JOIN fact AS b ON b.source_id = a.source_id AND b.file_id <> a.file_id
  WHERE a.email = b.email OR a.file_id IN (${speaking}) OR b.file_id IN (${speaking}) GROUP BY 1, 2`

/** Two users have one ID that is no mere number, or are in files of the same users. */
const areOfOneCount = `(a.source_id GLOB '*[A-Za-z]*' OR EXISTS (SELECT 1 FROM near WHERE near.one = a.file_id AND near.other = b.file_id))`

/** Of two users with one ID that is no mere number, or in files of the same users: each has an address of its own, and one the login. */
const haveOtherAddress = `a.login <> b.login AND a.email <> b.email AND ${areOfOneCount}`

/** Two users share a number, and each has its own address and password: a customer and an employee, both numbered from 1. */
const areTwoAccounts = `(a.hashed AND b.hashed AND a.email <> b.email AND a.source_id NOT GLOB '*[A-Za-z]*'
  AND NOT EXISTS (SELECT 1 FROM near WHERE near.one = a.file_id AND near.other = b.file_id AND near.by_address))`

/** Of two users with one ID, one is kept out. A mere number says nothing of the status of a person who may have no account, as a customer, or of an invitation. */
const differInStatus = `a.out <> b.out AND NOT ${areTwoAccounts} AND (NOT (a.doubted OR b.doubted) OR ${areOfOneCount})`

/** Users who share an ID, but not those with names of which none is the same. */
const withSameIds = (
  others: string,
  speaking: string,
  ofThings: string,
  ofTenants: string,
) => `WITH fact AS MATERIALIZED (${factsOf(`a.source_id IN (SELECT source_id FROM user
    WHERE source_id IS NOT NULL AND ${others} GROUP BY source_id HAVING min(file_id) < max(file_id)) AND ${others} AND NOT ${isGroup}`)}),
  near AS MATERIALIZED (${filesOfSameUsers(speaking)})
  SELECT a.id, CASE WHEN max(${differInStatus}) THEN 'standing' WHEN max(a.contact <> b.contact) THEN 'login' ELSE 'address' END AS says
  FROM fact AS a JOIN fact AS b ON b.source_id = a.source_id AND b.file_id <> a.file_id
  WHERE ((${differInStatus}) OR (a.contact <> b.contact AND a.login <> b.login AND a.contact <> a.login) OR (${haveOtherAddress}))
    AND NOT (${differInName})
    AND ((a.file_id, b.file_id) NOT IN (VALUES ${ofThings}) OR a.source_id GLOB '*[A-Za-z]*' OR a.email = b.email)
    AND ((a.file_id, b.file_id) NOT IN (VALUES ${ofTenants}) OR ${haveOneTenant}) GROUP BY a.id`

/** By name, in sets: a name may come again a thousand times. Of two users with a hash, those without a contact are asked about, as they wait anyhow. */
const withSameNames = `WITH fact AS MATERIALIZED (${factsOf(`a.id IN (SELECT user_id FROM sign_in WHERE name IN (
    SELECT s.name FROM sign_in AS s JOIN user AS u ON u.id = s.user_id GROUP BY s.name HAVING min(u.file_id) < max(u.file_id)))`)}),
  one AS (SELECT s.name AS name, f.id, f.file_id, f.contact FROM fact AS f JOIN sign_in AS s ON s.user_id = f.id
    WHERE f.contact <> f.login AND s.name IN (SELECT name FROM named)),
  side AS (SELECT name, contact, min(file_id) AS low, max(file_id) AS high FROM one GROUP BY name COLLATE NOCASE, contact),
  two AS (SELECT s.name AS name, f.id, f.file_id, f.contact FROM fact AS f JOIN sign_in AS s ON s.user_id = f.id
    WHERE f.hashed AND s.name IN (SELECT name FROM named)),
  list AS (SELECT name, min(file_id) AS low, max(file_id) AS high FROM two GROUP BY name COLLATE NOCASE)
  SELECT DISTINCT one.id, 'name' AS says FROM one JOIN side ON side.name = one.name COLLATE NOCASE AND side.contact <> one.contact
  WHERE side.low <> one.file_id OR side.high <> one.file_id
  UNION ALL SELECT DISTINCT two.id, 'hash' FROM two JOIN list ON list.name = two.name COLLATE NOCASE
  WHERE NOT two.contact AND list.low <> list.high`

/** Pairs of files of which one counts things, and the other one something else. */
function pairsOfOtherIds(database: Database): readonly (readonly [number, number])[] {
  const files = fileTable.list(database)
  return files.flatMap((file) => {
    const key = pathIn(file, 'source-id')
    if (key === undefined) return []
    const others = [...filesOfOtherIds(file, key, files), ...filesOfOtherRows(database, file, key, files)]
    return others.flatMap((other) => [[file.id, other] as const, [other, file.id] as const])
  })
}

function usersWithSameIds(
  database: Database,
  names: SignInNames,
  links: readonly Link[],
): readonly z.infer<typeof markRow>[] {
  names.collect()
  const others = `file_id NOT IN (${filesOfProfiles(database).join(', ')})`
  const speaking = filesOfSamePeople(database).join(', ')
  const files = fileTable.list(database)
  const ofTenants = files.flatMap((file) => filesOfSameTenants(file, files).map((other) => [file.id, other] as const))
  const people = unjoinedOfSameProvider(database).map((id) => ({ id, says: 'person' }) as const)
  const linked = [...openLinks(database, links), ...openReferences(database)].map(
    (id) => ({ id, says: 'reference' }) as const,
  )
  return [
    ...people,
    ...linked,
    ...usersWithSameContacts(database),
    ...usersWithSameEmails(database),
    ...[withSameNames, withSameIds(others, speaking, listOf(pairsOfOtherIds(database)), listOf(ofTenants))].flatMap(
      (found) => allRows(markRow, sql(database, found)),
    ),
  ]
}

/**
 * Rows that refer to users of another file by a column, most of which are found there, and these users: they were not joined, because nothing tells that the
 * column means users of that file.
 */
function openReferences(database: Database): readonly number[] {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  return files.flatMap((file) => {
    const login = decidedLogins(database, file, files).find(({ by }) => by === 'reference')
    if (login === undefined) return []
    const owner = ownerAlone(possibleOwners(database, login))
    const pairs = allRows(
      pairRow,
      sql(
        database,
        `SELECT * FROM (SELECT b.id AS id, ${owner} AS owner FROM user AS b WHERE b.file_id = ?) WHERE owner IS NOT NULL`,
      ),
      file.id,
    )
    const rows = oneNumber(sql(database, 'SELECT count(*) AS n FROM user WHERE file_id = ?'), file.id)
    const owners = new Set(pairs.map((pair) => pair.owner))
    const areMost = pairs.length * 10 >= rows * 8 && owners.size === pairs.length
    return areMost ? pairs.flatMap((pair) => [pair.id, pair.owner]) : []
  })
}

const pairRow = z.object({ id: z.number(), owner: z.number() })

/** Pairs of files as values of a condition. */
function listOf(pairs: readonly (readonly [number, number])[]): string {
  return pairs.length === 0 ? '(0, 0)' : pairs.map((pair) => `(${pair.join(', ')})`).join(', ')
}
