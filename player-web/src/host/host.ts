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
  /** Told of what an old version cannot do, of malformed events and of listeners that fail. */
  warn: Warn
  frame: PageFrame
}

/**
 * Telegram around this page, with the limits of its interface. Buttons, haptics, colours and guards do nothing on
 * versions that lack them, and `warn` hears of it; methods throw or reject with WebAppMethodUnsupported. What breaks a
 * rule throws or rejects with its HostError, and nothing is sent.
 */
export const createHost = ({ bridge, launch, style, warn, frame, ...navigation }: HostOptions) => {
  const version = versionOf(launch.version)
  const connection = openConnection(bridge, version, warn)
  const { stop, ...appearance } = watchAppearance(connection, launch.theme, style)
  const { repaint, ...mainButton } = createMainButton(connection, appearance.theme)
  const stopReloads = announceFrame(bridge, frame)
  const stopRepaint = appearance.theme.subscribe(repaint)
  return {
    version,
    platform: launch.platform ?? 'unknown',
    isVersionAtLeast: (wanted: string): boolean => isAtLeast(version, wanted),
    /** Tells Telegram to take its placeholder away: as soon as there is something to see. */
    ready: (): void => void bridge.post('web_app_ready'),
    /** Makes the panel as high as it can be. */
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
    /** Stops listening to theme, sides, height and reloads. */
    dispose: (): void => {
      stopReloads()
      stopRepaint()
      stop()
    },
  }
}

export type Host = ReturnType<typeof createHost>
