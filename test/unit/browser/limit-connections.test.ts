import { createServer } from 'node:http'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from '../../../electron/browser/loopback-server.ts'
import { listen } from '../../support/servers/loopback.ts'

test('connections that say nothing keep the page neither out nor off', async () => {
  const server = createServer((request, response) => {
    room.know(request.socket)
    response.end('here')
  })
  const room = limitConnections(server, 20)
  const port = await listen(server)
  const open: Socket[] = []
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
  })
  const flood = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      open.push(socket)
      await once(socket, 'connect')
      socket.write('POST /session HTTP/1.1\r\nhost: x\r\n')
    }
  }
  const page = connect(port, '127.0.0.1')
  open.push(page)
  const fetchPage = async () => {
    page.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return String((await once(page, 'data'))[0])
  }
  expect(await fetchPage()).toContain('here')
  await flood(120)
  expect(await fetchPage()).toContain('here')
  const next = connect(port, '127.0.0.1')
  open.push(next)
  next.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(String((await once(next, 'data'))[0])).toContain('here')
})
