import { createHash } from 'node:crypto'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml } from '../../lib/html.ts'
import { type PageWords, pickLanguage, wordsOf } from './page-words.ts'

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box }
main { max-width: 24rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p, form { margin: 0 0 1rem }
.app { opacity: .7; margin: 0 0 1.5rem }
.code { font: 1.5rem ui-monospace, monospace; letter-spacing: .1em }
label { display: block; margin: 0 0 .25rem }
input[type=text] { font: 1.25rem ui-monospace, monospace; letter-spacing: .1em; text-transform: uppercase; width: 100%; box-sizing: border-box; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .5rem }
button { font: inherit; padding: .5rem 1rem; border-radius: .5rem; border: 1px solid GrayText; background: transparent; color: inherit; cursor: pointer; margin: .75rem .5rem 0 0 }
button.main { background: CanvasText; color: Canvas; border-color: CanvasText }
:focus-visible { outline: 2px solid Highlight; outline-offset: 2px }
`

const digest = createHash('sha256').update(style).digest('base64')

/**
 * The policy of the provider's answers, which nobody may frame. The library adds the hash of its one script, which posts a form, to the
 * scripts, of which there are none else. No `form-action`: browsers apply it to redirects after a form too, which lead to addresses of clients.
 */
export const providerPolicy = `default-src 'none'; style-src 'sha256-${digest}'; script-src; base-uri 'none'; frame-ancestors 'none'`

interface PageParts {
  title: string
  /** HTML. */
  body: string
}

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

type ReadAppName = () => Promise<string>

/** What pages of an app have in common. */
const createShow = (appName: ReadAppName) => {
  return async (context: KoaContextWithOIDC, write: (words: PageWords, app: string) => PageParts): Promise<void> => {
    const asked = context.oidc?.params?.['ui_locales']
    const language = pickLanguage(typeof asked === 'string' ? asked : '', context.get('accept-language'))
    const app = await appName()
    const { title, body } = write(wordsOf(language), app)
    context.type = 'html'
    context.body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="app">${escapeHtml(app)}</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  }
}

const paragraph = (text: string, role = ''): string => `<p${role && ` role="${role}"`}>${escapeHtml(text)}</p>`

const button = (form: string, text: string, { name = '', isMain = false } = {}): string =>
  `<button type="submit" form="${form}"${isMain ? ' class="main"' : ''}${name && ` name="${name}" value="yes"`}>${escapeHtml(text)}</button>`

const clientName = (context: KoaContextWithOIDC): string =>
  context.oidc.client?.clientName ?? context.oidc.client?.clientId ?? ''

const createDevicePages = (show: ReturnType<typeof createShow>) => ({
  userCodeInputSource: (context: KoaContextWithOIDC, form: string, _out?: unknown, error?: Error) =>
    show(context, (words) => {
      const failure = error && (error.name === 'AbortedError' ? words.aborted : words.wrongCode)
      // The library's form has handlers in attributes, which the policy forbids; of it the token is taken.
      const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
      const xsrf = /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? ''
      return {
        title: words.deviceTitle,
        body: `${paragraph(failure ?? words.deviceText, failure ? 'alert' : '')}
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<label for="code">${escapeHtml(words.code)}</label>
<input id="code" type="text" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus>
<button class="main" type="submit">${escapeHtml(words.next)}</button>
</form>`,
      }
    }),
  userCodeConfirmSource: (
    context: KoaContextWithOIDC,
    form: string,
    client: { clientName?: string | undefined; clientId: string },
    _device: unknown,
    userCode: string,
  ) =>
    show(context, (words) => ({
      title: fill(words.confirmTitle, { client: client.clientName ?? client.clientId }),
      body: `<p class="code">${escapeHtml(userCode)}</p>${paragraph(words.confirmText)}${form}
${button('op.deviceConfirmForm', words.next, { isMain: true })}${button('op.deviceConfirmForm', words.cancel, { name: 'abort' })}`,
    })),
  successSource: (context: KoaContextWithOIDC) =>
    show(context, (words) => ({
      title: words.deviceDoneTitle,
      body: paragraph(clientName(context)) + paragraph(words.deviceDoneText),
    })),
})

/** The pages that the provider of an app shows itself; login and consent are pages of the players' front end. */
export const createPages = (appName: ReadAppName) => {
  const show = createShow(appName)
  return {
    device: createDevicePages(show),
    logout: {
      logoutSource: (context: KoaContextWithOIDC, form: string) =>
        show(context, (words, app) => ({
          title: fill(words.logOutTitle, { app }),
          body: `${paragraph(words.logOutText)}${form}
${button('op.logoutForm', words.logOut, { name: 'logout', isMain: true })}${button('op.logoutForm', words.stay)}`,
        })),
      postLogoutSuccessSource: (context: KoaContextWithOIDC) =>
        show(context, (words) => ({ title: words.loggedOutTitle, body: paragraph(words.closeHint) })),
    },
    /** What went wrong stands in the library's words, for whoever wrote the client. */
    renderError: ((context, { error, error_description: description }) =>
      show(context, (words) => ({
        title: words.failedTitle,
        body: paragraph(`${error}${description ? `: ${description}` : ''}`, 'alert') + paragraph(words.failedHint),
      }))) satisfies Configuration['renderError'],
  }
}
