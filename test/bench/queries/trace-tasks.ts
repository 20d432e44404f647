import type { Page } from 'playwright'

type Task = { readonly name: string; readonly pid: number; readonly tid: number; readonly tdur: number }

function isTask(event: unknown): event is Task {
  if (typeof event !== 'object' || event === null) return false
  return 'tdur' in event && 'name' in event && (event.name === 'RunTask' || event.name === 'FunctionCall')
}

/**
 * Traces the tasks of a page until the answer is called: the most milliseconds of the processor that one of its main thread
 * took. On a machine with other programs a task lasts longer than that, because it waits for the processor.
 */
export async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  const tasks: Task[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (isTask(event)) tasks.push(event)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    // The main thread is the one that runs the scripts of the page.
    const calls = new Map<string, number>()
    for (const task of tasks)
      if (task.name === 'FunctionCall') calls.set(threadOf(task), (calls.get(threadOf(task)) ?? 0) + 1)
    const [main] = [...calls].toSorted((a, b) => b[1] - a[1])
    const own = tasks.filter((task) => task.name === 'RunTask' && threadOf(task) === main?.[0])
    return own.reduce((longest, { tdur }) => Math.max(longest, tdur / 1000), 0)
  }
}

function threadOf({ pid, tid }: Task): string {
  return `${pid} ${tid}`
}
