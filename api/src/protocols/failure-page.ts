import { createHash } from 'node:crypto'
import { escapeHtml } from '../lib/html.ts'

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box }
main { max-width: 26rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0 0 .75rem }
.more { opacity: .7 }
`

const digest = createHash('sha256').update(style).digest('base64')

/** The page allows only its own style. */
export const failurePolicy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Messages of the API have no full stop, which a following sentence needs. */
const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

/** The page for a login that failed and has no page to return to. */
export const failurePage = (message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Login not finished</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>This login could not be finished</h1>
<p role="alert">${escapeHtml(sentence(message))}</p>
<p class="more">Go back to the page that you came from and start again there.</p>
</main>
</body>
</html>
`
