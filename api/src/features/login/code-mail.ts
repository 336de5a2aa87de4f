import type { Mail } from '../../lib/mail.ts'
import { escapeHtml } from '../../lib/html.ts'

/** The mail with a login code. The code stands in the subject too, where phones show it without opening the mail. */
export const codeMail = (of: { to: string; appName: string; code: string; minutes: number }): Mail => {
  const { to, appName, code, minutes } = of
  const about = `It works once, within ${minutes} minutes. If you did not ask for it, leave it: nobody gets in without it.`
  return {
    to,
    subject: `${code} is your code for ${appName}`,
    text: `Your code for ${appName} is\n\n    ${code}\n\n${about}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;color:#1a1a1a;max-width:30rem;margin:2rem auto;padding:0 1rem">
<p>Your code for ${escapeHtml(appName)} is</p>
<p style="font:600 2rem/1.2 ui-monospace,monospace;letter-spacing:.2em">${code}</p>
<p style="color:#555">${escapeHtml(about)}</p>
</body></html>`,
  }
}
