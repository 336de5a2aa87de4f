import { requestHost, fieldsOf, oneAtATime, PLAYER_WAIT_MS, type HostConnection } from './host-connection.ts'

/** Telegram may ask the player before it reads; some versions never answer. */
const CLIPBOARD_WAIT_MS = 10_000
/** How long after the player agreed their contact is asked for (telegram-web-app.js). */
export const CONTACT_WAIT_MS = 3000
/** By how much longer each pause between two such questions is. */
export const CONTACT_STEP_MS = 50

/** The player's contact, as text in the form of init data and signed like it: for the server to check. */
export interface Contact {
  isSent: boolean
  /** Absent where Telegram did not hand it over in time; the bot gets it as a message all the same. */
  response?: string
}

const requestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** What the host answered to this very question; undefined for answers to others. */
const answerTo = (id: string, key: 'data' | 'result') => (data: unknown) =>
  fieldsOf(data)['req_id'] === id ? { told: fieldsOf(data)[key] } : undefined

const requestedContact = async (connection: HostConnection, waitMs: number): Promise<string | undefined> => {
  const id = requestId()
  const answer = await requestHost(connection, {
    event: 'custom_method_invoked',
    read: answerTo(id, 'result'),
    send: () =>
      connection.send('web_app_invoke_custom_method', {
        req_id: id,
        method: 'getRequestedContact' as string,
        params: {},
      }),
    waitMs,
  })
  return typeof answer?.told === 'string' && answer.told !== '' ? answer.told : undefined
}

/** The contact reaches Telegram's server a moment after the player agreed, so that it is asked for until it is there. */
const pollContact = async (connection: HostConnection): Promise<string | undefined> => {
  const end = Date.now() + CONTACT_WAIT_MS
  for (let pause = CONTACT_STEP_MS; Date.now() < end; pause += CONTACT_STEP_MS) {
    const response = await requestedContact(connection, end - Date.now())
    if (response !== undefined) return response
    const left = end - Date.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
  }
  return undefined
}

/** What the player must agree to. All reject with HostErrors; no answer in time counts as a refusal. */
export const createRequests = (connection: HostConnection) => {
  const oneWriteAccess = oneAtATime('WebAppWriteAccessRequested')
  const oneContact = oneAtATime('WebAppContactRequested')
  const statusOf = (event: 'write_access_requested' | 'phone_requested', send: () => void) =>
    requestHost(connection, {
      event,
      read: (data) => ({ told: fieldsOf(data)['status'] }),
      send,
      waitMs: PLAYER_WAIT_MS,
    })
  return {
    /** Null where the clipboard is empty or closed to the page, or the host does not answer. */
    readTextFromClipboard: async (): Promise<string | null> => {
      connection.demand('web_app_read_text_from_clipboard')
      const id = requestId()
      const answer = await requestHost(connection, {
        event: 'clipboard_text_received',
        read: answerTo(id, 'data'),
        send: () => connection.send('web_app_read_text_from_clipboard', { req_id: id }),
        waitMs: CLIPBOARD_WAIT_MS,
      })
      return typeof answer?.told === 'string' ? answer.told : null
    },
    /** Whether the bot may write to the player. */
    requestWriteAccess: async (): Promise<boolean> => {
      connection.demand('web_app_request_write_access')
      const send = () => connection.send('web_app_request_write_access')
      return (await oneWriteAccess(() => statusOf('write_access_requested', send)))?.told === 'allowed'
    },
    requestContact: async (): Promise<Contact> => {
      connection.demand('web_app_request_phone')
      return oneContact(async () => {
        const status = await statusOf('phone_requested', () => connection.send('web_app_request_phone'))
        return status?.told === 'sent' ? { isSent: true, response: await pollContact(connection) } : { isSent: false }
      })
    },
  }
}
