import { NATIVE, networkFacts, networks } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { sentence } from '@openauth/ui/form/problems'
import { IconButton } from '@openauth/ui/icon-button'
import { Select } from '@openauth/ui/select'
import { TextField } from '@openauth/ui/text-field'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { nativeNetworkOf } from '../../lib/token-amount.ts'
import type { LimitRow } from './policy-form.ts'
import { type EntryErrors, RuleRow, useEntryErrors, useInherited, useIsOfUser } from './rule-row.tsx'
import { policyTitles } from './rule-text.ts'
import { TokenField } from './token-field.tsx'

/** The most entries that the API takes of limits. */
const MOST = 100
const FIRST = `${networks[0]}:${NATIVE}`

const said = (error: { message?: string } | undefined): string | undefined => error?.message && sentence(error.message)

/** A button that adds an entry below the others. */
const Add = ({ label, count, onClick }: { label: string; count: number; onClick: () => void }) => (
  <div>
    <Button size="small" icon={<Plus size={14} />} disabled={count >= MOST} onClick={onClick}>
      {label}
    </Button>
  </div>
)

const Remove = ({ name, onClick }: { name: string; onClick: () => void }) => {
  const t = useTranslate()
  return <IconButton label={t('policies.removeEntry', { name })} icon={<X size={14} />} onClick={onClick} />
}

interface AmountProps {
  label: string
  isLabelled: boolean
  token: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

const Amount = ({ label, isLabelled, token, value, error, onChange }: AmountProps) => {
  const t = useTranslate()
  const network = nativeNetworkOf(token)
  return (
    <TextField
      label={label}
      isLabelHidden={!isLabelled}
      inputMode="decimal"
      placeholder={t('policies.noLimit')}
      end={network ? networkFacts[network].symbol : t('policies.units')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface RowsProps {
  name: 'limits' | 'partnerLimits'
  rows: LimitRow[]
  onChange: (rows: LimitRow[]) => void
}

interface LineProps {
  row: LimitRow
  error: EntryErrors[number]
  isOfApp: boolean
  isLabelled: boolean
  onChange: (changes: Partial<LimitRow>) => void
}

const LimitFields = ({ row, error, isOfApp, isLabelled, onChange }: LineProps) => {
  const t = useTranslate()
  const amount = (name: 'perTransaction' | 'perDay', label: string) => (
    <Amount
      label={label}
      isLabelled={isLabelled}
      token={row.token}
      value={row[name]}
      error={said(error?.[name])}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <>
      <TokenField
        value={row.token}
        error={said(error?.token)}
        hasAny={isOfApp}
        isLabelled={isLabelled}
        onChange={(token) => onChange({ token })}
      />
      {!isOfApp && amount('perTransaction', t('policies.perTransactionTitle'))}
      {amount('perDay', t('policies.perDayTitle'))}
    </>
  )
}

/** Limits by token, a line each. */
const LimitRows = ({ name, rows, onChange }: RowsProps) => {
  const t = useTranslate()
  const errors = useEntryErrors(name)
  const isOfApp = name === 'partnerLimits'
  return (
    <>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines have no identity but their place.
        <fieldset key={at} aria-label={row.token} className={isOfApp ? 'policy-limit of-app' : 'policy-limit'}>
          <LimitFields
            row={row}
            isOfApp={isOfApp}
            error={errors[at]}
            isLabelled={at === 0}
            onChange={(changes) => onChange(rows.with(at, { ...row, ...changes }))}
          />
          <Remove name={row.token} onClick={() => onChange(rows.filter((_, place) => place !== at))} />
        </fieldset>
      ))}
      <Add
        label={t('policies.addLimit')}
        count={rows.length}
        onClick={() => onChange([...rows, { token: FIRST, perTransaction: '', perDay: '' }])}
      />
    </>
  )
}

const Inherited = ({ entries }: { entries: readonly string[] }) => (
  <ul className="policy-defaults">
    {entries.map((entry) => (
      <li key={entry}>{entry}</li>
    ))}
  </ul>
)

/** The maximum amounts of one wallet; of a user below those of the app. */
export const Limits = () => {
  const t = useTranslate()
  const { field } = useFormField('limits')
  const inherited = useInherited('limits', t)
  return (
    <RuleRow name="limits">
      {useIsOfUser() && <Inherited entries={inherited.map((value) => t('policies.fromApp', { value }))} />}
      <LimitRows name="limits" rows={(field.value ?? []) as LimitRow[]} onChange={field.onChange} />
    </RuleRow>
  )
}

/** The maximum amounts of the app's secrets: the defaults, or entries that replace those of their tokens. */
export const PartnerLimits = () => {
  const t = useTranslate()
  const { field } = useFormField('partnerLimits')
  const inherited = useInherited('partnerLimits', t)
  const rows = (field.value ?? null) as LimitRow[] | null
  const control = (
    <Select<'default' | 'own'>
      label={t(policyTitles.partnerLimits)}
      isLabelHidden
      options={[
        { value: 'default', label: t('policies.defaultLimits') },
        { value: 'own', label: t('policies.own') },
      ]}
      value={rows === null ? 'default' : 'own'}
      onValueChange={(choice) => field.onChange(choice === 'default' ? null : [])}
    />
  )
  return (
    <RuleRow name="partnerLimits" control={control}>
      {rows === null && <Inherited entries={inherited} />}
      {rows && <LimitRows name="partnerLimits" rows={rows} onChange={field.onChange} />}
    </RuleRow>
  )
}

/** The tokens of a list, a line each. */
export const TokenRows = ({ list, onChange }: { list: string[]; onChange: (list: string[]) => void }): ReactNode => {
  const t = useTranslate()
  const errors = useEntryErrors('tokens')
  return (
    <>
      {list.length === 0 && <p className="policy-rule-note">{t('policies.noTokens')}</p>}
      {list.map((ref, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines have no identity but their place.
        <fieldset key={at} aria-label={ref} className="policy-token">
          <TokenField
            value={ref}
            error={said(errors[at])}
            isLabelled={at === 0}
            onChange={(next) => onChange(list.with(at, next))}
          />
          <Remove name={ref} onClick={() => onChange(list.filter((_, place) => place !== at))} />
        </fieldset>
      ))}
      <Add label={t('policies.addToken')} count={list.length} onClick={() => onChange([...list, FIRST])} />
    </>
  )
}
