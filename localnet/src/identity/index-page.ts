import type { FastifyInstance } from 'fastify'
import { redirectProviders } from '@openauth/client'
import type { AnyClient } from './clients.ts'
import { addressesAt } from './hosts.ts'
import { html, join, page, type Html } from './page.ts'
import type { Person } from './people.ts'
import type { OidcDevClient, State } from './model.ts'
import { bots } from './telegram-sign.ts'

const row = (...cells: (string | Html)[]): Html =>
  html`<tr>
    ${join(cells.map((cell) => html`<td>${cell}</td>`))}
  </tr>`

const code = (text: string): Html => html`<code>${text}</code>`

const settings = (client: AnyClient | OidcDevClient): Html =>
  join(Object.entries(client).map(([name, value]) => html`${name} <code>${String(value)}</code><br />`))

const clientRows = (state: State): Html =>
  join([
    ...redirectProviders.map((name) => row(name, settings(state.clients[name].own))),
    ...(state.oidcClient ? [row('openid connect', settings(state.oidcClient))] : []),
    row('telegram', html`@${bots.own.username}<br /><code>${bots.own.token}</code>`),
  ])

const personRow = ({ name, email, subjects }: Person): Html =>
  row(
    html`${name}<br />${email}`,
    join(Object.entries(subjects).map(([provider, id]) => html`${provider} ${code(String(id))}<br />`)),
  )

const launcher = html`<form action="/telegram/launch">
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
          ${join(state.people.map(personRow))}
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
