import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server that takes mails but confirms none of them before `release` (RFC 5321). */
export const startSlowMailServer = async () => {
  const recipients: string[] = []
  const sockets = new Set<Socket>()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)))
    const say = (text: string) => socket.writable && socket.write(`${text}\r\n`)
    let inMail = false
    createInterface({ input: socket }).on('line', (line) => {
      if (inMail && line !== '.') return
      if (inMail) void released.then(() => say('250 OK'))
      else if (/^DATA/i.test(line)) say('354 Go on')
      else say('250 OK')
      inMail = !inMail && /^DATA/i.test(line)
      const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1]
      if (recipient) recipients.push(recipient)
    })
    say('220 Slow')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recipients,
    release: () => release(),
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
