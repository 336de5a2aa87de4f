import { Card } from '@openauth/ui/card'
import { Section } from '@openauth/ui/section'
import { useTranslate } from '../../i18n/i18n.ts'
import { Limits, PartnerLimits, TokenRows } from './entry-rows.tsx'
import { FlagRule } from './flag-rule.tsx'
import { Lines, ListRule, NetworkBoxes } from './list-rule.tsx'
import { flags } from './policy-form.ts'
import { useIsOfUser } from './rule-row.tsx'

const Secrets = () => {
  const t = useTranslate()
  return (
    <Section title={t('policies.secrets')}>
      <Card className="policy-rules">
        <PartnerLimits />
      </Card>
    </Section>
  )
}

const PartiesAndPlaces = () => {
  const t = useTranslate()
  return (
    <>
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
    </>
  )
}

/** The fields of all rules; limits of app secrets are the app's alone. */
export const PolicyRules = () => {
  const t = useTranslate()
  return (
    <>
      <Section title={t('policies.amounts')}>
        <Card className="policy-rules">
          <Limits />
          <ListRule name="tokens">{(editor) => <TokenRows {...editor} />}</ListRule>
        </Card>
      </Section>
      {!useIsOfUser() && <Secrets />}
      <PartiesAndPlaces />
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
