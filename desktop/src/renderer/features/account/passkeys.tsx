import type { Client } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { TextField } from '@openauth/ui/text-field'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { issueOf } from '../../components/problems.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { canUsePasskeys, makePasskey } from '../../components/passkeys.ts'
import { type FactorStatus, hasFactor, ProofFields, useFactorProof } from './factor-proof.tsx'

type Passkey = Awaited<ReturnType<Client['adminPasskeys']['list']>>[number]
type Task = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

interface Props {
  status: FactorStatus
  /** After a change: gets the recovery codes that came with a first factor. */
  onChanged: (recoveryCodes?: readonly string[]) => void
}

interface Words {
  title: MessageId
  lead: MessageId
}

const words: Record<Task['kind'], Words> = {
  add: { title: 'passkeys.add', lead: 'passkeys.addLead' },
  rename: { title: 'passkeys.rename', lead: 'passkeys.renameLead' },
  remove: { title: 'passkeys.remove', lead: 'passkeys.removeLead' },
}

const useSave = (task: Task, status: FactorStatus) => {
  const t = useTranslate()
  const { proofOf, more } = useFactorProof(status)
  const save = async ({ currentPassword = '', name = '', ...values }: FormValues) => {
    if (task.kind === 'rename') {
      await client.adminPasskeys.rename({ id: task.passkey.id, name })
      return undefined
    }
    const proof = { currentPassword, ...(hasFactor(status) ? await proofOf(values) : {}) }
    if (task.kind === 'remove') {
      await client.adminPasskeys.remove({ id: task.passkey.id, ...proof })
      return undefined
    }
    const response = await makePasskey(t, client.adminPasskeys.registerOptions(proof))
    return (await client.adminPasskeys.register({ response, name })).recoveryCodes ?? undefined
  }
  return { save, more: task.kind === 'rename' ? undefined : more }
}

const Body = ({ task, status, onDone }: { task: Task; status: FactorStatus; onDone: Props['onChanged'] }) => {
  const t = useTranslate()
  const { save, more } = useSave(task, status)
  // What it returns may be recovery codes.
  const run = useMutation({ mutationFn: save, gcTime: 0, onSuccess: (codes) => onDone(codes) })
  return (
    <EntryForm
      submitLabel={t(words[task.kind].title)}
      isBusy={run.isPending}
      error={run.error}
      fields={['name', 'currentPassword', 'code']}
      more={more}
      onSubmit={(values) => run.mutateAsync(values)}
    >
      {task.kind !== 'remove' && (
        <TextField
          label={t('passkeys.name')}
          name="name"
          hint={t('passkeys.nameHint')}
          maxLength={64}
          defaultValue={task.kind === 'rename' ? task.passkey.name : ''}
          error={issueOf(run.error, 'name')}
        />
      )}
      {task.kind !== 'rename' && <ProofFields status={status} error={run.error} />}
    </EntryForm>
  )
}

interface TaskDialogProps {
  task: Task
  status: FactorStatus
  onDone: Props['onChanged']
  onClose: () => void
}

const TaskDialog = ({ task, status, onDone, onClose }: TaskDialogProps) => {
  const t = useTranslate()
  const { title, lead } = words[task.kind]
  return (
    <Dialog open isSticky onOpenChange={(open) => !open && onClose()} title={t(title)} description={t(lead)}>
      <Body task={task} status={status} onDone={onDone} />
    </Dialog>
  )
}

const Row = ({ passkey, start }: { passkey: Passkey; start: (task: Task) => void }) => {
  const t = useTranslate()
  const { name, rpId, lastUsedAt } = passkey
  return (
    <li className="passkey">
      <div>
        <b dir="auto">{name}</b>
        <p className="factor-note">
          {rpId} · {lastUsedAt === null ? t('passkeys.unused') : t('passkeys.used')}{' '}
          {lastUsedAt !== null && <Time at={lastUsedAt} />}
        </p>
      </div>
      <div className="factor-actions">
        <Button
          size="small"
          aria-label={`${t('passkeys.rename')}: ${name}`}
          onClick={() => start({ kind: 'rename', passkey })}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          size="small"
          aria-label={`${t('passkeys.remove')}: ${name}`}
          onClick={() => start({ kind: 'remove', passkey })}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}

const done: Record<Task['kind'], MessageId> = {
  add: 'passkeys.added',
  rename: 'passkeys.renamed',
  remove: 'passkeys.removed',
}

/** The operator's passkeys, each a sign-in of its own and a second factor beside the password. */
export const Passkeys = ({ status, onChanged }: Props) => {
  const t = useTranslate()
  const passkeys = useQuery(queries.adminPasskeys.list())
  const [task, setTask] = useState<Task>()
  const finish = (codes?: readonly string[]) => {
    if (task) toast.success(t(done[task.kind]))
    setTask(undefined)
    void passkeys.refetch()
    onChanged(codes)
  }
  return (
    <section className="factor-part">
      <h2 className="factor-title">{t('passkeys.title')}</h2>
      <p>{t('passkeys.lead')}</p>
      <Loaded query={passkeys} lines={2}>
        {(list) =>
          list.length > 0 && (
            <ul className="passkeys">
              {list.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} start={setTask} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {canUsePasskeys() ? (
        <div className="factor-actions">
          <Button onClick={() => setTask({ kind: 'add' })}>{t('passkeys.add')}</Button>
        </div>
      ) : (
        <p className="factor-note">{t('passkeys.unsupported')}</p>
      )}
      {task && <TaskDialog task={task} status={status} onDone={finish} onClose={() => setTask(undefined)} />}
    </section>
  )
}
