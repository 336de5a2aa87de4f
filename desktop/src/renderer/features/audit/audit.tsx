import { PageHeader } from '@openauth/ui/page-header'
import { useParams } from 'react-router-dom'
import { useTranslate } from '../../i18n/i18n.ts'
import { EventList } from './list-events.tsx'
import { VerifyTrail } from './verify-trail.tsx'

/** The audit trail of the server; within an app, of that app. */
export const Audit = () => {
  const t = useTranslate()
  const { appId } = useParams()
  return (
    <div className="screen">
      <title>{`${t('audit.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('audit.title')}
        description={t(appId ? 'audit.leadApp' : 'audit.lead')}
        actions={appId ? undefined : <VerifyTrail />}
      />
      <EventList key={appId} scope={appId ? { appId } : {}} />
    </div>
  )
}
