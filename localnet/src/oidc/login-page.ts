import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import { html, page, peopleForm } from '../identity/page.ts'
import type { Person } from '../identity/people.ts'
import { oidcSubject } from './provider.ts'

const loginPage = (people: Person[], action: string, parameters: Record<string, unknown>): string =>
  page({
    title: 'Log in with OpenID Connect',
    body: html`<h1>Log in with OpenID Connect</h1>
      <p>
        The client <code>${String(parameters.client_id)}</code> asks for <code>${String(parameters.scope)}</code>. You
        return to <code>${String(parameters.redirect_uri)}</code>
      </p>
      ${peopleForm({ action, people, cancel: true })}`,
  })

const denied = { error: 'access_denied', error_description: 'End-User aborted interaction' }

/** Shows the people, and continues the authorization with the one that was chosen, or declines it. */
export const answerLogin = async (
  provider: Provider,
  people: Person[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(loginPage(people, request.url ?? '', params))
  const chosen = new URLSearchParams(await text(request)).get('person')
  const person = people.find(({ slug }) => slug === chosen)
  // Without a lasting session, the next login asks again.
  const result = person ? { login: { accountId: oidcSubject(person.slug), remember: false } } : denied
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}
