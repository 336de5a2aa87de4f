import { ANY, NATIVE, type Network, networkFacts, networks } from '@openauth/client'
import { Select } from '@openauth/ui/select'
import { TextField } from '@openauth/ui/text-field'
import { useTranslate } from '../../i18n/i18n.ts'
import { isNetwork, partsOfRef } from '../../lib/token-amount.ts'

interface Props {
  /** The token's reference: `solana:native`. */
  value: string
  onChange: (ref: string) => void
  error: string | undefined
  /** Whether `*` may be chosen, which stands for every other token. */
  hasAny?: boolean
  /** Labels above, for the first row; the others keep theirs for screen readers. */
  isLabelled: boolean
}

/** The reference of a token: a network, and a token's address unless it is the network's own. */
export const TokenField = ({ value, onChange, error, hasAny = false, isLabelled }: Props) => {
  const t = useTranslate()
  const { network, token } = partsOfRef(value)
  const options: { value: Network | typeof ANY; label: string }[] = [
    ...networks.map((name) => ({ value: name, label: networkFacts[name].title })),
    ...(hasAny ? [{ value: ANY, label: t('policies.anyOther') } as const] : []),
  ]
  const known = isNetwork(network) ? network : undefined
  return (
    <>
      <Select
        label={t('policies.network')}
        isLabelHidden={!isLabelled}
        options={options}
        value={known ?? ANY}
        onValueChange={(next) => onChange(next === ANY ? ANY : `${next}:${NATIVE}`)}
      />
      <TextField
        label={t('policies.token')}
        isLabelHidden={!isLabelled}
        disabled={known === undefined}
        placeholder={known ? networkFacts[known].symbol : '–'}
        spellCheck={false}
        value={token === NATIVE ? '' : token}
        error={error}
        onChange={(event) => onChange(`${network}:${event.target.value.trim() || NATIVE}`)}
      />
    </>
  )
}
