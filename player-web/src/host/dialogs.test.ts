import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PLAYER_WAIT_MS } from './host-connection.ts'
import { settled, startHost } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const coded = (code: string) => expect.objectContaining({ code, name: code })

describe('popups', () => {
  test('answer with the button that was pressed', async () => {
    const { host, fire, postedOf } = startHost('6.2')
    const pressed = host.showPopup({ message: 'm', buttons: [{ id: 'a', text: 'A' }] })
    fire('popup_closed', { button_id: 'a' })
    await expect(pressed).resolves.toBe('a')
    expect(postedOf('web_app_open_popup')).toEqual([
      { title: '', message: 'm', buttons: [{ id: 'a', type: 'default', text: 'A' }] },
    ])
  })

  test.each([undefined, null, {}, { button_id: 7 }, 'x'])('closed by %j is closed without one', async (data) => {
    const { host, fire } = startHost('8.0')
    const agreed = host.confirm('m')
    fire('popup_closed', data)
    await expect(agreed).resolves.toBe(false)
  })

  test('one at a time', async () => {
    const { host, fire, postedOf } = startHost('8.0')
    const first = host.confirm('m')
    await expect(host.alert('n')).rejects.toEqual(coded('WebAppPopupOpened'))
    fire('popup_closed', { button_id: 'ok' })
    await expect(first).resolves.toBe(true)
    const third = host.alert('o')
    fire('popup_closed')
    await third
    expect(postedOf('web_app_open_popup')).toHaveLength(2)
  })

  test('what breaks a rule is not sent, and takes no place', async () => {
    const { host, postedOf } = startHost('8.0')
    await expect(host.alert('')).rejects.toEqual(coded('WebAppPopupParamInvalid'))
    expect(postedOf('web_app_open_popup')).toEqual([])
    void host.alert('m')
    expect(postedOf('web_app_open_popup')).toHaveLength(1)
  })

  test('a host that never answers is not waited for for ever', async () => {
    const { host, listening } = startHost('8.0')
    const before = listening()
    const agreed = host.confirm('m')
    await vi.advanceTimersByTimeAsync(PLAYER_WAIT_MS)
    await expect(agreed).resolves.toBe(false)
    expect(listening()).toBe(before)
  })
})

describe('invoices', () => {
  test('only their own end counts', async () => {
    const { host, fire } = startHost('6.1')
    const status = host.openInvoice('https://t.me/$abc')
    await expect(host.openInvoice('https://t.me/$def')).rejects.toEqual(coded('WebAppInvoiceOpened'))
    fire('invoice_closed', null)
    fire('invoice_closed', { slug: 'def', status: 'paid' })
    fire('invoice_closed', { slug: 'abc', status: 'cancelled' })
    await expect(status).resolves.toBe('cancelled')
  })

  test('an unknown status is none', async () => {
    const { host, fire } = startHost('6.1')
    const status = host.openInvoice('https://t.me/invoice/abc')
    fire('invoice_closed', { slug: 'abc', status: 'PAID!' })
    await expect(status).resolves.toBeUndefined()
  })
})

describe('the scanner', () => {
  test('scans until a text is accepted, then closes', async () => {
    const { host, fire, postedOf } = startHost('6.4')
    const text = host.showScanQrPopup('An address', (text) => text.startsWith('sol'))
    await expect(host.showScanQrPopup()).rejects.toEqual(coded('WebAppScanQrPopupOpened'))
    fire('qr_text_received', { data: 'other' })
    fire('qr_text_received', { data: 7 })
    fire('qr_text_received', null)
    fire('qr_text_received', { data: 'sol1' })
    await expect(text).resolves.toBe('sol1')
    expect(postedOf('web_app_open_scan_qr_popup')).toEqual([{ text: 'An address' }])
    expect(postedOf('web_app_close_scan_qr_popup')).toHaveLength(1)
  })

  test('closed by the player or the page it has no text', async () => {
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
  test('answers by the id of the question', async () => {
    const { host, fire, postedOf } = startHost('6.4')
    const text = host.readTextFromClipboard()
    const [{ req_id }] = postedOf('web_app_read_text_from_clipboard') as [{ req_id: string }]
    fire('clipboard_text_received', { req_id: 'other', data: 'foreign' })
    fire('clipboard_text_received', { req_id, data: 'copied' })
    await expect(text).resolves.toBe('copied')
  })

  test('is empty where it is closed, or nobody answers', async () => {
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

test('access to write is asked for once at a time', async () => {
  const { host, fire } = startHost('6.9')
  const allowed = host.requestWriteAccess()
  await expect(host.requestWriteAccess()).rejects.toEqual(coded('WebAppWriteAccessRequested'))
  fire('write_access_requested', { status: 'allowed' })
  await expect(allowed).resolves.toBe(true)
  const refused = host.requestWriteAccess()
  fire('write_access_requested', null)
  await expect(refused).resolves.toBe(false)
})

describe('the contact', () => {
  const questions = (postedOf: (method: string) => unknown[]) =>
    postedOf('web_app_invoke_custom_method') as { req_id: string; method: string }[]

  test('is refused', async () => {
    const { host, fire, postedOf } = startHost('6.9')
    const contact = host.requestContact()
    await expect(host.requestContact()).rejects.toEqual(coded('WebAppContactRequested'))
    fire('phone_requested', { status: 'cancelled' })
    await expect(contact).resolves.toEqual({ isSent: false })
    expect(questions(postedOf)).toEqual([])
  })

  test('is asked for with pauses of 50 ms more each, until it is there', async () => {
    const { host, fire, postedOf } = startHost('6.9')
    const contact = host.requestContact()
    fire('phone_requested', { status: 'sent' })
    await settled()
    for (const pause of [50, 100, 150]) {
      const asked = questions(postedOf).length
      fire('custom_method_invoked', { req_id: questions(postedOf).at(-1)!.req_id, result: '' })
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(questions(postedOf)).toHaveLength(asked)
      await vi.advanceTimersByTimeAsync(1)
      expect(questions(postedOf)).toHaveLength(asked + 1)
    }
    fire('custom_method_invoked', { req_id: questions(postedOf).at(-1)!.req_id, result: 'contact=%7B%7D&hash=ff' })
    await expect(contact).resolves.toEqual({ isSent: true, response: 'contact=%7B%7D&hash=ff' })
    expect(questions(postedOf)[0]).toMatchObject({ method: 'getRequestedContact', params: {} })
  })

  test.each([true, false])('is given up after 3000 ms (host answers: %s)', async (answers) => {
    const { host, fire, postedOf } = startHost('6.9')
    const contact = host.requestContact()
    let done = false
    void contact.then(() => (done = true))
    fire('phone_requested', { status: 'sent' })
    for (let ms = 0; ms < 2990; ms += 10) {
      await vi.advanceTimersByTimeAsync(10)
      if (answers) fire('custom_method_invoked', { req_id: questions(postedOf).at(-1)!.req_id, error: 'NOT_FOUND' })
    }
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    await expect(contact).resolves.toEqual({ isSent: true, response: undefined })
  })
})
