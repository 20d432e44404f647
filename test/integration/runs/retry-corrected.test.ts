import { describe, expect, test } from 'vitest'
import { codeOf } from '../../support/documents.ts'
import { engineWith } from '../../support/engine.ts'
import { madeUpArgon2, madeUpBcrypt, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { linesOf, numbersOf, runUsers } from '../../support/run-users.ts'
import { requestsOf, startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'

const emailOf = ({ body }: CoreRequest) => body['email']

/** Refuses these emails until told otherwise, each kind with a sentence of its own. */
function refusing(...emails: readonly string[]) {
  const refused = new Map(emails.map((email) => [email, `refused ${email.split('@')[0]?.replace(/\d+/, '')}`]))
  return {
    answerAll: () => refused.clear(),
    script: (request: CoreRequest) => {
      const body = refused.get(String(emailOf(request)))
      return body === undefined ? null : { status: 400, body }
    },
  }
}

describe('retrying', () => {
  test('from the command line sends all failed users again, or the one that is named', async () => {
    const { script, answerAll } = refusing('user2@example.com', 'user4@example.com', 'user5@example.com')
    const core = await startScriptedCore(script)
    const run = await runUsers(usersWithHashes(6), core.url)
    answerAll()
    const one = await run.next(['retry', 'm.migration', '--user', 'u4', '--json'])
    const byPlace = await run.next(['retry', 'm.migration', '--user', 'users.csv:6', '--json'])
    const nobody = await run.next(['retry', 'm.migration', '--user', 'u99', '--json'])
    const rest = await run.next(['retry', 'm.migration', '--json'])
    expect([
      numbersOf(run),
      [one.code, numbersOf(one)],
      [byPlace.code, numbersOf(byPlace)],
      [nobody.code, nobody.err.includes('This migration has no user')],
      [rest.code, numbersOf(rest)],
      requestsOf(core, 'import').slice(6).map(emailOf),
    ]).toEqual([
      { records: 6, users: 6, migrated: 3, failed: 3, calls: 6 },
      [3, { records: 6, users: 6, migrated: 4, failed: 2, calls: 1 }],
      [3, { records: 6, users: 6, migrated: 5, failed: 1, calls: 1 }],
      [2, true],
      [0, { records: 6, users: 6, migrated: 6, calls: 1 }],
      ['user4@example.com', 'user5@example.com', 'user2@example.com'],
    ])
  })

  test('begins at the first call that is not done', async () => {
    let refuse = true
    const core = await startScriptedCore(({ path }) => {
      if (path.endsWith('/consume')) return { body: { status: 'OK', user: { id: 'made-1' } } }
      return path.endsWith('/recipe/user') && refuse ? { status: 409, body: 'taken' } : null
    })
    const both = { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' }
    const run = await runUsers([both], core.url)
    refuse = false
    const retried = await run.next(['retry', 'm.migration', '--json'])
    const made = [requestsOf(core, 'code'), requestsOf(core, 'consume'), requestsOf(core, 'update')].map(
      ({ length }) => length,
    )
    expect([run.code, retried.code, made, linesOf(await run.report(), 'both')]).toEqual([
      3,
      0,
      [1, 1, 2],
      ['passwordless done 200 OK 1', 'update done 200 OK 2'],
    ])
  })

  test('in the app sends one, a selection, all failed, or all with the same error', async () => {
    const { script, answerAll } = refusing(
      ...['user1', 'user2', 'user3', 'other4', 'other5'].map((name) => `${name}@example.com`),
    )
    const core = await startScriptedCore(script)
    const others = [4, 5].map((n) => ({ id: `o${n}`, email: `other${n}@example.com`, password_hash: madeUpBcrypt(n) }))
    const engine = await engineWith([...usersWithHashes(3), ...others, ...usersWithHashes(2, 8)], core.url)
    await engine.run()
    const groups = engine
      .query('run:failures', {})
      .groups.map(({ users, title, replies }) => [users, title, ...replies])
    const key = engine.query('run:failures', {}).groups[1]?.key ?? ''
    answerAll()
    const ids = engine.users().flatMap((row) => (row.sourceId === 'u1' || row.sourceId === 'u9' ? [row.id] : []))
    const sizes: unknown[] = []
    for (const scope of [
      { kind: 'users', ids } as const,
      { kind: 'failure', key } as const,
      { kind: 'failed' } as const,
    ]) {
      const { target, finished, state } = await engine.retry(scope)
      sizes.push([target, finished, state, engine.query('run:failures', {}).groups.length])
    }
    expect([groups, sizes, engine.states(), requestsOf(core, 'import').length]).toEqual([
      [
        [3, 'Refused by the core (HTTP 400): refused user', 'refused user'],
        [2, 'Refused by the core (HTTP 400): refused other', 'refused other'],
      ],
      [
        [1, 1, 'finished', 2],
        [2, 2, 'finished', 1],
        [2, 2, 'finished', 0],
      ],
      {
        u1: 'migrated',
        u2: 'migrated',
        u3: 'migrated',
        o4: 'migrated',
        o5: 'migrated',
        u8: 'migrated',
        u9: 'migrated',
      },
      7 + 5,
    ])
  })
})

describe('correcting', () => {
  test('makes a blocked user ready, with its email, phone, provider or hash', async () => {
    const core = await startCore()
    const engine = await engineWith([
      { id: 'mail', email: 'no email', password_hash: madeUpBcrypt(1) },
      { id: 'phone', phone: '12' },
      { id: 'provider', email: 'p@example.com', provider: 'samlp', provider_user_id: 's-1' },
      { id: 'hash', email: 'h@example.com', password_hash: '$2b$10$cut' },
      ...usersWithHashes(9).map((user) => ({ ...user, deleted: 'true' })),
    ])
    const before = engine.states()
    await engine.correct('mail', { email: ' New@Example.com ' })
    await engine.correct('phone', { phone: '+49 171 1234567' })
    await engine.correct('provider', { provider: 'okta' })
    await engine.correct('hash', { hash: madeUpArgon2(1) })
    await engine.connect(core.baseUrl)
    await engine.run()
    const four = (states: Readonly<Record<string, string>>) => Object.values(states).slice(0, 4)
    expect([four(before), four(engine.states()), usersIn(core)]).toEqual([
      ['blocked', 'blocked', 'blocked', 'blocked'],
      ['migrated', 'migrated', 'migrated', 'migrated'],
      [
        'emailpassword h@example.com',
        'emailpassword new@example.com',
        'passwordless +491711234567',
        'thirdparty okta p@example.com',
      ],
    ])
  })

  test('is undone as long as the user was not sent, once, with what was corrected before', async () => {
    const core = await startCore()
    const engine = await engineWith([
      { id: 'mail', email: 'no email', password_hash: madeUpBcrypt(1) },
      { id: 'hash', email: 'h@example.com', password_hash: '$2b$10$cut' },
    ])
    const undo = (sourceId: string) =>
      engine.ask('users:undo-correction', { id: engine.users().find((row) => row.sourceId === sourceId)?.id ?? 0 })
    const emailNow = () => engine.detail('mail').row.email
    await engine.correct('mail', { email: 'first@example.com' })
    await engine.correct('mail', { email: 'second@example.com' })
    const seen = [emailNow()]
    seen.push((await undo('mail')).ok ? emailNow() : 'refused')
    const again = codeOf(await undo('mail'))
    await engine.correct('hash', { hash: madeUpArgon2(1) })
    const between = engine.states()
    await undo('hash')
    const after = engine.states()
    await engine.correct('hash', { hash: madeUpArgon2(1) })
    await engine.connect(core.baseUrl)
    await engine.run()
    expect([seen, again, between, after, codeOf(await undo('hash')), engine.states()]).toEqual([
      ['second@example.com', 'first@example.com'],
      'nothing-to-undo',
      { mail: 'ready', hash: 'ready' },
      { mail: 'ready', hash: 'blocked' },
      'user-not-correctable',
      { mail: 'migrated', hash: 'migrated' },
    ])
  })

  test('makes a failed user ready again, and only what failed is sent', async () => {
    const { script } = refusing('user2@example.com')
    const core = await startScriptedCore(script)
    const engine = await engineWith(usersWithHashes(3), core.url)
    await engine.run()
    const before = engine.states()
    const corrected = await engine.correct('u2', { email: 'second@example.com' })
    const between = engine.states()
    const id = engine.users().find((row) => row.sourceId === 'u2')?.id ?? 0
    await engine.retry({ kind: 'users', ids: [id] })
    expect([before, corrected.ok, between, engine.states(), requestsOf(core, 'import').map(emailOf)]).toEqual([
      { u1: 'migrated', u2: 'failed', u3: 'migrated' },
      true,
      { u1: 'migrated', u2: 'ready', u3: 'migrated' },
      { u1: 'migrated', u2: 'migrated', u3: 'migrated' },
      ['user1@example.com', 'user2@example.com', 'user3@example.com', 'second@example.com'],
    ])
  })

  test('checks duplicates again, both ways', async () => {
    const engine = await engineWith([...usersWithHashes(2), { ...usersWithHashes(1)[0], id: 'twin' }])
    const before = engine.states()
    await engine.correct('u1', { email: 'another@example.com' })
    const freed = engine.states()
    await engine.correct('u2', { email: 'ANOTHER@example.com' })
    const taken = engine.states()
    await engine.correct('u2', { email: 'third@example.com' })
    expect([before, freed, taken, engine.states()]).toEqual([
      { u1: 'ready', u2: 'ready', twin: 'blocked' },
      { u1: 'ready', u2: 'ready', twin: 'ready' },
      { u1: 'ready', u2: 'blocked', twin: 'ready' },
      { u1: 'ready', u2: 'ready', twin: 'ready' },
    ])
  })

  test('does not edit users who are in the core, nor the part of a user that is', async () => {
    const core = await startScriptedCore(({ path }) =>
      path.endsWith('/signinup') ? { status: 400, body: 'no such provider' } : null,
    )
    const engine = await engineWith(
      [
        ...usersWithHashes(1),
        {
          id: 'two',
          email: 'two@example.com',
          password_hash: madeUpBcrypt(5),
          provider: 'google',
          provider_user_id: 'g-5',
        },
        { id: 'twin', email: 'other@example.com', password_hash: madeUpBcrypt(6) },
      ],
      core.url,
    )
    await engine.run({ kind: 'first', users: 2 })
    const refused = [
      codeOf(await engine.correct('u1', { email: 'new@example.com' })),
      codeOf(await engine.correct('two', { email: 'new@example.com' })),
      codeOf(await engine.correct('two', { hash: madeUpBcrypt(7) })),
      codeOf(await engine.correct('two', { provider: 'Not A Name' })),
    ]
    const unchanged = engine.detail('two').correction
    await engine.correct('two', { provider: 'okta' })
    await engine.run({ kind: 'first', users: 1 })
    const sent = requestsOf(core, 'thirdParty').map(({ body }) => body['thirdPartyId'])
    expect([refused, unchanged, sent, requestsOf(core, 'import').length, engine.states()]).toEqual([
      ['user-not-correctable', 'already-in-core', 'already-in-core', 'provider-invalid'],
      null,
      ['google', 'okta'],
      2,
      { u1: 'migrated', two: 'failed', twin: 'ready' },
    ])
  })

  test('that is refused leaves everybody else as they were', async () => {
    const core = await startScriptedCore(({ path }) =>
      path.endsWith('/signinup') ? { status: 400, body: 'no such provider' } : null,
    )
    const two = {
      id: 'two',
      email: 'two@example.com',
      password_hash: madeUpBcrypt(5),
      provider: 'google',
      provider_user_id: 'g',
    }
    const engine = await engineWith(
      [two, { id: 'twin', email: 'two@example.com', password_hash: madeUpBcrypt(6) }],
      core.url,
    )
    await engine.run()
    const before = engine.states()
    await engine.correct('two', { email: 'free@example.com' })
    expect([before, engine.states()]).toEqual([
      { two: 'failed', twin: 'blocked' },
      { two: 'failed', twin: 'blocked' },
    ])
  })

  test('that takes away what failed leaves the user migrated', async () => {
    const core = await startScriptedCore(({ path }) => (path.endsWith('/import') ? { status: 400, body: 'no' } : null))
    const two = {
      id: 'two',
      email: 'two@example.com',
      password_hash: madeUpBcrypt(5),
      provider: 'google',
      provider_user_id: 'g',
    }
    const engine = await engineWith([two], core.url)
    await engine.run()
    await engine.correct('two', { hash: null })
    const { counts } = await engine.run()
    expect([engine.states(), counts.migrated, core.requests.filter(({ method }) => method === 'POST').length]).toEqual([
      { two: 'migrated' },
      1,
      2,
    ])
  })

  test('is judged before it is saved: what cannot be sent is refused by its field, and nothing changes', async () => {
    const engine = await engineWith([
      { ...usersWithHashes(1)[0], id: 'hash' },
      { id: 'social', email: 's@example.com', provider: 'google', provider_user_id: 'g-1' },
      { id: 'code', email: 'c@example.com', email_verified: 'true' },
      { id: 'broken', email: 'no email', password_hash: madeUpBcrypt(3) },
      ...usersWithHashes(9, 11),
    ])
    const before = [engine.states(), engine.users()]
    const cut = madeUpBcrypt(2).slice(0, -1)
    const tried = [
      await engine.correct('hash', { email: 'no at sign' }),
      await engine.correct('hash', { email: `${'x'.repeat(260)}@example.com` }),
      await engine.correct('hash', { phone: '12' }),
      await engine.correct('hash', { hash: cut }),
      await engine.correct('hash', { hash: '5f4dcc3b5aa765d61d8327deb882cf99' }),
      await engine.correct('hash', { hash: '!' }),
      await engine.correct('hash', { email: null }),
      await engine.correct('hash', { email: 'fine@example.com', hash: cut }),
      await engine.correct('social', { provider: 'Not A Name' }),
      await engine.correct('social', { provider: null }),
      await engine.correct('code', { email: null }),
      await engine.correct('broken', { email: 'still none' }),
      await engine.correct('broken', { email: 'again@wrong@' }),
      await engine.correct('broken', { email: 'again@wrong@example.com' }),
    ]
    const messages = tried.map((one) => (one.ok ? '' : one.error.message))
    expect(tried.map(codeOf)).toEqual([
      'email-invalid',
      'email-invalid',
      'phone-invalid',
      'hash-invalid',
      'hash-invalid',
      'hash-invalid',
      'email-invalid',
      'hash-invalid',
      'provider-invalid',
      'provider-invalid',
      'email-invalid',
      'email-invalid',
      'email-invalid',
      'email-invalid',
    ])
    expect([messages[0], messages[3], messages[12], messages[13]]).toEqual([
      'Email: The email contains white space or a control character. Nothing was changed.',
      'New hash: bcrypt that was cut off: 59 of 60 characters are left. Nothing was changed.',
      'Email: The domain of the email has no name. Nothing was changed.',
      'Email: The email has more than one @. Nothing was changed.',
    ])
    expect([engine.states(), engine.users()]).toEqual(before)
    expect(['hash', 'social', 'code', 'broken'].map((id) => engine.detail(id).correction)).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(messages.join(' ')).not.toContain(cut.slice(7))
  })

  test('is not possible while a plan is being made', async () => {
    const engine = await engineWith(usersWithHashes(3))
    const choosing = engine.ask('decisions:update', { choices: { country: 'DE' } })
    const corrected = engine.correct('u1', { email: 'x@example.com' })
    await choosing
    expect(codeOf(await corrected)).toBe('busy')
    await engine.settled()
  })
})

test('corrections are kept when the migration is closed and opened again, and shown in the report', async () => {
  const engine = await engineWith([{ id: 'mail', email: 'no email', password_hash: madeUpBcrypt(1) }])
  await engine.correct('mail', { email: 'right@example.com' })
  await engine.reopen()
  expect([engine.detail('mail').correction, engine.states()]).toEqual([
    { email: 'right@example.com', phone: null, provider: null, hash: false },
    { mail: 'ready' },
  ])
})
