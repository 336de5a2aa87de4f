import type { Purpose } from '@openauth/client'
import type { Mail } from '../../lib/mail.ts'
import { escapeHtml, mailPage, softParagraph } from '../../lib/html.ts'

/** The description of each purpose in the mail. */
const wording: Record<Purpose, (appName: string) => string> = {
  login: (appName) => `to log in to ${appName}`,
  bind: (appName) => `to add this address to your account at ${appName}`,
  reauthenticate: (appName) => `to confirm a change of your account at ${appName}`,
}

/** The mail with a code and its purpose. The subject contains the code too, because phones display it in notifications. */
export const codeMail = (of: {
  to: string
  appName: string
  purpose: Purpose
  code: string
  minutes: number
}): Mail => {
  const { to, appName, purpose, code, minutes } = of
  const what = wording[purpose](appName)
  const about = `It works once, within ${minutes} minutes, and for nothing else. If you did not ask for it, leave it and tell nobody: nobody gets in without it.`
  return {
    to,
    subject: `${code} is your code ${what}`,
    text: `Your code ${what} is\n\n    ${code}\n\n${about}\n`,
    html: mailPage([
      `<p>Your code ${escapeHtml(what)} is</p>`,
      `<p style="font:600 2rem/1.2 ui-monospace,monospace;letter-spacing:.2em">${code}</p>`,
      softParagraph(about),
    ]),
  }
}
