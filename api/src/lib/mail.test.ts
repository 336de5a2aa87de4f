import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startMailCatcher } from '@openauth/localnet/mail'
import { createMailer } from './mail.ts'

/** Counts the connections to a mail server. */
const countConnections = async (target: number) => {
  let connections = 0
  const server = createServer((from) => {
    connections += 1
    const to = connect(target, '127.0.0.1')
    from.pipe(to).pipe(from)
    for (const socket of [from, to]) socket.on('error', () => [from, to].forEach((end) => end.destroy()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    stop: () => server.close(),
  }
}

test('mails that follow each other share a connection to the mail server', async () => {
  const catcher = await startMailCatcher()
  const counted = await countConnections(Number(new URL(catcher.url).port))
  const mailer = (await createMailer({ smtpUrl: counted.url, folder: undefined, from: 'login@example.com' }))!
  for (const to of ['ada@example.com', 'ben@example.com', 'cy@example.com'])
    await mailer.send({ to, subject: 'Code', text: '123456', html: '<p>123456</p>' })
  expect(catcher.list().map((mail) => mail.text.trim())).toEqual(['123456', '123456', '123456'])
  expect(counted.connections()).toBe(1)
  mailer.close()
  counted.stop()
  await catcher.stop()
})
