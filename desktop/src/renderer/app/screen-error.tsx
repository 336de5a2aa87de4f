import { Button } from '@openauth/ui/button'
import { CodeBlock } from '@openauth/ui/code-block'
import { ErrorState } from '@openauth/ui/error-state'
import { useLocation, useRouteError } from 'react-router-dom'
import { useTranslate } from '../i18n/i18n.ts'
import './screen-error.css'

/** The report of a crash: the error, where it happened, and the address without its search parameters. */
export const crashTextOf = (error: unknown, path: string): string =>
  [path, error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)].join('\n')

/** In place of a screen that threw an error; the shell around it still works. */
export const ScreenError = () => {
  const t = useTranslate()
  const error = useRouteError()
  const { pathname } = useLocation()
  return (
    <div className="screen-error">
      <title>{`${t('shell.crashed')} · OpenAuth`}</title>
      <ErrorState
        title={t('shell.crashed')}
        message={t('shell.crashedReason')}
        actions={<Button onClick={() => location.reload()}>{t('shell.reloadScreen')}</Button>}
      />
      <CodeBlock title={t('shell.crashDetails')} code={crashTextOf(error, pathname)} />
    </div>
  )
}
