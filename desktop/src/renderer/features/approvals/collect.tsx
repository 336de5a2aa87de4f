import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { ShownOnce } from '../../components/shown-once.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Approval, useApprovalsChanged } from './approvals-query.ts'
import { callTitle } from './words.ts'

/** The fields of answers that have what was asked for. */
const shownFields = ['appSecret', 'clientSecret', 'secret', 'link'] as const

const secretIn = (answer: unknown): string | undefined => {
  const fields = (answer ?? {}) as Record<string, unknown>
  const value = shownFields.map((name) => fields[name]).find((found) => typeof found === 'string')
  return typeof value === 'string' ? value : undefined
}

/** Collects what was approved: it runs now, and is shown once. It is in no query's cache. */
export const Collect = ({ approval }: { approval: Approval }) => {
  const t = useTranslate()
  const changed = useApprovalsChanged()
  const [secret, setSecret] = useState<string>()
  const [isWithout, setWithout] = useState(false)
  const collect = async () => {
    const { answer } = await client.approvals.collect({ id: approval.id })
    const found = secretIn(answer)
    setSecret(found)
    setWithout(found === undefined)
    if (found === undefined) await changed()
  }
  const close = () => {
    setSecret(undefined)
    void changed()
  }
  return (
    <>
      <ConfirmDialog
        title={t('approvals.collectTitle')}
        description={t('approvals.collectLead')}
        confirmLabel={t('approvals.collect')}
        isDanger={false}
        onConfirm={collect}
        trigger={<Button variant="primary">{t('approvals.collect')}</Button>}
      />
      {isWithout && <p>{t('approvals.collected')}</p>}
      <ShownOnce
        value={secret}
        title={callTitle(approval, t)}
        description={t('approvals.collectedLead')}
        onClose={close}
      />
    </>
  )
}
