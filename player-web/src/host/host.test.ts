import { describe, expect, test } from 'vitest'
import { startHost } from './host-harness.ts'

describe('versions', () => {
  test.each([undefined, '', 'x', '8.0; drop', '-1'])('an invalid version %j counts as 6.0', (named) => {
    expect(startHost(named).host.version).toBe('6.0')
  })
  test('are compared as numbers', () => {
    const { host } = startHost('7.10')
    expect(['7.9', '7.10', '7.11', '8.0'].map(host.isVersionAtLeast)).toEqual([true, true, false, false])
  })
})

describe('version 6.0', () => {
  test('buttons, haptics, colours and guards do nothing, and warn', () => {
    const { host, posted, warnings } = startHost()
    const before = posted.length
    host.backButton.show()
    host.haptics.impact('light')
    host.haptics.notification('success')
    host.haptics.selectionChanged()
    host.setHeaderColor('#fff')
    host.setBackgroundColor('#fff')
    host.enableClosingConfirmation()
    host.disableVerticalSwipes()
    expect(posted).toHaveLength(before)
    expect(warnings).toHaveLength(8)
    expect(warnings[0]).toBe('web_app_setup_back_button needs version 6.1, this is 6.0')
  })

  test('methods throw or reject with WebAppMethodUnsupported', async () => {
    const { host, posted } = startHost(undefined, { hasInline: true })
    const before = posted.length
    const unsupported = expect.objectContaining({ name: 'WebAppMethodUnsupported' })
    for (const method of [
      () => host.showPopup({ message: 'm' }),
      () => host.alert('m'),
      () => host.confirm('m'),
      () => host.openInvoice('https://t.me/$abc'),
      () => host.showScanQrPopup(),
      () => host.readTextFromClipboard(),
      () => host.requestWriteAccess(),
      () => host.requestContact(),
    ])
      await expect(method()).rejects.toEqual(unsupported)
    expect(() => host.closeScanQrPopup()).toThrow(unsupported)
    expect(() => host.switchInlineQuery('q')).toThrow(unsupported)
    expect(posted).toHaveLength(before)
  })

  test('ready, expand, close, main button and data are sent', () => {
    const { host, posted } = startHost()
    posted.length = 0
    host.ready()
    host.expand()
    host.mainButton.show()
    host.sendData('d')
    host.close()
    expect(posted.map(({ method }) => method)).toEqual([
      'web_app_ready',
      'web_app_expand',
      'web_app_setup_main_button',
      'web_app_data_send',
      'web_app_close',
    ])
  })

  test('links open without Telegram', () => {
    const { host, opened } = startHost()
    host.openLink('https://a.example/x')
    host.openTelegramLink('https://t.me/bot')
    expect(opened).toEqual(['https://a.example/x', 'leave https://t.me/bot'])
  })
})

describe('the back button', () => {
  test('is shown and hidden once, and calls its listener', () => {
    const { host, fire, postedOf } = startHost('6.1')
    let pressed = 0
    const stop = host.backButton.onClick(() => (pressed += 1))
    host.backButton.hide()
    host.backButton.show()
    host.backButton.show()
    fire('back_button_pressed', { garbage: true })
    stop()
    fire('back_button_pressed')
    host.backButton.hide()
    expect(postedOf('web_app_setup_back_button')).toEqual([{ is_visible: true }, { is_visible: false }])
    expect(pressed).toBe(1)
  })
})

describe('the main button', () => {
  test('has the text CONTINUE and the theme’s colours by default', () => {
    const { host, fire, postedOf } = startHost('6.0', { theme: '{"button_color":"#FB0"}' })
    host.mainButton.setParams({ text: 'Before it is shown' })
    host.mainButton.setParams({ text: 'CONTINUE' })
    host.mainButton.show()
    fire('theme_changed', { theme_params: { button_color: '#000001', button_text_color: 0xfefefe } })
    expect(postedOf('web_app_setup_main_button')).toEqual([
      {
        is_visible: true,
        text: 'CONTINUE',
        color: '#ffbb00',
        text_color: '#ffffff',
        is_active: true,
        is_progress_visible: false,
      },
      expect.objectContaining({ color: '#000001', text_color: '#fefefe' }),
    ])
  })

  test('an invalid change changes nothing', () => {
    const { host, postedOf } = startHost('6.0')
    host.mainButton.show()
    expect(() => host.mainButton.setParams({ text: 'Pay', color: 'red' })).toThrow(
      expect.objectContaining({ code: 'WebAppMainButtonParamInvalid' }),
    )
    host.mainButton.showProgress()
    host.mainButton.hideProgress()
    host.mainButton.hide()
    const [, progress, without, hidden] = postedOf('web_app_setup_main_button')
    expect(progress).toMatchObject({ text: 'CONTINUE', is_active: false, is_progress_visible: true })
    expect(without).toMatchObject({ is_active: true, is_progress_visible: false })
    expect(hidden).toEqual({ is_visible: false })
  })
})

describe('Telegram Web’s frame', () => {
  test('U16: a framed page says that it is ready, and reloads when asked to', () => {
    const { host, posted, postedOf, fire, opened } = startHost('8.0', {}, true, true)
    expect(postedOf('iframe_ready')).toEqual([{ reload_supported: true }])
    fire('reload_iframe')
    expect(posted.at(-1)?.method).toBe('iframe_will_reload')
    expect(opened).toEqual(['reload'])
    host.dispose()
    fire('reload_iframe')
    expect(opened).toHaveLength(1)
  })
  test('U16: a page without a frame sends no frame events', () => {
    const { postedOf, fire, opened } = startHost('8.0')
    fire('reload_iframe')
    expect([postedOf('iframe_ready'), opened]).toEqual([[], []])
  })
})

describe('colours', () => {
  test('U16: the bar below the page takes a colour or a key since 7.10', () => {
    const { host, postedOf } = startHost('7.10', { theme: '{"bottom_bar_bg_color":"#101010"}' })
    host.setBottomBarColor('#FB0')
    host.setBottomBarColor('bottom_bar_bg_color')
    expect(postedOf('web_app_set_bottom_bar_color')).toEqual([{ color: '#ffbb00' }, { color: '#101010' }])
    expect(() => host.setBottomBarColor('gold')).toThrow('the bottom bar takes a colour')
    const before = startHost('7.9')
    before.host.setBottomBarColor('#FB0')
    expect(before.postedOf('web_app_set_bottom_bar_color')).toEqual([])
  })
  test('before 6.9 the header takes colours of the theme only', () => {
    const { host, postedOf, warnings } = startHost('6.1', { theme: '{"bg_color":"#111111"}' })
    host.setHeaderColor('#111')
    host.setHeaderColor('secondary_bg_color')
    host.setHeaderColor('#222222')
    expect(postedOf('web_app_set_header_color')).toEqual([
      { color_key: 'bg_color' },
      { color_key: 'secondary_bg_color' },
    ])
    expect(warnings).toHaveLength(1)
  })
  test('since 6.9 the header takes any colour', () => {
    const { host, postedOf } = startHost('6.9')
    host.setHeaderColor('#FB0')
    expect(postedOf('web_app_set_header_color')).toEqual([{ color: '#ffbb00' }])
  })
  test('the background takes a colour or a key that the theme has', () => {
    const { host, postedOf, warnings } = startHost('6.1', { theme: '{"bg_color":"#111111"}' })
    host.setBackgroundColor('bg_color')
    host.setBackgroundColor('secondary_bg_color')
    expect(postedOf('web_app_set_background_color')).toEqual([{ color: '#111111' }])
    expect(warnings).toEqual(['The theme has no secondary_bg_color'])
  })
})

test('links and inline queries are sent in Telegram’s format', () => {
  const { host, postedOf, opened } = startHost('6.9', { hasInline: true })
  host.openLink('https://a.example', { tryInstantView: true })
  host.openTelegramLink('https://t.me/share/url?url=x')
  host.switchInlineQuery('q', ['users'])
  expect(postedOf('web_app_open_link')).toEqual([{ url: 'https://a.example/', try_instant_view: true }])
  expect(postedOf('web_app_open_tg_link')).toEqual([{ path_full: '/share/url?url=x' }])
  expect(postedOf('web_app_switch_inline_query')).toEqual([{ query: 'q', chat_types: ['users'] }])
  expect(opened).toEqual([])
})

test('an inline query needs inline mode', () => {
  expect(() => startHost('8.0').host.switchInlineQuery('q')).toThrow(
    expect.objectContaining({ code: 'WebAppInlineModeDisabled' }),
  )
})

test('without Telegram, links open and methods reject at once', async () => {
  const { host, opened } = startHost('8.0', {}, false)
  host.openLink('https://a.example/')
  expect(opened).toEqual(['https://a.example/'])
  const unsupported = expect.objectContaining({ code: 'WebAppMethodUnsupported' })
  await expect(host.confirm('m')).rejects.toEqual(unsupported)
  await expect(host.confirm('m')).rejects.toEqual(unsupported)
  await expect(host.showScanQrPopup()).rejects.toEqual(unsupported)
  expect(() => host.sendData('d')).toThrow(unsupported)
})
