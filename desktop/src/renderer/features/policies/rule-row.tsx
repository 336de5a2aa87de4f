import { effectivePolicy, type RuleChanges, type WalletPolicy } from '@openauth/client'
import { createContext, type ReactNode, use } from 'react'
import { type MessageId, type Translate, useTranslate } from '../../i18n/i18n.ts'
import { policyTitles, ruleText } from './rule-text.ts'

type RuleName = keyof WalletPolicy

export const ruleNotes: Record<RuleName, MessageId> = {
  networks: 'policies.aboutNetworks',
  rpcUrls: 'policies.aboutRpc',
  tokens: 'policies.aboutTokens',
  limits: 'policies.aboutLimits',
  partnerLimits: 'policies.aboutPartner',
  allowAddresses: 'policies.aboutAllow',
  denyAddresses: 'policies.aboutDeny',
  messageSigning: 'policies.aboutMessages',
  privateKeyExport: 'policies.aboutExport',
  approvals: 'policies.aboutApprovals',
  authorityChanges: 'policies.aboutAuthority',
  durableNonces: 'policies.aboutNonces',
  unknownPrograms: 'policies.aboutPrograms',
  unreadableInstructions: 'policies.aboutInstructions',
}

/** What is wrong with the entries of a list: a message for each, or messages by its fields. */
export type EntryErrors = readonly (
  | {
      message?: string | undefined
      token?: { message?: string }
      perTransaction?: { message?: string }
      perDay?: { message?: string }
    }
  | undefined
)[]

interface PolicyContext {
  /** The rules that are set here. */
  own: RuleChanges
  errors: Partial<Record<RuleName, unknown>>
}

/** What the rules of a form need to know of the whole. */
export const PolicyFields = createContext<PolicyContext | undefined>(undefined)

const usePolicyFields = (): PolicyContext => {
  const context = use(PolicyFields)
  if (!context) throw new Error('A rule stands outside of a form of rules')
  return context
}

/** What is wrong with each entry of a rule, in their order. */
export const useEntryErrors = (name: RuleName): EntryErrors => {
  const errors = usePolicyFields().errors[name]
  return Array.isArray(errors) ? (errors as EntryErrors) : []
}

const SHOWN = 3

const shortText = (entries: readonly string[]): string =>
  entries.length > SHOWN ? `${entries.slice(0, SHOWN).join(', ')} …` : entries.join(', ')

/** The entries of a rule that apply where it is not set. */
export const useInherited = (name: RuleName, t: Translate): string[] =>
  ruleText(name, effectivePolicy({ ...usePolicyFields().own, [name]: null }), t)

/** What applies where a rule is not set, for a choice: "Default: All". */
export const useInheritedText = (name: RuleName, t: Translate): string =>
  t('policies.default', { value: shortText(useInherited(name, t)) })

interface Props {
  name: RuleName
  /** The control beside the title. */
  control?: ReactNode
  /** Fields below. */
  children?: ReactNode
}

/** A rule of a policy: its name and what it means, the choice, and below what belongs to that. */
export const RuleRow = ({ name, control, children }: Props) => {
  const t = useTranslate()
  return (
    <div className="policy-rule">
      <div>
        <p className="policy-rule-title">{t(policyTitles[name])}</p>
        <p className="policy-rule-note">{t(ruleNotes[name])}</p>
      </div>
      {control}
      {children && <div className="policy-rule-body">{children}</div>}
    </div>
  )
}
