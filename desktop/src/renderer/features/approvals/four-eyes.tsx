import { endpoints, type FourEyes, fourEyesKinds, type FourEyesKind } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { Checkbox } from '@openauth/ui/checkbox'
import { Notice } from '@openauth/ui/notice'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { FormProblem } from '../../components/form-problem.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { May, MayEdit } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { fourEyesQuery, useApprovalsChanged } from './approvals-query.ts'
import { kindTitles } from './words.ts'

/** Owners from which one may be away and another still approves. */
const ENOUGH = 3

const Form = ({ stored }: { stored: FourEyes }) => {
  const t = useTranslate()
  const changed = useApprovalsChanged()
  const [kinds, setKinds] = useState<readonly FourEyesKind[]>(stored.kinds)
  const save = useMutation({
    mutationFn: () => client.fourEyes.update({ kinds: [...kinds] }),
    onSuccess: async () => {
      toast.success(t('approvals.settingSaved'))
      await changed()
    },
  })
  const toggle = (kind: FourEyesKind, isOn: boolean) =>
    setKinds(fourEyesKinds.filter((each) => (each === kind ? isOn : kinds.includes(each))))
  const isDirty = kinds.join() !== stored.kinds.join()
  return (
    <div className="approval-setting">
      <div className="approval-kinds">
        {fourEyesKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(kindTitles[kind])}
            checked={kinds.includes(kind)}
            onCheckedChange={(isOn) => toggle(kind, isOn)}
          />
        ))}
      </div>
      <p className="approval-soft">{t('approvals.alwaysHeld')}</p>
      {kinds.length > 0 && stored.owners < ENOUGH && (
        <Notice tone="warning">{t(stored.owners < 2 ? 'approvals.oneOwner' : 'approvals.twoOwners')}</Notice>
      )}
      {save.error && <FormProblem error={save.error} />}
      <May call={endpoints.fourEyes.update}>
        <Button variant="primary" loading={save.isPending} disabled={!isDirty} onClick={() => save.mutate()}>
          {t('approvals.saveSetting')}
        </Button>
      </May>
    </div>
  )
}

/** Which calls wait for a second admin: owners choose, others see it. */
export const FourEyesCard = () => {
  const t = useTranslate()
  const setting = useQuery(fourEyesQuery)
  return (
    <Card>
      <h2 className="statistics-title">{t('approvals.settingTitle')}</h2>
      <p className="approval-soft">{t('approvals.settingLead')}</p>
      <Loaded query={setting}>
        {(stored) => (
          <MayEdit call={endpoints.fourEyes.update}>
            <Form key={stored.kinds.join()} stored={stored} />
          </MayEdit>
        )}
      </Loaded>
    </Card>
  )
}
