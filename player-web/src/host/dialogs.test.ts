import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PLAYER_TIMEOUT_MS } from './host-connection.ts'
import { flushPromises, startHost } from './host-harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hostError = (code: string) => expect.objectContaining({ code, name: code })

describe('popups', () => {
  test('resolve to the id of the pressed button', async () => {
    const { host, fire, postedOf } = startHost('6.2')
    const pressed = host.showPopup({ message: 'm', buttons: [{ id: 'a', text: 'A' }] })
    fire('popup_closed', { button_id: 'a' })
    await expect(pressed).resolves.toBe('a')
    expect(postedOf('web_app_open_popup')).toEqual([
      { title: '', message: 'm', buttons: [{ id: 'a', type: 'default', text: 'A' }] },
    ])
  })

  test.each([undefined, null, {}, { button_id: 7 }, 'x'])(
    'a close event with %j counts as closed without a button',
    async (data) => {
      const { host, fire } = startHost('8.0')
      const confirmed = host.confirm('m')
      fire('popup_closed', data)
      await expect(confirmed).resolves.toBe(false)
    },
  )

  test('are opened one at a time', async () => {
    const { host, fire, postedOf } = startHost('8.0')
    const first = host.confirm('m')
    await expect(host.alert('n')).rejects.toEqual(hostError('WebAppPopupOpened'))
    fire('popup_closed', { button_id: 'ok' })
    await expect(first).resolves.toBe(true)
    const third = host.alert('o')
    fire('popup_closed')
    await third
    expect(postedOf('web_app_open_popup')).toHaveLength(2)
  })

  test('with invalid parameters are not sent, and do not block the next', async () => {
    const { host, postedOf } = startHost('8.0')
    await expect(host.alert('')).rejects.toEqual(hostError('WebAppPopupParamInvalid'))
    expect(postedOf('web_app_open_popup')).toEqual([])
    void host.alert('m')
    expect(postedOf('web_app_open_popup')).toHaveLength(1)
  })

  test('time out if the host never answers', async () => {
    const { host, listenerCount } = startHost('8.0')
    const before = listenerCount()
    const confirmed = host.confirm('m')
    await vi.advanceTimersByTimeAsync(PLAYER_TIMEOUT_MS)
    await expect(confirmed).resolves.toBe(false)
    expect(listenerCount()).toBe(before)
  })
})

describe('invoices', () => {
  test('resolve by a close event of the same invoice only', async () => {
    const { host, fire } = startHost('6.1')
    const status = host.openInvoice('https://t.me/$abc')
    await expect(host.openInvoice('https://t.me/$def')).rejects.toEqual(hostError('WebAppInvoiceOpened'))
    fire('invoice_closed', null)
    fire('invoice_closed', { slug: 'def', status: 'paid' })
    fire('invoice_closed', { slug: 'abc', status: 'cancelled' })
    await expect(status).resolves.toBe('cancelled')
  })

  test('an unknown status resolves to undefined', async () => {
    const { host, fire } = startHost('6.1')
    const status = host.openInvoice('https://t.me/invoice/abc')
    fire('invoice_closed', { slug: 'abc', status: 'PAID!' })
    await expect(status).resolves.toBeUndefined()
  })
})

describe('the scanner', () => {
  test('scans until a text is accepted, then closes the scanner', async () => {
    const { host, fire, postedOf } = startHost('6.4')
    const text = host.showScanQrPopup('An address', (text) => text.startsWith('sol'))
    await expect(host.showScanQrPopup()).rejects.toEqual(hostError('WebAppScanQrPopupOpened'))
    fire('qr_text_received', { data: 'other' })
    fire('qr_text_received', { data: 7 })
    fire('qr_text_received', null)
    fire('qr_text_received', { data: 'sol1' })
    await expect(text).resolves.toBe('sol1')
    expect(postedOf('web_app_open_scan_qr_popup')).toEqual([{ text: 'An address' }])
    expect(postedOf('web_app_close_scan_qr_popup')).toHaveLength(1)
  })

  test('resolves to undefined when the player or the page closes it', async () => {
    const { host, fire } = startHost('6.4')
    const first = host.showScanQrPopup()
    fire('scan_qr_popup_closed')
    await expect(first).resolves.toBeUndefined()
    const second = host.showScanQrPopup()
    host.closeScanQrPopup()
    await expect(second).resolves.toBeUndefined()
  })
})

describe('the clipboard', () => {
  test('accepts the answer with the id of its request only', async () => {
    const { host, fire, postedOf } = startHost('6.4')
    const text = host.readTextFromClipboard()
    const [{ req_id }] = postedOf('web_app_read_text_from_clipboard') as [{ req_id: string }]
    fire('clipboard_text_received', { req_id: 'other', data: 'foreign' })
    fire('clipboard_text_received', { req_id, data: 'copied' })
    await expect(text).resolves.toBe('copied')
  })

  test('resolves to null where it is closed, or the host does not answer', async () => {
    const { host, fire, postedOf } = startHost('6.4')
    const closed = host.readTextFromClipboard()
    const [{ req_id }] = postedOf('web_app_read_text_from_clipboard') as [{ req_id: string }]
    fire('clipboard_text_received', { req_id })
    await expect(closed).resolves.toBeNull()
    const silent = host.readTextFromClipboard()
    await vi.advanceTimersByTimeAsync(10_000)
    await expect(silent).resolves.toBeNull()
  })
})

test('write access is requested one at a time', async () => {
  const { host, fire } = startHost('6.9')
  const allowed = host.requestWriteAccess()
  await expect(host.requestWriteAccess()).rejects.toEqual(hostError('WebAppWriteAccessRequested'))
  fire('write_access_requested', { status: 'allowed' })
  await expect(allowed).resolves.toBe(true)
  const refused = host.requestWriteAccess()
  fire('write_access_requested', null)
  await expect(refused).resolves.toBe(false)
})

describe('the contact', () => {
  const requests = (postedOf: (method: string) => unknown[]) =>
    postedOf('web_app_invoke_custom_method') as { req_id: string; method: string }[]

  test('a refusal resolves to isSent false', async () => {
    const { host, fire, postedOf } = startHost('6.9')
    const contact = host.requestContact()
    await expect(host.requestContact()).rejects.toEqual(hostError('WebAppContactRequested'))
    fire('phone_requested', { status: 'cancelled' })
    await expect(contact).resolves.toEqual({ isSent: false })
    expect(requests(postedOf)).toEqual([])
  })

  test('is polled with pauses of 50 ms more each, until it arrives', async () => {
    const { host, fire, postedOf } = startHost('6.9')
    const contact = host.requestContact()
    fire('phone_requested', { status: 'sent' })
    await flushPromises()
    for (const pause of [50, 100, 150]) {
      const sent = requests(postedOf).length
      fire('custom_method_invoked', { req_id: requests(postedOf).at(-1)!.req_id, result: '' })
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(requests(postedOf)).toHaveLength(sent)
      await vi.advanceTimersByTimeAsync(1)
      expect(requests(postedOf)).toHaveLength(sent + 1)
    }
    fire('custom_method_invoked', { req_id: requests(postedOf).at(-1)!.req_id, result: 'contact=%7B%7D&hash=ff' })
    await expect(contact).resolves.toEqual({ isSent: true, response: 'contact=%7B%7D&hash=ff' })
    expect(requests(postedOf)[0]).toMatchObject({ method: 'getRequestedContact', params: {} })
  })

  test.each([true, false])('polling ends after 3000 ms (host answers: %s)', async (answers) => {
    const { host, fire, postedOf } = startHost('6.9')
    const contact = host.requestContact()
    let done = false
    void contact.then(() => (done = true))
    fire('phone_requested', { status: 'sent' })
    for (let ms = 0; ms < 2990; ms += 10) {
      await vi.advanceTimersByTimeAsync(10)
      if (answers) fire('custom_method_invoked', { req_id: requests(postedOf).at(-1)!.req_id, error: 'NOT_FOUND' })
    }
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    await expect(contact).resolves.toEqual({ isSent: true, response: undefined })
  })
})
