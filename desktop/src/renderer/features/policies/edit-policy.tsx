import { type App, effectivePolicy, policySentence } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { useZodForm } from '@openauth/ui/form'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import { EditForm } from '../../components/edit-form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { AppScreen } from '../apps/app-screen.tsx'
import { DryRun } from './dry-run.tsx'
import { Limits, PartnerLimits, TokenRows } from './entry-rows.tsx'
import { FlagRule } from './flag-rule.tsx'
import { Lines, ListRule, NetworkBoxes } from './list-rule.tsx'
import { OtherRules } from './other-rules.tsx'
import { readableRules, flags, policySchema, policyValuesOf } from './policy-form.ts'
import { PolicyFields } from './rule-row.tsx'
import type { Policies } from './rule-text.ts'
import { useSavePolicy } from './use-save-policy.ts'
import '../apps/settings/settings.css'
import './policies.css'

const Rules = () => {
  const t = useTranslate()
  return (
    <>
      <Section title={t('policies.amounts')}>
        <Card className="policy-rules">
          <Limits />
          <ListRule name="tokens">{(editor) => <TokenRows {...editor} />}</ListRule>
        </Card>
      </Section>
      <Section title={t('policies.secrets')}>
        <Card className="policy-rules">
          <PartnerLimits />
        </Card>
      </Section>
      <Section title={t('policies.parties')}>
        <Card className="policy-rules">
          <ListRule name="allowAddresses">{(editor) => <Lines {...editor} />}</ListRule>
          <ListRule name="denyAddresses">{(editor) => <Lines {...editor} />}</ListRule>
        </Card>
      </Section>
      <Section title={t('policies.places')}>
        <Card className="policy-rules">
          <ListRule name="networks">{(editor) => <NetworkBoxes {...editor} />}</ListRule>
          <ListRule name="rpcUrls">{(editor) => <Lines {...editor} />}</ListRule>
        </Card>
      </Section>
      <Section title={t('policies.permissions')}>
        <Card className="policy-rules">
          {flags.map((name) => (
            <FlagRule key={name} name={name} />
          ))}
        </Card>
      </Section>
    </>
  )
}

const Policy = ({ app, policies }: { app: App; policies: Policies }) => {
  const t = useTranslate()
  const form = useZodForm(policySchema, { values: policyValuesOf(policies.own) })
  const { isDirty, errors } = form.formState
  const { save, others } = useSavePolicy(app.id, policies, isDirty)
  const typed = JSON.stringify(form.watch())
  // oxlint-disable-next-line react/exhaustive-deps -- `typed` is what the form contains.
  const { own, isWhole } = useMemo(() => readableRules(form.getValues()), [typed])
  const context = useMemo(() => ({ own, errors: { ...errors } }), [own, errors])
  const rulesToTry = async () => {
    const rules = policySchema.safeParse(form.getValues())
    if (!rules.success) await form.trigger()
    return rules.data
  }
  return (
    <div className="policy-columns">
      <EditForm form={form} onSubmit={(_, edited) => save(edited)} others={<OtherRules rules={others} />}>
        <PolicyFields value={context}>
          <Rules />
        </PolicyFields>
      </EditForm>
      <aside className="policy-aside">
        <Section title={t('policies.sentence')}>
          <Card>
            <p lang="en" className="policy-sentence">
              {policySentence(effectivePolicy(own))}
            </p>
            {!isWhole && <p className="policy-rule-note">{t('policies.sentenceStale')}</p>}
          </Card>
        </Section>
        <DryRun appId={app.id} rulesKey={typed} rulesToTry={rulesToTry} />
      </aside>
    </div>
  )
}

const OfApp = ({ app }: { app: App }) => {
  const policies = useQuery(queries.walletPolicies.get({ appId: app.id }))
  return (
    <Loaded query={policies} lines={12}>
      {(data) => <Policy app={app} policies={data} />}
    </Loaded>
  )
}

/** The wallet policy of an app: its rules, what they come to, and a dry run of them. */
export const EditPolicy = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('policies.title')} lead={t('policies.lead')}>
      {(app) => <OfApp key={app.id} app={app} />}
    </AppScreen>
  )
}
