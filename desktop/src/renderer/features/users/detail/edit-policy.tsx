import { contract } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { TextArea } from '@openauth/ui/text-area'
import { toast } from '@openauth/ui/toaster'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { type Translate, useTranslate } from '../../../i18n/i18n.ts'
import { type Policies, ruleNames } from '../../policies/rule-text.ts'
import { useChanged } from './use-changed.ts'
import { useShownUser } from './user-ref.ts'

const rules = contract.walletPolicies.updateOfUser.input
  .omit({ appId: true, id: true, expectedUpdatedAt: true })
  .strict()

type Changes = Partial<Record<string, unknown>>

/** The rules that are set for the user, as JSON to edit. */
export const policyText = (own: Policies['own']): string => {
  const set = ruleNames.flatMap((name) => (own[name] === undefined || own[name] === null ? [] : [[name, own[name]]]))
  return JSON.stringify(Object.fromEntries(set), null, 2)
}

/**
 * Reads edited rules. A rule that was set and is no longer there becomes null, which restores the app's.
 * @returns the changes, or what is wrong in the words of the contract
 */
export const readPolicyText = (
  text: string,
  own: Policies['own'],
  t: Translate,
): { changes: Changes } | { problem: string } => {
  let json: unknown
  try {
    json = JSON.parse(text.trim() || '{}')
  } catch (error) {
    return { problem: t('users.invalidJson', { reason: error instanceof Error ? error.message : String(error) }) }
  }
  const parsed = rules.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { problem: `${issue?.path.join('.') || 'JSON'}: ${issue?.message}` }
  }
  const removed = ruleNames.filter((name) => own[name] !== undefined && own[name] !== null && !(name in parsed.data))
  return { changes: { ...Object.fromEntries(removed.map((name) => [name, null])), ...parsed.data } }
}

const Form = ({ policies, onDone }: { policies: Policies; onDone: () => void }) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const changed = useChanged()
  // As they were when the form was opened: a change on top of another operator's is refused.
  const [{ own, updatedAt }] = useState(policies)
  const [text, setText] = useState(() => policyText(own))
  const [problem, setProblem] = useState<string>()
  const update = useMutation({
    ...queries.walletPolicies.updateOfUser(),
    onSuccess: async () => {
      await changed()
      toast.success(t('users.policySaved'))
      onDone()
    },
    onError: changed,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending) return
    const read = readPolicyText(text, own, t)
    setProblem('problem' in read ? read.problem : undefined)
    if ('changes' in read) update.mutate({ ...scope, ...read.changes, expectedUpdatedAt: updatedAt })
  }
  return (
    <form className="user-form" onSubmit={submit} noValidate>
      <TextArea
        label={t('users.rulesJson')}
        isCode
        rows={14}
        value={text}
        spellCheck={false}
        hint={t('users.rulesJsonHint', { names: ruleNames.join(', ') })}
        error={problem ?? update.error?.message}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="user-form-actions">
        <Button type="submit" variant="primary" loading={update.isPending}>
          {t('users.save')}
        </Button>
      </div>
    </form>
  )
}

/** Edits the rules that are set for this user alone, as JSON that the contract's schema checks. */
export const EditPolicy = ({ policies }: { policies: Policies }) => {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={t('users.editPolicy')}
      description={t('users.editPolicyLead')}
      isWide
      isSticky
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button size="small">{t('users.editPolicy')}</Button>}
    >
      <Form policies={policies} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
