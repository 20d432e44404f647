import type { OpenConnection } from './run-types.ts'

/** A way to a core that can be had with more or fewer connections while requests are under way. */
export function resizableClient(
  open: OpenConnection,
  connections: number,
): ReturnType<OpenConnection> & { readonly resize: (connections: number) => void } {
  let most = connections
  let current = open(connections)
  const closing: Promise<void>[] = []
  return {
    send: (operation, args) => current.send(operation, args),
    resize: (next) => {
      if (next === most) return
      // What is under way on the old ones ends there.
      closing.push(current.close())
      most = next
      current = open(next)
    },
    close: async () => {
      await Promise.all([...closing, current.close()])
    },
  }
}
