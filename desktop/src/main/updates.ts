import type { AppUpdater } from 'electron-updater'
import type { UpdateFailure, UpdateState } from '../ipc.ts'
import { type CrashLog, describeError } from './crash-log.ts'
import { isRefusedAddress, requireEncryption } from './encrypted-updates.ts'
import { NO_DIGEST, requireDigests } from './update-digests.ts'

/** How often a running program asks for a newer version. Milliseconds. */
const PAUSE_MS = 4 * 60 * 60_000

interface Parts {
  updater: AppUpdater
  log: Pick<CrashLog, 'note' | 'write'>
  /** Called when the state changes, and when an operator asks for it. */
  onChange: () => void
  /** Ends the program, whose windows are closed, if the update cannot be installed. */
  quit: () => void
}

/** Newer versions of the program. */
export interface Updates {
  state: () => UpdateState
  /**
   * Looks for a newer version and downloads it. With `isAsked`, an operator asked for it and sees every outcome; otherwise
   * only a newer version is shown.
   */
  check: (isAsked: boolean) => Promise<void>
  /** Looks now and every few hours. */
  watch: () => void
  /** Replaces the program by the version that was downloaded, and starts it. */
  install: () => void
}

const failures: readonly [RegExp, UpdateFailure][] = [
  [/^ERR_CHECKSUM_MISMATCH$/, 'damaged'],
  [new RegExp(`^${NO_DIGEST}$`), 'unverifiable'],
  [/^ERR_UPDATER_(CHANNEL_FILE_NOT_FOUND|INVALID_|NO_)/, 'noFeed'],
  [/^(HTTP_ERROR_|E[A-Z]+$)/, 'unreachable'],
]

/** Electron names what went wrong on the network in the message, Node in the code. */
const failureOf = (error: unknown): UpdateFailure => {
  const { code = '', message = '' } = error as { code?: unknown; message?: string }
  if (isRefusedAddress(message)) return 'unencrypted'
  if (message.startsWith('net::')) return 'unreachable'
  return failures.find(([pattern]) => pattern.test(String(code)))?.[1] ?? 'other'
}

const configure = (updater: AppUpdater): void => {
  updater.logger = null
  updater.allowDowngrade = false
  // What the feed says is checked first.
  updater.autoDownload = false
  // By default it sends an id of the installation.
  updater.requestHeaders = { 'x-user-staging-id': '' }
}

/** Looks once, and downloads a newer version; rejects where that fails. */
const lookOnce = async (updater: AppUpdater, onDownload: (version: string) => void): Promise<UpdateState> => {
  requireEncryption(updater.netSession)
  const found = await updater.checkForUpdates()
  if (!found) return { kind: 'failed', reason: 'unable' }
  if (!found.isUpdateAvailable) return { kind: 'current' }
  const { updateInfo, cancellationToken } = found
  requireDigests(updateInfo)
  onDownload(updateInfo.version)
  await updater.downloadUpdate(cancellationToken)
  return { kind: 'ready', version: updateInfo.version }
}

/** Looks for newer versions with electron-updater, which verifies what it downloads by the SHA-512 digest in the feed. */
export const createUpdates = ({ updater, log, onChange, quit }: Parts): Updates => {
  let state: UpdateState = { kind: 'none' }
  let running: Promise<void> | undefined
  let isTold = false
  const set = (next: UpdateState) => {
    if (next.kind === 'none' && state.kind === 'none') return
    state = next
    onChange()
  }
  const run = async () => {
    const onDownload = (version: string) => set({ kind: 'downloading', version, percent: 0 })
    const outcome = await lookOnce(updater, onDownload).catch((error: unknown): UpdateState => {
      log.note('update', describeError(error))
      return { kind: 'failed', reason: failureOf(error) }
    })
    set(isTold || outcome.kind === 'ready' ? outcome : { kind: 'none' })
  }
  configure(updater)
  updater.on('download-progress', (progress) => {
    const percent = Math.floor(progress.percent)
    if (state.kind === 'downloading' && state.percent !== percent) set({ ...state, percent })
  })
  const check = async (isAsked: boolean) => {
    if (state.kind === 'ready') return isAsked ? onChange() : undefined
    isTold = isAsked || (running !== undefined && isTold)
    if (isAsked) set(state.kind === 'downloading' ? state : { kind: 'checking' })
    running ??= run().finally(() => (running = undefined))
    await running
  }
  return {
    state: () => state,
    check,
    watch: () => {
      void check(false)
      setInterval(() => void check(false), PAUSE_MS).unref()
    },
    install: () => {
      updater.once('error', (error) => {
        log.write('update', describeError(error))
        quit()
      })
      updater.quitAndInstall(true, true)
    },
  }
}
