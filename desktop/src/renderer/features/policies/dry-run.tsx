import { networkFacts, networks, transactionFormOf } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { Form, FormActions, useZodForm } from '@openauth/ui/form'
import { FormRadioGroup } from '@openauth/ui/form/radio-group'
import { FormSelect } from '@openauth/ui/form/select'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { Section } from '@openauth/ui/section'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import {
  type DryRunAnswer,
  type DryRunRules,
  type DryRunValues,
  dryRunCallOf,
  dryRunSchema,
  firstDryRun,
} from './dry-run-form.ts'
import { DryRunResult } from './dry-run-result.tsx'

const networkOptions = networks.map((value) => ({ value, label: networkFacts[value].title }))

interface Props {
  appId: string
  /** Changes with the rules: what was tried with others is no longer shown. */
  rulesKey: string
  /** The user whose wallet acts; any may be named if the rules are the app's. */
  userId: string | undefined
  /** The rules to try; undefined if they cannot be read. */
  rulesToTry: () => Promise<DryRunRules | undefined>
}

const formWords = { base64: 'policies.transactionBase64', hex: 'policies.transactionHex' } as const

const Fields = ({ values: { network, kind, token } }: { values: DryRunValues }) => {
  const t = useTranslate()
  const { symbol, title } = networkFacts[network]
  const form = transactionFormOf(network)
  if (kind === 'transaction')
    return (
      <FormTextArea
        name="transaction"
        label={t('policies.transaction')}
        hint={form === undefined ? t('policies.notReadable', { network: title }) : t(formWords[form])}
        isCode
        rows={4}
        spellCheck={false}
      />
    )
  return (
    <>
      <FormTextField name="recipient" label={t('policies.recipient')} spellCheck={false} />
      <div className="policy-pair">
        <FormTextField
          name="amount"
          label={t('policies.amount')}
          inputMode="decimal"
          end={token.trim() === '' ? symbol : t('policies.units')}
        />
        <FormTextField name="token" label={t('policies.tokenAddress')} placeholder={symbol} spellCheck={false} />
      </div>
    </>
  )
}

const Questions = ({ values, hasUser }: { values: DryRunValues; hasUser: boolean }) => {
  const t = useTranslate()
  return (
    <>
      <FormSelect name="network" label={t('policies.network')} options={networkOptions} />
      <FormRadioGroup
        name="kind"
        label={t('policies.kind')}
        isLabelHidden
        isRow
        options={[
          { value: 'transaction', label: t('policies.kindTransaction') },
          { value: 'send', label: t('policies.kindSend') },
        ]}
      />
      <Fields values={values} />
      <FormSelect
        name="initiator"
        label={t('policies.initiator')}
        options={[
          { value: 'user', label: t('policies.byUser') },
          { value: 'app', label: t('policies.byApp') },
        ]}
      />
      {!hasUser && (
        <FormTextField
          name="userId"
          label={t('policies.user')}
          hint={t('policies.userHint')}
          spellCheck={false}
          optional
        />
      )}
    </>
  )
}

/** Tries a transaction or a send against the rules in the form beside it. */
export const DryRun = ({ appId, userId, rulesKey, rulesToTry }: Props) => {
  const t = useTranslate()
  const form = useZodForm<DryRunValues, DryRunValues>(dryRunSchema, {
    defaultValues: { ...firstDryRun, userId: userId ?? '' },
  })
  const values = form.watch()
  const [found, setFound] = useState<{ key: string; result: DryRunAnswer }>()
  const key = `${rulesKey} ${JSON.stringify(values)}`
  const run = async (asked: DryRunValues) => {
    setFound(undefined)
    const rules = await rulesToTry()
    if (!rules) throw new Error(t('policies.invalidRules'))
    setFound({ key, result: await client.walletPolicies.dryRun({ appId, ...rules, ...dryRunCallOf(asked) }) })
  }
  return (
    <Section title={t('policies.dryRun')} description={t('policies.dryRunLead')}>
      <Card>
        <Form form={form} onSubmit={run}>
          <Questions values={values} hasUser={userId !== undefined} />
          <FormActions submitLabel={t('policies.try')} variant="secondary" />
        </Form>
        {found?.key === key && <DryRunResult result={found.result} />}
      </Card>
    </Section>
  )
}
