import { expect, test } from 'vitest'
import { createMailer, type MailError } from './mail.ts'
import { startSlowMailServer } from './slow-mail-server.testing.ts'

test('a mail whose sender was told that it was not sent is not sent later', async () => {
  const slow = await startSlowMailServer()
  const mailer = (await createMailer({ smtpUrl: slow.url, folder: undefined, from: 'login@example.com' }, 500))!
  const send = (to: string) => mailer.send({ to, subject: 'Code', text: '123456', html: '<p>123456</p>' })
  const failures = await Promise.all(
    ['a', 'b', 'c', 'd', 'waiting'].map((name) => send(`${name}@example.com`).catch((error: MailError) => error)),
  )
  expect(failures).toMatchObject([true, true, true, true, false].map((mayBeSent) => ({ name: 'MailError', mayBeSent })))
  slow.release()
  const isSent = () =>
    send('next@example.com').then(
      () => true,
      () => false,
    )
  while (!(await isSent()));
  expect(slow.recipients).not.toContain('waiting@example.com')
  mailer.close()
  slow.stop()
})
