import { openBridge, type Warn } from './bridge.ts'
import { launch } from './detect.ts'
import { createHost, type Host } from './host.ts'

/** Creates the host of this window. */
export const openHost = (warn: Warn): Host =>
  createHost({
    bridge: openBridge(warn),
    launch: launch() ?? { hasInline: false },
    style: document.documentElement.style,
    warn,
    frame: { isFramed: window.parent !== window.self, reload: () => window.location.reload() },
    open: (url) => void window.open(url, '_blank', 'noopener'),
    go: (url) => window.location.assign(url),
  })
