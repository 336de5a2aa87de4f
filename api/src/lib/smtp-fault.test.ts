import { createServer, type AddressInfo } from 'node:net'
import { type MailRules, startMailCatcher } from '@openauth/localnet/mail'
import { expect, test } from 'vitest'
import { createMailer } from './mail.ts'
import { smtpAnswer, smtpFaultOf } from './smtp-fault.ts'

const account = { user: 'mailer', password: 'a pass:word/' }
const credentials = `${account.user}:${encodeURIComponent(account.password)}`

/** The outcome of a check and of a mail over a mail server with these rules. */
const tryMail = async (rules: MailRules, userinfo = '', scheme = 'smtp') => {
  const catcher = await startMailCatcher(0, rules)
  const smtpUrl = catcher.url.replace('smtp://', `${scheme}://${userinfo ? `${userinfo}@` : ''}`)
  const mailer = (await createMailer({ smtpUrl, folder: undefined, from: 'A game <login@example.com>' }, 3000))!
  const faultOf = (error: unknown) => smtpFaultOf(error, smtpUrl)
  const checked = await mailer.check().then(() => 'ok', faultOf)
  const mail = { to: 'ada@example.com', subject: 'Test', text: 'Test', html: '<p>Test</p>' }
  const sent = await mailer.send(mail).then((answer) => ({ answer }), faultOf)
  mailer.close()
  await catcher.stop()
  return { checked, sent, mails: catcher.list().length }
}

test('a mail server that takes the mail answers with 250', async () => {
  const { checked, sent, mails } = await tryMail({ account }, credentials)
  expect([checked, sent, mails]).toEqual(['ok', { answer: expect.stringMatching(/^250 /) }, 1])
})

test('wrong credentials are told apart from a refused sender and a refused recipient', async () => {
  const wrong = await tryMail({ account }, 'mailer:wrong')
  const authentication = { code: 'smtp_authentication', answer: expect.stringMatching(/^535 /) }
  expect([wrong.checked, wrong.sent]).toEqual([authentication, authentication])
  const sender = await tryMail({ senders: ['other@example.com'] })
  expect(sender).toEqual({
    checked: 'ok',
    mails: 0,
    sent: { code: 'sender_refused', answer: expect.stringMatching(/^550 .*Sender/) },
  })
  const recipient = await tryMail({ recipients: ['other@example.com'] })
  expect(recipient.sent).toEqual({ code: 'recipient_refused', answer: expect.stringMatching(/^550 .*Mailbox/) })
})

test('a server that speaks no TLS at the port of smtps is a fault of TLS, and nothing is sent', async () => {
  const { checked, sent, mails } = await tryMail({}, '', 'smtps')
  expect([checked, sent, mails]).toMatchObject([{ code: 'smtp_tls' }, { code: 'smtp_tls' }, 0])
})

test('a closed port and a server that says nothing are unreachable', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  const faultAt = async (smtpUrl: string) => {
    const mailer = (await createMailer({ smtpUrl, folder: undefined, from: 'login@example.com' }, 300))!
    const fault = await mailer.check().then(
      () => 'ok',
      (error: unknown) => smtpFaultOf(error, smtpUrl),
    )
    mailer.close()
    return fault
  }
  expect(await faultAt(`smtp://127.0.0.1:${port}`)).toEqual({ code: 'smtp_unreachable', answer: null })
  silent.close()
  expect(await faultAt('smtp://127.0.0.1:1')).toEqual({ code: 'smtp_unreachable', answer: null })
})

test('an answer that repeats the credentials is shown without them', () => {
  const url = `smtp://${credentials}@mail.example`
  const said = `535 no such pair ${account.user}/${account.password} ${Buffer.from(account.password).toString('base64')}`
  const shown = smtpAnswer(`${said}\r\n\u001B[31m`, url)
  expect(shown).toBe('535 no such pair …/… … [31m')
})
