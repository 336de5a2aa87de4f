import { Button } from '@openauth/ui/button'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useConfig } from '../../config/config.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { loadPolicy } from './policy.ts'
import type { Policy } from './texts/policy.ts'
import './privacy-page.css'

const PolicyText = ({ policy }: { policy: Policy }) => {
  const { app, supportEmail } = useConfig()
  const fill = (text: string) => text.replaceAll('{app}', app.name)
  return (
    <article className="policy">
      <p>{fill(policy.intro)}</p>
      {policy.sections.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
        </section>
      ))}
      {supportEmail && <p>{policy.contact.replace('{email}', supportEmail)}</p>}
    </article>
  )
}

const PrivacyPage = () => {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const { key } = useLocation()
  const query = useQuery({ queryKey: ['privacy', locale], queryFn: () => loadPolicy(locale), staleTime: Infinity })
  // The first page of a visit has no page before it.
  const back = () => void (key === 'default' ? navigate('/') : navigate(-1))
  return (
    <Page title={t('privacy.title')} back={{ label: t('nav.back'), onClick: back }}>
      {query.isPending && <Skeleton lines={8} />}
      {query.isError && <Failure onRetry={() => void query.refetch()} />}
      {query.data && <PolicyText policy={query.data} />}
      <Button icon={<Icon name="back" />} onClick={back}>
        {t('nav.back')}
      </Button>
    </Page>
  )
}

export default PrivacyPage
