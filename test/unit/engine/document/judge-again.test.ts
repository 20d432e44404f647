import { expect, test } from 'vitest'
import { planOneAgain } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { hasSameClaims, readStoredUsers } from '../../../../electron/engine/document/plans/stored-users.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { unmappedFields } from '../../../../electron/engine/document/source-facts.ts'
import { noChoices, type Choices } from '../../../../shared/planning/choices.ts'
import { identity, user } from '../../planning/made-users.ts'
import { choose, plan, plansIn, read, withDocument } from './planned-documents.ts'

const named = (name: string): Choices => ({ ...noChoices, providers: { corporate: { kind: 'name', name } } })

test('a duplicate that another decision gives a login of its own goes before a later user with the same login', async () => {
  const login = (provider: string) => user({ email: 'ann@example.com', identities: [identity(provider, '1')] })
  await withDocument(async (document) => {
    setSetting(document.database, 'choices', named('google'))
    read(document, [login('google'), login('corporate'), login('github')])
    await plan(document)
    const states = () => plansIn(document).map(({ state }) => state)
    const before = states()
    await choose(document, named('github'))
    expect([before, states()]).toEqual([
      ['ready', 'blocked', 'ready'],
      ['ready', 'ready', 'blocked'],
    ])
  })
})

test('a field that nothing reads is off the list once its last user was corrected', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com' })])
    await plan(document)
    setSetting(database, 'unmapped-fields', [
      { file: 1, code: 'unmapped-phone', field: 'handset', users: 1, blocked: 1 },
    ])
    planOneAgain(database, 1)
    expect(unmappedFields(database)).toEqual([])
  })
})

test('the claims of a user are compared as the document has them, whatever characters they hold', async () => {
  const keys = ["import:o'brien@example.com", 'import:ann@example.com', "third-party:google:''", 'third-party:google:']
  const claims = keys.map((key, at) => ({ key, isOwner: at % 2 === 0 }))
  await withDocument(async (document) => {
    const { database } = document
    read(document, [user({ email: 'ann@example.com' })])
    database.exec('DELETE FROM identifier')
    const insert = database.prepare('INSERT INTO identifier (user_id, key, is_owner) VALUES (1, ?, ?)')
    for (const { key, isOwner } of claims) insert.run(key, isOwner ? 1 : 0)
    const [stored] = readStoredUsers(database, { from: 'user', id: 'user.id' }, 0, 10)
    const others = claims.map(({ key, isOwner }, at) => ({ key, isOwner: at === 0 ? !isOwner : isOwner }))
    expect(
      [claims, claims.toReversed(), claims.slice(1), others].map(
        (some) => stored !== undefined && hasSameClaims(stored, { claims: some, passwordClaim: 0 }),
      ),
    ).toEqual([true, true, false, false])
  })
})

test('users whose texts hold the character between joined texts are read one by one, each as it is stored', async () => {
  await withDocument(async (document) => {
    const { database } = document
    read(
      document,
      ['ann', 'bob', 'cem'].map((name) => user({ email: `${name}@example.com` })),
    )
    await plan(document)
    const readAll = () => readStoredUsers(database, { from: 'user', id: 'user.id' }, 0, 10)
    const together = readAll()
    database.exec('UPDATE user_text SET source = source || char(31) WHERE user_id = 2')
    const apart = readAll()
    const parts = (users: typeof apart) =>
      users.map(({ id, plan: stored, claims }) => [id, stored.email, claims.length])
    expect([parts(apart), apart[0], apart[2]]).toEqual([parts(together), together[0], together[2]])
    expect(parts(apart).map(([id]) => id)).toEqual([1, 2, 3])
  })
})
