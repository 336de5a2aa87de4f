import { requestHost, fieldsOf, oneAtATime, PLAYER_WAIT_MS, type HostConnection } from './host-connection.ts'
import { invoiceSlug } from './links.ts'
import { popupParams, scanText, type PopupParams } from './rules.ts'

const statuses = ['paid', 'cancelled', 'failed', 'pending'] as const
/** What became of an invoice. Only the server's payment update proves that one was paid. */
export type InvoiceStatus = (typeof statuses)[number]

/** Telegram's own dialogs. All reject with HostErrors; what they answer, the player decided. */
export const createPopups = (connection: HostConnection) => {
  const alone = oneAtATime('WebAppPopupOpened')
  /** The id of the button that closed it; undefined where none did. */
  const showPopup = async (params: PopupParams): Promise<string | undefined> => {
    connection.demand('web_app_open_popup')
    const popup = popupParams(params)
    const closed = await alone(() =>
      requestHost(connection, {
        event: 'popup_closed',
        read: (data) => ({ button: fieldsOf(data)['button_id'] }),
        send: () => connection.send('web_app_open_popup', popup),
        waitMs: PLAYER_WAIT_MS,
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

/** Payment sheets. Undefined where the host did not say what became of it. */
export const createInvoices = (connection: HostConnection) => {
  const alone = oneAtATime('WebAppInvoiceOpened')
  return async (link: string): Promise<InvoiceStatus | undefined> => {
    const slug = invoiceSlug(link)
    connection.demand('web_app_open_invoice')
    const status = await alone(() =>
      requestHost(connection, {
        event: 'invoice_closed',
        read: (data) => (fieldsOf(data)['slug'] === slug ? { told: fieldsOf(data)['status'] } : undefined),
        send: () => connection.send('web_app_open_invoice', { slug }),
        waitMs: PLAYER_WAIT_MS,
      }),
    )
    return statuses.find((known) => known === status?.told)
  }
}

type End = (text?: string) => void

/** Scans until a text is accepted or `end`, which `hold` gets, is called. */
const scan = (
  connection: HostConnection,
  accepts: (text: string) => boolean,
  send: () => void,
  hold: (end: End) => void,
) =>
  new Promise<string | undefined>((resolve, reject) => {
    const end: End = (text) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(text)
    }
    const timer = setTimeout(end, PLAYER_WAIT_MS)
    const stops = [
      connection.listen('qr_text_received', (data) => {
        const text = fieldsOf(data)['data']
        if (typeof text !== 'string' || !accepts(text)) return
        connection.post('web_app_close_scan_qr_popup')
        end(text)
      }),
      connection.listen('scan_qr_popup_closed', () => end()),
    ]
    hold(end)
    try {
      send()
    } catch (error) {
      reject(error)
      end()
    }
  })

/** The scanner for QR codes. */
export const createScanner = (connection: HostConnection) => {
  const alone = oneAtATime('WebAppScanQrPopupOpened')
  let close: End = () => {}
  return {
    /** The first text that `accepts` takes, whereupon the scanner closes; undefined where the player closed it. */
    showScanQrPopup: async (text?: string, accepts: (text: string) => boolean = () => true) => {
      connection.demand('web_app_open_scan_qr_popup')
      const params = scanText(text)
      const send = () => connection.send('web_app_open_scan_qr_popup', params)
      return alone(() => scan(connection, accepts, send, (end) => (close = end)))
    },
    closeScanQrPopup: (): void => {
      connection.demand('web_app_close_scan_qr_popup')
      connection.post('web_app_close_scan_qr_popup')
      close()
    },
  }
}
