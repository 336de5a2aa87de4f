import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Channel, channels, type ShellEvent } from '../src/ipc.ts'
import type { CallOptions } from '../src/main/api-call.ts'
import { answer, createHandlers, type Shell } from '../src/main/ipc.ts'
import { consoleUrl } from '../src/main/pages.ts'
import { openSession, type Session } from '../src/main/session.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'
import { quietShell } from './shell.ts'
import { testTokenStore } from './token-store.ts'

export interface DesktopHarness extends Pick<
  ConsoleHarness,
  'server' | 'admin' | 'adminToken' | 'page' | 'errors' | 'axe' | 'overflow' | 'shoot' | 'visit'
> {
  session: Session
  /** Reloads a screen; Electron's pages have one path, the screen is behind the #. */
  open: (path: string) => Promise<void>
  path: () => string
  /** Sends an event of the main process to the page. */
  tell: (event: ShellEvent) => Promise<void>
  /** Answers a call of the page in place of the server. */
  answerWith: (group: string, verb: string, data: unknown) => void
  stop: () => Promise<void>
}

/** What the preload script exposes, from the page's own world: Chromium has no context bridge. */
const bridge = (names: readonly string[]) => {
  const { send } = window as unknown as { send: (channel: string, input: unknown) => Promise<unknown> }
  const functions = names.map((name) => [name, (input: unknown) => send(name, input)] as const)
  const listen = (listener: (event: unknown) => void) => {
    const pass = (event: Event) => listener((event as CustomEvent).detail)
    addEventListener('shell-event', pass)
    return () => removeEventListener('shell-event', pass)
  }
  Object.assign(window, { openauth: { ...Object.fromEntries(functions), listen } })
}

const senderFrame = { url: consoleUrl, parent: null } as unknown as Parameters<typeof answer>[1]['senderFrame']

/** Opens the pages of the desktop console in Chromium; their messages go to the handlers of the main process. */
export const openDesktop = async (shell: Partial<Shell> = {}, options?: CallOptions): Promise<DesktopHarness> => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-desktop-'))
  const session = await openSession(join(folder, 'console.json'), testTokenStore())
  const handlers = createHandlers(session, quietShell(shell), options)
  const console = await openConsole('/', { session: 'none' })
  const { page, context, server } = console
  const answers = new Map<string, unknown>()
  await context.exposeFunction('send', async (channel: Channel, input: { group?: string; verb?: string } | null) => {
    const data = channel === 'api' ? answers.get(`${input?.group}.${input?.verb}`) : undefined
    if (data !== undefined) return { ok: true, result: { data } }
    return answer(channel, { senderFrame }, input ?? undefined, handlers, (url) => url === consoleUrl)
  })
  await context.addInitScript(bridge, channels)
  return {
    ...console,
    session,
    answerWith: (group, verb, data) => void answers.set(`${group}.${verb}`, data),
    open: (path) => reload(page, `${server.url}/console/#${path}`),
    tell: (event) => page.evaluate((detail) => void dispatchEvent(new CustomEvent('shell-event', { detail })), event),
    path: () => new URL(page.url()).hash.slice(1),
    stop: async () => {
      await console.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Another part behind the # alone would not reload the page. */
const reload = async (page: Page, url: string) => {
  await page.goto('about:blank')
  await page.goto(url)
}
