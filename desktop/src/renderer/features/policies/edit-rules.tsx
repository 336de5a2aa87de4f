import {
  endpoints,
  englishPolicy,
  type PolicyLanguage,
  policySentence,
  type RuleChanges,
  type WalletPolicy,
} from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { useZodForm } from '@openauth/ui/form'
import { Section } from '@openauth/ui/section'
import { useMemo } from 'react'
import { EditForm } from '../../components/edit-form.tsx'
import { t as translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { DryRun } from './dry-run.tsx'
import { OtherRules } from './other-rules.tsx'
import { policySchema, policyValuesOf, readableRules } from './policy-form.ts'
import { PolicyRules } from './policy-rules.tsx'
import { effectivePolicyOf, PolicyFields } from './rule-row.tsx'
import type { Policies } from './rule-text.ts'
import { type PolicyOwner, useSavePolicy } from './use-save-policy.ts'
import './policies.css'

/** The page's language, for the sentence of a policy. */
const usePolicyLanguage = (): PolicyLanguage => {
  const tag = useLocale()
  if (tag === 'en') return englishPolicy
  return { tag, phrase: (name, values) => translate(`policySentence.${name}`, values) }
}

const Sentence = ({ policy, isWhole }: { policy: WalletPolicy; isWhole: boolean }) => {
  const t = useTranslate()
  const language = usePolicyLanguage()
  return (
    <Section title={t('policies.sentence')}>
      <Card>
        <p className="policy-sentence">{policySentence(policy, language)}</p>
        {!isWhole && <p className="policy-rule-note">{t('policies.sentenceStale')}</p>}
      </Card>
    </Section>
  )
}

/** Empties all fields; nothing is removed before it is saved. */
const FollowApp = ({ onClick }: { onClick: () => void }) => {
  const t = useTranslate()
  return (
    <div>
      <Button size="small" onClick={onClick}>
        {t('users.removeAllRules')}
      </Button>
    </div>
  )
}

const useRulesForm = (policies: Policies, ofApp: RuleChanges | undefined) => {
  const form = useZodForm(policySchema, { values: policyValuesOf(policies.own) })
  const { errors } = form.formState
  const typed = JSON.stringify(form.watch())
  // oxlint-disable-next-line react/exhaustive-deps -- `typed` is what the form contains.
  const { own, isWhole } = useMemo(() => readableRules(form.getValues()), [typed])
  const context = useMemo(() => ({ own, ofApp, errors: { ...errors } }), [own, ofApp, errors])
  const clear = () => {
    for (const [name, value] of Object.entries(policyValuesOf({})))
      form.setValue(name as keyof RuleChanges, value, { shouldDirty: true, shouldValidate: true })
  }
  return { form, typed, isWhole, context, clear }
}

interface Props {
  owner: PolicyOwner
  policies: Policies
  /** The app's rules, where the owner is a user. */
  ofApp?: RuleChanges
}

/** Rules of an app or of a user as a form, what they come to as a sentence, and a dry run of them. */
export const EditRules = ({ owner, policies, ofApp }: Props) => {
  const { form, typed, isWhole, context, clear } = useRulesForm(policies, ofApp)
  const { save, others } = useSavePolicy(owner, policies, form.formState.isDirty)
  const rulesToTry = async () => {
    const rules = policySchema.safeParse(form.getValues())
    if (!rules.success) await form.trigger()
    return rules.data && (ofApp ? { userRules: rules.data } : { rules: rules.data })
  }
  const hasOwn = Object.values(context.own).some((rule) => rule !== null && rule !== undefined)
  return (
    <div className="policy-columns">
      <EditForm
        call={owner.userId === undefined ? endpoints.walletPolicies.update : endpoints.walletPolicies.updateOfUser}
        form={form}
        onSubmit={(_, edited) => save(edited)}
        others={<OtherRules rules={others} />}
      >
        <PolicyFields value={context}>
          {ofApp && hasOwn && <FollowApp onClick={clear} />}
          <PolicyRules />
        </PolicyFields>
      </EditForm>
      <aside className="policy-aside">
        <Sentence policy={effectivePolicyOf(context)} isWhole={isWhole} />
        <DryRun appId={owner.appId} userId={owner.userId} rulesKey={typed} rulesToTry={rulesToTry} />
      </aside>
    </div>
  )
}
