import { requestHost, fieldsOf, oneAtATime, PLAYER_TIMEOUT_MS, type HostConnection } from './host-connection.ts'

/** Telegram may ask the player first, and some versions never answer. */
const CLIPBOARD_TIMEOUT_MS = 10_000
/** How long to poll for the contact after the player agreed (telegram-web-app.js). */
export const CONTACT_TIMEOUT_MS = 3000
/** How much longer each pause between two polls is than the one before. */
export const CONTACT_STEP_MS = 50

/** Whether the player shared their contact, and the contact itself. */
export interface Contact {
  isSent: boolean
  /**
   * Signed text in the format of init data, to be verified by the server. Absent where Telegram did not return it in
   * time; the bot receives it as a message anyway.
   */
  response?: string
}

const requestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Reads the answer to the request of an id; undefined for answers to other requests. */
const answerTo = (id: string, key: 'data' | 'result') => (data: unknown) =>
  fieldsOf(data)['req_id'] === id ? { value: fieldsOf(data)[key] } : undefined

const requestedContact = async (connection: HostConnection, timeoutMs: number): Promise<string | undefined> => {
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
    timeoutMs,
  })
  return typeof answer?.value === 'string' && answer.value !== '' ? answer.value : undefined
}

/** Polls for the contact: it reaches Telegram's server a moment after the player agreed. */
const pollContact = async (connection: HostConnection): Promise<string | undefined> => {
  const end = Date.now() + CONTACT_TIMEOUT_MS
  for (let pause = CONTACT_STEP_MS; Date.now() < end; pause += CONTACT_STEP_MS) {
    const response = await requestedContact(connection, end - Date.now())
    if (response !== undefined) return response
    const left = end - Date.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
  }
  return undefined
}

/** Requests that the player must permit. All reject with HostErrors; no answer in time counts as a refusal. */
export const createRequests = (connection: HostConnection) => {
  const runWriteAccess = oneAtATime('WebAppWriteAccessRequested')
  const runContact = oneAtATime('WebAppContactRequested')
  const statusOf = (event: 'write_access_requested' | 'phone_requested', send: () => void) =>
    requestHost(connection, {
      event,
      read: (data) => ({ value: fieldsOf(data)['status'] }),
      send,
      timeoutMs: PLAYER_TIMEOUT_MS,
    })
  return {
    /** Null where the clipboard is empty, the page may not read it, or the host does not answer. */
    readTextFromClipboard: async (): Promise<string | null> => {
      connection.requireSupport('web_app_read_text_from_clipboard')
      const id = requestId()
      const answer = await requestHost(connection, {
        event: 'clipboard_text_received',
        read: answerTo(id, 'data'),
        send: () => connection.send('web_app_read_text_from_clipboard', { req_id: id }),
        timeoutMs: CLIPBOARD_TIMEOUT_MS,
      })
      return typeof answer?.value === 'string' ? answer.value : null
    },
    /** Asks whether the bot may send messages to the player. */
    requestWriteAccess: async (): Promise<boolean> => {
      connection.requireSupport('web_app_request_write_access')
      const send = () => connection.send('web_app_request_write_access')
      return (await runWriteAccess(() => statusOf('write_access_requested', send)))?.value === 'allowed'
    },
    /** Asks for the player's contact. */
    requestContact: async (): Promise<Contact> => {
      connection.requireSupport('web_app_request_phone')
      return runContact(async () => {
        const status = await statusOf('phone_requested', () => connection.send('web_app_request_phone'))
        return status?.value === 'sent' ? { isSent: true, response: await pollContact(connection) } : { isSent: false }
      })
    },
  }
}
