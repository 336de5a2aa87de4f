import { Button } from '@openauth/ui/button'
import { useState } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { Failure, Skeleton } from '../../../components/states.tsx'
import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { ErrorMessage } from '../../../session/login/error-message.tsx'
import { ProofForm } from '../export/proof-form.tsx'
import { Holdings } from './holdings.tsx'
import { useCancelDeletion, useDeletion, useRequestDeletion } from './use-deletion.ts'

type Shown = NonNullable<ReturnType<typeof useDeletion>['data']>

const DAY = 86_400

/** A deletion that is to come, and the way back. */
const Pending = ({ pending, holdings }: { pending: NonNullable<Shown['pending']>; holdings: Shown['holdings'] }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  const { mutate, isPending } = useCancelDeletion()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(pending.dueAt)
  return (
    <>
      <Notice>
        <p>
          <strong>{t('data.pending', { date })}</strong>
        </p>
        <p>{t(pending.waitsFor === 'sends' ? 'data.waits' : 'data.pendingHint')}</p>
      </Notice>
      <Holdings holdings={holdings} />
      <Button variant="primary" className="wide" loading={isPending} onClick={() => mutate()}>
        {t('data.cancel')}
      </Button>
    </>
  )
}

/** Asks twice, with what is lost, and for a proof where the login is not recent. */
const Request = ({ graceSeconds, holdings }: Shown) => {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const request = useRequestDeletion()
  if (request.isAsked)
    return <ProofForm error={request.error} isBusy={request.isBusy} onShow={(shown) => void request.run(shown)} />
  if (!isOpen)
    return (
      <Button className="wide" onClick={() => setIsOpen(true)}>
        {t('data.delete')}
      </Button>
    )
  return (
    <>
      <Holdings holdings={holdings} />
      <p className="note">{t('data.confirm', { count: Math.ceil(graceSeconds / DAY) })}</p>
      <ErrorMessage error={request.error} />
      <Button variant="danger" className="wide" loading={request.isBusy} onClick={() => void request.run()}>
        {t('data.deleteNow')}
      </Button>
      <Button className="wide" onClick={() => setIsOpen(false)}>
        {t('data.keep')}
      </Button>
    </>
  )
}

/** The deletion of the account. */
export const Deletion = () => {
  const t = useTranslate()
  const query = useDeletion()
  const { data } = query
  return (
    <section className="data-part">
      <h2>{t('data.deletion')}</h2>
      <p className="note">{t('data.deletionHint')}</p>
      {query.isPending && <Skeleton lines={2} />}
      {data === undefined && query.isError && (
        <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {data && (data.pending ? <Pending pending={data.pending} holdings={data.holdings} /> : <Request {...data} />)}
    </section>
  )
}
