import { endpoints, type GameTask, MOST_NEW_CODES } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { CopyButton } from '@openauth/ui/copy-button'
import { csvOf, downloadCsv } from '@openauth/ui/csv'
import { Dialog, DialogClose } from '@openauth/ui/dialog'
import { Section } from '@openauth/ui/section'
import { TextArea } from '@openauth/ui/text-area'
import { TextField } from '@openauth/ui/text-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/queries.ts'
import { issueOf } from '../../components/problems.ts'
import { May } from '../../components/may.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useSingleSubmit } from '../../lib/single-submit.ts'
import { useTasksChanged } from './tasks-query.ts'

interface Props {
  appId: string
  task: GameTask
  codes: { unused: number; used: number }
}

/** New codes, which the server tells only now. */
const NewCodes = ({ codes, onClose }: { codes: readonly string[] | undefined; onClose: () => void }) => {
  const t = useTranslate()
  const text = codes?.join('\n') ?? ''
  const download = () =>
    downloadCsv('codes.csv', csvOf([{ title: t('gameTasks.code'), value: (code: string) => code }], codes ?? []))
  return (
    <Dialog
      title={t('gameTasks.codesMade', { count: codes?.length ?? 0 })}
      description={t('gameTasks.codesOnce')}
      open={codes !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isSticky
      footer={
        <>
          <Button icon={<Download size={16} />} onClick={download}>
            {t('gameTasks.download')}
          </Button>
          <DialogClose render={<Button variant="primary">{t('secrets.stored')}</Button>} />
        </>
      }
    >
      <div className="game-task-codes">
        <TextArea label={t('gameTasks.codes')} isLabelHidden isCode readOnly rows={8} value={text} />
        <CopyButton text={text} name={t('gameTasks.codes')} />
      </div>
    </Dialog>
  )
}

const MakeCodes = ({ appId, task, onMade }: Omit<Props, 'codes'> & { onMade: (codes: string[]) => void }) => {
  const t = useTranslate()
  const once = useSingleSubmit()
  const changed = useTasksChanged(appId)
  const [count, setCount] = useState('100')
  const make = useMutation({
    mutationFn: () => client.gameTasks.createCodes({ appId, id: task.id, count: Number(count) }),
    // What it returned are the codes themselves.
    gcTime: 0,
    onSuccess: async ({ codes }) => {
      onMade(codes)
      await changed()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void once(() => make.mutateAsync().catch(() => undefined))
  }
  return (
    <form className="game-task-make" onSubmit={submit} noValidate>
      <TextField
        label={t('gameTasks.howMany')}
        hint={t('gameTasks.howManyHint', { count: MOST_NEW_CODES })}
        inputMode="numeric"
        value={count}
        error={issueOf(make.error, 'count') ?? make.error?.message}
        onChange={(event) => {
          make.reset()
          setCount(event.target.value)
        }}
      />
      <Button type="submit" loading={make.isPending} disabled={!/^[1-9]\d{0,3}$/.test(count.trim())}>
        {t('gameTasks.makeCodes')}
      </Button>
    </form>
  )
}

const Revoke = ({ appId, task, codes: { unused } }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const changed = useTasksChanged(appId)
  const revoke = async () => {
    const { revoked } = await client.gameTasks.revokeCodes({ appId, id: task.id })
    await changed()
    toast.success(t('gameTasks.revoked', { count: revoked }))
  }
  return (
    <ConfirmDialog
      title={t('gameTasks.revokeTitle', { count: format(unused) })}
      description={t('gameTasks.revokeLead')}
      confirmLabel={t('gameTasks.revoke')}
      onConfirm={revoke}
      trigger={
        <Button size="small" variant="ghost" disabled={unused === 0}>
          {t('gameTasks.revoke')}
        </Button>
      }
    />
  )
}

/** The one-time codes of a task: how many are left, new ones, and an end to those that nobody used. */
export const TaskCodes = (props: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { unused, used } = props.codes
  const [made, setMade] = useState<string[]>()
  return (
    <Section
      title={t('gameTasks.codes')}
      description={t('gameTasks.codesLead', { unused: format(unused), used: format(used) })}
      actions={
        <May call={endpoints.gameTasks.revokeCodes}>
          <Revoke {...props} />
        </May>
      }
    >
      <May call={endpoints.gameTasks.createCodes}>
        <MakeCodes {...props} onMade={setMade} />
      </May>
      <NewCodes codes={made} onClose={() => setMade(undefined)} />
    </Section>
  )
}
