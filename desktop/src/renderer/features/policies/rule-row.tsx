import { effectivePolicy, type RuleChanges, type WalletPolicy } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
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

/** What a user's own rule does beside the app's, where it does not replace that. */
const userNotes: Partial<Record<RuleName, MessageId>> = {
  limits: 'policies.userLimits',
  denyAddresses: 'policies.userDeny',
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
  /** The rules of the app, in the form of a user's: they apply where the user has none of its own. */
  ofApp?: RuleChanges | undefined
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

/** Whether the rules are a user's. */
export const useIsOfUser = (): boolean => usePolicyFields().ofApp !== undefined

/** The policy that applies by these rules, on top of the app's in the form of a user's. */
export const effectivePolicyOf = ({ own, ofApp }: Pick<PolicyContext, 'own' | 'ofApp'>): WalletPolicy =>
  ofApp ? effectivePolicy(ofApp, own) : effectivePolicy(own)

const SHOWN = 3

const shortText = (entries: readonly string[]): string =>
  entries.length > SHOWN ? `${entries.slice(0, SHOWN).join(', ')} …` : entries.join(', ')

/** The entries of a rule that apply where it is not set. */
export const useInherited = (name: RuleName, t: Translate): string[] => {
  const { own, ofApp } = usePolicyFields()
  return ruleText(name, effectivePolicyOf({ own: { ...own, [name]: null }, ofApp }), t)
}

/** What applies where a rule is not set, for a choice: "Default: All", or of a user "From the app: All". */
export const useInheritedText = (name: RuleName, t: Translate): string =>
  t(useIsOfUser() ? 'policies.fromApp' : 'policies.default', { value: shortText(useInherited(name, t)) })

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
  const { own, ofApp } = usePolicyFields()
  const isOverridden = ofApp !== undefined && (own[name] ?? null) !== null
  const userNote = ofApp && userNotes[name]
  return (
    <div className="policy-rule">
      <div>
        <p className="policy-rule-title">
          {t(policyTitles[name])}
          {isOverridden && <Badge tone="warning">{t('users.ownRule')}</Badge>}
        </p>
        <p className="policy-rule-note">{t(ruleNotes[name])}</p>
        {userNote && <p className="policy-rule-note">{t(userNote)}</p>}
      </div>
      {control}
      {children && <div className="policy-rule-body">{children}</div>}
    </div>
  )
}
