import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { columnRequests } from '../../../electron/ipc/services/columns.ts'
import { must } from '../../support/documents.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the columns of each table are kept by themselves, and forgotten when their file is damaged', async () => {
  const folder = temporaryFolder()
  const kept = async (table: 'review' | 'run') => must(await columnRequests(folder)['columns:get']({ table })).kept
  const first = await kept('review')
  must(await columnRequests(folder)['columns:set']({ table: 'review', kept: 'wide' }))
  must(await columnRequests(folder)['columns:set']({ table: 'run', kept: 'narrow' }))
  const both = [await kept('review'), await kept('run')]
  writeFileSync(join(folder, 'columns.json'), '{"review":7}')
  expect([first, both, await kept('review')]).toEqual([null, ['wide', 'narrow'], null])
})
