import { nativeAmountOf, networkFacts } from '@openauth/client'
import { Copyable } from '@openauth/ui/copyable'
import { DefinitionList } from '@openauth/ui/definition-list'
import { sentence } from '@openauth/ui/form/problems'
import { Notice } from '@openauth/ui/notice'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { DryRunAnswer } from './dry-run-form.ts'
import { nativeNetworkOf, partsOfRef } from '../../lib/token-amount.ts'
import { policyTitles } from './rule-text.ts'

const amountText = (token: string, units: string, t: Translate): string => {
  const network = nativeNetworkOf(token)
  return network
    ? `${nativeAmountOf(network, units)} ${networkFacts[network].symbol}`
    : `${units} ${t('policies.units')} · ${partsOfRef(token).token}`
}

const Spends = ({ spends }: Pick<DryRunAnswer, 'spends'>) => {
  const t = useTranslate()
  if (spends.length === 0) return t('policies.spendsNothing')
  return (
    <ul className="policy-changes">
      {spends.map(({ token, amount, fee }) => (
        <li key={token}>
          {fee === '0'
            ? amountText(token, amount, t)
            : t('policies.ofWhichFee', { amount: amountText(token, amount, t), fee: amountText(token, fee, t) })}
        </li>
      ))}
    </ul>
  )
}

const Verdict = ({ result: { allowed, rule, reason, missed } }: { result: DryRunAnswer }) => {
  const t = useTranslate()
  if (allowed || !rule) return <Notice tone="success" title={t('policies.isAllowed')} />
  const others = missed.slice(1)
  return (
    <Notice tone="danger" title={t('policies.isRefused')}>
      <p className="policy-rule-title">{t('policies.decidedBy', { rule: t(policyTitles[rule]) })}</p>
      {reason && <p>{sentence(reason)}</p>}
      {others.length > 0 && (
        <>
          <p className="policy-rule-title">{t('policies.alsoMissed')}</p>
          <ul className="policy-changes">
            {others.map((miss) => (
              <li key={miss.rule}>
                {t(policyTitles[miss.rule])}: {miss.criterion}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

/** The answer appears below the fields, which may fill the window. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** The verdict of a dry run, the rule that decided, and what the transaction would do. */
export const DryRunResult = ({ result }: { result: DryRunAnswer }) => {
  const t = useTranslate()
  const { chain, spends, counterparties, notes } = result
  return (
    <div ref={bringIntoView} className="policy-result" aria-live="polite">
      <Verdict result={result} />
      {chain && (
        <Notice tone="warning" title={t('policies.chainRefuses')}>
          <p>{chain.message}</p>
        </Notice>
      )}
      <DefinitionList
        items={[
          { term: t('policies.spends'), value: <Spends spends={spends} /> },
          {
            term: t('policies.counterparties'),
            value:
              counterparties.length === 0 ? null : (
                <ul className="policy-changes">
                  {counterparties.map((address) => (
                    <li key={address}>
                      <Copyable value={address} name={t('policies.counterparties')} truncate={[10, 8]} />
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
      {notes.map((note) => (
        <p key={note} lang="en" className="policy-rule-note">
          {note}
        </p>
      ))}
    </div>
  )
}
