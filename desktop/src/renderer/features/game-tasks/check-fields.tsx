import { networkFacts, networks, paymentNetworks, providers } from '@openauth/client'
import { FormSelect } from '@openauth/ui/form/select'
import { FormTextField } from '@openauth/ui/form/text-field'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { queries } from '../../api/queries.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import { isNetwork } from '../../lib/token-amount.ts'
import type { TaskValues } from './task-form.ts'
import { type CheckField, checkFieldTitles, taskKindWords } from './task-kinds.ts'

interface LeagueProps {
  appId: string
  name: string
  label: string
  /** What the choice of no league is called; none can be chosen without it. */
  none?: string
}

/** A league of the rules in force. */
export const LeagueField = ({ appId, name, label, none }: LeagueProps) => {
  const rules = useQuery(queries.gameRules.get({ appId }))
  const { getValues } = useFormContext()
  const leagues = rules.data?.rules.leagues.map(({ id }) => id) ?? []
  const present = String(getValues(name) ?? '')
  // One that the rules have no more stays to be seen.
  const ids = present === '' || leagues.includes(present) ? leagues : [present, ...leagues]
  const options = ids.map((value) => ({ value, label: value }))
  return (
    <FormSelect
      name={name}
      label={label}
      options={none === undefined ? options : [{ value: '', label: none }, ...options]}
    />
  )
}

const Provider = () => {
  const t = useTranslate()
  const options = providers.map((value) => ({ value, label: methodTitle(value, t) }))
  return <FormSelect name="check.provider" label={t(checkFieldTitles.provider)} options={options} />
}

const Network = () => {
  const t = useTranslate()
  const { kind, network } = useWatch<TaskValues, 'check'>({ name: 'check' })
  const known = kind === 'send' ? paymentNetworks : networks
  const options = known.map((value) => ({ value, label: networkFacts[value].title }))
  return (
    <>
      <FormSelect name="check.network" label={t(checkFieldTitles.network)} options={options} />
      <FormTextField
        name="check.token"
        label={t(checkFieldTitles.token)}
        hint={t('gameTasks.tokenHint', { symbol: isNetwork(network) ? networkFacts[network].symbol : '' })}
        spellCheck={false}
        optional
      />
    </>
  )
}

const Amount = () => {
  const t = useTranslate()
  const { network, token } = useWatch<TaskValues, 'check'>({ name: 'check' })
  const isOwn = token.trim() === '' && isNetwork(network)
  return (
    <FormTextField
      name="check.amount"
      label={t(checkFieldTitles.amount)}
      hint={isOwn ? undefined : t('gameTasks.smallestUnits')}
      inputMode="decimal"
      end={isOwn ? networkFacts[network].symbol : undefined}
    />
  )
}

const hints: Partial<Record<CheckField, MessageId>> = {
  chat: 'gameTasks.chatHint',
  url: 'gameTasks.endpointHint',
  toAddress: 'gameTasks.toAddressHint',
}
const numeric = new Set<CheckField>(['dwellSeconds', 'count', 'level'])

const Field = ({ appId, field }: { appId: string; field: CheckField }) => {
  const t = useTranslate()
  const label = t(checkFieldTitles[field])
  const hint = hints[field]
  if (field === 'provider') return <Provider />
  if (field === 'network') return <Network />
  if (field === 'amount') return <Amount />
  if (field === 'league') return <LeagueField appId={appId} name="check.league" label={label} />
  return (
    <FormTextField
      name={`check.${field}`}
      label={label}
      hint={hint && t(hint)}
      inputMode={numeric.has(field) ? 'numeric' : undefined}
      spellCheck={false}
      optional={field === 'toAddress'}
    />
  )
}

/** The fields of the check of the chosen kind. The token stands beside its network. */
export const CheckFields = ({ appId }: { appId: string }) => {
  const kind = useWatch<TaskValues, 'check.kind'>({ name: 'check.kind' })
  return taskKindWords[kind].fields
    .filter((field) => field !== 'token')
    .map((field) => <Field key={field} appId={appId} field={field} />)
}
