import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { html, join, page } from './identity/page.ts'
import { closeServer, listenOnLoopback } from './loopback.ts'

/** The most events that are kept, and bytes of one. */
const KEPT = 200
const MAX_BYTES = 100_000

/** An event as it arrived. */
export interface ReceivedEvent {
  id: string
  at: Date
  body: string
  /** Whether a known secret signed it, and its time is within five minutes of now; otherwise why not. */
  verdict: 'verified' | 'no secret is known' | (string & {})
  /** How often an event of this id arrived before: receivers ignore repetitions. */
  repetition: number
}

export interface WebhookReceiver {
  /** To enter as the address of an endpoint; in a browser, the page of what arrived. */
  url: string
  /** The latest first. */
  events: ReceivedEvent[]
  /** Verifies later events by this secret too. */
  addSecret: (secret: string) => void
  /** The status of the next answers. 204: delivered. */
  status: number
  stop: () => Promise<void>
}

type Verify = (body: string, headers: IncomingMessage['headers']) => ReceivedEvent['verdict']

/** Verifies as a partner does: by the package of Standard Webhooks and the body as it arrived. */
const createVerify =
  (verifiers: Webhook[]): Verify =>
  (body, headers) => {
    let why = 'no secret is known'
    for (const verifier of verifiers)
      try {
        verifier.verify(body, headers as Record<string, string>)
        return 'verified'
      } catch (error) {
        why = (error as Error).message
      }
    return why
  }

const eventOf = ({ id, at, body, verdict, repetition }: ReceivedEvent) =>
  html`<tr>
    <td>${at.toLocaleTimeString('en')} · ${verdict}${repetition > 0 ? `, repetition ${repetition}` : ''}</td>
    <td>
      <code>${id}</code>
      <pre><code>${body}</code></pre>
    </td>
  </tr>`

const pageOf = ({ url, events, status }: WebhookReceiver): string =>
  page({
    title: 'Webhook receiver',
    wide: true,
    body: html`<h1>Webhook receiver</h1>
      <p>
        Enter <code>${url}</code> as the address of a webhook endpoint, and its secret here. It answers with status
        ${status}.
      </p>
      <form method="post" action="/secret">
        <label>Secret <input name="secret" placeholder="whsec_…" autocomplete="off" size="50" /></label>
        <button>Verify by it</button>
      </form>
      <form method="post" action="/status">
        <label>Answer with status <input name="status" value="${status}" size="4" /></label> <button>Set</button>
      </form>
      <h2>${events.length} events, the latest first</h2>
      <table>
        ${join(events.map(eventOf))}
      </table>`,
  })

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw new Error('The body is too large')
  return text(request)
}

const toPage = (response: ServerResponse): void => void response.writeHead(303, { location: '/' }).end()

/** What the forms of the page set. */
const takeForm = (receiver: WebhookReceiver, form: URLSearchParams): void => {
  const [secret, status] = [form.get('secret')?.trim(), Number(form.get('status'))]
  if (secret) receiver.addSecret(secret)
  if (status >= 200 && status <= 599) receiver.status = status
}

const takeEvent = (receiver: WebhookReceiver, verify: Verify, request: IncomingMessage, body: string): void => {
  const id = String(request.headers['webhook-id'])
  const repetition = receiver.events.filter((event) => event.id === id).length
  receiver.events.unshift({ id, at: new Date(), body, verdict: verify(body, request.headers), repetition })
  receiver.events.splice(KEPT)
}

/** A partner's endpoint on loopback that verifies what it gets, and shows it on a page. */
export const startWebhookReceiver = async ({ port = 0 }: { port?: number } = {}): Promise<WebhookReceiver> => {
  const verifiers: Webhook[] = []
  const verify = createVerify(verifiers)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(receiver))
      return
    }
    const body = await bodyOf(request)
    if (request.url === '/secret' || request.url === '/status') {
      takeForm(receiver, new URLSearchParams(body))
      toPage(response)
      return
    }
    takeEvent(receiver, verify, request, body)
    response.writeHead(receiver.status).end()
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.writeHead(400).end(error.message))
  })
  const listening = await listenOnLoopback(server, port)
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${listening}/`,
    events: [],
    addSecret: (secret) => void verifiers.push(new Webhook(secret)),
    status: 204,
    stop: () => closeServer(server),
  }
  return receiver
}
