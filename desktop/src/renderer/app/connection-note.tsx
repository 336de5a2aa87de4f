import { Status } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { reconnectNow, useConnectionState } from '../api/connection-state.ts'
import { useTranslate } from '../i18n/i18n.ts'

const notes = {
  reconnecting: { tone: 'busy', id: 'shell.reconnecting' },
  gone: { tone: 'danger', id: 'shell.serverGone' },
  foreign: { tone: 'warning', id: 'shell.serverForeign' },
} as const

/** Says that the server does not answer, and tries again on request; nothing while it answers. */
export const ConnectionNote = () => {
  const t = useTranslate()
  const state = useConnectionState()
  return (
    <output className="connection-note">
      {state !== 'online' && (
        <>
          <Status tone={notes[state].tone}>{t(notes[state].id)}</Status>
          <Button size="small" onClick={reconnectNow}>
            {t('shell.reconnect')}
          </Button>
        </>
      )}
    </output>
  )
}
