import type { FastifyInstance } from 'fastify'
import { type Person, worldPeople } from './accounts.ts'
import { addressesAt } from './hosts.ts'
import { html, join, page, type Html } from './page.ts'
import type { State } from './model.ts'
import { methodStandIns } from './registry.ts'
import { bots } from './telegram-sign.ts'

const row = (...cells: (string | Html)[]): Html =>
  html`<tr>
    ${join(cells.map((cell) => html`<td>${cell}</td>`))}
  </tr>`

const code = (text: string): Html => html`<code>${text}</code>`

const fields = (values: object): Html =>
  join(Object.entries(values).map(([name, value]) => html`${name} <code>${String(value)}</code><br />`))

const clientRows = ({ oidcClient }: State): Html =>
  join([
    ...Object.entries(methodStandIns).map(([name, { settings }]) => row(name, fields(settings('own')))),
    ...(oidcClient ? [row('openid connect', fields(oidcClient))] : []),
  ])

const personRow = ({ name, email, subjects }: Person): Html => row(html`${name}<br />${email}`, fields(subjects))

const launcher = html`<form action="/telegram/launch">
  <p>The bot <code>@${bots.own.username}</code> opens a page.</p>
  <label>Page <input name="url" type="url" size="40" required placeholder="http://localhost:3000/" /></label>
  <button type="submit">Open as a Telegram mini app</button>
</form>`

/** The overview of the identity world. */
export const mountIndex = (app: FastifyInstance, state: State): void => {
  app.get('/', (_request, reply) => {
    const body = html`<h1>Identity providers on loopback</h1>
      <p><a href="/outbox">Outbox</a>: the mails that were sent</p>
      ${launcher}
      <h2>Clients</h2>
      <p>Set these in an app. Any callback on loopback is registered with them.</p>
      <table>
        <tbody>
          ${clientRows(state)}
        </tbody>
      </table>
      <h2>People</h2>
      <table>
        <tbody>
          ${join(worldPeople().map(personRow))}
        </tbody>
      </table>
      <h2>Addresses</h2>
      <table>
        <tbody>
          ${join(Object.entries(addressesAt(state.url)).map(([name, address]) => row(name, code(address))))}
        </tbody>
      </table>`
    return reply.type('text/html').send(page({ title: 'Identity providers', body, wide: true }))
  })
}
