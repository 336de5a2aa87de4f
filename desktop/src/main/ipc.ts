import { ApiError } from '@openauth/client'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import * as z from 'zod'
import { normalizeAddress } from '../address.ts'
import { channels, type Answer, type Channel, type Channels, type Link, type UpdateState } from '../ipc.ts'
import { type Locale, localeNames } from '../renderer/i18n/locales.ts'
import { callApi, type CallOptions } from './api-call.ts'
import { answerOf, invalidInput } from './failure.ts'
import type { Session } from './session.ts'

type Handlers = { [C in Channel]: (input: unknown) => Promise<Channels[C]['result']> }

const Address = z.string().max(2048)
const Name = z.string().trim().min(1).max(100)
const ServerSet = z.strictObject({ address: Address, name: Name.optional() })
const ServerRename = z.strictObject({ address: Address, name: Name })
const ServerRemove = z.strictObject({ address: Address })
const LanguageSet = z.strictObject({ locale: z.enum(localeNames) })

const parse = <T>(schema: z.ZodType<T>, raw: unknown): T => {
  const input = schema.safeParse(raw)
  if (!input.success) throw invalidInput(input.error)
  return input.data
}

const normalized = (address: string): string => {
  try {
    return normalizeAddress(address)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ApiError(400, { code: 'invalid_input', message, issues: [{ path: 'address', message }] })
  }
}

/** What messages do in the desktop program itself. */
export interface Shell {
  setLanguage: (locale: Locale) => void
  takeLink: () => Link | null
  takeCrashNews: () => boolean
  openLogFolder: () => void
  updateState: () => UpdateState
  restartIntoUpdate: () => void
}

/** Creates the main process's handlers of all channels. */
export const createHandlers = (session: Session, shell: Shell, options?: CallOptions): Handlers => ({
  api: (input) => callApi(input, session, options),
  'server.get': async () => session.server(),
  'server.set': async (input) => {
    const { address, name } = parse(ServerSet, input)
    await session.use(normalized(address), name)
    return session.server()
  },
  'servers.list': async () => session.servers(),
  'servers.rename': async (input) => {
    const { address, name } = parse(ServerRename, input)
    await session.rename(address, name)
    return session.servers()
  },
  'servers.remove': async (input) => {
    await session.remove(parse(ServerRemove, input).address)
    return session.servers()
  },
  'language.set': async (input) => shell.setLanguage(parse(LanguageSet, input).locale),
  'link.take': async () => shell.takeLink(),
  'crashes.take': async () => shell.takeCrashNews(),
  'crashes.open': async () => shell.openLogFolder(),
  'updates.get': async () => shell.updateState(),
  'updates.restart': async () => shell.restartIntoUpdate(),
})

/** The sender of a message, which decides whether it is handled. */
type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>

/**
 * Whether a message comes from the console's own page, not from a frame in it or from another page in its window.
 * https://www.electronjs.org/docs/latest/tutorial/security#17-validate-the-sender-of-all-ipc-messages
 */
export const isOwnPage = ({ senderFrame }: Sender, isHome: (url: string) => boolean): boolean =>
  senderFrame !== null && senderFrame.parent === null && isHome(senderFrame.url)

/** Handles a message; refuses it unless the console's own page sent it. */
export const answer = <C extends Channel>(
  channel: C,
  sender: Sender,
  input: unknown,
  handlers: Handlers,
  isHome: (url: string) => boolean,
): Promise<Answer<Channels[C]['result']>> => {
  const foreign = new ApiError(403, { code: 'foreign_sender', message: 'Only the console can make this call' })
  return answerOf(isOwnPage(sender, isHome) ? handlers[channel](input) : Promise.reject(foreign))
}

/** Registers the handlers of all channels. */
export const listen = (
  ipcMain: Pick<IpcMain, 'handle'>,
  handlers: Handlers,
  isHome: (url: string) => boolean,
): void => {
  for (const channel of channels) {
    ipcMain.handle(channel, (event, input: unknown) => answer(channel, event, input, handlers, isHome))
  }
}
