import type { FastifyInstance } from 'fastify'
import { queryOf } from './http.ts'
import type { Mail, Outbox } from './outbox.ts'
import { html, join, page, type Html } from './page.ts'

const chosen = (outbox: Outbox, to: string | null): Mail[] =>
  outbox
    .list()
    .filter((mail) => !to || mail.to.includes(to))
    .toReversed()

const article = ({ to, from, subject, text, code, at }: Mail): Html =>
  html`<article>
    <h2>${subject}</h2>
    <p class="about">To ${to.join(', ')} from ${from}, ${new Date(at).toLocaleTimeString('en-GB')}</p>
    ${code ? html`<p class="code">${code}</p>` : ''}
    <pre>${text}</pre>
  </article>`

/** The mails, newest first, as a page and as JSON for browser tests. `to` filters both. */
export const mountOutbox = (app: FastifyInstance, outbox: Outbox): void => {
  app.get('/outbox', (request, reply) => {
    const mails = chosen(outbox, queryOf(request).get('to'))
    const body = html`<h1>Outbox</h1>
      ${mails.length === 0 ? html`<p>No mail was sent yet.</p>` : join(mails.map(article))}`
    return reply.type('text/html').send(page({ title: 'Outbox', body, wide: true }))
  })
  app.get('/outbox.json', (request) => chosen(outbox, queryOf(request).get('to')))
}
