import { buttonClass } from '@openauth/ui/button'
import { IconButton } from '@openauth/ui/icon-button'
import { Link, useLocation } from 'react-router-dom'
import { Icon } from '../../components/icon.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { isInternalPath } from '../../lib/safe-link.ts'
import { ExternalLink } from '../../session/external-link.tsx'
import type { Registered } from './registered.ts'
import './dapp-bar.css'

/** The page that links here name as their location state; others lead to no page of this app in particular. */
const useParent = (): string => {
  const { state }: { state: unknown } = useLocation()
  return typeof state === 'string' && isInternalPath(state) ? state : '/earn'
}

interface Props {
  dapp: Registered
  /** The frame has loaded something, which may be an empty page in place of the dapp. */
  mayBeEmpty: boolean
  onReload: () => void
}

/**
 * Above every frame, whether or not it shows anything. A page cannot know whether a frame of another origin is empty:
 * browsers fire `load` for their error page and for a refused frame too, so that pages cannot probe other servers.
 * https://html.spec.whatwg.org/multipage/iframe-embed-object.html#iframe-load-event-steps
 */
export const DappBar = ({ dapp, mayBeEmpty, onReload }: Props) => {
  const t = useTranslate()
  const parent = useParent()
  const newTab = t(mayBeEmpty ? 'dapp.nothing' : 'dapp.newTab')
  return (
    <header className="dapp-bar">
      <div className="dapp-bar-words">
        <h1 title={dapp.name}>{dapp.name}</h1>
        <ExternalLink href={dapp.url} aria-label={newTab}>
          {newTab}
        </ExternalLink>
      </div>
      <IconButton label={t('state.reload')} icon={<Icon name="reload" />} onClick={onReload} />
      <Link
        className={buttonClass({ variant: 'ghost', className: 'ui-button-icon' })}
        to={parent}
        aria-label={t('dialog.close')}
      >
        <Icon name="close" />
      </Link>
    </header>
  )
}
