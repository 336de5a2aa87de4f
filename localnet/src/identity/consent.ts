import type { FastifyInstance, FastifyReply } from 'fastify'
import { beginAuthorization, endAuthorization, type Return } from './authorization.ts'
import type { AuthorizationRequest, ProviderRules, Refusal } from './model.ts'
import { formOf, queryOf } from './http.ts'
import { html, join, page, peopleForm, type Html } from './page.ts'
import type { Person } from './people.ts'
import { personBySlug, personOr } from './state.ts'
import type { State } from './model.ts'

const consentPage = (state: State, { id, rules, client, scopes, redirectUri }: AuthorizationRequest): string =>
  page({
    title: `Sign in with ${rules.title}`,
    colour: rules.colour,
    body: html`<h1>Sign in with ${rules.title}</h1>
      <dl>
        <dt>The app</dt>
        <dd><code>${client.clientId}</code></dd>
        <dt>It asks for</dt>
        <dd>
          ${scopes.length === 0 ? 'nothing beyond who you are' : join(scopes.map((scope) => html`<code>${scope}</code> `))}
        </dd>
        <dt>You return to</dt>
        <dd><code>${redirectUri}</code></dd>
      </dl>
      ${peopleForm({ action: `/consent/${id}`, people: state.people, cancel: true })}`,
  })

/** Status and texts are this server's own: nothing depends on the providers' error pages. */
const errorPage = (reply: FastifyReply, { title, colour }: ProviderRules, { error, description }: Refusal) =>
  reply
    .code(400)
    .type('text/html')
    .send(
      page({
        title: `${title}: ${error}`,
        colour,
        body: html`<h1>${title} cannot go on</h1>
          <p><strong>${error}</strong></p>
          <p>${description}</p>`,
      }),
    )

const hidden = (fields: Record<string, string>): Html =>
  join(Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`))

/** OAuth 2.0 Form Post Response Mode, section 2. */
const selfPostingPage = ({ url, fields }: Return): string =>
  page({
    title: 'On the way back',
    body: html`<form method="post" action="${url}">
        ${hidden(fields)}
        <button class="person" type="submit">Continue</button>
      </form>
      <script>
        document.forms[0].submit()
      </script>`,
  })

const send = (reply: FastifyReply, back: Return) =>
  back.method === 'POST' ? reply.type('text/html').send(selfPostingPage(back)) : reply.redirect(back.url, 302)

/** The provider's authorization endpoint: a consent page, or an error page. */
export const authorizationRoute = (app: FastifyInstance, state: State, rules: ProviderRules, path: string): void => {
  app.get(path, (request, reply) => {
    const begun = beginAuthorization(state, rules, queryOf(request))
    if ('error' in begun) return errorPage(reply, rules, begun)
    return reply.type('text/html').send(consentPage(state, begun))
  })
}

/** The target of the consent pages of all providers. */
export const mountConsent = (app: FastifyInstance, state: State): void => {
  app.post<{ Params: { id: string } }>('/consent/:id', async (request, reply) => {
    const pending = state.pending.get(request.params.id)
    if (!pending) return reply.code(404).type('text/plain').send('This page was used already. Start again at the app.')
    return send(reply, await endAuthorization(state, pending, personBySlug(state, formOf(request).get('person'))))
  })
}

/** Opens an authorization address as a browser does and answers its page. Rejects with the text of an error page. */
export const consentTo = async (state: State, url: string, choice?: Person | 'cancel'): Promise<Return> => {
  const response = await fetch(url)
  const text = await response.text()
  const pending = state.pending.get(/action="\/consent\/([^"]+)"/.exec(text)?.[1] ?? '')
  if (!pending) throw new Error(`No consent page (${response.status}): ${text.replaceAll(/<[^>]+>|\s+/g, ' ').trim()}`)
  return endAuthorization(state, pending, choice === 'cancel' ? undefined : personOr(state, choice))
}
