import { computedValue } from '../../../../shared/computed-value.ts'
import { describe, expect, it } from 'vitest'
import { readAll } from './support.ts'

const unknown = computedValue()

async function idsOf(script: string): Promise<readonly unknown[]> {
  const records = await readAll(script)
  if (typeof records === 'string') return []
  return records.flatMap((one) => (one.kind === 'record' && one.table === 'users' ? [one.value['id']] : []))
}

const block = (declared: string, body: string) => `DO $$\nDECLARE\n${declared}\nBEGIN\n${body}\nEND $$;\n`
const insert = (id: string, email = 'ann@acme.example') => `  INSERT INTO users (id, email) VALUES (${id}, '${email}');`

describe('a variable of a block', () => {
  it.each([
    ["v_id uuid := 'u-1';", 'v_id'],
    ["v_id CONSTANT uuid := 'u-1'::uuid;", 'v_id'],
    ["v_id text DEFAULT 'u-1';", 'v_id'],
    ["v_id varchar(20) = 'u-1';", 'V_ID'],
    ["v_id users.id%TYPE NOT NULL := 'u-1';", 'v_id::uuid'],
    ["a text := 'u-'; v_id text;", "a || '1'"],
    ["-- the first user\n v_id uuid := 'u-1'; -- it's ann", 'v_id'],
  ])('has the value of its declaration: %s', async (declared, id) => {
    expect(await idsOf(block(declared, insert(id)))).toEqual(['u-1'])
  })

  it('may have a text that looks like a call', async () => {
    expect(await idsOf(block("v_id text := 'u(...)';", insert("v_id || '-1'")))).toEqual(['u(...)-1'])
  })

  it('has the value that was assigned last', async () => {
    const body = `${insert('v_id')}\n  v_id := 'u-2';\n${insert('v_id', 'ben@acme.example')}`
    expect(await idsOf(block("v_id text := 'u-1';", body))).toEqual(['u-1', 'u-2'])
  })

  it.each([
    ['v_id uuid;', ''],
    ['v_id uuid := make_id(7);', ''],
    ["v_id uuid := 'u-1';", 'SELECT id INTO v_id FROM tenants LIMIT 1;'],
    ["v_id uuid := 'u-1';", "INSERT INTO tenants (name) VALUES ('acme') RETURNING id INTO v_id;"],
    ["v_id uuid := 'u-1';", "IF FOUND THEN\n v_id := 'u-2';\n END IF;"],
    ["v_id uuid := 'u-1';", "IF FOUND THEN\n x := 1;\n v_id := 'u-2';\n END IF;"],
    ['', 'FOR v_id IN 1..10 LOOP'],
  ])('is no value where it is not certain: %s %s', async (declared, before) => {
    const records = await idsOf(block(declared, `${before}\n${insert('v_id')}`))
    expect(records.at(-1)).toBe(unknown)
  })

  it('is not known behind its block', async () => {
    const other = block('w int;', insert('v_id', 'ben@acme.example'))
    expect(await idsOf(block("v_id uuid := 'u-1';", insert('v_id')) + other)).toEqual(['u-1', unknown])
  })
})

describe('a variable of a script', () => {
  it.each([
    "DECLARE @id int = 7, @name nvarchar(40) = N'a = b'\n",
    'DECLARE @id int\nSET @id = 7\n',
    'DECLARE @id int;\nSELECT @id = 7;\n',
    "SET @name := 'x, y', @id := 7;\n",
    'SET @id = 7;\n',
    'DECLARE @one int = 7\nDECLARE @id int = @one\n',
  ])('has the value that was assigned: %s', async (before) => {
    expect(await idsOf(before + insert('@id'))).toEqual(['7'])
  })

  it.each([
    'DECLARE @id int\n',
    'SET @id = LAST_INSERT_ID();\n',
    'SET @id = 7;\nSELECT id INTO @id FROM tenants;\n',
    'SET @id = 7;\nSELECT @id = id FROM tenants;\n',
    'SET @id = 7;\nSET @id = (SELECT max(id) FROM tenants);\n',
    'SET @id = 7;\nSET @id = @id + 1;\n',
    'DECLARE @id int = 7\nIF @id = 8 SET @id = 9\n',
  ])('is no value where only the database knows it: %s', async (before) => {
    expect(await idsOf(before + insert('@id'))).toEqual([unknown])
  })
})
