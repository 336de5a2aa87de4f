import { endpoints } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { IconButton } from '@openauth/ui/icon-button'
import { Notice } from '@openauth/ui/notice'
import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { queries } from '../api/queries.ts'
import { useMay } from '../api/rights.ts'
import { isInBrowser } from '../api/transport.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { createStoredText, useStore } from '../store.ts'
import { newerOf } from '../lib/versions.ts'
import './version-note.css'

/** The version of these pages, which the build writes here. */
const ours = String(import.meta.env['CONSOLE_VERSION'])

/** How long an answer is good: a server may be updated while a page is open. */
const PAUSE_MS = 10 * 60_000

/** The versions for which the note was dismissed. */
const dismissed = createStoredText('DismissedVersions')

/** The version of the server; empty until it is known. */
const useServerVersion = (): string => {
  const health = useQuery({
    ...queries.health.show(),
    staleTime: PAUSE_MS,
    refetchInterval: PAUSE_MS,
    enabled: useMay(endpoints.health.show),
  })
  return health.data?.version ?? ''
}

/** Says that the server has another version than the console, and what to do, until it is dismissed. */
export const VersionNote = () => {
  const t = useTranslate()
  const dismissedPair = useStore(dismissed)
  const theirs = useServerVersion()
  const newer = newerOf(ours, theirs)
  const pair = `${ours} ${theirs}`
  if (!newer || dismissedPair === pair) return null
  const versions = { console: ours, server: theirs }
  const words = { console: 'version.consoleNewer', server: 'version.serverNewer' } as const
  return (
    <aside className="version-note" aria-label={t('version.label')}>
      <Notice
        tone="info"
        action={
          <>
            {isInBrowser() && (
              <Button size="small" onClick={() => location.reload()}>
                {t('version.reload')}
              </Button>
            )}
            <IconButton
              size="small"
              label={t('version.dismiss')}
              icon={<X size={16} />}
              onClick={() => dismissed.set(pair)}
            />
          </>
        }
      >
        {/* A browser's pages are the server's own: they differ where the server was changed after they were loaded. */}
        {t(isInBrowser() ? 'version.stale' : words[newer], versions)}
      </Notice>
    </aside>
  )
}
