import type { Person } from './people.ts'

/** Markup whose text is already escaped. */
export interface Html {
  markup: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** A template that escapes texts and keeps markup. */
export const html = (parts: TemplateStringsArray, ...values: (string | number | Html)[]): Html => ({
  markup: parts
    .map((part, index) => {
      const value = values[index]
      if (value === undefined) return part
      return part + (typeof value === 'object' ? value.markup : escaped(String(value)))
    })
    .join(''),
})

/** Markup of all parts, one after the other. */
export const join = (parts: Html[]): Html => ({ markup: parts.map(({ markup }) => markup).join('') })

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --sheet: #fff; --ground: #f1f3f6; --line: #d5dae0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef1f4; --soft: #a3adb8; --sheet: #1d2127; --ground: #121519; --line: #3a424c } }
* { box-sizing: border-box }
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 0 auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px;
  border-top: 6px solid var(--provider); padding: 1.75rem }
main.wide { max-width: 60rem }
h1 { font-size: 1.4rem; margin: 0 0 .75rem } h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem }
.standin { max-width: 30rem; margin: 0 auto .75rem; color: var(--soft); font-size: .85rem }
.standin:has(+ .wide) { max-width: 60rem }
code { font-size: .85em; overflow-wrap: anywhere; white-space: pre-wrap } dt { color: var(--soft); font-size: .85rem } dd { margin: 0 0 .6rem }
ul { list-style: none; padding: 0; margin: 1rem 0 0; display: grid; gap: .6rem }
button { font: inherit; cursor: pointer; border-radius: 10px; border: 1px solid var(--line); padding: .65rem .9rem;
  background: transparent; color: inherit }
button.person { display: flex; align-items: center; gap: .8rem; width: 100%; text-align: left; font-weight: 600 }
button:hover { border-color: var(--provider) } button:focus-visible { outline: 3px solid var(--provider) }
.dot { flex: none; width: 2rem; height: 2rem; border-radius: 50% }
.about { color: var(--soft); font-size: .85rem; margin: .2rem 0 0 } li .about { margin-left: .3rem }
.quiet { margin-top: 1rem; width: 100%; color: var(--soft) }
label { display: inline-block; max-width: 100% } input { font: inherit; max-width: 100% } a { color: inherit }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .35rem .6rem .35rem 0;
  vertical-align: top; border-bottom: 1px solid var(--line) }
.code { font: 700 2rem/1.2 ui-monospace, monospace; letter-spacing: .15em }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5rem 0 }
td:first-child { width: 14rem }
@media (max-width: 40rem) {
  body { padding: 1.25rem .75rem } main { padding: 1.25rem }
  td { display: block; border: 0; padding: .1rem 0 } td:first-child { width: auto; padding-top: .6rem; font-weight: 600 }
  td:last-child { border-bottom: 1px solid var(--line); padding-bottom: .6rem } }`

interface PageOptions {
  title: string
  body: Html
  /** #rrggbb */
  colour?: string
  wide?: boolean
}

/** A page that says that it is not the real provider. */
export const page = ({ title, body, colour = '#59636e', wide = false }: PageOptions): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} (local stand-in)</title>
        <style>
          ${{ markup: `:root { --provider: ${colour} }${style}` }}
        </style>
      </head>
      <body>
        <p class="standin">Local stand-in: nobody signs in to anything real here.</p>
        <main class="${wide ? 'wide' : ''}">${body}</main>
      </body>
    </html>`.markup

const personButton = (person: Person): Html =>
  html`<li>
    <button class="person" type="submit" name="person" value="${person.slug}">
      <span class="dot" aria-hidden="true" style="background: ${person.colour}"></span>Continue as ${person.name}
    </button>
    <p class="about">${person.email} · ${person.username}</p>
  </li>`

interface PeopleForm {
  action: string
  people: Person[]
  fields?: Record<string, string>
  cancel?: boolean
}

/** Buttons `Continue as Player One` …, and `Cancel` where declining is possible. */
export const peopleForm = ({ action, people, fields = {}, cancel = false }: PeopleForm): Html =>
  html`<form method="post" action="${action}">
    ${join(Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`))}
    <ul>
      ${join(people.map(personButton))}
    </ul>
    ${cancel ? html`<button class="quiet" type="submit" name="cancel" value="yes">Cancel</button>` : ''}
  </form>`
