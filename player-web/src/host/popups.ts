import { requestHost, fieldsOf, oneAtATime, PLAYER_TIMEOUT_MS, type HostConnection } from './host-connection.ts'
import { invoiceSlug } from './links.ts'
import { popupParams, scanText, type PopupParams } from './validate-params.ts'

const statuses = ['paid', 'cancelled', 'failed', 'pending'] as const
/**
 * Status of an invoice when its sheet closed. Only the payment update that Telegram sends to the bot proves a payment.
 */
export type InvoiceStatus = (typeof statuses)[number]

/** Telegram's own dialogs. They resolve to the player's choice, and reject with HostErrors. */
export const createPopups = (connection: HostConnection) => {
  const runExclusively = oneAtATime('WebAppPopupOpened')
  /** Resolves to the id of the button that closed the popup; undefined where none did. */
  const showPopup = async (params: PopupParams): Promise<string | undefined> => {
    connection.requireSupport('web_app_open_popup')
    const popup = popupParams(params)
    const closed = await runExclusively(() =>
      requestHost(connection, {
        event: 'popup_closed',
        read: (data) => ({ button: fieldsOf(data)['button_id'] }),
        send: () => connection.send('web_app_open_popup', popup),
        timeoutMs: PLAYER_TIMEOUT_MS,
      }),
    )
    return typeof closed?.button === 'string' ? closed.button : undefined
  }
  return {
    showPopup,
    alert: async (message: string): Promise<void> => void (await showPopup({ message })),
    confirm: async (message: string): Promise<boolean> =>
      (await showPopup({ message, buttons: [{ type: 'ok', id: 'ok' }, { type: 'cancel' }] })) === 'ok',
  }
}

/** Opens an invoice link in a payment sheet. Resolves to undefined where the host did not name a known status. */
export const createInvoices = (connection: HostConnection) => {
  const runExclusively = oneAtATime('WebAppInvoiceOpened')
  return async (link: string): Promise<InvoiceStatus | undefined> => {
    const slug = invoiceSlug(link)
    connection.requireSupport('web_app_open_invoice')
    const status = await runExclusively(() =>
      requestHost(connection, {
        event: 'invoice_closed',
        read: (data) => (fieldsOf(data)['slug'] === slug ? { value: fieldsOf(data)['status'] } : undefined),
        send: () => connection.send('web_app_open_invoice', { slug }),
        timeoutMs: PLAYER_TIMEOUT_MS,
      }),
    )
    return statuses.find((known) => known === status?.value)
  }
}

type Close = (text?: string) => void

/** Scans until a text is accepted or the function that `onOpen` receives is called. */
const scan = (
  connection: HostConnection,
  accepts: (text: string) => boolean,
  send: () => void,
  onOpen: (close: Close) => void,
) =>
  new Promise<string | undefined>((resolve, reject) => {
    const close: Close = (text) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(text)
    }
    const timer = setTimeout(close, PLAYER_TIMEOUT_MS)
    const stops = [
      connection.listen('qr_text_received', (data) => {
        const text = fieldsOf(data)['data']
        if (typeof text !== 'string' || !accepts(text)) return
        connection.post('web_app_close_scan_qr_popup')
        close(text)
      }),
      connection.listen('scan_qr_popup_closed', () => close()),
    ]
    onOpen(close)
    try {
      send()
    } catch (error) {
      reject(error)
      close()
    }
  })

/** The scanner for QR codes. */
export const createScanner = (connection: HostConnection) => {
  const runExclusively = oneAtATime('WebAppScanQrPopupOpened')
  let closeOpen: Close = () => {}
  return {
    /**
     * Resolves to the first text that `accepts` returns true for, and closes the scanner; undefined where it was closed
     * before.
     */
    showScanQrPopup: async (text?: string, accepts: (text: string) => boolean = () => true) => {
      connection.requireSupport('web_app_open_scan_qr_popup')
      const params = scanText(text)
      const send = () => connection.send('web_app_open_scan_qr_popup', params)
      return runExclusively(() => scan(connection, accepts, send, (close) => (closeOpen = close)))
    },
    closeScanQrPopup: (): void => {
      connection.requireSupport('web_app_close_scan_qr_popup')
      connection.post('web_app_close_scan_qr_popup')
      closeOpen()
    },
  }
}
