import type { Bridge, Warn } from './bridge.ts'
import { createBackButton, createMainButton } from './buttons.ts'
import { createColors, createGuards, createHaptics } from './controls.ts'
import type { Launch } from './detect.ts'
import { announceFrame, type PageFrame } from './frame.ts'
import { openConnection } from './host-connection.ts'
import { watchAppearance, type RootStyle } from './appearance.ts'
import { createInvoices, createPopups, createScanner } from './popups.ts'
import { createRequests } from './requests.ts'
import { isAtLeast, versionOf } from './version.ts'
import { createLinks, type PageNavigation } from './open-links.ts'

export interface HostOptions extends PageNavigation {
  bridge: Bridge
  launch: Launch
  /** The root element's style, which gets the CSS variables of appearance.ts. */
  style: RootStyle
  /** Called for features that the version lacks, for malformed events and for listeners that throw. */
  warn: Warn
  frame: PageFrame
}

/**
 * The Telegram app that runs this page. On versions that lack them, buttons, haptics, colours and guards only call
 * `warn`; methods throw or reject with WebAppMethodUnsupported. Invalid parameters throw or reject with the HostError
 * of their name, and nothing is sent.
 */
export const createHost = ({ bridge, launch, style, warn, frame, ...navigation }: HostOptions) => {
  const version = versionOf(launch.version)
  const connection = openConnection(bridge, version, warn)
  const { stop, ...appearance } = watchAppearance(connection, launch.theme, style)
  const { repaint, ...mainButton } = createMainButton(connection, appearance.theme)
  const stopReloadListener = announceFrame(bridge, frame)
  const stopRepaint = appearance.theme.subscribe(repaint)
  return {
    version,
    platform: launch.platform ?? 'unknown',
    isVersionAtLeast: (wanted: string): boolean => isAtLeast(version, wanted),
    /** Tells Telegram to hide its placeholder. To be called as soon as the page shows something. */
    ready: (): void => void bridge.post('web_app_ready'),
    /** Expands the app to its full height. */
    expand: (): void => void bridge.post('web_app_expand'),
    close: (): void => void bridge.post('web_app_close'),
    ...appearance,
    backButton: createBackButton(connection),
    mainButton,
    haptics: createHaptics(connection),
    ...createColors(connection, appearance.theme),
    ...createGuards(connection),
    ...createLinks(connection, launch, navigation),
    openInvoice: createInvoices(connection),
    ...createPopups(connection),
    ...createScanner(connection),
    ...createRequests(connection),
    /** Removes the listeners to theme, insets, height and reloads. */
    dispose: (): void => {
      stopReloadListener()
      stopRepaint()
      stop()
    },
  }
}

export type Host = ReturnType<typeof createHost>
